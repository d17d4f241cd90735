"""The open tables of this process: each loaded once, changed by one message at a time.

A match of two is a table as well. It goes on by itself where the computer plays or nobody has a
choice, as long as somebody looks.

Memory is only a cache. A change is stored before anyone is told of it; where storing fails the
table is forgotten, and loaded anew from what the store has.
"""

import asyncio
import secrets
import time
from collections.abc import Sequence
from weakref import WeakValueDictionary

from lunaria.core.code import Code
from lunaria.core.errors import NotLegal, Reason
from lunaria.core.game import WON
from lunaria.core.match import Match
from lunaria.core.seats import ONLOOKER
from lunaria.core.table import STALE, Answer, Table, refused
from lunaria.server import seating
from lunaria.server.computer import Computer
from lunaria.server.finishes import counting
from lunaria.server.logs import log, tag
from lunaria.server.metrics import Metrics
from lunaria.server.news import News
from lunaria.server.opened import OpenTable, Send, Viewer
from lunaria.server.store import Conflict, Store, StoredTable, StoreFailed, players
from lunaria.server.stored import line_of

NOT_STORED = Reason.of("not-stored")
#: Who has another name is looked for in so many matches, touched so many seconds ago at most.
PLAYED_MOST, PLAYED_SECONDS = 50, 24 * 3600


class Forgotten(Exception):
    """The table is open no more: what it held could not be held against the store."""


class Gone(Exception):
    """The table is there no more: its player has deleted it."""


class Hall:
    """Opens, keeps and closes tables."""

    def __init__(self, store: Store, computer: Computer, metrics: Metrics | None = None) -> None:
        self.store = store
        self.computer = computer
        self.news = News(self)
        self.metrics = metrics or Metrics()
        self._open: dict[str, OpenTable] = {}
        #: One lock for each table that is being opened: a long game keeps no other waiting.
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def open_tables(self) -> int:
        """How many tables somebody looks at."""
        return len(self._open)

    async def create(
        self, player: str, code: Code, actions: Sequence[str] = (), *, study: bool = False
    ) -> str:
        """A new table of that deal, where `actions`, which must be legal, are already played.

        Returns its id, which is also the key to it.
        """
        table_id = secrets.token_urlsafe(16)
        await self.store.create(table_id, player, str(code), actions, study=study)
        return table_id

    def opened(self) -> dict[str, OpenTable]:
        """The tables that are open now, by their ids."""
        return dict(self._open)

    def concerns(self, table_id: str) -> bool:
        """Whether a table is open in this process, or just being opened."""
        return table_id in self._open or table_id in self._opening

    def holds(self, table_id: str, opened: OpenTable) -> bool:
        """Whether it is this that is open as a table, and was not loaded anew meanwhile."""
        return self._open.get(table_id) is opened

    async def found(self, table_id: str) -> OpenTable | None:
        """A table that is open in this process, also where it is just being opened."""
        opening = self._opening.get(table_id)
        if opening is not None:
            async with opening:
                return self._open.get(table_id)
        return self._open.get(table_id)

    def close(self, table_id: str) -> None:
        """A table is open no more: who looks at it is told when they ask."""
        self._open.pop(table_id, None)

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
                opened.table.names = await self._names(table_id)
                opened.changed.set()
                await opened.tell()

    async def renamed(self, player: str) -> None:
        """A player has another name, or none: whoever sees a match of theirs is told."""
        since = time.time() - PLAYED_SECONDS
        found = await self.store.read(
            lambda connection: players.seats_of(connection, player, since, PLAYED_MOST)
        )
        for table_id in found:
            opened = self._open.get(table_id)
            if opened is not None:
                async with opened.lock:
                    await self.catch_up(table_id, opened)
        await self.store.tell(*({"kind": "changed", "table": each} for each in found))

    async def join(self, key: str, page: object, send: Send) -> str | None:
        """A page looks at the table that `key` opens and is sent its view: the table's id.

        None where the key opens nothing.
        """
        joined = await self._look(key, page, Viewer(send, 1), alone=True)
        if joined is not None:
            return joined
        place = await self.store.seat(key)
        if place is None:
            return None
        return await self._look(place.table_id, page, Viewer(send, place.seat))

    async def watch(self, name: str, page: object, send: Send) -> str | None:
        """A page looks on at the open match whose replay has that name: the table's id.

        None where there is none that anybody may see.
        """
        stored = await self.store.replay(name)
        if stored is None or stored.match is None or not stored.match.listed:
            return None
        return await self._look(stored.id, page, Viewer(send, ONLOOKER))

    async def _look(
        self, table_id: str, page: object, viewer: Viewer, *, alone: bool = False
    ) -> str | None:
        """A page looks at a table; `alone` where it must be no match, whose id is no key."""
        opening = self._opening.setdefault(table_id, asyncio.Lock())
        async with opening:
            opened = self._open.get(table_id)
            if opened is None:
                table = await self._load(table_id)
                if table is None:
                    return None
                opened = OpenTable(table)
            if alone and isinstance(opened.table, Match):
                return None
            async with opened.lock:
                if self.holds(table_id, opened) and self.store.process is not None:
                    # News of what another process has stored may be on their way.
                    await self.catch_up(table_id, opened)
                    if table_id not in self._open:
                        return None
                self._open[table_id] = opened
                opened.join(page, viewer)
                await self.news.here(table_id, opened, asks=len(opened.viewers) == 1)
                if isinstance(opened.table, Match):
                    await opened.tell()
                    opened.changed.set()
                    if opened.driver is None or opened.driver.done():
                        opened.driver = asyncio.create_task(self._drive(table_id, opened))
                else:
                    await viewer.send(opened.table.view(time.monotonic()))
        return table_id

    async def leave(self, table_id: str, page: object) -> None:
        """A page is gone; the last one closes the table."""
        opened = self._open.get(table_id)
        if opened is None or page not in opened.viewers:
            return
        async with opened.lock:
            opened.leave(page)
            await self._keep_time(table_id, opened)
            await self.news.here(table_id, opened)
            if not opened.viewers:
                self._open.pop(table_id, None)
                opened.changed.set()
            elif isinstance(opened.table, Match):
                await opened.tell()

    async def receive(self, table_id: str, page: object, message: object) -> None:
        """Do what a page asks: store, then tell.

        Raises Forgotten where the page must join anew, and Gone where it cannot.
        """
        opened = self._open.get(table_id)
        if opened is None or page not in opened.viewers:
            raise Gone(table_id) if await self.store.load(table_id) is None else Forgotten(table_id)
        async with opened.lock:
            if not self.holds(table_id, opened):
                raise Forgotten(table_id)
            answer = opened.table.receive(page, message, time.monotonic())
            if answer.to_all and answer.action is None and isinstance(message, dict):
                await self.news.said(table_id, opened, page, message["type"])
            await self._carry_out(table_id, opened, page, answer)

    async def _carry_out(
        self, table_id: str, opened: OpenTable, page: object, answer: Answer
    ) -> None:
        """Store what came of a message of `page`, or of time (None), and then tell it."""
        # What an action makes of the position was just found out: it is put down now, told later.
        views = opened.views() if answer.to_all else ()
        try:
            if answer.action is not None:
                also = counting(table_id, opened.table, answer.action.played)
                began = time.perf_counter()
                await self.store.append(table_id, *answer.action, also)
                opened.kept = answer.action.played
                self.metrics.stored(time.perf_counter() - began)
            elif answer.gone:
                also = counting(table_id, opened.table)
                await self.store.leave_seat(table_id, answer.gone, also)
            elif answer.to_all and page is not None:
                await self._keep_time(table_id, opened)
        except (Conflict, StoreFailed) as error:
            await self._recover(table_id, opened, page, error)
            return
        finally:
            opened.changed.set()
        for reply in answer.to_sender:
            await opened.viewers[page].send(reply)
        for viewer, view in views:
            await viewer.send(view)
        if answer.rematch:
            await self.move(table_id, opened)

    async def _drive(self, table_id: str, opened: OpenTable) -> None:
        """Let happen what a match does by itself, as long as somebody looks."""
        while self.holds(table_id, opened):
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
                there = self.holds(table_id, opened) and opened.table is match
                if not there or match.shown is not shown:
                    continue
                try:
                    answer = match.advance(time.monotonic(), choice)
                    await self._carry_out(table_id, opened, None, answer)
                except Forgotten:
                    return

    async def move(self, table_id: str, opened: OpenTable) -> None:
        """Two people play again: each page is told the key of its seat at the new match.

        Whoever looks on is told where to look.
        """
        stored = await self.store.load(table_id)
        made = None if stored is None else await seating.rematch(self.store, stored)
        if made is None:
            return
        for viewer in list(opened.viewers.values()):
            if viewer.seat in made.keys:
                moved = {"table": made.keys[3 - viewer.seat], "invitation": made.invitation}
                await viewer.send({"type": "moved", **moved})
            elif viewer.seat == ONLOOKER:
                await viewer.send({"type": "moved", "watch": made.replay})

    async def _recover(
        self, table_id: str, opened: OpenTable, page: object, error: Exception
    ) -> None:
        """Go back to what the store has, and say that the action is not in it."""
        raced = isinstance(error, Conflict)
        reason, write = (STALE, log.info) if raced else (NOT_STORED, log.error)
        write("an action was not stored", table=tag(table_id), error=type(error).__name__)
        try:
            fresh = await self._load(table_id)
        except StoreFailed:
            fresh = None
        if fresh is None:
            # What is in memory may not be in the store: nobody acts on it again.
            self._open.pop(table_id, None)
            raise Forgotten(table_id) from error
        opened.replace(fresh, self.store.process)
        if page is not None:
            await opened.viewers[page].send(refused(reason))
        await opened.tell()

    async def catch_up(self, table_id: str, opened: OpenTable) -> None:
        """Go on to what the store has by now, and tell it; what is gone there is open no more."""
        stored = await self.store.load(table_id)
        if stored is None:
            self._open.pop(table_id, None)
            opened.changed.set()
            return
        session, now = opened.table, time.monotonic()
        if stored.actions[: session.revision] != tuple(session.line.actions):
            opened.replace(await self._session(stored), self.store.process)
        else:
            for token in stored.actions[session.revision :]:
                session.follow(token, stored.played, now)
            if isinstance(session, Table):
                session.study = stored.study
            elif stored.match is not None:
                session.names = await self._names(table_id)
                if not stored.match.free:
                    session.taken()
                if stored.match.gone:
                    session.left(stored.match.gone, now)
        opened.changed.set()
        await opened.tell()

    async def _keep_time(self, table_id: str, opened: OpenTable) -> None:
        played = opened.table.played(time.monotonic())
        if played == opened.kept:
            return
        try:
            await self.store.keep_time(table_id, played)
            opened.kept = played
        except StoreFailed as error:
            log.error("the time was not stored", table=tag(table_id), error=type(error).__name__)

    async def _load(self, table_id: str) -> Table | Match | None:
        stored = await self.store.load(table_id)
        return None if stored is None else await self._session(stored)

    async def _session(self, stored: StoredTable) -> Table | Match:
        # A long game takes a while to replay, and the other tables do not wait for it.
        table = await asyncio.to_thread(_seated, stored)
        if isinstance(table, Match):
            table.names = await self._names(stored.id)
        return table

    async def _names(self, table_id: str) -> tuple[str | None, str | None]:
        """The names of those who sit at a match."""
        return await self.store.read(lambda connection: players.names_at(connection, table_id))


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
        listed=match.listed,
        replay=stored.replay,
    )
