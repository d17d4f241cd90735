"""Plans: wins found as orders of moments, where the contours do not come upon them soon.

Precedence asks for orders that every win has. `stays.py` says what is true besides in plain wins,
in which each card stays on one host at most, so that any order is one. The question is put in the
same way; and where there is an answer, the moments of all suits, in one order, are the moves.
"""

from collections.abc import Iterator
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import Any

from lunaria.games.crescent import MOST_CARDS, State
from lunaria.solvers.crescent.board import FOUNDED, REDEAL
from lunaria.solvers.crescent.circles import Circles, Link, Moment, places
from lunaria.solvers.crescent.line import Move
from lunaria.solvers.crescent.moments import Moments
from lunaria.solvers.crescent.precedence import Precedence
from lunaria.solvers.crescent.stays import Stays

_REDEAL = Moment("", 0)


class Plan(Precedence):
    """The question whether there is a plain win, with at most one redeal left."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self._stays: dict[str, Stays] = {}
        #: The moves, once there are some.
        self.moves: list[Move] | None = None

    def _moments(self, suit: str, first: int) -> Moments:
        self._stays[suit] = stays = Stays(self._state, suit, first)
        return stays

    def _links(self) -> Iterator[Link]:
        yield from super()._links()
        for suit, stays in self._stays.items():
            for pile, moment, given in stays.buried:
                yield Link(self._leaves(pile, 0), Moment(suit, moment), given)

    def _found(self, circles: Circles, truth: Any) -> None:
        piles = {suit: [pile for pile, _ in stays.places] for suit, stays in self._stays.items()}
        hosts = {
            suit: {card: host for (card, host), stay in stays.stays.items() if truth[stay]}
            for suit, stays in self._stays.items()
        }
        heights = [len(pile) for pile in self._state.piles]
        moves: list[Move] = []
        for moment in self._in_order(circles, truth):
            suit, number = moment
            if moment == _REDEAL:
                moves.append((REDEAL, 0))
                continue
            if number == self._stays[suit].met:
                continue
            lies, card = piles[suit], number % len(piles[suit])
            source, host = lies[card], hosts[suit].get(card)
            if number == card and host is not None:
                target = lies[card] = lies[host]
                if heights[target] == MOST_CARDS:
                    return
                heights[target] += 1
                moves.append((source, target))
            elif number == card or host is not None:
                moves.append((source, FOUNDED))
            else:  # it was founded when it left
                continue
            heights[source] -= 1
        while moves[-1] == (REDEAL, 0):  # not needed
            moves.pop()
        self.moves = moves

    def _in_order(self, circles: Circles, truth: Any) -> Iterator[Moment]:
        """The moments of all suits, that of the redeal once."""
        sorter: TopologicalSorter[Moment] = TopologicalSorter()
        for suit, stays in self._stays.items():
            order = [Moment(suit, int(at)) for at in places(stays.before, truth).argsort()]
            for one, other in pairwise(map(self._once, order)):
                sorter.add(other, one)
        for link in circles.holding(truth):
            one, other = self._once(link.one), self._once(link.other)
            if one != other:
                sorter.add(other, one)
        return iter(sorter.static_order())

    def _once(self, moment: Moment) -> Moment:
        """A moment, or what stands for the redeal in all suits."""
        redeal = self._state.redeals and moment.number == self._stays[moment.suit].redeal
        return _REDEAL if redeal else moment
