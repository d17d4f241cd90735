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
from typing import Any

from pysat.solvers import Solver

from lunaria.core.cards import SUIT, SUITS
from lunaria.games.crescent import State
from lunaria.solvers.crescent.circles import Circles, Link, Moment, truth_of
from lunaria.solvers.crescent.moments import Moments

_SOLVER = "minisat-gh"
_CONFLICTS_A_PIECE = 100
_LINKS_A_PIECE = 2000


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
                self._suits[suit] = moments = self._moments(suit, last + 1)
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
            links = []
            for link in self._links():
                links.append(link)
                if len(links) % _LINKS_A_PIECE == 0:
                    yield None, 0
            search = Circles(self._suits, links)
            while circles := search.clauses(truth_of(solver.get_model(), last)):
                solver.append_formula(circles, no_return=True)
                for answer, conflicts in _solved(solver, left):
                    if answer is False:
                        self.refuted = tuple(SUITS)
                        yield answer, conflicts
                        return
                    yield None, conflicts
            self._found(search, truth_of(solver.get_model(), last))
            yield True, 0

    def _leaves(self, pile: int, index: int) -> Moment:
        suit = SUIT[self._state.piles[pile][index]]
        return Moment(suit, self._suits[suit].leaving[pile, index])

    def _before(self, one: Moment, other: Moment) -> int:
        """The literal that a moment is before another of its suit."""
        return int(self._suits[one.suit].before[one.number, other.number])

    def _redeal(self, suit: str) -> Moment:
        return Moment(suit, self._suits[suit].redeal)

    def _found(self, circles: Circles, truth: Any) -> None:
        """Is told the model in which there are no circles."""

    def _moments(self, suit: str, first: int) -> Moments:
        return Moments(self._state, suit, first)

    def _links(self) -> Iterator[Link]:
        piles = self._state.piles
        for suit, moments in self._suits.items():
            for card, number, given in moments.exposed:
                pile, index = moments.places[card]
                if index + 1 == len(piles[pile]) or SUIT[piles[pile][index + 1]] == suit:
                    continue
                moment = Moment(suit, number)
                if moments.turns(card) and moment != self._redeal(suit):
                    given = (*given, self._before(moment, self._redeal(suit)))
                yield Link(self._leaves(pile, index + 1), moment, given)
            for card, (pile, _) in enumerate(moments.places):
                for above in range(1, len(piles[pile])) if moments.turns(card) else ():
                    other = self._leaves(pile, above)
                    if other.suit != suit:
                        turned = self._before(self._redeal(other.suit), other)
                        yield Link(Moment(suit, card), other, (turned,))
        for first, second in permutations(SUITS, 2) if self._state.redeals else ():
            yield Link(self._redeal(first), self._redeal(second))


def _solved(solver: Any, left: Callable[[int], int]) -> Iterator[tuple[bool | None, int]]:
    """The solver's answers in pieces, the last one not None, and the conflicts of each.

    Some conflicts may come after those that were asked for, and are not counted.
    """
    answer = None
    before = solver.accum_stats()["conflicts"]
    while answer is None:
        most = left(_CONFLICTS_A_PIECE)
        solver.conf_budget(most)
        answer = solver.solve_limited()
        conflicts = solver.accum_stats()["conflicts"]
        yield answer, min(conflicts - before, most)
        before = conflicts
