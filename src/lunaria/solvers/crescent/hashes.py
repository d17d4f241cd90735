"""Positions as 64-bit hashes, the same for any order of the piles and any border in a suit.

Two positions may have one hash, so nothing may be called lost for having been seen before.
"""

from typing import Any

import numpy as np

from lunaria.solvers.crescent.board import (
    CODES,
    LEFT,
    LOW,
    MOST,
    PILES,
    SIZE,
    STRIDE,
    SUITS,
    UP,
    number,
)
from lunaria.solvers.crescent.chance import mixed, words
from lunaria.solvers.kernels import kernel

#: A word for each number of redeals left, and for each height of a suit's foundations.
MARKS = words(16 + SUITS * 256, seed=1)
#: A word for each card at each index of a pile.
PLACES = words(MOST * CODES, seed=2)


@kernel(nogil=True)
def whole(board: Any, parts: Any) -> Any:
    """The hash of a position; `parts` get what each pile has added to it before it was mixed.

    They are sums and not exclusive ors, since piles may be equal.
    """
    total = MARKS[board[LEFT]] + heights(board)
    for pile in range(PILES):
        row = pile * STRIDE
        part = np.uint64(0)
        for at in range(board[row + SIZE]):
            part += PLACES[at * CODES + board[row + at]]
        parts[pile] = part
        total += mixed(part)
    return total


@kernel(nogil=True)
def heights(board: Any) -> Any:
    """What the foundations add to the hash."""
    total = np.uint64(0)
    for suit in range(SUITS):
        up, low = number(board[UP + suit]), number(board[LOW + suit])
        if up == low:
            up = low = number(1)
        total += MARKS[16 + suit * 256 + up * 16 + low]
    return total


@kernel(nogil=True)
def fresh(code: Any, seen: Any, count: Any) -> bool:
    """Whether a hash is not in the table `seen` yet; it is then, as long as there is room.

    `count` holds how many there are.
    """
    mask = np.uint64(seen.size - 1)
    if code == 0:
        code = np.uint64(1)
    at = code & mask
    while seen[at] != 0:
        if seen[at] == code:
            return False
        at = (at + np.uint64(1)) & mask
    if count[0] * 4 < seen.size * 3:
        seen[at] = code
        count[0] += 1
    return True
