"""The pages at the two seats of a match: what each shows, and which seat has been left."""

#: The seat of who only looks on, and sees neither hand.
ONLOOKER = -1


class Page:
    """A page at a match: its seat, 0 for two people at one page, and what it shows."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.visible = True
        #: The seat whose hand two people at one page have uncovered.
        self.uncovered = 0

    @property
    def shows(self) -> int:
        """The seat whose hand is shown; 0 where none is."""
        return 0 if self.seat == ONLOOKER else self.seat or self.uncovered


class Seats:
    """All pages at a match, by whatever names their connection."""

    def __init__(self) -> None:
        self._pages: dict[object, Page] = {}
        #: Since when no page of a seat is there.
        self._left: dict[int, float] = {}

    def __getitem__(self, viewer: object) -> Page:
        return self._pages[viewer]

    @property
    def looked_at(self) -> bool:
        """Whether somebody who plays sees the match."""
        return any(page.visible and page.seat != ONLOOKER for page in self._pages.values())

    @property
    def watched(self) -> bool:
        """Whether somebody looks on who does not play."""
        return any(page.seat == ONLOOKER for page in self._pages.values())

    def join(self, viewer: object, seat: int, now: float) -> None:
        """A page comes; a seat that nobody was ever seen at is taken as left by now."""
        self._pages[viewer] = Page(seat)
        for each in (1, 2):
            if self.here(each):
                self._left.pop(each, None)
            else:
                self._left.setdefault(each, now)

    def leave(self, viewer: object, now: float) -> None:
        """A page is gone."""
        page = self._pages.pop(viewer, None)
        if page is not None and page.seat != ONLOOKER and not self.here(page.seat):
            self._left[page.seat] = now

    def here(self, seat: int) -> bool:
        """Whether a page of that seat is there."""
        return any(page.seat in (0, seat) for page in self._pages.values())

    def gone(self, seat: int, now: float) -> float | None:
        """For how many seconds no page of that seat has been there; None where one is."""
        return now - self._left[seat] if seat in self._left else None

    def cover(self) -> None:
        """Cover the hands that two people at one page have uncovered."""
        for page in self._pages.values():
            page.uncovered = 0
