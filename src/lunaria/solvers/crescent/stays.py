"""The moments of a suit in a plain win: one in which each card stays on one host at most.

Precedence (`moments.py`) leaves open how cards come from their first host to their last. Where each
card that does not go to its foundation at once goes there from the first card that it was put on,
nothing is open: it *stays* on its host from the moment it leaves to the moment it is founded. Then
an order is a game if, besides all that is true of every win,

- the host is exposed when the stay begins, does not move during it, and is founded after it;
- stays on one host do not overlap;
- a redeal during a stay does not take the host away, unless the stay is said to be that of a card
  *taken* with it: then the host, a bottom card, comes to lie above it and leaves before the stay
  ends, and the card is left without a host;
- where the redeal brings a bottom card to the top, what lies in that pile then does not change
  before that card has left: no stay ends, and none begins there.

The last is between suits, since the bottom card may be of another one. That a pile holds 13 cards
is left out: it hardly ever matters, and a plan is played before it is told.
"""

from itertools import combinations
from typing import NamedTuple

from lunaria.games.crescent import NEIGHBOURS, State
from lunaria.solvers.crescent.moments import Moments


class Buried(NamedTuple):
    """That the bottom card of a pile has left before a moment if all literals given are true."""

    pile: int
    moment: int
    given: tuple[int, ...]


class Stays(Moments):
    """The moments of one suit, as `Moments`, in wins with one stay at most for each card."""

    def __init__(self, state: State, suit: str, first: int) -> None:
        #: By card and host, the literal that it stays there.
        self.stays: dict[tuple[int, int], int] = {}
        #: What the redeal buries under bottom cards of other suits.
        self.buried: list[Buried] = []
        super().__init__(state, suit, first)

    def _find_hosts(self) -> None:
        #: By card and host, the literal that a bottom card is taken from under a card.
        taken: dict[tuple[int, int], int] = {}
        for card, name in enumerate(self._cards):
            hosts = [n for n, other in enumerate(self._cards) if other in NEIGHBOURS[name]]
            for host in hosts:
                self.stays[card, host] = self._new()
                if self.turns(host):
                    taken[card, host] = self._new()
                self._stay(card, host, taken.get((card, host)))
            ways = [self.at_once[card], *(self.stays[card, host] for host in hosts)]
            self._add(*ways)
            for one, other in combinations(ways, 2):
                self._add(-one, -other)
        for (one, host), (other, same) in combinations(self.stays, 2):
            if host == same:
                self._part(one, other, host, taken)
        if self._redeals:
            self._bury()

    def _stay(self, card: int, host: int, taken: int | None) -> None:
        """State what is true if a card stays on a host, and if that is taken away from under it."""
        stays, founded, before = self.stays[card, host], self._founded(card), self.before
        self._expose(host, card, stays)
        unless = [-stays] if taken is None else [-stays, taken]
        moved = int(before[host, card])
        self._add(*unless, int(before[founded, self._founded(host)]))
        self._add(*unless, moved, int(before[founded, host]))
        if taken is not None:
            redeal = self.redeal
            beside = [int(before[founded, redeal]), int(before[redeal, card])]
            self._add(*unless, moved, *beside)
            self._add(-taken, stays)
            self._order(card, redeal, taken)
            self._order(redeal, host, taken)
            self._order(host, founded, taken)

    def _part(self, one: int, other: int, host: int, taken: dict[tuple[int, int], int]) -> None:
        """State that two cards do not stay on one host at the same time."""
        both = [-self.stays[one, host], -self.stays[other, host]]
        if (one, host) in taken:
            both += [taken[one, host], taken[other, host]]
            for card, then in ((one, other), (other, one)):
                earlier = int(self.before[self._founded(then), card])
                later = int(self.before[self.redeal, then])
                without = [-taken[card, host], -self.stays[then, host]]
                self._add(*without, earlier, later)
        first = int(self.before[self._founded(one), other])
        self._add(*both, first, int(self.before[self._founded(other), one]))

    def _bury(self) -> None:
        """State what has to wait for the bottom cards that the redeal brings up."""
        redeal, before = self.redeal, self.before
        piles = sorted({pile for pile, _ in self.places})
        #: By card and pile, a literal that is true if the card stays in that pile.
        lies = {(card, pile): self._new() for card in range(len(self._cards)) for pile in piles}
        for (card, host), stays in self.stays.items():
            moved, place = int(before[host, card]), self.places[host][0]
            self._add(-stays, moved, lies[card, place])
            begins = (stays, int(before[redeal, card]))
            if not self.turns(host):
                self._wait(place, card, (*begins, -moved))
            for pile in piles:
                self._add(-stays, -moved, -lies[host, pile], lies[card, pile])
                there = (moved, int(before[host, redeal]), lies[host, pile])
                self._wait(pile, card, (*begins, *there))
        for (card, pile), literal in lies.items():
            founded = self._founded(card)
            spans = (int(before[card, redeal]), int(before[redeal, founded]))
            self._wait(pile, founded, (literal, *spans))

    def _wait(self, pile: int, moment: int, given: tuple[int, ...]) -> None:
        """State that the bottom card of a pile has left before a moment if `given` are true."""
        bottom = self.leaving.get((pile, 0))
        if bottom is None:
            self.buried.append(Buried(pile, moment, given))
        elif bottom == moment:
            self._add(*(-literal for literal in given))
        else:
            self._order(bottom, moment, *given)
