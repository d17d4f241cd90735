"""The stages of the solver on one position."""

from lunaria.core.game import Terms
from lunaria.games.easy_harp import COLUMNS, EASY_HARP, State
from lunaria.solvers.easy_harp import arena, attempt, exhaustion, lattice
from lunaria.solvers.easy_harp.board import root_of, table
from lunaria.solvers.easy_harp.line import line_of
from lunaria.solvers.easy_harp.pack import pack
from lunaria.solvers.easy_harp.portfolio import LATTICE, Trial, kinds, trials
from lunaria.solvers.verdict import MEMORY, Budget, Certificate, Limits, Verdict

#: Work between two looks at the limits, some milliseconds; questions to the lattice at a time.
PIECE, QUESTIONS = 250, 100

_MASK = (1 << 64) - 1


class Solver:
    """One position, what is known about it, and what is left of the limits."""

    def __init__(self, state: State, budget: Budget, without: frozenset[str]) -> None:
        packed = pack(state)
        self.state = state
        self.budget = budget
        self.without = without
        self.root = root_of(packed)
        self.z = table()
        self.packed = packed
        self.lattice = lattice.NONE
        self.walk = lattice.walk_of(self.lattice)
        self.desk = arena.desk()
        self.arena = arena.arena_of(0)
        self.room = 0
        self.prunes = False
        #: The manners that have nothing more to look at.
        self.dry: set[int] = set()

    def solve(self) -> Verdict:
        """The verdict."""
        exhausted = False
        for trial in trials(self.without):
            if trial.kind in self.dry:
                if len(self.dry) == kinds():
                    return self.budget.unknown(MEMORY)
                continue
            verdict = self._attempt(trial)
            if verdict is None and trial.number == 0 and LATTICE not in self.without:
                verdict = self._ask_lattice()
            if verdict is None and trial.complete and trial.kind in self.dry and not exhausted:
                exhausted = True
                verdict = self._exhaust()
            if verdict is not None:
                return verdict
        raise AssertionError("the trials have no end")

    def _attempt(self, trial: Trial) -> Verdict | None:
        """One attempt to win."""
        self.budget.stage = "search"
        if trial.limit > self.room:
            self.room = trial.limit
            self.arena = arena.arena_of(trial.limit)
        manner = trial.manner._replace(prune=trial.manner.prune and self.prunes)
        seed = self.budget.limits.seed * 0x9E3779B97F4A7C15 + trial.number * 0xD1B54A32D192ED03
        self.arena.rng[0] = seed & _MASK
        if attempt.begin(self.root, self.z, self.arena, self.desk, manner, trial.limit):
            return self._won(self.arena, 0, manner.safe)
        self.walk.count[lattice.MOST] = QUESTIONS
        while True:
            piece = self.budget.left(PIECE)
            if piece == 0:
                limit = self.budget.spent(0)
            else:
                end = attempt.go_on(
                    self.root,
                    self.z,
                    self.arena,
                    self.desk,
                    manner,
                    self.lattice,
                    self.walk,
                    piece,
                )
                limit = self.budget.spent(int(self.arena.counts[arena.WORK]))
                if end == attempt.WON:
                    return self._won(self.arena, int(self.arena.counts[arena.WINNER]), manner.safe)
            if limit is not None:
                return self.budget.unknown(limit)
            if end == attempt.DRY:
                self.dry.add(trial.kind)
            if end != attempt.PAUSED:
                return None

    def _won(self, memory: arena.Arena | exhaustion.Archive, node: int, safe: bool) -> Verdict:
        steps = attempt.steps_to(self.root, self.z, memory.nodes, self.desk, node, safe)
        return self.budget.won(line_of(self.state, steps))

    def _ask_lattice(self) -> Verdict | None:
        """A loss by the lattice, if it is one; else attempts may ask it from now on."""
        self.budget.stage = "lattice"
        self.lattice = lattice.lattice_of(self.packed)
        self.walk = lattice.walk_of(self.lattice)
        if not len(self.lattice.memo):
            return None
        lattice.begin_walk(self.walk, self.lattice.size)
        while True:
            asked = self.walk.count[lattice.ASKED]
            self.walk.count[lattice.MOST] = max(1, self.budget.left(QUESTIONS))
            answer = lattice.go_on(self.lattice, self.walk)
            limit = self.budget.spent(int(self.walk.count[lattice.ASKED] - asked))
            if answer == lattice.ALIVE:
                self.prunes = True
            elif answer == lattice.DEAD:
                return self._lost()
            if limit is not None:
                return self.budget.unknown(limit)
            if answer == lattice.ALIVE:
                return None

    def _lost(self) -> Verdict:
        """The verdict after the lattice is known to be dead: all vectors and all refusals."""
        reached = [tuple(self.lattice.size.tolist())]
        known = set(reached)
        entries = []
        for vector in reached:
            limit = self.budget.spent(0)
            if limit is not None:
                return self.budget.unknown(limit)
            refused, below = lattice.steps_of(self.lattice, vector)
            entries.append({"left": list(vector), "refused": refused})
            reached += [after for after in below if after not in known]
            known.update(below)
        if (0,) * COLUMNS in known:
            raise AssertionError("the lattice called a vector dead that leads to zero")
        return self.budget.lost(Certificate("lattice", {"vectors": entries}))

    def _exhaust(self) -> Verdict | None:
        """Look at all positions; None where they are too many to keep."""
        self.budget.stage = "exhaustion"
        archive, twin = exhaustion.archive(), arena.desk()
        while True:
            looked = archive.counts[arena.LOOKED]
            piece = max(1, self.budget.left(PIECE))
            end = exhaustion.look_on(
                self.root, self.z, archive, self.desk, twin, exhaustion.STEPS, piece
            )
            limit = self.budget.spent(int(archive.counts[arena.LOOKED] - looked))
            if end == attempt.WON:
                return self._won(archive, int(archive.counts[arena.WINNER]), False)
            if end == attempt.DRY:
                positions = int(archive.counts[arena.NODES])
                return self.budget.lost(Certificate("exhaustion", {"positions": positions}))
            if limit is not None:
                return self.budget.unknown(limit)
            if end == attempt.FULL:
                return None


def warm_up() -> None:
    """Compile what is not compiled yet, or load it from the disk.

    Limits of time do not hold while kernels are compiled; a process that promises them calls this
    first. It takes some twenty seconds the first time, half a second later.
    """
    deal = EASY_HARP.deal(EASY_HARP.pack, Terms())
    solver = Solver(deal, Budget(Limits(work=1)), frozenset())
    solver.solve()
    solver._ask_lattice()
    lattice.steps_of(solver.lattice, tuple(solver.lattice.size.tolist()))
    solver._exhaust()
    attempt.steps_to(solver.root, solver.z, solver.arena.nodes, solver.desk, 0, True)
