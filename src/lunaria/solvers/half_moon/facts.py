"""What is known of every win of a position: which cards may go together, and which go earlier.

The facts are a table with a row of eight words for each card: the cards that surely go before it
(BEFORE and the word after), after it (AFTER), together with it (TOGETHER), and the cards of its
first and second kind of partner that it may still go with (MAY: one byte each). The tables are
kept closed: what goes before a card goes before all that goes after it.

All functions answer False where the facts contradict each other, which means that there is no win.
"""

from typing import Any

import numpy as np

from lunaria.solvers.half_moon.bits import BYTE, NONE, NUMBERS, ONE, bit, byte, lowest
from lunaria.solvers.half_moon.board import ABSENT, BACK, PARTNERS, RANKS, Board
from lunaria.solvers.kernels import kernel

BEFORE, AFTER, TOGETHER, MAY = 0, 2, 4, 6
WORDS = 8


def first_facts(board: Board) -> Any:
    """The facts of the piles alone."""
    facts = np.zeros((NUMBERS, WORDS), np.uint64)
    _first(board, facts)
    return facts


@kernel(nogil=True)
def _first(board: Any, facts: Any) -> None:
    for card in range(NUMBERS):
        if board.place[card] == ABSENT:
            continue
        facts[card, TOGETHER + (card >> 6)] |= bit(card)
        for column, next_card in ((BEFORE, board.above), (AFTER, board.below)):
            other = next_card[card]
            while other != ABSENT:
                facts[card, column + (other >> 6)] |= bit(other)
                other = next_card[other]
        for slot in range(2):
            partner = PARTNERS[card >> 3, slot]
            if partner >= 0:
                facts[card, MAY + slot] = bit(board.count[partner]) - ONE


@kernel(nogil=True)
def drop(facts: Any, card: int, slot: int, other: int) -> None:
    """Note that `card` does not go with `other`, a card of its kind of partner `slot`."""
    facts[card, MAY + slot] &= ~bit(other & 7)
    facts[other, MAY + BACK[card >> 3, slot]] &= ~bit(card & 7)


@kernel(nogil=True)
def link(facts: Any, early0: Any, early1: Any, late0: Any, late1: Any) -> bool:
    """Note that all the `early` cards go before all the `late` ones.

    With a card the early ones must have all that goes together with it or before it, the late
    ones all that goes together with it or after it.
    """
    if (early0 & late0) | (early1 & late1):
        return False
    for word in range(2):
        cards = late1 if word else late0
        while cards:
            card = lowest(cards) + 64 * word
            cards &= cards - ONE
            facts[card, BEFORE] |= early0
            facts[card, BEFORE + 1] |= early1
        cards = early1 if word else early0
        while cards:
            card = lowest(cards) + 64 * word
            cards &= cards - ONE
            facts[card, AFTER] |= late0
            facts[card, AFTER + 1] |= late1
    return True


@kernel(nogil=True)
def order(facts: Any, column: int, card: int, some0: Any, some1: Any) -> bool:
    """Note that some cards go before a card (`column` BEFORE), or after it (AFTER)."""
    some0 &= ~facts[card, column]
    some1 &= ~facts[card, column + 1]
    far0, far1 = NONE, NONE
    for word in range(2):
        cards = some1 if word else some0
        while cards:
            other = lowest(cards) + 64 * word
            cards &= cards - ONE
            far0 |= facts[other, column] | facts[other, TOGETHER]
            far1 |= facts[other, column + 1] | facts[other, TOGETHER + 1]
    behind = AFTER - column  # the other of the two
    near0 = facts[card, behind] | facts[card, TOGETHER]
    near1 = facts[card, behind + 1] | facts[card, TOGETHER + 1]
    if column == BEFORE:
        return link(facts, far0, far1, near0, near1)
    return link(facts, near0, near1, far0, far1)


@kernel(nogil=True)
def merge(facts: Any, one: int, other: int) -> bool:
    """Note that two cards go together, and with them what already goes with each."""
    both0 = facts[one, TOGETHER] | facts[other, TOGETHER]
    both1 = facts[one, TOGETHER + 1] | facts[other, TOGETHER + 1]
    early0 = facts[one, BEFORE] | facts[other, BEFORE]
    early1 = facts[one, BEFORE + 1] | facts[other, BEFORE + 1]
    late0 = facts[one, AFTER] | facts[other, AFTER]
    late1 = facts[one, AFTER + 1] | facts[other, AFTER + 1]
    if (both0 & (early0 | late0)) | (both1 & (early1 | late1)):
        return False
    if not link(facts, early0, early1, late0 | both0, late1 | both1):
        return False
    if not link(facts, early0 | both0, early1 | both1, late0, late1):
        return False
    for word in range(2):
        cards = both1 if word else both0
        while cards:
            card = lowest(cards) + 64 * word
            cards &= cards - ONE
            facts[card, BEFORE], facts[card, BEFORE + 1] = early0, early1
            facts[card, AFTER], facts[card, AFTER + 1] = late0, late1
            facts[card, TOGETHER], facts[card, TOGETHER + 1] = both0, both1
            if not _settle(facts, card):
                return False
    return True


@kernel(nogil=True)
def _settle(facts: Any, card: int) -> bool:
    """Leave a card no partners but those that go together with it."""
    for slot in range(2):
        partner = PARTNERS[card >> 3, slot]
        if partner < 0:
            continue
        mine = byte(facts[card, TOGETHER + (partner >> 3)], partner)
        if mine == NONE:
            continue
        if mine & (mine - ONE) or not facts[card, MAY + slot] & mine:
            return False
        others = facts[card, MAY + slot] & ~mine
        while others:
            drop(facts, card, slot, 8 * partner + lowest(others))
            others &= others - ONE
    return True


@kernel(nogil=True)
def undecided(facts: Any, card: int, slot: int) -> Any:
    """The cards of a kind of partner that a card may go with; none where that is settled."""
    may = facts[card, MAY + slot]
    partner = PARTNERS[card >> 3, slot]
    if partner < 0 or byte(facts[card, TOGETHER + (partner >> 3)], partner):
        return NONE
    return may


@kernel(nogil=True)
def all_of(count: Any) -> tuple[Any, Any]:
    """All cards of a board, by its counts of cards of each rank."""
    words = np.zeros(2, np.uint64)
    for rank in range(RANKS):
        some = (bit(count[rank]) - ONE) & BYTE
        words[rank >> 3] |= some << np.uint64(8 * (rank & 7))
    return words[0], words[1]


def groups_of(facts: Any) -> list[int]:
    """The lowest card of each card's group; -1 where there is no such card."""
    groups = []
    for low, high in facts[:, TOGETHER : TOGETHER + 2].tolist():
        together = low | high << 64
        groups.append((together & -together).bit_length() - 1)
    return groups
