"""A position as 272 bytes, and the rules of Crescent on them.

Sixteen rows of sixteen bytes are the piles: the cards from the bottom, and in byte `SIZE` of the
row how many there are. A seventeenth row holds, for each suit, how many cards lie on its ascending
foundation (from byte `UP`), how many its descending one still wants (from byte `LOW`), and the
redeals left (byte `LEFT`).

A card is 32 * suit + rank, ranks counting from 0: two cards of one suit are neighbours, king and
ace among them, where their codes are 1 or 12 apart, and cards of two suits never are.

A suit's foundations stand in one of three ways to each other, `up` and `low` being their bytes:

- up < low: the first layer closes from both ends; it wants the ranks `up` and `low - 1`.
- up == low, they have met: every rank lies on one of them once. Their tops continue each other, so
  cards may go over from either to the other, and the border may stand anywhere from 1 to 12.
- up > low: the second layer grows outwards and wants `up` and `low - 1`. No top continues the
  other foundation.

So cards can go from foundation to foundation only where the two have met, and all borders are then
one position, in which any rank may come next: rank r comes to a border at r or r + 1, and leaves
the suit at up = r + 1, low = r. The searches move cards to foundations by `found`, which does this
at once; the transfers are written out when a line is told (`line.py`).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lunaria.solvers.kernels import kernel

Bytes = NDArray[np.uint8]
#: A signed number made of a byte: bytes minus bytes are bytes to Numba. Without a type to mypy.
number: Any = np.int64

PILES = 16
SUITS = 4
RANKS = 13
MOST = 13
STRIDE = 16
SIZE = 15
UP = PILES * STRIDE
LOW = UP + SUITS
LEFT = LOW + SUITS
LENGTH = UP + STRIDE
CODES = 128

#: Codes of actions: source * PLACES + target, places in the order of the rules; and the redeal.
PLACES = PILES + 2 * SUITS
REDEAL = PLACES * PLACES
#: In the searches, the target of a card that goes to a foundation of its suit.
FOUNDED = PILES


@kernel(nogil=True)
def neighbours(one: int, other: int) -> bool:
    """Whether two cards may lie on each other (CR-4, CR-5)."""
    apart = abs(one - other)
    return bool(apart == 1 or apart == 12)


@kernel(nogil=True)
def wanted(board: Any, card: int) -> bool:
    """Whether a card may go to a foundation, if need be after transfers between them."""
    suit, rank = card >> 5, card & 31
    up, low = board[UP + suit], board[LOW + suit]
    return bool(up == low or rank == up or rank + 1 == low)


@kernel(nogil=True)
def note_wanted(board: Any, wants: Any) -> None:
    """Note for each code whether it is `wanted`, all at once."""
    wants[:] = 0
    for suit in range(SUITS):
        first = 32 * suit
        up, low = number(board[UP + suit]), number(board[LOW + suit])
        if up == low:
            wants[first : first + RANKS] = 1
        else:
            # No pile holds rank 13, nor rank 31 of the suit before.
            wants[first + up] = 1
            wants[first + low - 1] = 1


@kernel(nogil=True)
def founded(board: Any) -> int:
    """How many cards lie on foundations."""
    count = 0
    for suit in range(SUITS):
        count += RANKS + number(board[UP + suit]) - number(board[LOW + suit])
    return count


@kernel(nogil=True)
def found(board: Any, source: int) -> None:
    """Play the top of a pile, a wanted card, to a foundation of its suit."""
    row = source * STRIDE
    size = number(board[row + SIZE]) - 1
    card = number(board[row + size])
    board[row + SIZE] = size
    suit, rank = card >> 5, card & 31
    if board[UP + suit] == board[LOW + suit]:
        board[UP + suit] = rank + 1
        board[LOW + suit] = rank
    elif rank == board[UP + suit]:
        board[UP + suit] = rank + 1
    else:
        board[LOW + suit] = rank


@kernel(nogil=True)
def shift(board: Any, source: int, target: int) -> None:
    """Move the top of a pile to another."""
    row, onto = source * STRIDE, target * STRIDE
    size = number(board[row + SIZE]) - 1
    board[onto + board[onto + SIZE]] = board[row + size]
    board[row + SIZE] = size
    board[onto + SIZE] += 1


@kernel(nogil=True)
def redeal(board: Any) -> None:
    """Bring each pile's bottom card to its top (CR-12)."""
    for pile in range(PILES):
        row = pile * STRIDE
        size = number(board[row + SIZE])
        if size > 1:
            bottom = board[row]
            for at in range(1, size):
                board[row + at - 1] = board[row + at]
            board[row + size - 1] = bottom
    board[LEFT] -= 1


@kernel(nogil=True)
def follow(board: Any, source: int, target: int) -> None:
    """Play a move of the searches; source REDEAL is the redeal."""
    if source == REDEAL:
        redeal(board)
    elif target == FOUNDED:
        found(board, source)
    else:
        shift(board, source, target)


@kernel(nogil=True)
def lays(board: Any, source: int, target: int) -> bool:
    """Whether a pile's top may go to another pile (CR-4 to CR-7); both hold cards."""
    row, onto = source * STRIDE, target * STRIDE
    size = number(board[onto + SIZE])
    top = number(board[row + board[row + SIZE] - 1])
    return bool(size < MOST and neighbours(top, number(board[onto + size - 1])))


@kernel(nogil=True)
def legal(board: Any, codes: Any) -> int:
    """Write the codes of all legal actions, transfers among them; answers how many there are."""
    count = 0
    for source in range(PILES):
        row = source * STRIDE
        if board[row + SIZE] == 0:
            continue
        card = number(board[row + board[row + SIZE] - 1])
        for target in range(PILES):
            onto = target != source and board[target * STRIDE + SIZE] > 0
            if onto and lays(board, source, target):
                codes[count] = source * PLACES + target
                count += 1
        suit, rank = card >> 5, card & 31
        if rank == board[UP + suit]:
            codes[count] = source * PLACES + PILES + suit
            count += 1
        if rank + 1 == board[LOW + suit]:
            codes[count] = source * PLACES + PILES + SUITS + suit
            count += 1
    complete = 0
    for suit in range(SUITS):
        up, low = board[UP + suit], board[LOW + suit]
        rising, falling = PILES + suit, PILES + SUITS + suit
        complete += up == RANKS and low == 0
        if up == low and up > 1:  # CR-10, and CR-11: the bases stay
            codes[count] = rising * PLACES + falling
            count += 1
        if up == low and low < RANKS - 1:
            codes[count] = falling * PLACES + rising
            count += 1
    if board[LEFT] > 0 and complete < SUITS:
        codes[count] = REDEAL
        count += 1
    return count


@kernel(nogil=True)
def act(board: Any, code: int) -> None:
    """Play a legal action by its code."""
    if code == REDEAL:
        redeal(board)
        return
    source, target = code // PLACES, code % PLACES
    if source < PILES and target < PILES:
        shift(board, source, target)
        return
    if source < PILES:
        board[source * STRIDE + SIZE] -= 1
    elif source < PILES + SUITS:
        board[UP + source - PILES] -= 1
    else:
        board[LOW + source - PILES - SUITS] += 1
    if target < PILES + SUITS:
        board[UP + target - PILES] += 1
    else:
        board[LOW + target - PILES - SUITS] -= 1


@kernel(nogil=True)
def ways(board: Any, depth: Any) -> int:
    """How many sequences of `depth` legal actions there are, at least one action long."""
    codes = np.empty(PLACES * PLACES + 1, np.int64)
    count = legal(board, codes)
    if depth == 1:
        return count
    total = 0
    for at in range(count):
        after = board.copy()
        act(after, codes[at])
        total += ways(after, depth - 1)
    return total
