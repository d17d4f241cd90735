"""The open tables of this process: each loaded once, changed by one message at a time.

A match of two is a table as well. It goes on by itself where the computer plays or nobody has a
choice, as long as somebody looks.

Memory is only a cache. A change is stored before anyone is told of it; where storing fails the
table is forgotten, and loaded anew from what the store has.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from weakref import WeakValueDictionary

from lunaria.core.code import Code
from lunaria.core.errors import NotLegal, Reason
from lunaria.core.game import WON
from lunaria.core.match import Match
from lunaria.core.table import STALE, Answer, Message, Table, refused
from lunaria.server import seating
from lunaria.server.computer import Computer
from lunaria.server.finishes import counting
from lunaria.server.store import Conflict, Store, StoredTable, StoreFailed
from lunaria.server.stored import line_of

log = logging.getLogger("lunaria.server")

Send = Callable[[Message], Awaitable[None]]

NOT_STORED = Reason.of("not-stored")


class Forgotten(Exception):
    """The table is open no more: what it held could not be held against the store."""


class Gone(Exception):
    """The table is there no more: its player has deleted it."""


class OpenTable:
    """A table with the pages that look at it, and the lock that puts their messages in order."""

    def __init__(self, table: Table | Match) -> None:
        self.table = table
        self.viewers: dict[object, Send] = {}
        self.lock = asyncio.Lock()
        #: Set when what happens next, or when, may be another.
        self.changed = asyncio.Event()
        self.driver: asyncio.Task[None] | None = None

    async def tell(self) -> None:
        """Send each page its view; one that does not take it does not keep the others waiting."""
        now = time.monotonic()
        views = ((send, self.table.told(viewer, now)) for viewer, send in self.viewers.items())
        await asyncio.gather(*(send(view) for send, view in list(views)))


class Hall:
    """Opens, keeps and closes tables."""

    def __init__(self, store: Store, computer: Computer) -> None:
        self.store = store
        self.computer = computer
        self._open: dict[str, OpenTable] = {}
        #: One lock for each table that is being opened: a long game keeps no other waiting.
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def create(
        self, player: str, code: Code, actions: Sequence[str] = (), *, study: bool = False
    ) -> str:
        """A new table of that deal, where `actions`, which must be legal, are already played.

        Returns its id, which is also the key to it.
        """
        table_id = secrets.token_urlsafe(16)
        await self.store.create(table_id, player, str(code), actions, study=study)
        return table_id

    async def study(self, table_id: str) -> bool:
        """Mark a game as studied, for good; False where there is no such table."""
        opening = self._opening.setdefault(table_id, asyncio.Lock())
        async with opening:
            if not await self.store.mark_studied(table_id):
                return False
            opened = self._open.get(table_id)
        if opened is not None:
            async with opened.lock:
                if isinstance(opened.table, Table):
                    opened.table.study = True
                await opened.tell()
        return True

    async def forget(self, player: str) -> None:
        """Delete everything of a player; whoever still looks at a table of theirs is told."""
        for table_id in await self.store.forget(player):
            self._open.pop(table_id, None)

    async def unfinished(self, player: str, code: Code) -> str | None:
        """The player's last table of that deal, if it still goes on."""
        stored = await self.store.last_of_deal(player, str(code))
        if stored is None:
            return None
        line, _ = await asyncio.to_thread(line_of, stored)
        return None if line.outcome == WON else stored.id

    async def taken(self, table_id: str) -> None:
        """The free seat of a match is taken: whoever waits for it is told."""
        opened = self._open.get(table_id)
        if opened is not None and isinstance(opened.table, Match):
            async with opened.lock:
                opened.table.taken()
                opened.changed.set()
                await opened.tell()

    async def join(self, key: str, viewer: object, send: Send) -> str | None:
        """A page looks at the table that `key` opens and is sent its view: the table's id.

        None where the key opens nothing.
        """
        place = await self.store.seat(key)
        table_id, seat = (key, None) if place is None else (place.table_id, place.seat)
        opening = self._opening.setdefault(table_id, asyncio.Lock())
        async with opening:
            opened = self._open.get(table_id)
            if opened is None:
                table = await self._load(table_id)
                if table is None:
                    return None
                opened = OpenTable(table)
            # The id of a match is no key to it.
            if isinstance(opened.table, Match) and seat is None:
                return None
            async with opened.lock:
                self._open[table_id] = opened
                opened.viewers[viewer] = send
                now = time.monotonic()
                if isinstance(opened.table, Match):
                    opened.table.join(viewer, seat or 0, now)
                    await opened.tell()
                    opened.changed.set()
                    if opened.driver is None or opened.driver.done():
                        opened.driver = asyncio.create_task(self._drive(table_id, opened))
                else:
                    await send(opened.table.join(viewer, now))
        return table_id

    async def leave(self, table_id: str, viewer: object) -> None:
        """A page is gone; the last one closes the table."""
        opened = self._open.get(table_id)
        if opened is None or viewer not in opened.viewers:
            return
        async with opened.lock:
            del opened.viewers[viewer]
            opened.table.leave(viewer, time.monotonic())
            await self._keep_time(table_id, opened.table)
            if not opened.viewers:
                self._open.pop(table_id, None)
                opened.changed.set()
            elif isinstance(opened.table, Match):
                await opened.tell()

    async def receive(self, table_id: str, viewer: object, message: object) -> None:
        """Do what a page asks: store, then tell.

        Raises Forgotten where the page must join anew, and Gone where it cannot.
        """
        opened = self._open.get(table_id)
        if opened is None or viewer not in opened.viewers:
            raise Gone(table_id) if await self.store.load(table_id) is None else Forgotten(table_id)
        async with opened.lock:
            if self._open.get(table_id) is not opened:
                raise Forgotten(table_id)
            answer = opened.table.receive(viewer, message, time.monotonic())
            await self._carry_out(table_id, opened, viewer, answer)

    async def _carry_out(
        self, table_id: str, opened: OpenTable, viewer: object, answer: Answer
    ) -> None:
        """Store what came of a message of `viewer`, or of time (None), and then tell it."""
        try:
            if answer.action is not None:
                also = counting(table_id, opened.table, answer.action.played)
                await self.store.append(table_id, *answer.action, also)
            elif answer.gone:
                also = counting(table_id, opened.table)
                await self.store.leave_seat(table_id, answer.gone, also)
            elif answer.to_all and viewer is not None:
                await self._keep_time(table_id, opened.table)
        except (Conflict, StoreFailed) as error:
            await self._recover(table_id, opened, viewer, error)
            return
        finally:
            opened.changed.set()
        for reply in answer.to_sender:
            await opened.viewers[viewer](reply)
        if answer.to_all:
            await opened.tell()
        if answer.rematch:
            await self._move(table_id, opened)

    async def _drive(self, table_id: str, opened: OpenTable) -> None:
        """Let happen what a match does by itself, as long as somebody looks."""
        while self._open.get(table_id) is opened:
            opened.changed.clear()
            match = opened.table
            assert isinstance(match, Match)
            shown, choice = match.shown, None
            if match.asks is not None:
                choice = await self.computer.choose(match.asks, shown)
            wakes = match.wakes
            try:
                left = None if wakes is None else max(0.0, wakes - time.monotonic())
                await asyncio.wait_for(opened.changed.wait(), left)
                continue
            except TimeoutError:
                pass
            async with opened.lock:
                there = self._open.get(table_id) is opened and opened.table is match
                if not there or match.shown is not shown:
                    continue
                try:
                    answer = match.advance(time.monotonic(), choice)
                    await self._carry_out(table_id, opened, None, answer)
                except Forgotten:
                    return

    async def _move(self, table_id: str, opened: OpenTable) -> None:
        """Two people play again: each page is told the key of its seat at the new match."""
        stored = await self.store.load(table_id)
        made = None if stored is None else await seating.rematch(self.store, stored)
        match = opened.table
        if made is None or not isinstance(match, Match):
            return
        for viewer, send in list(opened.viewers.items()):
            key = made.keys[3 - match.seat_of(viewer)]
            await send({"type": "moved", "table": key, "invitation": made.invitation})

    async def _recover(
        self, table_id: str, opened: OpenTable, viewer: object, error: Exception
    ) -> None:
        """Go back to what the store has, and say that the action is not in it."""
        reason = STALE if isinstance(error, Conflict) else NOT_STORED
        log.error("table %s: an action was not stored: %s", table_id, type(error).__name__)
        try:
            fresh = await self._load(table_id)
        except StoreFailed:
            fresh = None
        if fresh is None:
            # What is in memory may not be in the store: nobody acts on it again.
            self._open.pop(table_id, None)
            raise Forgotten(table_id) from error
        before, opened.table = opened.table, fresh
        for other in opened.viewers:
            if isinstance(fresh, Match) and isinstance(before, Match):
                fresh.join(other, before.seat_of(other), time.monotonic())
            elif isinstance(fresh, Table):
                fresh.join(other, time.monotonic())
        if viewer is not None:
            await opened.viewers[viewer](refused(reason))
        await opened.tell()

    async def _keep_time(self, table_id: str, table: Table | Match) -> None:
        try:
            await self.store.keep_time(table_id, table.played(time.monotonic()))
        except StoreFailed as error:
            log.error("table %s: its time was not stored: %s", table_id, type(error).__name__)

    async def _load(self, table_id: str) -> Table | Match | None:
        stored = await self.store.load(table_id)
        if stored is None:
            return None
        # A long game takes a while to replay, and the other tables do not wait for it.
        return await asyncio.to_thread(_seated, stored)


def _seated(stored: StoredTable) -> Table | Match:
    line, fault = line_of(stored)
    if fault is not None:
        raise NotLegal(fault.reason)
    match = stored.match
    if match is None:
        return Table(line, stored.played, replay=stored.replay, study=stored.study)
    return Match(
        line,
        match.players,
        stored.played,
        screen=match.screen,
        invitation=match.invitation if match.free else None,
        gone=match.gone,
        replay=stored.replay,
    )
