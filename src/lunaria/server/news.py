"""What the processes on one database tell each other of their tables.

Any process serves any table, and each has a session of its own of it. An action reaches the others
with the transaction that stores it; what is not stored, who is there and what they wish, they tell
each other here. Each tells all of who is there, so that a message that is lost does no lasting
harm. A process that is not heard of for a while is gone, and its pages with it.
"""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Protocol

from lunaria.core.match import Match
from lunaria.server.logs import log, tag
from lunaria.server.opened import OpenTable
from lunaria.server.store import Store, StoreFailed

Message = dict[str, Any]

#: How often a process says that it is there, and after how long it is gone, in seconds.
ALIVE, LOST = 3.0, 10.0

#: What pages say that is not stored, and changes what others see.
WISHES = ("pause", "resume", "next", "rematch")


class Tables(Protocol):
    """What the news need of the hall."""

    store: Store

    def opened(self) -> dict[str, OpenTable]: ...
    def concerns(self, table_id: str) -> bool: ...
    def holds(self, table_id: str, opened: OpenTable) -> bool: ...
    async def found(self, table_id: str) -> OpenTable | None: ...
    async def catch_up(self, table_id: str, opened: OpenTable) -> None: ...
    async def move(self, table_id: str, opened: OpenTable) -> None: ...
    def close(self, table_id: str) -> None: ...


class News:
    """What the hall of this process tells the others, and hears from them."""

    def __init__(self, hall: Tables) -> None:
        self._hall = hall
        self._heard: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Listen, and say that this process is there, until `close`."""
        if self._hall.store.process is not None:
            self._spawn(self._hall.store.listen(self._hear))
            self._spawn(self._beat())

    async def close(self) -> None:
        """Say that this process ends."""
        for task in list(self._tasks):
            task.cancel()
        await self._tell({"kind": "ends"})

    async def here(self, table_id: str, opened: OpenTable, *, asks: bool = False) -> None:
        """Tell who is at a table in this process; with `asks`, others are to tell it as well."""
        if self._hall.store.process is not None:
            await self._tell(_here(table_id, opened, asks=asks))

    async def said(self, table_id: str, opened: OpenTable, page: object, kind: str) -> None:
        """Tell what a page said that is not stored."""
        viewer = opened.viewers[page]
        if kind in ("hidden", "visible"):
            viewer.visible = kind == "visible"
            await self.here(table_id, opened)
        elif kind in WISHES and self._hall.store.process is not None:
            await self._tell(_wish(table_id, viewer.seat, {"type": kind}))

    async def _tell(self, *told: Message) -> None:
        try:
            await self._hall.store.tell(*told)
        except StoreFailed as error:
            log.error("other processes were not told", error=type(error).__name__)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hear(self, message: Message | None) -> None:
        """Take a message; those of one table are worked on in their order, by its lock."""
        if message is None:
            self._spawn(self._refresh())
            return
        process, table_id = message["process"], message.get("table")
        self._heard[process] = time.monotonic()
        if message["kind"] == "ends":
            self._spawn(self._lose(process))
        elif table_id is not None and self._hall.concerns(table_id):
            self._spawn(self._take(table_id, message))

    async def _take(self, table_id: str, message: Message) -> None:
        opened = await self._hall.found(table_id)
        if opened is None:
            return
        try:
            async with opened.lock:
                if self._hall.holds(table_id, opened):
                    await self._change(table_id, opened, message)
        except StoreFailed as error:
            # What it holds may be old: nobody acts on it before it is loaded anew.
            log.error(
                "a table could not be looked up", table=tag(table_id), error=type(error).__name__
            )
            self._hall.close(table_id)

    async def _change(self, table_id: str, opened: OpenTable, message: Message) -> None:
        session, now = opened.table, time.monotonic()
        kind, process = message["kind"], message.get("process", "")
        if kind == "action":
            if message["number"] > session.revision + 1:
                await self._hall.catch_up(table_id, opened)
            elif message["number"] == session.revision + 1:
                session.follow(message["token"], message["played"], now)
                opened.changed.set()
                await opened.tell()
        elif kind == "changed":
            await self._hall.catch_up(table_id, opened)
        elif kind == "forgotten":
            self._hall.close(table_id)
        elif kind == "here":
            seats = {int(seat): visible for seat, visible in message["seats"].items()}
            opened.see(process, self._hall.store.process, seats)
            await opened.tell()
            if message["asks"]:
                await self.here(table_id, opened)
                await self._tell(*(_wish(table_id, *each) for each in _wishes(opened)))
        elif kind == "wish" and message["seat"] in opened.elsewhere.get(process, {}):
            if isinstance(session, Match):
                session.show_all(now)  # nobody wishes for what they have not seen the end of
            answer = session.receive((process, message["seat"]), message["message"], now)
            opened.changed.set()
            await opened.tell()
            if answer.rematch:
                await self._hall.move(table_id, opened)

    async def _refresh(self) -> None:
        """Something may have been missed: look at all tables again, and say who is there."""
        for table_id in self._hall.opened():
            await self._take(table_id, {"kind": "changed"})
        there = self._hall.opened().items()
        await self._tell(*(_here(table_id, opened, asks=True) for table_id, opened in there))

    async def _beat(self) -> None:
        while True:
            await self._tell({"kind": "alive"})
            await asyncio.sleep(ALIVE)
            now = time.monotonic()
            for process in [each for each, heard in self._heard.items() if now - heard > LOST]:
                await self._lose(process)

    async def _lose(self, process: str) -> None:
        """A process is gone, and all pages that looked through it."""
        self._heard.pop(process, None)
        for opened in self._hall.opened().values():
            if process in opened.elsewhere:
                async with opened.lock:
                    opened.see(process, self._hall.store.process, {})
                    await opened.tell()


def _here(table_id: str, opened: OpenTable, *, asks: bool) -> Message:
    seats = {str(seat): visible for seat, visible in opened.here.items()}
    return {"kind": "here", "table": table_id, "seats": seats, "asks": asks}


def _wish(table_id: str, seat: int, message: Message) -> Message:
    return {"kind": "wish", "table": table_id, "seat": seat, "message": message}


def _wishes(opened: OpenTable) -> list[tuple[int, Message]]:
    session = opened.table
    return session.wishes if isinstance(session, Match) else [(1, each) for each in session.wishes]
