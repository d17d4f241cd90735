"""Analyses of games, asked for on purpose (APP-6): in processes of their own, told as they go."""

import asyncio
import json
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from lunaria.core.errors import LunariaError, NotLegal, Reason
from lunaria.core.replay import Line
from lunaria.core.table import Message, reason_data
from lunaria.server.asking import Player
from lunaria.server.logs import log
from lunaria.server.refusals import error_answer, words_for
from lunaria.server.replays import Source, read

router = APIRouter()

#: The longest that a position, and all positions of a game, are looked at, in seconds: first for an
#: answer that comes soon, and then for one that leaves nothing open.
QUICK, THOROUGH = (0.4, 1.8), (10.0, 60.0)
#: The longest that each figure of a deal's difficulty may take, in seconds.
FIGURE_SECONDS = 2.0
#: How many may wait for each process.
WAITING = 8
#: How many answers are kept.
KEPT = 500
#: The progress is told after so many seconds.
OFTEN = 0.2

STUDY_ASKED = Reason.of("study-asked")
BUSY = Reason.of("analysis-busy")
REPLACED = Reason.of("analysis-replaced")
FAILED = Reason.of("analysis-failed")

#: What goes on must not be packed or kept back on its way, as it comes piece by piece.
AT_ONCE = {"content-encoding": "identity", "x-accel-buffering": "no", "cache-control": "no-store"}


class Wanted(Source):
    """The game to be analysed, and whether its player knows that it is marked for it."""

    study: bool = False


class Analyses:
    """The analyses of this process: those that go on, one for each player, and what they found."""

    def __init__(self) -> None:
        self._processes = max(1, (os.cpu_count() or 1) - 1)
        #: Made when somebody asks: a server that nobody asks has no use for more processes.
        self._workers: Any = None
        self._running: dict[str, asyncio.Future[Any]] = {}
        self._found: OrderedDict[Any, Message] = OrderedDict()

    @property
    def busy(self) -> bool:
        """Whether too many wait already."""
        return len(self._running) >= self._processes * (1 + WAITING)

    async def told(self, who: str, line: Line[Any]) -> AsyncIterator[Message]:
        """What is told of a game: how it goes on, and what was found.

        Another analysis of the same player ends this one.
        """
        # Only here: the server starts without what solvers need.
        from lunaria.solvers.report import analysis_report, difficulty_report

        code, win = str(line.code), None
        yield {"type": "waiting"}
        for limits in (QUICK, THOROUGH):
            final = limits == THOROUGH
            asked = (analysis_report, code, line.path, *limits)
            async for message in self._step(who, "analysis", *asked):
                if message["type"] == "analysis":
                    final = final or message["exact"]
                    message = {**message, "final": final}
                yield message
                if message["type"] == "refused":
                    return
                if message.get("line") is not None:
                    win = (*line.path[: message["lastWinnable"]], *message["line"])
            if final:
                break
        figures = (win, FIGURE_SECONDS)
        async for message in self._step(who, "difficulty", difficulty_report, code, *figures):
            yield message

    async def _step(
        self, who: str, step: str, function: Callable[..., Message], *args: Any
    ) -> AsyncIterator[Message]:
        key = (step, *args)
        if key not in self._found:
            heard: list[Any] = []
            call = asyncio.ensure_future(
                self._pool().ask(function, *args, told=lambda progress: heard.append(progress))
            )
            before = self._running.get(who)
            self._running[who] = call
            if before is not None:
                before.cancel()
            try:
                while not call.done():
                    await asyncio.wait({call}, timeout=OFTEN)
                    if heard and not call.done():
                        yield {"type": "progress", "step": step, **_progress(heard[-1])}
                        heard.clear()
                if call.cancelled():
                    yield {"type": "refused", "reason": reason_data(REPLACED)}
                    return
                self._keep(key, call.result())
            except Exception as error:
                log.error("a solver broke off", step=step, error=type(error).__name__)
                reason = error.reason if isinstance(error, LunariaError) else FAILED
                yield {"type": "refused", "reason": reason_data(reason)}
                return
            finally:
                call.cancel()
                if self._running.get(who) is call:
                    del self._running[who]
        self._found.move_to_end(key)
        yield {"type": step, **self._found[key]}

    def _keep(self, key: Any, found: Message) -> None:
        self._found[key] = found
        if len(self._found) > KEPT:
            self._found.popitem(last=False)

    def _pool(self) -> Any:
        from lunaria.solvers.workers import Workers

        if self._workers is None:
            self._workers = Workers(self._processes)
        return self._workers

    def stop(self) -> None:
        """Cancel what goes on."""
        for call in tuple(self._running.values()):
            call.cancel()

    async def close(self) -> None:
        """Cancel what goes on, and end the processes."""
        self.stop()
        if self._workers is not None:
            await asyncio.to_thread(self._workers.close)


def stop_with_server(analyses: Analyses) -> None:
    """Let analyses end when the server is asked to: it waits for answers that are under way."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)

        def heard(number: int, frame: Any, before: Any = before) -> None:
            loop.call_soon_threadsafe(analyses.stop)
            if callable(before):
                before(number, frame)

        signal.signal(number, heard)


def _progress(told: Any) -> Message:
    """The progress of an analysis, or of the figures of a deal."""
    solver = getattr(told, "solver", told)
    figures = {"stage": solver.stage, "work": solver.work}
    if solver is told:
        return figures
    return {"position": told.position, "number": told.number, "about": told.about, **figures}


@router.post("/api/analysis")
async def analysis(wanted: Wanted, request: Request, player: Player) -> Response:
    """Lines of JSON: how an analysis goes on, where the game was winnable, how hard the deal is.

    It ends when who asks goes away.
    """
    analyses: Analyses = request.app.state.analyses
    found = await read(wanted, request, player)
    line = found.line
    if line.game.seats > 1:
        raise NotLegal(Reason.of("no-analysis", game=line.game.id))
    if analyses.busy:
        return error_answer(503, BUSY, request)
    if found.marks is not None:
        if not wanted.study:
            raise NotLegal(STUDY_ASKED)
        await request.app.state.hall.study(found.marks)
    who = player or (request.client.host if request.client else "")

    async def lines() -> AsyncIterator[str]:
        async for message in analyses.told(who, line):
            if message["type"] == "refused":
                reason = Reason.of(**message["reason"])
                message = {**message, "message": words_for(request, reason)}
            yield json.dumps(message, separators=(",", ":")) + "\n"

    return StreamingResponse(lines(), headers=AT_ONCE, media_type="application/x-ndjson")
