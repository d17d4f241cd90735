"""The open tables of this process: each loaded once, changed by one message at a time.

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
from lunaria.core.errors import Reason
from lunaria.core.game import WON
from lunaria.core.replay import replay
from lunaria.core.table import STALE, Message, Table, refused
from lunaria.games import game_of, read_deal, start
from lunaria.server.store import Conflict, Store, StoredTable, StoreFailed

log = logging.getLogger("lunaria.server")

Send = Callable[[Message], Awaitable[None]]

NOT_STORED = Reason.of("not-stored")


class Forgotten(Exception):
    """The table is open no more: what it held could not be held against the store."""


class Gone(Exception):
    """The table is there no more: its player has deleted it."""


class OpenTable:
    """A table with the pages that look at it, and the lock that puts their messages in order."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.viewers: dict[object, Send] = {}
        self.lock = asyncio.Lock()

    async def tell(self, message: Message) -> None:
        """Send to every page; one that does not take it does not keep the others waiting."""
        await asyncio.gather(*(send(message) for send in list(self.viewers.values())))


class Hall:
    """Opens, keeps and closes tables."""

    def __init__(self, store: Store) -> None:
        self.store = store
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
                opened.table.study = True
                await opened.tell(opened.table.view(time.monotonic()))
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
        line, _ = await asyncio.to_thread(replay, game_of(code), code, stored.actions)
        return None if line.outcome == WON else stored.id

    async def join(self, table_id: str, viewer: object, send: Send) -> bool:
        """A page looks at a table and is sent its view; False where there is no such table."""
        opening = self._opening.setdefault(table_id, asyncio.Lock())
        async with opening:
            opened = self._open.get(table_id)
            if opened is None:
                table = await self._load(table_id)
                if table is None:
                    return False
                opened = self._open[table_id] = OpenTable(table)
            opened.viewers[viewer] = send
        async with opened.lock:
            await send(opened.table.join(viewer, time.monotonic()))
        return True

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
            now = time.monotonic()
            answer = opened.table.receive(viewer, message, now)
            if answer.action is not None:
                action = answer.action
                try:
                    await self.store.append(table_id, *action)
                except (Conflict, StoreFailed) as error:
                    await self._recover(table_id, opened, viewer, error)
                    return
            elif answer.to_all:
                await self._keep_time(table_id, opened.table)
            for reply in answer.to_sender:
                await opened.viewers[viewer](reply)
            if answer.to_all:
                await opened.tell(opened.table.view(time.monotonic()))

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
        opened.table = fresh
        for other in opened.viewers:
            fresh.join(other, time.monotonic())
        await opened.viewers[viewer](refused(reason))
        await opened.tell(opened.table.view(time.monotonic()))

    async def _keep_time(self, table_id: str, table: Table) -> None:
        try:
            await self.store.keep_time(table_id, table.played(time.monotonic()))
        except StoreFailed as error:
            log.error("table %s: its time was not stored: %s", table_id, type(error).__name__)

    async def _load(self, table_id: str) -> Table | None:
        stored = await self.store.load(table_id)
        if stored is None:
            return None
        # A long game takes a while to replay, and the other tables do not wait for it.
        return await asyncio.to_thread(_seated, stored)


def _seated(stored: StoredTable) -> Table:
    line = start(read_deal(stored.code), stored.actions)
    return Table(line, stored.played, replay=stored.replay, study=stored.study)
