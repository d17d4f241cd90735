"""The solver: its stages, and how they take turns."""

from collections.abc import Iterator, Sequence
from functools import cache

from lunaria.core.cards import TWO_PACKS
from lunaria.core.game import WON, Terms
from lunaria.games.crescent import CRESCENT, State
from lunaria.solvers.crescent import contours, exhaustion
from lunaria.solvers.crescent.board import PILES, Bytes, founded
from lunaria.solvers.crescent.certificate import stuck
from lunaria.solvers.crescent.contours import Contours
from lunaria.solvers.crescent.exhaustion import Exhaustion
from lunaria.solvers.crescent.line import Move, along, told
from lunaria.solvers.crescent.moments import MOST_REDEALS
from lunaria.solvers.crescent.pack import pack, unpack
from lunaria.solvers.crescent.plan import Plan
from lunaria.solvers.crescent.precedence import Precedence
from lunaria.solvers.verdict import Budget, Certificate, Limits, Verdict, Watch

RELAXATION, CONTOURS, PRECEDENCE = "relaxation", "contours", "precedence"
EXHAUSTION = "exhaustion"
STAGES = RELAXATION, CONTOURS, PRECEDENCE, EXHAUSTION
DEAD_ENDS, ORDER = "dead-ends", "order"
#: What can be left out: the relaxation at the root; at positions that the searches come to; that
#: positions are the same with their piles in another order; the precedence.
PARTS = frozenset({RELAXATION, DEAD_ENDS, ORDER, PRECEDENCE})

#: Positions between two looks at the limits: a hundredth of a second.
PIECE = 500
#: With how many cards on piles a position is little enough to be exhausted before the last redeal.
FEW = 30
#: Work after which the precedence is asked, which takes about as long as that, and plans are
#: looked for: most wins are found before.
EASY = 8000
#: By redeals left, the work between two turns of the plan: the more of them, the slower it is and
#: the more wins are found in other ways.
PAUSES = EASY, 3 * EASY
#: Conflicts in a turn of the plan, a second: most plans are found, or are not there, in one.
TURN = 12_000
#: From how many cards on foundations a plan is looked for, and the conflicts after which it is
#: given up. Nearly all are found, or are not there, in a tenth of a second; from fewer cards more
#: are there, but each takes longer.
HALFWAY = 45
BRIEFLY = 1000
#: How much less there is for an exhaustion where the precedence has not shown a loss.
LESS = 4


def solve(
    state: State,
    limits: Limits = Limits(),
    watch: Watch | None = None,
    *,
    without: frozenset[str] = frozenset(),
) -> Verdict:
    """What becomes of a position with any number of redeals left and any cards on foundations.

    Raises NotReadable where it is no position of the game. `without` names `PARTS` to leave out;
    that changes how long it takes, and never who is right.
    """
    if without - PARTS:
        raise ValueError(f"no part of the solver: {', '.join(sorted(without - PARTS))}")
    board = pack(state)
    warm_up()
    return _Solver(state, board, Budget(limits, watch), without).verdict()


class _Solver:
    """The stages at work on one position."""

    def __init__(self, state: State, board: Bytes, budget: Budget, without: frozenset[str]) -> None:
        self._state, self._board, self._budget, self._without = state, board, budget, without
        self._tried = DEAD_ENDS not in without
        self._contours = Contours(board, budget.limits.seed, tried=self._tried)
        self._exhaustion: Exhaustion | None = None
        self._plan = Plan(state)
        self._planning = self._plan.pieces(budget.left)

    def verdict(self) -> Verdict:
        budget = self._budget
        budget.stage = RELAXATION
        if CRESCENT.outcome(self._state) == WON:
            return budget.won(())
        if RELAXATION not in self._without:
            certificate = stuck(self._state, self._board)
            if certificate:
                return budget.lost(certificate)
        cards = sum(map(len, self._state.piles[:PILES]))
        little = self._state.redeals == 0 or cards <= FEW
        orders, few = PRECEDENCE not in self._without, self._state.redeals <= MOST_REDEALS
        plans = asks = orders and few
        # From further on, a plan is asked for where it takes longer from the position itself.
        far = orders and not (few and founded(self._board) >= HALFWAY)
        share, planned = 1, 0
        while True:
            before = budget.work
            found = self._pass()
            if found is None and (little or not self._contours.cut):
                # As much for the proof as for the win or less, or all, where no pass finds one.
                most = (budget.work - before) // share if self._contours.cut else None
                found = self._exhaust(most)
            if found is None and asks and budget.work >= EASY:
                asks, share = False, LESS
                found = self._ask_precedence()
            if found is None and far and budget.work >= EASY:
                found = self._plan_from_halfway()
            if found is None and plans and budget.work - planned >= PAUSES[self._state.redeals]:
                found = self._go_on_with(self._plan, self._planning, TURN)
                planned = budget.work
            if found is not None:
                return found

    def _pass(self) -> Verdict | None:
        budget, search = self._budget, self._contours
        budget.stage = CONTOURS
        search.begin()
        while search.status == contours.RUNNING:
            limit = budget.spent(search.go_on(budget.left(PIECE)))
            if search.status == contours.WIN:
                return budget.won(told(self._state, search.path()))
            if limit:
                return budget.unknown(limit)
        return None

    def _ask_precedence(self) -> Verdict | None:
        budget, question = self._budget, Precedence(self._state)
        budget.stage = PRECEDENCE
        for answer, conflicts in question.pieces(budget.left):
            limit = budget.spent(conflicts)
            if answer is False:
                return budget.lost(Certificate("precedence", {"suits": [*question.refuted]}))
            if limit:
                return budget.unknown(limit)
        return None

    def _go_on_with(
        self,
        plan: Plan,
        pieces: Iterator[tuple[bool | None, int]],
        most: int,
        before: Sequence[Move] = (),
    ) -> Verdict | None:
        """Look for a plan for so many conflicts more, from where the moves `before` lead to."""
        budget, until = self._budget, self._budget.work + most
        budget.stage = PRECEDENCE
        for _, conflicts in pieces:
            limit = budget.spent(conflicts)
            if plan.moves is not None:
                return budget.won(told(self._state, [*before, *plan.moves]))
            if limit:
                return budget.unknown(limit)
            if budget.work >= until:
                break
        return None

    def _plan_from_halfway(self) -> Verdict | None:
        budget, lead = self._budget, self._contours.lead(HALFWAY, MOST_REDEALS)
        if lead is None:
            return None
        moves, board = lead
        plan = Plan(unpack(board))
        return self._go_on_with(plan, plan.pieces(budget.left), BRIEFLY, moves)

    def _exhaust(self, most: int | None) -> Verdict | None:
        budget = self._budget
        budget.stage = EXHAUSTION
        if self._exhaustion is None:
            ordered = ORDER not in self._without
            self._exhaustion = Exhaustion(self._board, tried=self._tried, ordered=ordered)
        search = self._exhaustion
        while search.status == exhaustion.RUNNING and (most is None or most > 0):
            piece = PIECE if most is None else min(PIECE, most)
            looked = search.go_on(budget.left(piece))
            most = None if most is None else most - looked
            limit = budget.spent(looked)
            if search.status == exhaustion.WIN:
                moves = along(self._state, map(unpack, search.path()))
                return budget.won(told(self._state, moves))
            if search.status == exhaustion.ENDED:
                return budget.lost(Certificate("exhausted", {"positions": search.count}))
            if limit:
                return budget.unknown(limit)
        return None


@cache
def warm_up() -> None:
    """Have the kernels compiled, or fetched from where they were kept when that was done last.

    Takes about ten seconds on a machine that has not done it before. `solve` calls it before it
    looks at the clock.
    """
    state = CRESCENT.deal(TWO_PACKS, Terms())
    board = pack(state)
    stuck(state, board)
    search = Contours(board)
    for _ in range(2):  # only every other pass has weights of its own
        search.begin()
        search.go_on(1)
    next(Precedence(state._replace(redeals=1)).pieces(lambda most: most))
    Exhaustion(board).go_on(1)
