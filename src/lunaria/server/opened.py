"""A table that is open in this process: its session, the pages here, and those elsewhere."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from lunaria.core.match import Match
from lunaria.core.table import Message, Table

#: Takes a message for a page, and does not wait until the page has it.
Send = Callable[[Message], Awaitable[None]]


class Viewer:
    """A page that looks at a table: how it is told, its seat, and whether it is seen."""

    def __init__(self, send: Send, seat: int) -> None:
        self.send = send
        self.seat = seat
        self.visible = True


class OpenTable:
    """A table with the pages that look at it, and the lock that puts their messages in order."""

    def __init__(self, table: Table | Match) -> None:
        self.table = table
        self.viewers: dict[object, Viewer] = {}
        #: By the process that they look through, the seats that others have, and if one sees it.
        self.elsewhere: dict[str, dict[int, bool]] = {}
        #: The seconds of play that were stored last.
        self.kept = table.played(time.monotonic())
        self.lock = asyncio.Lock()
        #: Set when what happens next, or when, may be another.
        self.changed = asyncio.Event()
        self.driver: asyncio.Task[None] | None = None

    @property
    def here(self) -> dict[int, bool]:
        """The seats that pages of this process have, and whether one of the pages is seen."""
        seats: dict[int, bool] = {}
        for viewer in self.viewers.values():
            seats[viewer.seat] = seats.get(viewer.seat, False) or viewer.visible
        return seats

    def views(self) -> list[tuple[Viewer, Message]]:
        """Each page, and what it may see of the table now."""
        now = time.monotonic()
        return [(viewer, self.table.told(page, now)) for page, viewer in self.viewers.items()]

    async def tell(self) -> None:
        """Send each page its view."""
        for viewer, view in self.views():
            await viewer.send(view)

    def join(self, page: object, viewer: Viewer) -> None:
        """A page of this process looks at the table."""
        self.viewers[page] = viewer
        self._join(page, viewer.seat)

    def leave(self, page: object) -> None:
        """A page of this process is gone."""
        del self.viewers[page]
        self.table.leave(page, time.monotonic())

    def see(self, process: str, own: str | None, seats: dict[int, bool]) -> None:
        """Another process has pages at just these seats; `own` is the name of this one.

        Of all processes with somebody at a match, the first by name plays what nobody chooses.
        """
        now = time.monotonic()
        for seat in self.elsewhere.pop(process, {}):
            if seat not in seats:
                self.table.leave((process, seat), now)
        for seat, visible in seats.items():
            page = (process, seat)
            self._join(page, seat)
            if not visible:
                self.table.receive(page, {"type": "hidden"}, now)
        if seats:
            self.elsewhere[process] = seats
        if isinstance(self.table, Match):
            self.table.leads = all((own or "") < other for other in self.elsewhere)
        self.changed.set()

    def replace(self, table: Table | Match, own: str | None) -> None:
        """Go on with a session that was made anew, with all that look at it."""
        self.table = table
        for page, viewer in self.viewers.items():
            self._join(page, viewer.seat)
        for process, seats in list(self.elsewhere.items()):
            self.see(process, own, seats)

    def _join(self, page: object, seat: int) -> None:
        now = time.monotonic()
        if isinstance(self.table, Match):
            self.table.join(page, seat, now)
        else:
            self.table.join(page, now)
