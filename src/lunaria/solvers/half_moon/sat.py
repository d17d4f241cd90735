"""The last stage: clauses, and a solver that learns from conflicts. It always comes to an end.

MiniSat 2.2 of python-sat [1], asked in pieces of some conflicts, so that time and cancelling are
seen to: the solvers that came after it stop only where they restart, up to half a second later.
The size of a piece does not depend on time, or the answer would depend on the machine. It
draws no lots, so the seed of the limits has no say here.

[1] Een, Sorensson: An extensible SAT-solver. SAT 2003.
"""

from collections.abc import Callable, Iterator
from typing import Any

from pysat.solvers import Solver

from lunaria.solvers.half_moon.board import Board
from lunaria.solvers.half_moon.clauses import clauses_of

_SOLVER = "minisat22"
#: So few that they are gone again before the garbage collector would look at them all.
_CLAUSES_AT_ONCE = 500
_PARTS_A_PIECE = 20
_CONFLICTS_A_PIECE = 100


class Sat:
    """The question whether a position can be won, put to a SAT solver."""

    def __init__(self, board: Board, facts: Any) -> None:
        self._board, self._facts = board, facts
        self.groups: Any = None

    def pieces(self, left: Callable[[int], int]) -> Iterator[tuple[bool | None, int]]:
        """Work in short pieces: each one's answer (None: not yet) and conflicts.

        `left` says how many conflicts the next piece may have. After the answer True the groups
        of the win are in `groups`.
        """
        clauses = clauses_of(self._board, self._facts)
        with Solver(name=_SOLVER) as solver:
            for number, part in enumerate(clauses.parts(_CLAUSES_AT_ONCE)):
                solver.append_formula(part, no_return=True)
                if number % _PARTS_A_PIECE == 0:
                    yield None, 0
            conflicts = 0
            while True:
                solver.conf_budget(left(_CONFLICTS_A_PIECE))
                answer = solver.solve_limited()
                total = solver.accum_stats()["conflicts"]
                if answer:
                    self.groups = clauses.groups(solver.get_model())
                yield answer, total - conflicts
                conflicts = total
