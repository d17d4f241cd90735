"""Easy Harp with all cards known: a win, a proof that there is none, or neither.

1. A few short attempts to win (`attempt`), which are enough for nine deals of ten.
2. The lattice (`lattice`): the only proof of a loss at full size; it needs about a millisecond.
3. A portfolio of attempts (`portfolio`), with other manners and other luck until a limit is met;
   some of them ask the lattice which ways on are hopeless.
4. Where an attempt that looks at everything runs dry, all positions (`exhaustion`).

The reductions that make the attempts quick (`macros`) are argued and tested, and no loss rests on
them: a loss comes from the lattice or from looking at every position, a win is replayed by the
readable rules before anybody is told. Work is counted in positions that are looked at and
questions to the lattice, so a limit may be passed by the questions of one position.
Sources: research note easy-harp-solver; pieces of work last some milliseconds.
"""

from lunaria.games.easy_harp import State
from lunaria.solvers.easy_harp.check import check
from lunaria.solvers.easy_harp.portfolio import LATTICE, LAZY_STOCK, REDUCTIONS, SAFE_MOVES
from lunaria.solvers.easy_harp.solver import Solver, warm_up
from lunaria.solvers.verdict import Budget, Limits, Verdict, Watch

__all__ = ["LATTICE", "LAZY_STOCK", "REDUCTIONS", "SAFE_MOVES", "check", "solve", "warm_up"]


def solve(
    state: State,
    limits: Limits = Limits(),
    watch: Watch | None = None,
    *,
    without: frozenset[str] = frozenset(),
) -> Verdict:
    """Whether `state` can be won, by whatever way it was reached.

    `without` switches reductions off, for tests. Raises NotReadable where `state` is no position
    of the game.
    """
    if not without <= REDUCTIONS:
        raise ValueError(f"no reductions: {sorted(without - REDUCTIONS)}")
    return Solver(state, Budget(limits, watch), without).solve()
