"""Calls in processes of their own, so that nothing that thinks long holds up whoever waits for it.

A call is cancelled by ending its process: that is certain and at once, whatever the call is at. A
process whose call is answered stays for the next one, as the first one in each loads a solver.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

T = TypeVar("T")

#: Is told of the progress of a call.
Told = Callable[[Any], object]

#: What is told sooner after the last than so many seconds is left out.
OFTEN = 0.02

#: What a process sends: that it has the call, progress, its answer, or what was raised.
BEGAN, TOLD, ANSWERED, RAISED = "began", "told", "answered", "raised"

# Processes of their own start without what this one has open, and without its threads' locks.
_SPAWN = multiprocessing.get_context("spawn")


class WorkerDied(Exception):
    """The process of a call ended before it answered, as it does without memory."""


class _Call(NamedTuple):
    """A call as bytes, whoever is told of its progress, and where its answer goes."""

    data: bytes
    told: Told
    answer: Future[Any]


class Workers:
    """At most `count` processes at a time in which functions are called; more calls wait.

    Close it, or leave its `with` block, to cancel what is not answered and end the processes.
    Raises ValueError where `count` is less than 1.
    """

    def __init__(self, count: int) -> None:
        if count < 1:
            raise ValueError("there must be one worker at least")
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._open: set[Future[Any]] = set()
        self._closed = False
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def submit(
        self, function: Callable[..., T], *args: Any, told: Told = lambda progress: None
    ) -> Future[T]:
        """Call `function(*args, watch=...)`, and pass what it tells `watch` on to `told`.

        `told` runs in a thread. The future can be cancelled at any time, and raises what the
        function raises, or WorkerDied. Raises RuntimeError after `close`, and what pickling raises
        where function and arguments cannot be sent to a process.
        """
        answer: Future[T] = Future()
        call = _Call(bytes(ForkingPickler.dumps((function, args))), told, answer)
        with self._lock:
            if self._closed:
                raise RuntimeError("the workers are closed")
            self._open.add(answer)
            self._calls.put(call)
        answer.add_done_callback(self._open.discard)
        return answer

    async def ask(
        self, function: Callable[..., T], *args: Any, told: Told = lambda progress: None
    ) -> T:
        """The answer of `submit` for asyncio: `told` runs in the loop.

        Cancelling the task cancels the call. Raises what the future of `submit` raises.
        """
        loop = asyncio.get_running_loop()

        def pass_on(progress: Any) -> None:
            loop.call_soon_threadsafe(told, progress)

        return await asyncio.wrap_future(self.submit(function, *args, told=pass_on))

    def close(self) -> None:
        """Cancel what is not answered, and end the processes."""
        with self._lock:
            self._closed = True
        for answer in tuple(self._open):
            answer.cancel()
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _work(self) -> None:
        """See to one call after the other, in one process as long as it lives."""
        worker: _Worker | None = None
        while (call := self._calls.get()) is not None:
            # A future counts as waiting until it is answered, so it can be cancelled till then.
            if not call.answer.cancelled():
                try:
                    try:
                        worker = worker if worker and worker.alive else _Worker()
                        try:
                            value = worker.answer(call)
                        except WorkerDied:
                            if worker.began:
                                raise
                            worker = _Worker()  # the last one had died before the call came
                            value = worker.answer(call)
                    except Exception as error:
                        call.answer.set_exception(error)
                    else:
                        call.answer.set_result(value)
                except InvalidStateError:  # it was cancelled meanwhile
                    if worker is not None:
                        worker.end()
            if call.answer.cancelled():
                # Those who wait for several futures learn of a cancelled one by this.
                call.answer.set_running_or_notify_cancel()
        if worker is not None:
            worker.end()


class _Worker:
    """A process, and the pipe to it."""

    def __init__(self) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        #: Whether the last call has come to the process.
        self.began = False

    @property
    def alive(self) -> bool:
        """Whether the process is there for another call."""
        return self._process.is_alive()

    def answer(self, call: _Call) -> Any:
        """What the function returns; raises what it raises, and WorkerDied."""
        call.answer.add_done_callback(self._end_cancelled)
        answered = self.began = False
        try:
            self._pipe.send_bytes(call.data)
            self.began = self._pipe.recv() == BEGAN
            kind, value = self._pipe.recv()
            while kind == TOLD:
                call.told(value)
                kind, value = self._pipe.recv()
            answered = True
        except (EOFError, ConnectionError):
            raise WorkerDied from None
        finally:
            if not answered:
                self.end()
        if kind == RAISED:
            raise value
        return value

    def _end_cancelled(self, answer: Future[Any]) -> None:
        if answer.cancelled():
            self._process.kill()

    def end(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _serve(pipe: Connection) -> None:
    """Answer calls, in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever waits for the answer decides
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, ConnectionError):
        while True:
            data = pipe.recv_bytes()
            pipe.send(BEGAN)
            try:
                function, args = ForkingPickler.loads(data)
                pipe.send((ANSWERED, function(*args, watch=_teller(pipe))))
            except Exception as error:
                error.add_note(traceback.format_exc())
                pipe.send((RAISED, error))


def _teller(pipe: Connection) -> Callable[[Any], bool]:
    """What sends the progress of a call."""
    heard = -OFTEN

    def watch(progress: Any) -> bool:
        nonlocal heard
        now = time.monotonic()
        if now - heard >= OFTEN:
            heard = now
            pipe.send((TOLD, progress))
        return True

    return watch


def _end_with_parent() -> None:
    """End this process with the one that started it, however that one ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
