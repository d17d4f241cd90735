"""The stages of the solver on one position."""

from typing import NoReturn

from lunaria.core.game import Terms
from lunaria.games.easy_harp import COLUMNS, EASY_HARP, State
from lunaria.solvers.easy_harp import arena, attempt, exhaustion, lattice
from lunaria.solvers.easy_harp.board import root_of, table
from lunaria.solvers.easy_harp.line import line_of
from lunaria.solvers.easy_harp.pack import pack
from lunaria.solvers.easy_harp.portfolio import LATTICE, Trial, complete, trials
from lunaria.solvers.verdict import MEMORY, Budget, Certificate, Limits, Verdict

#: Work between two looks at the limits, some milliseconds; questions to the lattice at a time.
PIECE, QUESTIONS = 250, 100
#: The last attempt before the lattice is asked.
_SHORT = 3
#: Work after which it is asked whether there is little to look at, dry attempts or not.
_OFTEN = 50_000


class _Decided(Exception):
    """There is a verdict."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict


class Solver:
    """One position, what is known about it, and what is left of the limits."""

    def __init__(self, state: State, budget: Budget, without: frozenset[str]) -> None:
        self.state = state
        self.budget = budget
        self.without = without
        self.packed = pack(state)
        self.root = root_of(self.packed)
        self.z = table()
        self.lattice = lattice.NONE
        self.walk = lattice.walk_of(self.lattice)
        self.desk = arena.desk()
        self.arena = arena.arena_of(0)
        self.room = 0
        self.prunes = False

    def solve(self) -> Verdict:
        """The verdict."""
        try:
            self._search()
        except _Decided as decided:
            return decided.verdict

    def _book(self, work: int) -> None:
        limit = self.budget.spent(work)
        if limit is not None:
            raise _Decided(self.budget.unknown(limit))

    def _search(self) -> NoReturn:
        asked = LATTICE in self.without
        checks, next_check, due = 0, 0, _OFTEN
        for trial in trials(self.budget.limits.seed, self.without):
            dry = self.attempt(trial) == attempt.DRY and trial.manner.back
            if not asked and (dry or trial.number == _SHORT):
                asked = True
                self.ask_lattice()
            if (dry and trial.number >= next_check) or self.budget.work >= due:
                # Perhaps there is little to look at: then look at everything, else ask again
                # after as many attempts, or four times the work.
                if self.attempt(complete(self.without, checks)) == attempt.DRY:
                    self.exhaust()
                checks, next_check, due = checks + 1, 2 * trial.number + 8, 4 * self.budget.work
        raise AssertionError("the trials have no end")

    def attempt(self, trial: Trial) -> int:
        """One attempt to win; how it ends."""
        self.budget.stage = "search"
        if trial.limit > self.room:
            self.room = trial.limit
            self.arena = arena.arena_of(trial.limit)
        self.arena.rng[0] = trial.luck
        self.walk.count[lattice.MOST] = QUESTIONS
        manner = trial.manner._replace(prune=trial.manner.prune and self.prunes)
        memory = (self.root, self.z, self.arena, self.desk)
        if attempt.begin(*memory, manner, trial.limit):
            self._win(self.arena, 0, manner.safe)
        while True:
            self._book(0)
            piece = self.budget.left(PIECE)
            end: int = attempt.go_on(*memory, manner, self.lattice, self.walk, piece)
            self.budget.work += int(self.arena.counts[arena.WORK])
            if end == attempt.WON:
                self._win(self.arena, int(self.arena.counts[arena.WINNER]), manner.safe)
            if end != attempt.PAUSED:
                return end

    def _win(self, memory: arena.Arena | exhaustion.Archive, node: int, safe: bool) -> NoReturn:
        steps = attempt.steps_to(self.root, self.z, memory.nodes, self.desk, node, safe)
        raise _Decided(self.budget.won(line_of(self.state, steps)))

    def ask_lattice(self) -> None:
        """Whether the lattice proves a loss; if not, attempts may ask it from now on."""
        self.budget.stage = "lattice"
        self.lattice = lattice.lattice_of(self.packed)
        self.walk = lattice.walk_of(self.lattice)
        if not len(self.lattice.memo):
            return
        lattice.begin_walk(self.walk, self.lattice.size)
        answer = lattice.OPEN
        while answer == lattice.OPEN:
            self._book(0)
            asked = self.walk.count[lattice.ASKED]
            self.walk.count[lattice.MOST] = self.budget.left(QUESTIONS)
            answer = lattice.go_on(self.lattice, self.walk)
            self.budget.work += int(self.walk.count[lattice.ASKED] - asked)
        if answer == lattice.DEAD:
            raise _Decided(self.budget.lost(self._refusals()))
        self.prunes = True

    def _refusals(self) -> Certificate:
        """What proves the loss after the lattice has been walked: all vectors, all refusals."""
        reached = [tuple(self.lattice.size.tolist())]
        known = set(reached)
        entries = []
        for vector in reached:
            refused, below = lattice.steps_of(self.lattice, vector)
            entries.append({"left": list(vector), "refused": refused})
            reached += [after for after in below if after not in known]
            known.update(below)
        if (0,) * COLUMNS in known:
            raise AssertionError("the lattice called a vector dead that leads to zero")
        return Certificate("lattice", {"vectors": entries})

    def exhaust(self) -> None:
        """Look at all positions, as far as they can be kept."""
        self.budget.stage = "exhaustion"
        archive, twin = exhaustion.archive(), arena.desk()
        memory = (self.root, self.z, archive, self.desk, twin)
        end = attempt.PAUSED
        while end == attempt.PAUSED:
            self._book(0)
            looked = archive.counts[arena.LOOKED]
            end = exhaustion.look_on(*memory, exhaustion.STEPS, self.budget.left(PIECE))
            self.budget.work += int(archive.counts[arena.LOOKED] - looked)
        if end == attempt.WON:
            self._win(archive, int(archive.counts[arena.WINNER]), False)
        if end == attempt.DRY:
            positions = int(archive.counts[arena.NODES])
            raise _Decided(self.budget.lost(Certificate("exhaustion", {"positions": positions})))
        # An attempt has looked at all that matters: another one would not find a win either.
        raise _Decided(self.budget.unknown(MEMORY))


def warm_up() -> None:
    """Compile what is not compiled yet, or load it from the disk.

    Limits of time do not hold while kernels are compiled; a process that promises them calls this
    first. It takes some fifteen seconds the first time, a quarter of one later.
    """
    solver = Solver(EASY_HARP.deal(EASY_HARP.pack, Terms()), Budget(Limits(work=1000)), frozenset())
    attempt.begin(solver.root, solver.z, solver.arena, solver.desk, exhaustion.STEPS, 1)
    attempt.steps_to(solver.root, solver.z, solver.arena.nodes, solver.desk, 0, True)
    for stage in (solver.ask_lattice, solver.exhaust):
        try:
            stage()
        except _Decided:
            continue
    lattice.steps_of(solver.lattice, tuple(solver.lattice.size.tolist()))
    solver.budget.work = 0
    try:
        solver.attempt(next(trials(0, frozenset())))
    except _Decided:
        return
