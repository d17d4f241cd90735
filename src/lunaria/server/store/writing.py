"""Writing together: what comes while a transaction is written shares the next one.

So many tables cost few commits. A write is over for its caller only when its transaction is on the
disk.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from lunaria.server.store import acts
from lunaria.server.store.acts import Act
from lunaria.server.store.news import Message, News

Found = TypeVar("Found")

#: How long after a transaction the next one is begun, in seconds: so that many share it.
GATHER = 0.005

#: What PostgreSQL calls it when two transactions wait for each other.
DEADLOCK = "40P01"


class Write(NamedTuple):
    """What is written in one transaction, and what the other processes are told of it."""

    job: Callable[[Connection], Any] | Act
    told: tuple[Message, ...]


class Writer:
    """The one thread that writes: transactions of a process never wait for each other."""

    def __init__(self, engine: Engine, news: News | None) -> None:
        self._engine = engine
        self._news = news
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._waiting: list[tuple[Write, asyncio.Future[Any]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, job: Callable[[Connection], Found], *told: Message) -> Found:
        """What `job` comes to in a transaction, once it is on the disk; raises what it raises."""
        found: Found = await self._queue(Write(job, told))
        return found

    async def act(self, act: Act, *told: Message) -> None:
        """Store an action."""
        await self._queue(Write(act, told))

    async def close(self) -> None:
        """Finish what is being written."""
        while self._writing is not None:
            await self._writing
        self._thread.shutdown()

    async def _queue(self, write: Write) -> Any:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._flush())
        return await done

    async def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                writes = [write for write, _ in batch]
                came = await loop.run_in_executor(self._thread, self._commit, writes)
                for (_, done), found in zip(batch, came, strict=True):
                    if done.cancelled():
                        continue
                    if isinstance(found, Exception):
                        done.set_exception(found)
                    else:
                        done.set_result(found)
                # What is first waits for nothing; what comes soon after it comes together.
                await asyncio.sleep(GATHER)
        finally:
            self._writing = None

    def _commit(self, writes: Sequence[Write]) -> list[Any]:
        """Write all in one transaction; where one of them fails, each in its own.

        What each came to, or its error. Where it is the database that fails, all fail: they would
        only wait for it one by one.
        """
        try:
            with self._engine.begin() as connection:
                # Actions wait for nothing in a transaction, and are stored together.
                acted = [write.job for write in writes if isinstance(write.job, Act)]
                if acted:
                    acts.store(connection, acted)
                came = [
                    None if isinstance(write.job, Act) else write.job(connection)
                    for write in writes
                ]
                told = [message for write in writes for message in write.told]
                if self._news is not None and told:
                    self._news.tell(connection, told)
        except Exception as error:
            if isinstance(error, OperationalError) and not _in_each_others_way(error):
                return [error] * len(writes)
            if len(writes) == 1:
                return [error]
            return [self._commit([write])[0] for write in writes]
        return came


def _in_each_others_way(error: OperationalError) -> bool:
    """Whether two processes waited for each other, and the database sent one of them back."""
    return getattr(error.orig, "sqlstate", None) == DEADLOCK
