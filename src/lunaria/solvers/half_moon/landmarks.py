"""Landmarks: cards that must go before a card, whatever its partners are [1].

For a card c let X(c) be what is known to go before it, the card u directly above it, and the
landmarks of u. The landmarks of c are X(c) and what X(b) have in common over all partners b that
it may have (jacks, queens and kings: over those of either kind). Beginning with "all cards" for
each and shrinking until nothing changes gives the greatest solution, of which all is true: in a
won game take the groups in their order; c's real partner b is one of those it may have, and what
is directly above c and b went earlier. A card that is its own landmark cannot go at all. As all
holds upside down too, the same is done with "after" and the card below.

[1] Keyder, Richter, Helmert: Sound and complete landmarks for And/Or graphs. ECAI 2010.
"""

from typing import Any

import numpy as np

from lunaria.solvers.half_moon.bits import NONE, NUMBERS, ONE, bit, lowest
from lunaria.solvers.half_moon.board import ABSENT, PARTNERS, PLACES
from lunaria.solvers.half_moon.facts import BEFORE, MAY, all_of, order
from lunaria.solvers.kernels import kernel


@kernel(nogil=True)
def landmarks(board: Any, facts: Any, column: int, weights: Any) -> tuple[bool, bool]:
    """Note all landmarks before (`column` BEFORE) or after: whether that holds, what is new."""
    found = np.empty((NUMBERS, 2), np.uint64)
    reach = np.empty((NUMBERS, 2), np.uint64)
    all0, all1 = all_of(board.count)
    next_card = board.above if column == BEFORE else board.below
    for card in range(NUMBERS):
        found[card, 0], found[card, 1] = all0, all1
    for place in range(PLACES):
        for depth in range(board.heights[place]):
            card = _from_end(board, column, place, depth)
            reach[card, 0], reach[card, 1] = facts[card, column], facts[card, column + 1]
            if depth:
                reach[card, 0], reach[card, 1] = all0, all1
    shrinking = True
    while shrinking:
        shrinking = False
        for place in range(PLACES):
            for depth in range(board.heights[place]):
                card = _from_end(board, column, place, depth)
                over = next_card[card]
                low, high = facts[card, column], facts[card, column + 1]
                if over != ABSENT:
                    low |= found[over, 0] | (bit(over) if over < 64 else NONE)
                    high |= found[over, 1] | (bit(over) if over >= 64 else NONE)
                reach[card, 0], reach[card, 1] = low, high
                for slot in range(2):
                    partner = PARTNERS[card >> 3, slot]
                    if partner < 0:
                        break
                    common0, common1 = all0, all1
                    may = facts[card, MAY + slot]
                    while may:
                        other = 8 * partner + lowest(may)
                        may &= may - ONE
                        common0 &= reach[other, 0]
                        common1 &= reach[other, 1]
                    low |= common0
                    high |= common1
                if low != found[card, 0] or high != found[card, 1]:
                    found[card, 0], found[card, 1] = low, high
                    shrinking = True
    dead = 0
    for card in range(NUMBERS):
        if board.place[card] != ABSENT and found[card, card >> 6] & bit(card):
            dead += 1
    if dead:
        for card in range(NUMBERS):
            if board.place[card] != ABSENT and found[card, card >> 6] & bit(card):
                weights[card] += 1.0 / dead
        return False, True
    new = False
    for card in range(NUMBERS):
        if board.place[card] != ABSENT:
            low, high = found[card, 0], found[card, 1]
            if low & ~facts[card, column] or high & ~facts[card, column + 1]:
                new = True
                if not order(facts, column, card, low, high):
                    weights[card] += 1.0
                    return False, True
    return True, new


@kernel(nogil=True)
def _from_end(board: Any, column: int, place: int, depth: int) -> Any:
    """The card at a depth of a pile, seen from its top or, for AFTER, from its bottom."""
    at = board.heights[place] - 1 - depth if column == BEFORE else depth
    return board.piles[place, at]
