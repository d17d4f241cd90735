"""Precedence: whether what has to come before what in a win runs in a circle.

The front (`front.py`) asks what could come to a top if moves were never in each other's way. Here
it is asked in which order cards would leave and be founded, suit by suit, since that is decided
within a suit: `moments.py` says what is true of it in every win. A SAT solver [1] that learns from
conflicts looks for orders; where a suit has none, the game is lost.

The suits depend on each other through the piles alone: a card leaves before the one under it. As
the moments of each suit are in a total order already, those of all suits are in one unless some run
in a circle, from suit to suit. Such circles are looked for in the orders that the solver comes up
with, and forbidden, until it finds no orders any more, or some that make no circle.

[1] Een, Sorensson: An extensible SAT-solver. SAT 2003.
"""

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from pysat.solvers import Solver

from lunaria.core.cards import SUIT, SUITS
from lunaria.games.crescent import State
from lunaria.solvers.crescent.moments import Moments

_SOLVER = "minisat22"
_CONFLICTS_A_PIECE = 50


class _Moment(NamedTuple):
    """A moment, by its suit and the number that it has there."""

    suit: str
    number: int


class _Link(NamedTuple):
    """That one moment is before one of another suit if all literals given are true.

    The moment of the redeal is the same in all suits; that is a link each way.
    """

    one: _Moment
    other: _Moment
    given: tuple[int, ...] = ()


class Precedence:
    """The question whether there is an order for a position with at most one redeal left."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._suits: dict[str, Moments] = {}
        #: The suits that have no order, once that is known: one, or all of them together.
        self.refuted: tuple[str, ...] = ()

    def pieces(self, left: Callable[[int], int]) -> Iterator[tuple[bool | None, int]]:
        """Work in short pieces: each one's answer (None: not yet) and conflicts.

        `left` says how many conflicts the next piece may have. The last answer is whether there is
        an order; if not, the game is lost.
        """
        with Solver(name=_SOLVER) as solver:
            last = 0
            for suit in SUITS:
                self._suits[suit] = moments = Moments(self._state, suit, last + 1)
                last = moments.variables
                for clauses in moments.clauses():
                    yield None, 0
                    solver.append_formula(clauses, no_return=True)
                for answer, conflicts in _solved(solver, left):
                    if answer is False:
                        self.refuted = (suit,)
                        yield answer, conflicts
                        return
                    yield None, conflicts
            links = [*self._links()]
            while circles := self._circles(np.array(solver.get_model()) > 0, links):
                solver.append_formula(circles, no_return=True)
                for answer, conflicts in _solved(solver, left):
                    if answer is False:
                        self.refuted = tuple(SUITS)
                        yield answer, conflicts
                        return
                    yield None, conflicts
            yield True, 0

    def _leaves(self, pile: int, index: int) -> _Moment:
        suit = SUIT[self._state.piles[pile][index]]
        return _Moment(suit, self._suits[suit].leaving[pile, index])

    def _before(self, one: _Moment, other: _Moment) -> int:
        """The literal that a moment is before another of its suit."""
        return int(self._suits[one.suit].before[one.number, other.number])

    def _redeal(self, suit: str) -> _Moment:
        return _Moment(suit, self._suits[suit].redeal)

    def _links(self) -> Iterator[_Link]:
        piles = self._state.piles
        for suit, moments in self._suits.items():
            for card, number, given in moments.exposed:
                pile, index = moments.places[card]
                if index + 1 == len(piles[pile]) or SUIT[piles[pile][index + 1]] == suit:
                    continue
                moment = _Moment(suit, number)
                if moments.turns(card) and moment != self._redeal(suit):
                    given = (*given, self._before(moment, self._redeal(suit)))
                yield _Link(self._leaves(pile, index + 1), moment, given)
            for card, (pile, _) in enumerate(moments.places):
                for above in range(1, len(piles[pile])) if moments.turns(card) else ():
                    other = self._leaves(pile, above)
                    if other.suit != suit:
                        turned = self._before(self._redeal(other.suit), other)
                        yield _Link(_Moment(suit, card), other, (turned,))
        for first, second in permutations(SUITS, 2) if self._state.redeals else ():
            yield _Link(self._redeal(first), self._redeal(second))

    def _circles(self, model: Any, links: list[_Link]) -> list[list[int]]:
        """Clauses that forbid circles, a shortest one through each two cards that make some.

        `model` has the truth of each variable, from 1.
        """
        links = [
            link
            for link in links
            if all(model[abs(literal) - 1] == (literal > 0) for literal in link.given)
        ]
        places = {suit: _places(moments.before, model) for suit, moments in self._suits.items()}
        # Where each link comes from and where it goes to: a suit, and a place in its order.
        sources, targets = (
            [(moment.suit, int(places[moment.suit][moment.number])) for moment in moments]
            for moments in ([link.one for link in links], [link.other for link in links])
        )
        following = [
            [
                number
                for number, (other, later) in enumerate(sources)
                if other == suit and later >= place
            ]
            for suit, place in targets
        ]
        clauses: set[tuple[int, ...]] = set()
        for start, link in enumerate(links):
            # Links of the redeal alone make no circle: they join what is the same.
            if link.one.number == self._suits[link.one.suit].redeal:
                continue
            circle = [links[number] for number in _way_back(start, following)]
            literals = {literal for link in circle for literal in link.given}
            for link, after in zip(circle, circle[1:] + circle[:1], strict=True):
                if link.other != after.one:
                    literals.add(self._before(link.other, after.one))
            if circle:
                clauses.add(tuple(sorted(-literal for literal in literals)))
        return [list(clause) for clause in sorted(clauses)]


def _solved(solver: Any, left: Callable[[int], int]) -> Iterator[tuple[bool | None, int]]:
    """The solver's answers in pieces, the last one not None, and the conflicts of each."""
    answer = None
    before = solver.accum_stats()["conflicts"]
    while answer is None:
        solver.conf_budget(left(_CONFLICTS_A_PIECE))
        answer = solver.solve_limited()
        conflicts = solver.accum_stats()["conflicts"]
        yield answer, conflicts - before
        before = conflicts


def _places(before: Any, model: Any) -> Any:
    """The place of each moment of a suit in the order that `model` gives them."""
    earlier = model[np.abs(before) - 1] == (before > 0)
    np.fill_diagonal(earlier, False)
    return earlier.sum(axis=0)


def _way_back(start: int, following: list[list[int]]) -> list[int]:
    """The links of a shortest circle, from `start` on; none where it is on no circle."""
    came = {start: start}
    queue = [start]
    for number in queue:
        for after in following[number]:
            if after == start:
                way = [number]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return way[::-1]
            if after not in came:
                came[after] = number
                queue.append(after)
    return []
