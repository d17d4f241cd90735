"""Backtracking: a match is assumed, then propagated; where that fails, it is forbidden instead.

The card to match is the one with the fewest partners for its weight, where a card has gained
weight by contradictions at it [1]; of its partners the one that orders the fewest cards anew.
Cards that lie alone, are unmatched and of one rank, and may go with the same cards can change
places in any win: where one is forbidden a card, all are.

[1] Boussemart, Hemery, Lecoutre, Sais: Boosting systematic search by weighting constraints.
    ECAI 2004.
"""

from typing import Any

import numpy as np

from lunaria.solvers.half_moon.bits import NUMBERS, ONE, bit, lowest, ones
from lunaria.solvers.half_moon.board import ABSENT, PARTNERS, Board
from lunaria.solvers.half_moon.facts import (
    AFTER,
    BEFORE,
    MAY,
    TOGETHER,
    WORDS,
    drop,
    merge,
    undecided,
)
from lunaria.solvers.half_moon.propagation import propagate
from lunaria.solvers.kernels import kernel

GOING_ON, WON, DEAD = 0, 1, 2


class Backtracking:
    """The search through the matchings of one position, in pieces."""

    def __init__(
        self, board: Board, facts: Any, rules: int, weights: Any, *, symmetry: bool
    ) -> None:
        self.facts = facts.copy()
        self._board, self._rules, self._weights = board, rules, weights
        self._symmetry = symmetry
        self._stack = np.empty((NUMBERS, NUMBERS, WORDS), np.uint64)
        self._choices = np.empty((NUMBERS, 3), np.int64)
        self._at = np.array([0, 1], np.int64)  # depth; whether the last match was without fault

    def go(self, nodes: int) -> tuple[int, int]:
        """Look at so many nodes: GOING_ON, WON or DEAD, and how many they were.

        After WON the groups of the win are in `facts`.
        """
        status, took = _go(
            self._board,
            self.facts,
            self._stack,
            self._choices,
            self._at,
            self._rules,
            self._weights,
            self._symmetry,
            nodes,
        )
        return int(status), int(took)


@kernel(nogil=True)
def _go(
    board: Any,
    facts: Any,
    stack: Any,
    choices: Any,
    at: Any,
    rules: int,
    weights: Any,
    symmetry: bool,
    nodes: int,
) -> tuple[int, int]:
    took = 0
    while took < nodes:
        took += 1
        if at[1] and propagate(board, facts, rules, weights):
            card, slot = _choose_card(board, facts, weights, symmetry)
            if card == ABSENT:
                return WON, took
            other = _choose_partner(facts, card, slot)
            stack[at[0]] = facts
            choices[at[0], 0], choices[at[0], 1], choices[at[0], 2] = card, slot, other
            at[0] += 1
            at[1] = merge(facts, card, other)
        elif at[0] == 0:
            return DEAD, took
        else:
            at[0] -= 1
            facts[:] = stack[at[0]]
            card, slot, other = choices[at[0]]
            if symmetry:
                others = facts[card, MAY + slot] & ~bit(other & 7)
                while others:
                    twin = (other & ~7) + lowest(others)
                    others &= others - ONE
                    if _interchangeable(board, facts, other, twin):
                        drop(facts, card, slot, twin)
            drop(facts, card, slot, other)
            at[1] = 1
    return GOING_ON, took


@kernel(nogil=True)
def _choose_card(board: Any, facts: Any, weights: Any, symmetry: bool) -> tuple[int, int]:
    """The card to match next and its kind of partner; -1 where all are matched."""
    chosen, chosen_slot, least = ABSENT, 0, np.inf
    for card in range(NUMBERS):
        if board.place[card] == ABSENT:
            continue
        for slot in range(2):
            may = undecided(facts, card, slot)
            if not may:
                continue
            value = _different(board, facts, card, slot, may, symmetry) / weights[card]
            if value < least:
                chosen, chosen_slot, least = card, slot, value
    return chosen, chosen_slot


@kernel(nogil=True)
def _different(board: Any, facts: Any, card: int, slot: int, may: Any, symmetry: bool) -> Any:
    """How many partners a card may have, interchangeable ones counted once."""
    count = ones(may)
    if not symmetry:
        return count
    first = 8 * PARTNERS[card >> 3, slot]
    others = may
    while others:
        one = first + lowest(others)
        others &= others - ONE
        rest = others
        while rest:
            if _interchangeable(board, facts, one, first + lowest(rest)):
                count -= 1
                break
            rest &= rest - ONE
    return count


@kernel(nogil=True)
def _interchangeable(board: Any, facts: Any, one: int, other: int) -> Any:
    """Whether two cards of one rank can change places in any win that the facts allow."""
    for card in (one, other):
        if board.above[card] != ABSENT or board.below[card] != ABSENT:
            return False
        if ones(facts[card, TOGETHER]) + ones(facts[card, TOGETHER + 1]) > 1:
            return False
    same = facts[one, MAY] == facts[other, MAY]
    return same and facts[one, MAY + 1] == facts[other, MAY + 1]


@kernel(nogil=True)
def _choose_partner(facts: Any, card: int, slot: int) -> Any:
    """The partner with which the fewest cards are ordered anew."""
    may = undecided(facts, card, slot)
    first = 8 * PARTNERS[card >> 3, slot]
    chosen, least = ABSENT, 1 << 40
    while may:
        other = first + lowest(may)
        may &= may - ONE
        value = _new(facts, card, other) + _new(facts, other, card)
        if value < least:
            chosen, least = other, value
    return chosen


@kernel(nogil=True)
def _new(facts: Any, card: int, other: int) -> int:
    """About how many pairs of cards are ordered anew around a card that goes with another."""
    before, after, new_before, new_after = 1, 1, 0, 0
    for word in range(2):
        before += ones(facts[card, BEFORE + word])
        after += ones(facts[card, AFTER + word])
        new_before += ones(facts[other, BEFORE + word] & ~facts[card, BEFORE + word])
        new_after += ones(facts[other, AFTER + word] & ~facts[card, AFTER + word])
    return new_before * after + new_after * before
