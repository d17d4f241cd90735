"""How good a position is: sixteen features, and weights for each number of redeals left.

The weights were learned from games that were won: a position on the way to the win should be worth
more than one that the search looked at in the same contour (logistic regression over such pairs).
They tell to keep moves open and not to empty piles; building runs is no aim in itself.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lunaria.solvers.crescent.board import (
    CODES,
    LEFT,
    LOW,
    PILES,
    RANKS,
    SIZE,
    STRIDE,
    SUITS,
    UP,
    neighbours,
    note_wanted,
    number,
)
from lunaria.solvers.kernels import kernel

Floats = NDArray[np.float64]

FEATURES = 16
#: What each feature counts.
(
    MOVES,  # moves between piles
    PLAYS,  # tops that foundations want
    COMING,  # pairs of a second card and another pile's top, or so, that are neighbours
    BOTTOMS,  # pairs of bottom cards that are neighbours, while a redeal is left
    MET,  # suits whose foundations have met
    EMPTY,  # empty piles
    DEPTH,  # cards above the cards to come, discounted by how much later they come
    NEARER,  # cards above the nearer of the two cards that a suit wants
    RUNS,  # cards that lie on a neighbour
    SQUARES,  # squares of the piles' sizes, in sixteenths
    NEXT,  # cards above the wanted cards
    REACH,  # the same, or the cards below them plus one where that is less and a redeal is left
    AFTER,  # cards above those that are wanted after them
    SPREAD,  # cards by which the suit furthest on its foundations is before the last
    RISING,  # bottom cards that foundations want, while a redeal is left
    SECONDS,  # second cards that foundations want
) = range(FEATURES)

_THOUSANDTHS = """
389 1957 303 0 -4975 -744 -209 -279 -525 -2065 132 132 39 -918 0 228
556 1345 325 273 -2131 -914 12 -440 -709 -2281 95 -325 119 -733 -751 303
713 1112 466 477 -1468 -491 -94 -537 -768 -1257 89 -206 62 -590 -310 167
596 1089 358 1615 -369 -566 -289 -399 -709 -589 130 -186 34 312 -237 142
"""
#: By redeals left; for four, which were not learned, as for three.
WEIGHTS: Floats = np.array([row.split() for row in _THOUSANDTHS.split("\n")[1:-1]], np.float64)
WEIGHTS = np.vstack([WEIGHTS, WEIGHTS[-1]]) / 1000

#: How much a card counts by how many of its suit come before it, and one of a suit that has met.
PATIENCE = np.array([0.7**later for later in range(RANKS)])
ANY = 0.35
#: More than the depth of any card: a rank that no pile holds.
NOWHERE = 99

BEFORE = np.array([(code & ~31) + (code % 32 - 1) % RANKS for code in range(CODES)], np.uint8)
BEHIND = np.array([(code & ~31) + (code % 32 + 1) % RANKS for code in range(CODES)], np.uint8)


#: The code of no card, and of no neighbour of one.
NO_CARD = 180
#: Whether the codes of two cards so far apart, modulo 256, are those of neighbours.
TOUCHES = np.array(
    [neighbours.py_func((apart + 128) % 256 - 128, 0) for apart in range(256)], np.int8
)


class Notes(NamedTuple):
    """What is noted while a position is measured, by card code: the least cards above a card, the
    least below it plus one, whether foundations want it, to how many tops it is a neighbour, and
    how often it is a bottom card; and the features.
    """

    depth: Any
    height: Any
    wants: Any
    near: Any
    bottoms: Any
    values: Any


@kernel(nogil=True)
def notes() -> Notes:
    """Room for notes."""
    return Notes(
        np.empty(CODES, np.int8),
        np.empty(CODES, np.int8),
        np.empty(CODES, np.int8),
        np.empty(CODES, np.int8),
        np.empty(CODES, np.int8),
        np.empty(FEATURES, np.float64),
    )


@kernel(nogil=True)
def measure(board: Any, scratch: Notes) -> None:
    """Write the features of a position into `scratch.values`."""
    depth, height, wants, values = scratch.depth, scratch.height, scratch.wants, scratch.values
    near, low_ones = scratch.near, scratch.bottoms
    depth[:] = NOWHERE
    height[:] = NOWHERE
    near[:] = 0
    low_ones[:] = 0
    note_wanted(board, wants)
    again = board[LEFT] > 0
    moves = plays = coming = bottoms = empty = runs = squares = rising = seconds = 0
    for pile in range(PILES):
        row = pile * STRIDE
        size = number(board[row + SIZE])
        if size == 0:
            empty += 1
            continue
        squares += size * size
        above = size - 1
        last = number(NO_CARD)
        for at in range(row, row + size):
            card = number(board[at])
            depth[card] = min(depth[card], above)
            height[card] = min(height[card], size - above)
            runs += TOUCHES[card - last & 255]
            last = card
            above -= 1
        near[BEFORE[last]] += 1
        near[BEHIND[last]] += 1
        plays += wants[last]
        if again:
            low_ones[board[row]] += 1
            rising += wants[board[row]]
    for pile in range(PILES):
        row = pile * STRIDE
        size = number(board[row + SIZE])
        if size == 0:
            continue
        card = number(board[row + size - 1])
        moves += near[card]
        if again:
            bottoms += low_ones[BEHIND[board[row]]]
        if size > 1:
            second = number(board[row + size - 2])
            coming += near[second] - TOUCHES[card - second & 255]
            seconds += wants[second]
    values[MOVES], values[PLAYS], values[COMING] = moves, plays, coming
    values[BOTTOMS], values[EMPTY], values[RUNS] = bottoms, empty, runs
    values[SQUARES], values[RISING], values[SECONDS] = squares / 16, rising, seconds
    look_ahead(board, scratch, again)


@kernel(nogil=True)
def look_ahead(board: Any, scratch: Notes, again: bool) -> None:
    """The features of the cards to come, suit by suit."""
    depth, height, values = scratch.depth, scratch.height, scratch.values
    met = nearer = following = reach = after = 0
    ahead = 0.0
    most, least = 0, 2 * RANKS
    for suit in range(SUITS):
        first = 32 * suit
        up, low = number(board[UP + suit]), number(board[LOW + suit])
        count = RANKS + up - low
        most, least = max(most, count), min(least, count)
        if up == low:
            met += 1
            nearest = NOWHERE
            for rank in range(RANKS):
                deep = depth[first + rank]
                ahead += ANY * deep
                nearest = min(nearest, deep)
            nearer += nearest
            continue
        if up < low:
            for rank in range(up, low):
                ahead += PATIENCE[min(rank - up, low - 1 - rank)] * depth[first + rank]
        else:
            for rank in range(up, RANKS):
                ahead += PATIENCE[rank - up] * depth[first + rank]
            for rank in range(low):
                ahead += PATIENCE[low - 1 - rank] * depth[first + rank]
        nearest = NOWHERE
        for step in range(2):
            card = up if step == 0 else low - 1
            if card < 0 or card >= RANKS or (step and up < low and card == up):
                continue
            deep = depth[first + card]
            following += deep
            nearest = min(nearest, deep)
            reach += min(deep, height[first + card]) if again else deep
            card = card + 1 if step == 0 else card - 1
            if 0 <= card < RANKS and (up > low or up <= card < low):
                after += depth[first + card]
        if nearest < NOWHERE:
            nearer += nearest
    values[MET], values[NEARER], values[DEPTH] = met, nearer, ahead
    values[NEXT], values[REACH], values[AFTER] = following, reach, after
    values[SPREAD] = most - least


@kernel(nogil=True)
def worth(board: Any, weights: Any, scratch: Notes) -> float:
    """What a position is worth with these weights, which are those of its redeals left."""
    measure(board, scratch)
    total = 0.0
    for at in range(FEATURES):
        total += scratch.values[at] * weights[at]
    return total
