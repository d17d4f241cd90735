"""A position as the search handles it: columns, two heights a suit, stock cards by number.

Draws and recycles cost nothing and have no end, so every stock card can be had at every moment:
stock and waste are one set of cards. The columns' names and the copies of a card are not told
apart. A column's *prefix* is the part of the root's column that has never moved since.

A board is `cells` (the columns' cards, bottom to top), the vector `s` whose slots are named
below, and `h`, two sums a column from which the 128-bit key is made. Everything that the cells
hold beyond a column's size is refuse, so a board is put back by restoring `s` and `h` alone
where cards were taken from columns and laid on others, but never both on one.
"""

from typing import NamedTuple

import numpy as np

from lunaria.games.easy_harp import COLUMNS
from lunaria.solvers.easy_harp.pack import (
    FIRST_FOUNDATION,
    STOCK_PILE,
    SUIT_ORDER,
    WASTE_PILE,
    Array,
    Packed,
    Word,
)
from lunaria.solvers.kernels import kernel

WIDTH = 112

#: Slots of `s`: sizes and prefixes of the columns, the lower and the higher pile of each suit,
#: the number of each card in stock and waste, the length of the log.
SIZE, PREFIX, LOW, HIGH, STOCK, LOGGED = 0, 9, 18, 22, 26, 78
SLOTS = 79

#: Places in the log of steps, where columns are 0 to 8, and how far its parts are shifted.
FROM_STOCK, FOUNDATION = 9, 10
TO, WHICH = 4, 8


class Root(NamedTuple):
    """The position that a search begins with, and sums over each prefix of its columns."""

    cells: Array
    s: Array
    h: Array
    #: Face-down cards of each column.
    covered: Array
    #: The two sums of a prefix's cards, by column and length.
    sums: Array
    #: How many cards of a prefix lie above a lower one; the lowest rank in it.
    blocking: Array
    lowest: Array


_C1, _C2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)
_OTHER = np.uint64(0xD1B54A32D192ED03)


@kernel()
def mix(x: Word) -> Word:
    """A 64-bit number that looks unrelated to `x` (the finish of SplitMix64)."""
    x = (x ^ (x >> _S30)) * _C1
    x = (x ^ (x >> _S27)) * _C2
    return x ^ (x >> _S31)


@kernel()
def random(rng: Array, below: int) -> int:
    """A number from 0 up to `below`; the next one of SplitMix64, whose state `rng` holds."""
    rng[0] += _GOLDEN
    return int(np.int64((mix(rng[0]) >> _S31) & np.uint64(0x7FFFFFFF)) % below)


@kernel()
def _worth(which: int, at: int, card: int) -> Word:
    """What a card at a height adds to a column's sums."""
    return mix(np.uint64((which * 256 + at) * 64 + card + 1) * _GOLDEN)


@kernel()
def _fill(z: Array) -> None:
    for which in range(2):
        for at in range(WIDTH):
            for card in range(52):
                z[which, at, card] = _worth(which, at, card)


_TABLE: list[Array] = []


def table() -> Array:
    """What each card at each height adds to a column's two sums."""
    if not _TABLE:
        z = np.zeros((2, WIDTH, 52), np.uint64)
        _fill(z)
        _TABLE.append(z)
    return _TABLE[0]


def root_of(packed: Packed) -> Root:
    """The root of a search for a win from `packed`."""
    cells = np.zeros((COLUMNS, WIDTH), np.int64)
    cells[:, : packed.piles.shape[1]] = packed.piles[:COLUMNS]
    s = np.zeros(SLOTS, np.int64)
    s[SIZE : SIZE + COLUMNS] = s[PREFIX : PREFIX + COLUMNS] = packed.sizes[:COLUMNS]
    for suit, name in enumerate("SHDC"):
        at = FIRST_FOUNDATION + 2 * suit
        heights = sorted(packed.sizes[at : at + 2].tolist())
        s[LOW + SUIT_ORDER.index(name)], s[HIGH + SUIT_ORDER.index(name)] = heights
    for pile in (STOCK_PILE, WASTE_PILE):
        cards = packed.piles[pile, : packed.sizes[pile]]
        s[STOCK : STOCK + 52] += np.bincount(cards, minlength=52)
    root = Root(
        cells,
        s,
        np.zeros((2, COLUMNS), np.uint64),
        packed.hidden.copy(),
        np.zeros((2, COLUMNS, WIDTH + 1), np.uint64),
        np.zeros((COLUMNS, WIDTH + 1), np.int64),
        np.zeros((COLUMNS, WIDTH + 1), np.int64),
    )
    _sum_up(cells, s, root.h, root.sums, root.blocking, root.lowest, table())
    return root


@kernel()
def _sum_up(
    cells: Array, s: Array, h: Array, sums: Array, blocking: Array, lowest: Array, z: Array
) -> None:
    for column in range(COLUMNS):
        low, blocks = 99, 0
        lowest[column, 0] = low
        for at in range(s[SIZE + column]):
            card = cells[column, at]
            if card % 13 > low:
                blocks += 1
            low = min(low, card % 13)
            blocking[column, at + 1] = blocks
            lowest[column, at + 1] = low
            for which in range(2):
                h[which, column] += z[which, at, card]
                sums[which, column, at + 1] = h[which, column]


@kernel()
def copy(s: Array, h: Array, to_s: Array, to_h: Array) -> None:
    """Copy the vector and the sums. (A loop: Numba compiles it far faster than a slice.)"""
    for slot in range(SLOTS):
        to_s[slot] = s[slot]
    for which in range(2):
        for column in range(COLUMNS):
            to_h[which, column] = h[which, column]


@kernel()
def hidden_in(s: Array, covered: Array, column: int) -> int:
    """The face-down cards of a column: all of its prefix but the last, at most the root's."""
    prefix = s[PREFIX + column]
    return min(covered[column], prefix - 1) if prefix > 0 else 0


@kernel()
def lift(cells: Array, s: Array, h: Array, z: Array, column: int) -> int:
    """Take the last card of a column."""
    size = s[SIZE + column] - 1
    card = cells[column, size]
    h[0, column] -= z[0, size, card]
    h[1, column] -= z[1, size, card]
    s[SIZE + column] = size
    if size < s[PREFIX + column]:
        s[PREFIX + column] = size
    return int(card)


@kernel()
def lay(cells: Array, s: Array, h: Array, z: Array, column: int, card: int) -> None:
    """Put a card at the end of a column."""
    size = s[SIZE + column]
    cells[column, size] = card
    h[0, column] += z[0, size, card]
    h[1, column] += z[1, size, card]
    s[SIZE + column] = size + 1


@kernel()
def note(s: Array, log: Array, step: int) -> None:
    """Write a step into the log: its source, its target, its card."""
    log[s[LOGGED]] = step
    s[LOGGED] += 1


@kernel()
def found(s: Array, suit: int, rank: int) -> None:
    """Put a card on the pile of its suit that takes it; of two equal piles one becomes higher."""
    if s[HIGH + suit] == rank - 1:
        s[HIGH + suit] = rank
    else:
        s[LOW + suit] = rank


@kernel()
def unfound(s: Array, suit: int, rank: int) -> None:
    """Take the card of that rank back from a pile whose last it is."""
    if s[LOW + suit] == rank:
        s[LOW + suit] = rank - 1
    else:
        s[HIGH + suit] = rank - 1


@kernel()
def key_of(s: Array, h: Array, covered: Array) -> tuple[Word, Word]:
    """128 bits that are equal for equal positions, and else almost surely not.

    Sums over columns, so that their order does not count; a product of differences would, and
    an exclusive or would let two equal columns vanish. The stock follows from the rest.
    """
    first, second = np.uint64(0), np.uint64(0)
    for column in range(COLUMNS):
        if s[SIZE + column] > 0:
            hidden = np.uint64(hidden_in(s, covered, column) + 1) * _OTHER
            first += mix(h[0, column] + hidden)
            second += mix((h[1, column] ^ _OTHER) + hidden)
    heights = np.uint64(0)
    for at in range(LOW, STOCK):
        heights = heights * np.uint64(14) + np.uint64(s[at])
    return first + mix(heights + _OTHER), second + mix(heights * _GOLDEN + _C1)
