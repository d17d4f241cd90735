"""Shaving: each match is assumed in turn, and dropped where propagation then contradicts itself.

Also called the singleton test or probing. What is dropped is in no win, so the facts stay true.
"""

from typing import Any

import numpy as np

from lunaria.solvers.half_moon.bits import bit
from lunaria.solvers.half_moon.board import CLASSES, Board
from lunaria.solvers.half_moon.facts import drop, merge, undecided
from lunaria.solvers.half_moon.propagation import propagate
from lunaria.solvers.kernels import kernel

GOING_ON, DONE, DEAD = 0, 1, 2
#: Where the shaving is: kind of pair, number of its first card, of its second; tests since the
#: last that dropped something.
_WORDS = 4


class Shaving:
    """The shaving of one position, in pieces."""

    def __init__(self, board: Board, facts: Any, rules: int, weights: Any) -> None:
        self._board, self._facts, self._rules, self._weights = board, facts, rules, weights
        self._at = np.zeros(_WORDS, np.int64)

    def go(self, tests: int) -> tuple[int, int]:
        """Do at most so many tests: GOING_ON, DONE or DEAD, and how many they were."""
        status, took = _shave(self._board, self._facts, self._rules, self._weights, self._at, tests)
        return int(status), int(took)


@kernel(nogil=True)
def _shave(
    board: Any, facts: Any, rules: int, weights: Any, at: Any, tests: int
) -> tuple[int, int]:
    trial = np.empty_like(facts)
    total = 0
    for kind in range(CLASSES.shape[0]):
        total += board.count[CLASSES[kind, 0]] ** 2
    took = 0
    while at[3] < total:
        x, y, slot, _ = CLASSES[at[0]]
        count = board.count[x]
        card, other = 8 * x + at[1], 8 * y + at[2]
        if at[1] < count and undecided(facts, card, slot) & bit(at[2]) and at[2] < count:
            if took == tests:
                return GOING_ON, took
            took += 1
            trial[:] = facts
            if not merge(trial, card, other) or not propagate(board, trial, rules, weights):
                drop(facts, card, slot, other)
                if not propagate(board, facts, rules, weights):
                    return DEAD, took
                at[3] = 0
        # On to the next match; after the last comes the first again.
        if at[1] < count:
            at[3] += 1
            at[2] += 1
            if at[2] >= count:
                at[2] = 0
                at[1] += 1
        if at[1] >= count:
            at[1] = 0
            at[0] = (at[0] + 1) % CLASSES.shape[0]
    return DONE, took
