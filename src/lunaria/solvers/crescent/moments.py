"""The moments of a suit in a win, and what is true of their order.

Each card on a pile has two moments: it *leaves* the place where it lies now, and goes to its
*foundation*; both are one where it goes there at once. Besides, there is the moment at which the
foundations have *met* (`board.py`), between the first layer and the second, and that of the redeal
if one is left; if it is not used, think of it as used when all is done. No two others fall
together, as each move takes one card. With more than one redeal left too little is true.

Cards of other suits are thought away. Then, in every win:

- Cards leave a pile from the top. The bottom card may also leave after the redeal, and if others
  of its pile are still there when it comes, it leaves before them, since then it lies on them.
- Of two copies of a rank one goes to the first layer, which closes from both ends: upwards as far
  as to some rank, downwards from the next. The second layer opens outwards from some rank.
- A card that does not go at once first leaves for a *host*: a card of a neighbouring rank, which
  was exposed before, and is founded later.
- Such a card, when it goes, lies on its last host, which was exposed before, and is founded later.
  Or the redeal has taken that host away from under it; then that was the bottom card of its pile,
  exposed before the redeal, came to lie above the card, and has left before the card goes.

Nothing is said of the moves between the first and the last, of how many cards come to one host, or
of how many a pile holds. So there may be such an order and no win, but no win without one.
"""

from array import array
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

import numpy as np

from lunaria.core.cards import KING, RANK, SUIT
from lunaria.games.crescent import NEIGHBOURS, PILES, PLACES, State

Clause = list[int]

#: With how many redeals left there is an order to speak of.
MOST_REDEALS = 1


@cache
def _threes(count: int) -> Any:
    """All sets of three of so many moments, a row each."""
    each = np.arange(count)
    return np.argwhere((each[:, None, None] < each[:, None]) & (each[:, None] < each))


class Exposed(NamedTuple):
    """That a card came to a top before a moment if all literals given are true."""

    card: int
    moment: int
    given: tuple[int, ...]


class Moments:
    """The moments of one suit by number, and clauses about them, whose variables begin at `first`.

    The cards leave at the moments from 0, in the order of `places`, and are founded at as many
    after those. `before` has for each two moments the literal that the one is before the other.
    """

    def __init__(self, state: State, suit: str, first: int) -> None:
        piles = state.piles[:PILES]
        #: The pile and the index in it, from the bottom, of each card of the suit.
        self.places = [
            (number, index)
            for number, pile in enumerate(piles)
            for index, card in enumerate(pile)
            if SUIT[card] == suit
        ]
        self.leaving = {place: number for number, place in enumerate(self.places)}
        self.variables = first - 1
        self._redeals = state.redeals
        self._cards = [piles[pile][index] for pile, index in self.places]
        count = len(self._cards)
        self.met = 2 * count
        self.redeal = self.met + state.redeals
        self.before = np.zeros((self.redeal + 1, self.redeal + 1), np.int64)
        for one, other in combinations(range(self.redeal + 1), 2):
            self.before[one, other] = self._new()
            self.before[other, one] = -self.before[one, other]
        #: The literals that cards leave for their foundations.
        self.at_once = [self._new() for _ in self._cards]
        #: All that is stated of when cards came to a top.
        self.exposed: list[Exposed] = []
        # One clause after another, each ended by 0: as many lists would have the garbage collector
        # look at everything there is, again and again.
        self._stated = array("i")
        #: That the moments are in a total order: a clause of three literals a row.
        self.orders = self._orders()
        self._leave_piles()
        rising = len(state.piles[PLACES.index(f"{suit}+")])
        falling = len(state.piles[PLACES.index(f"{suit}-")])
        self._fill_layers(rising, KING + 1 - falling)
        self._find_hosts()

    def clauses(self) -> Iterator[Clause]:
        """What is true of the moments if they are in a total order."""
        clause: Clause = []
        for literal in self._stated:
            if literal:
                clause.append(literal)
            else:
                yield clause
                clause = []

    def broken(self, truth: Any) -> list[Clause]:
        """What of `orders` a model breaks."""
        broken: list[Clause] = self.orders[~truth[self.orders].any(axis=1)].tolist()
        return broken

    def _orders(self) -> Any:
        before = self.before
        one, two, three = _threes(len(before)).T
        first, second, both = before[one, two], before[two, three], before[one, three]
        rows = [np.stack((-first, -second, both), 1), np.stack((first, second, -both), 1)]
        for card, at_once in enumerate(self.at_once):
            others = np.delete(np.arange(len(before)), (card, self._founded(card)))
            leaves, founded = before[card, others], before[self._founded(card), others]
            unless = np.full(len(others), -at_once)
            rows += [
                np.stack((unless, -leaves, founded), 1),
                np.stack((unless, leaves, -founded), 1),
            ]
        return np.concatenate(rows)

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _add(self, *clause: int) -> None:
        self._stated.extend(clause)
        self._stated.append(0)

    def _founded(self, card: int) -> int:
        return len(self._cards) + card

    def _order(self, one: int, other: int, *given: int) -> None:
        """State that a moment is before another if all the literals are true."""
        self._add(*(-literal for literal in given), int(self.before[one, other]))

    def _above(self, card: int) -> list[int]:
        """The cards of the suit that lie above one, the nearest first."""
        pile, index = self.places[card]
        return [
            other
            for other, (its_pile, its_index) in enumerate(self.places)
            if its_pile == pile and its_index > index
        ]

    def turns(self, card: int) -> bool:
        """Whether a redeal can bring up a card."""
        return self.places[card][1] < self._redeals

    def _expose(self, card: int, moment: int, *given: int) -> None:
        """State that a card came to a top before a moment if all the literals are true."""
        self.exposed.append(Exposed(card, moment, given))
        above = self._above(card)
        if above:
            ways = above[:1] + [self.redeal] * self.turns(card)
            before = [int(self.before[way, moment]) for way in ways if way != moment]
            self._add(*(-literal for literal in given), *before)

    def _leave_piles(self) -> None:
        for card in range(len(self._cards)):
            self._order(card, self._founded(card))
            self._expose(card, card)
            if self.turns(card):
                for above in self._above(card):
                    self._order(card, above, int(self.before[self.redeal, above]))

    def _fill_layers(self, rising: int, low: int) -> None:
        """Foundations hold the ranks up to `rising`, and those from `low` on."""
        of_rank: dict[int, list[int]] = {rank: [] for rank in range(1, KING + 1)}
        for card, name in enumerate(self._cards):
            of_rank[RANK[name]].append(card)
        first: dict[int, list[int]] = {}  # all true for cards that go to the first layer
        for rank in range(rising + 1, low):
            one, other = of_rank[rank]
            goes = self._new()
            first |= {one: [goes], other: [-goes]}
        second = {card: [-goes for goes in first.get(card, ())] for card in range(len(self._cards))}
        for card in first:
            self._order(self._founded(card), self.met, *first[card])
        if first:
            for card in second:
                self._order(self.met, self._founded(card), *second[card])
        upwards = {rank: self._new() for rank in range(rising + 1, low)}
        for rank, after in pairwise(upwards):
            self._add(-upwards[after], upwards[rank])
            for one, other in product(of_rank[rank], of_rank[after]):
                both = first[one] + first[other]
                self._order(self._founded(one), self._founded(other), *both, upwards[after])
                self._order(self._founded(other), self._founded(one), *both, -upwards[rank])
        # In the second layer: the first one and those above it.
        over = {rank: self._new() for rank in of_rank}
        if rising < low:
            self._add(over[KING])
        else:
            for rank in of_rank:
                self._add(over[rank] if rank > rising else -over[rank])
        for rank, after in pairwise(of_rank):
            self._add(-over[rank], over[after])
            for one, other in product(of_rank[rank], of_rank[after]):
                both = second[one] + second[other]
                self._order(self._founded(one), self._founded(other), *both, over[rank])
                self._order(self._founded(other), self._founded(one), *both, -over[rank])

    def _find_hosts(self) -> None:
        for card, name in enumerate(self._cards):
            founded = self._founded(card)
            firsts, lasts = [self.at_once[card]], [self.at_once[card]]
            for host, other in enumerate(self._cards):
                if other not in NEIGHBOURS[name]:
                    continue
                first, last = self._new(), self._new()
                firsts.append(first)
                self._expose(host, card, first)
                self._order(card, self._founded(host), first)
                lasts.append(last)
                self._expose(host, founded, last)
                self._order(founded, self._founded(host), last)
                if self.turns(host):
                    taken = self._new()
                    lasts.append(taken)
                    self._expose(host, self.redeal, taken)
                    self._order(card, self.redeal, taken)
                    self._order(self.redeal, host, taken)
                    self._order(host, founded, taken)
            self._add(*firsts)
            self._add(*lasts)
