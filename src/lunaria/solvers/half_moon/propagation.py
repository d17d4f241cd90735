"""Propagation: from the facts of a position to all that follows by a few rules, or a contradiction.

- Two cards go together only if neither surely goes before the other.
- Count rule: a pair of ranks x and y has as many x before it as y. So the x surely before it and
  the y surely after it are, together, no more than the pairs that remain; likewise y and x.
- A jack and a queen go together only if there is a king that may go with both; and so on.
- Whatever partner a card has: what goes before all that it may have goes before the card.
- `landmarks`.
- Each card of a kind has a partner of its own: what no perfect matching has is dropped [1].

[1] Regin: A filtering algorithm for constraints of difference in CSPs. AAAI 1994.
"""

from typing import Any

import numpy as np

from lunaria.solvers.half_moon.bits import BYTE, NONE, OF_A_RANK, ONE, bit, byte, lowest, ones
from lunaria.solvers.half_moon.board import ABSENT, CLASSES, FIRST_FACE, PARTNERS
from lunaria.solvers.half_moon.facts import AFTER, BEFORE, MAY, TOGETHER, drop, merge, order
from lunaria.solvers.half_moon.landmarks import landmarks
from lunaria.solvers.kernels import kernel

#: The rules that can be switched off, as bits.
COUNT, THIRDS, COMMON, LANDMARKS, MATCHING = 1, 2, 4, 8, 16
ALL_RULES = 31


@kernel(nogil=True)
def propagate(board: Any, facts: Any, rules: int, weights: Any) -> bool:
    """Apply the rules until nothing changes; False where there is no win.

    `weights` counts for each card how often a contradiction was at it.
    """
    while True:
        changed = True
        while changed:
            changed = False
            for kind in range(CLASSES.shape[0]):
                holds, new = _pairs(board, facts, kind, rules, weights)
                if not holds:
                    return False
                changed |= new
        if rules & LANDMARKS:
            for column in (BEFORE, AFTER):
                holds, new = landmarks(board, facts, column, weights)
                if not holds:
                    return False
                changed |= new
        if rules & MATCHING and not changed:
            for kind in range(CLASSES.shape[0]):
                holds, new = _matching(board, facts, kind, weights)
                if not holds:
                    return False
                changed |= new
        if not changed:
            return True


@kernel(nogil=True)
def _pairs(board: Any, facts: Any, kind: int, rules: int, weights: Any) -> tuple[bool, bool]:
    """The rules about the pairs of two ranks: whether they hold, whether anything is new."""
    x, y, slot_x, slot_y = CLASSES[kind]
    count = board.count[x]
    changed = False
    for n in range(count):
        card = 8 * x + n
        may = facts[card, MAY + slot_x]
        ordered = byte(facts[card, BEFORE + (y >> 3)] | facts[card, AFTER + (y >> 3)], y)
        others = may
        while others:
            m = lowest(others)
            others &= others - ONE
            other = 8 * y + m
            if ordered & bit(m) or not _may(facts, card, other, count, rules):
                drop(facts, card, slot_x, other)
                changed = True
    for side in range(2):
        rank, slot = (x, slot_x) if side == 0 else (y, slot_y)
        partner = y if side == 0 else x
        for n in range(count):
            card = 8 * rank + n
            may = facts[card, MAY + slot]
            if may == NONE:
                weights[card] += 1.0
                return False, True
            if byte(facts[card, TOGETHER + (partner >> 3)], partner):
                continue
            if may & (may - ONE) == NONE:
                changed = True
                if not merge(facts, card, 8 * partner + lowest(may)):
                    weights[card] += 1.0
                    return False, True
            elif rules & COMMON:
                for column in (BEFORE, AFTER):
                    holds, new = _common(facts, card, slot, column)
                    changed |= new
                    if not holds:
                        weights[card] += 1.0
                        return False, True
    return True, changed


@kernel(nogil=True)
def _may(facts: Any, card: int, other: int, count: int, rules: int) -> bool:
    """Whether nothing speaks against two cards that are not ordered going together."""
    x, y = card >> 3, other >> 3
    if rules & COUNT:
        wx, wy = x >> 3, y >> 3
        x_before = ones(byte(facts[card, BEFORE + wx] | facts[other, BEFORE + wx], x))
        y_after = ones(byte(facts[card, AFTER + wy] | facts[other, AFTER + wy], y))
        if x_before + y_after >= count:
            return False
        y_before = ones(byte(facts[card, BEFORE + wy] | facts[other, BEFORE + wy], y))
        x_after = ones(byte(facts[card, AFTER + wx] | facts[other, AFTER + wx], x))
        if y_before + x_after >= count:
            return False
    if rules & THIRDS and x >= FIRST_FACE:
        # Of jacks, queens and kings the third rank is the one that both have and neither is.
        third = 3 * FIRST_FACE + 3 - x - y
        slot_x = 0 if PARTNERS[x, 0] == third else 1
        slot_y = 0 if PARTNERS[y, 0] == third else 1
        if facts[card, MAY + slot_x] & facts[other, MAY + slot_y] == NONE:
            return False
    return True


@kernel(nogil=True)
def _common(facts: Any, card: int, slot: int, column: int) -> tuple[bool, bool]:
    """What goes before (or after) all that a card may go with goes before (or after) the card."""
    partner = PARTNERS[card >> 3, slot]
    may = facts[card, MAY + slot]
    low, high = ~NONE, ~NONE
    while may:
        other = 8 * partner + lowest(may)
        may &= may - ONE
        low &= facts[other, column]
        high &= facts[other, column + 1]
    if low & ~facts[card, column] or high & ~facts[card, column + 1]:
        return order(facts, column, card, low, high), True
    return True, False


@kernel(nogil=True)
def _matching(board: Any, facts: Any, kind: int, weights: Any) -> tuple[bool, bool]:
    """Drop the pairs of two ranks that no perfect matching has."""
    x, y, slot, _ = CLASSES[kind]
    count = board.count[x]
    owner = np.full(OF_A_RANK, ABSENT, np.int64)  # whose partner each y is
    for n in range(count):
        if not _augment(facts, x, slot, n, owner):
            for m in range(count):
                weights[8 * x + m] += 0.5 / count
                weights[8 * y + m] += 0.5 / count
            return False, True
    # `leads[n]`: the x whose partners x number n could take over, each passing on its own.
    leads = np.zeros(OF_A_RANK, np.uint64)
    for n in range(count):
        for m in range(count):
            if facts[8 * x + n, MAY + slot] & bit(m):
                leads[n] |= bit(owner[m])
    for middle in range(count):
        for n in range(count):
            if leads[n] & bit(middle):
                leads[n] |= leads[middle]
    changed = False
    for n in range(count):
        for m in range(count):
            in_use = owner[m] == n or leads[owner[m]] & bit(n)
            if facts[8 * x + n, MAY + slot] & bit(m) and not in_use:
                drop(facts, 8 * x + n, slot, 8 * y + m)
                changed = True
    return True, changed


@kernel(nogil=True)
def _augment(facts: Any, x: int, slot: int, start: int, owner: Any) -> bool:
    """Find a partner for one more x, others changing theirs where needed (breadth first)."""
    via = np.full(OF_A_RANK, ABSENT, np.int64)  # from which x each y was reached
    seen = NONE
    queue = np.empty(OF_A_RANK + 1, np.int64)
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        n = queue[head]
        head += 1
        fresh = facts[8 * x + n, MAY + slot] & ~seen & BYTE
        seen |= fresh
        while fresh:
            m = lowest(fresh)
            fresh &= fresh - ONE
            via[m] = n
            if owner[m] == ABSENT:
                while True:
                    taker = via[m]
                    before = ABSENT
                    for old in range(OF_A_RANK):
                        if owner[old] == taker and old != m:
                            before = old
                    owner[m] = taker
                    if taker == start:
                        return True
                    m = before
            queue[tail] = owner[m]
            tail += 1
    return False
