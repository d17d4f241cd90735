"""Precedence: whether what has to come before what in a win runs in a circle.

The front (`front.py`) asks what could come to a top if moves were never in each other's way. Here
it is asked in which order cards would leave and be founded, suit by suit, since that is decided
within a suit: `moments.py` says what is true of it in every win. A SAT solver [1] that learns from
conflicts looks for orders; where a suit has none, the game is lost. That its moments are in an
order at all is most of what there is to state, and where a suit has none, little of that shows it:
so it is stated as far as models break it, and the whole only when each suit has an order.

The suits depend on each other through the piles alone: a card leaves before the one under it. As
the moments of each suit are in a total order already, those of all suits are in one unless some run
in a circle, from suit to suit. Such circles are looked for in the orders that the solver comes up
with, and forbidden, until it finds no orders any more, or some that make no circle.

[1] Een, Sorensson: An extensible SAT-solver. SAT 2003.
"""

from collections.abc import Callable, Generator, Iterator
from itertools import permutations
from typing import Any, TypeVar

from pysat.solvers import Solver

from lunaria.core.cards import SUIT, SUITS
from lunaria.games.crescent import State
from lunaria.solvers.crescent.circles import Circles, Link, Moment, truth_of
from lunaria.solvers.crescent.moments import Clause, Moments

T = TypeVar("T")
#: How many conflicts the next piece of work may have, if it would have as many as given.
Left = Callable[[int], int]
#: Work in pieces, each with an answer, or None, and its conflicts; and what comes of it.
Pieces = Generator[tuple[None, int], None, T]

_SOLVER = "minisat-gh"
_CONFLICTS_A_PIECE = 100
_LINKS_A_PIECE = 2000
#: So few that they are gone again before the garbage collector would look at them all.
_CLAUSES_A_PIECE = 500


class Precedence:
    """The question whether there is an order for a position with at most one redeal left."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._suits: dict[str, Moments] = {}
        self._variables = 0
        #: The suits that have no order, once that is known: one, or all of them together.
        self.refuted: tuple[str, ...] = ()

    def pieces(self, left: Left) -> Iterator[tuple[bool | None, int]]:
        """Work in short pieces: each one's answer (None: not yet) and conflicts.

        `left` says how many conflicts the next piece may have. The last answer is whether there is
        an order; if not, the game is lost.
        """
        with Solver(name=_SOLVER) as solver:
            for suit in SUITS:
                self._suits[suit] = moments = self._moments(suit, self._variables + 1)
                self._variables = moments.variables
                solver.append_formula(moments.clauses(), no_return=True)
                yield None, 0
                if (yield from self._model(solver, left, moments.broken)) is None:
                    self.refuted = (suit,)
                    yield False, 0
                    return
            links = []
            for link in self._links():
                links.append(link)
                if len(links) % _LINKS_A_PIECE == 0:
                    yield None, 0
            for moments in self._suits.values():
                for at in range(0, len(moments.orders), _CLAUSES_A_PIECE):
                    part = moments.orders[at : at + _CLAUSES_A_PIECE]
                    solver.append_formula(part.tolist(), no_return=True)
                    yield None, 0
            circles = Circles(self._suits, links)
            truth = yield from self._model(solver, left, circles.clauses)
            if truth is None:
                self.refuted = tuple(SUITS)
                yield False, 0
                return
            self._found(circles, truth)
            yield True, 0

    def _model(self, solver: Any, left: Left, broken: Callable[[Any], list[Clause]]) -> Pieces[Any]:
        """A model that breaks none of the clauses that are stated only when they are broken.

        None where there is none.
        """
        while (yield from _is_solved(solver, left)):
            truth = truth_of(solver.get_model(), self._variables)
            clauses = broken(truth)
            if not clauses:
                return truth
            solver.append_formula(clauses, no_return=True)
        return None

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


def _is_solved(solver: Any, left: Left) -> Pieces[bool]:
    """Whether what is stated so far has a model.

    Some conflicts may come after those that were asked for, and are not counted.
    """
    answer: bool | None = None
    before = solver.accum_stats()["conflicts"]
    while answer is None:
        most = left(_CONFLICTS_A_PIECE)
        solver.conf_budget(most)
        answer = solver.solve_limited()
        conflicts = solver.accum_stats()["conflicts"]
        yield None, min(conflicts - before, most)
        before = conflicts
    return answer
