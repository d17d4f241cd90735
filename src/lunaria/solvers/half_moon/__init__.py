"""The exact solver of Half Moon: every position is decided, most in a millisecond.

A game is a matching: which cards go together. It is won where the groups can be taken in some
order, that is where no cards, as they lie on each other and go together, are in a circle. So no
order of moves is searched. The stages, each taking what the ones before it have left:

1. relaxation     stuck even if cards taken stay there to go with others: lost
2. propagation    facts that hold in every win contradict each other: lost
3. local-search   matchings at random, swapped until nothing is in the way: won
4. shaving        each match in turn is assumed, and dropped on a contradiction: lost
5. backtracking   matches assumed and forbidden, for some nodes: either
6. local-search   once more, for longer: won
7. sat            clauses and a solver that learns from conflicts, to the end: either

Importing this package imports Numba, and the first call of a kernel compiles it; what is compiled
is kept on the disk for the next process.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from lunaria.core.game import Terms
from lunaria.games.half_moon import HALF_MOON, State
from lunaria.solvers.half_moon import backtracking, pack, propagation, shaving
from lunaria.solvers.half_moon.bits import NUMBERS
from lunaria.solvers.half_moon.board import Board, board_of
from lunaria.solvers.half_moon.clauses import clauses_of
from lunaria.solvers.half_moon.facts import first_facts, groups_of
from lunaria.solvers.half_moon.line import line_of
from lunaria.solvers.half_moon.relaxation import stuck_front
from lunaria.solvers.half_moon.sat import Sat
from lunaria.solvers.half_moon.swaps import try_swaps
from lunaria.solvers.verdict import Budget, Certificate, Limits, Verdict, Watch

__all__ = ["PARTS", "STAGES", "solve", "warm_up"]


#: The rules of propagation by the names that switch them off.
_RULES = {
    "count": propagation.COUNT,
    "thirds": propagation.THIRDS,
    "common": propagation.COMMON,
    "landmarks": propagation.LANDMARKS,
    "matching": propagation.MATCHING,
}
STAGES = ("relaxation", "propagation", "local-search", "shaving", "backtracking", "sat")
#: What can be left out: stages, rules of propagation, interchangeable cards in backtracking, and
#: the facts from before in the clauses.
PARTS = frozenset((*STAGES, *_RULES, "symmetry", "facts"))

_SEARCHES, _LONGER_SEARCHES = 10, 5
_EVALUATIONS_A_CARD, _LONGER = 100, 2
#: Two temperatures in turn: some deals like the one, some the other.
_WARMTH = (1.0, 0.85)
_TESTS_A_PIECE = 200
_NODES, _NODES_A_PIECE = 1500, 100


class _LimitMetError(Exception):
    """A limit was met; its name is the argument."""


_Answer = Verdict | None


class _Solving:
    """One position on its way through the stages."""

    def __init__(self, state: State, budget: Budget, without: frozenset[str]) -> None:
        self.state = state
        self.budget = budget
        self.without = without
        self.board: Board = board_of(pack.pack(state))
        self.cards = sum(map(len, state.piles))
        self.facts: Any = first_facts(self.board)
        self.rules = sum(rule for name, rule in _RULES.items() if name not in without)
        self.weights = np.ones(NUMBERS)
        self.searches = 0

    def stages(self) -> Iterator[tuple[str, Callable[[], _Answer]]]:
        yield "relaxation", self.relaxation
        yield "propagation", self.propagation
        yield "local-search", lambda: self.local_search(_SEARCHES, 1)
        yield "shaving", self.shaving
        yield "backtracking", self.backtracking
        yield "local-search", lambda: self.local_search(_LONGER_SEARCHES, _LONGER)
        yield "sat", self.sat

    def run(self) -> Verdict:
        self.book(0)
        for name, stage in self.stages():
            if name not in self.without:
                self.budget.stage = name
                verdict = stage()
                if verdict is not None:
                    return verdict
        raise AssertionError("the last stage has no end without a verdict")

    def book(self, work: int) -> None:
        """Book a piece of work; raises _LimitMetError."""
        limit = self.budget.spent(work)
        if limit is not None:
            raise _LimitMetError(limit)

    def won(self, groups: list[int]) -> Verdict:
        return self.budget.won(line_of(self.state, self.board, groups))

    def lost(self, kind: str) -> Verdict:
        return self.budget.lost(Certificate(kind, {}))

    def relaxation(self) -> _Answer:
        front = stuck_front(self.board)
        self.budget.work += 1
        if front is not None:
            return self.budget.lost(front)
        self.book(0)
        return None

    def propagation(self) -> _Answer:
        holds = propagation.propagate(self.board, self.facts, self.rules, self.weights)
        self.budget.work += 1
        if not holds:
            return self.lost("propagation")
        self.book(0)
        return None

    def local_search(self, searches: int, longer: int) -> _Answer:
        for _ in range(searches):
            most = self.budget.left(longer * _EVALUATIONS_A_CARD * max(1, self.cards))
            # Each search of each seed has a number of its own, and so its own luck.
            seed = self.budget.limits.seed * (_SEARCHES + _LONGER_SEARCHES) + self.searches
            warmth = _WARMTH[self.searches % len(_WARMTH)]
            self.searches += 1
            took, groups = try_swaps(self.board, seed, most, warmth)
            if groups is not None:
                self.budget.work += took
                return self.won(groups.tolist())
            self.book(took)
        return None

    def shaving(self) -> _Answer:
        tests = shaving.Shaving(self.board, self.facts, self.rules, self.weights)
        while True:
            status, took = tests.go(self.budget.left(_TESTS_A_PIECE))
            if status == shaving.DEAD:
                self.budget.work += took
                return self.lost("propagation")
            self.book(took)
            if status == shaving.DONE:
                return None

    def backtracking(self) -> _Answer:
        search = backtracking.Backtracking(
            self.board,
            self.facts,
            self.rules,
            self.weights,
            symmetry="symmetry" not in self.without,
        )
        total = 0
        while total < _NODES or "sat" in self.without:
            status, took = search.go(self.budget.left(_NODES_A_PIECE))
            total += took
            if status != backtracking.GOING_ON:
                self.budget.work += took
                if status == backtracking.WON:
                    return self.won(groups_of(search.facts))
                return self.lost("sat")
            self.book(took)
        return None

    def sat(self) -> _Answer:
        facts = first_facts(self.board) if "facts" in self.without else self.facts
        sat = Sat(self.board, facts)
        for answer, conflicts in sat.pieces(self.budget.left):
            if answer is None:
                self.book(conflicts)
                continue
            self.budget.work += conflicts
            return self.won(sat.groups.tolist()) if answer else self.lost("sat")
        raise AssertionError("the pieces have no end without an answer")


def solve(
    state: State,
    limits: Limits = Limits(),
    watch: Watch | None = None,
    *,
    without: frozenset[str] = frozenset(),
) -> Verdict:
    """Whether a position can be won, with the tokens that do so or a certificate that none do.

    A unit of work is a matching looked at by local search, a propagation in shaving and
    backtracking, or a conflict of the SAT solver: from half a microsecond to half a millisecond.
    Time and cancelling are seen to several times in 50 ms, compiling excepted. `without` names
    PARTS to leave out; the answer is the same, only later. Raises NotReadable where the position
    cannot arise, ValueError where `without` leaves no stage that always finds an answer.
    """
    if unknown := without - PARTS:
        raise ValueError(f"no parts of the solver: {', '.join(sorted(unknown))}")
    if {"backtracking", "sat"} <= without:
        raise ValueError("without both backtracking and sat a search may have no end")
    pack.refuse_what_cannot_arise(state)
    budget = Budget(limits, watch)
    if not any(state.piles):
        budget.stage = STAGES[0]
        return budget.won(())
    try:
        return _Solving(state, budget, without).run()
    except _LimitMetError as met:
        return budget.unknown(str(met))


def warm_up() -> None:
    """Compile what is not compiled yet, or load it from the disk.

    Limits of time do not hold while kernels are compiled; a process that promises them calls this
    first. It takes some twenty seconds the first time, a second later.
    """
    solving = _Solving(HALF_MOON.deal(HALF_MOON.pack, Terms()), Budget(Limits()), frozenset())
    stuck_front(solving.board)
    propagation.propagate(solving.board, solving.facts, solving.rules, solving.weights)
    try_swaps(solving.board, 0, 1, 1.0)
    of_all = (solving.board, solving.facts, solving.rules, solving.weights)
    shaving.Shaving(*of_all).go(1)
    backtracking.Backtracking(*of_all, symmetry=True).go(1)
    clauses_of(solving.board, solving.facts)
