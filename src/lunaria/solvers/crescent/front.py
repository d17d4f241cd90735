"""The front: which cards could ever come to the top of a pile, were moves not in each other's way.

A game is relaxed so far that what was once possible stays possible. Then all that can happen is
found by adding to four kinds of facts until none is new:

- A card is *exposed* if it is the top of its pile; or if the redeals left can bring it up from the
  bottom, which is so for as many cards from the bottom as there are redeals; or if every card above
  it is exposed and removable.
- An exposed card is *removable* if its suit has met (`board.py`); if its rank lies between what a
  foundation wants now and what it could want, both included; or if a card of its suit of a
  neighbouring rank is exposed, on which it could be put.
- A foundation could want the next rank where a copy of the rank that it could want is exposed.
- A suit has *met* where its foundations could together hold each rank.

A game is lost if a card is not exposed in the end. For in a real game that is won every card comes
to a top. Take the first fact of a real game that is not in the front. A card leaves a pile only to
a foundation, which then wants its rank, or onto an exposed neighbour; so it is not a removal. A
foundation's card was exposed, or came over from the other one where the suit had met; so it is no
level. A card comes to the top when all above it have left, or from the bottom by a redeal, and each
redeal takes one card from below it; cards that are put on a pile only bury what lies there. So it
is not a card either, and there is no such fact.

That a foundation *has passed* a rank must not hinder a copy of that rank: of the two copies of a
card either may be the one that is played, so each counts as removable. A test that only looks at
the rank that comes next calls positions lost that are won.
"""

from typing import Any

import numpy as np

from lunaria.solvers.crescent.board import (
    LEFT,
    LOW,
    PILES,
    RANKS,
    SIZE,
    STRIDE,
    SUITS,
    UP,
    number,
)
from lunaria.solvers.kernels import kernel

ALL = (1 << RANKS) - 1


@kernel(nogil=True)
def around(ranks: int) -> int:
    """The set of ranks next to those of a set."""
    wide = ranks << 1 | ranks >> 1 | ranks >> 12 | ranks << 12
    return wide & ALL


@kernel(nogil=True)
def removable(board: Any, suit: int, up: int, low: int, exposed: int) -> int:
    """The set of ranks of a suit that can leave a pile when exposed."""
    first, last = number(board[UP + suit]), number(board[LOW + suit])
    if first == last or (first < last and up >= low):
        return ALL
    rising = (1 << (min(up, RANKS - 1) + 1)) - (1 << first)
    falling = (1 << last) - (1 << max(low - 1, 0))
    able: int = (rising | falling | around(exposed)) & ALL
    return able


@kernel(nogil=True)
def advance(board: Any, left: int, bare: Any, ups: Any, lows: Any, exposed: Any) -> bool:
    """Find the front with so many redeals left; answers whether it shows that the game is lost.

    `bare` becomes, for each pile, the lowest index from which all cards up to the top are exposed;
    `ups` and `lows` what the foundations could come to, `exposed` the sets of ranks by suit.
    """
    for suit in range(SUITS):
        ups[suit], lows[suit] = board[UP + suit], board[LOW + suit]
        exposed[suit] = 0
    deep = 0
    for pile in range(PILES):
        row = pile * STRIDE
        size = number(board[row + SIZE])
        bare[pile] = max(size - 1, 0)
        if size:
            card = number(board[row + size - 1])
            exposed[card >> 5] |= 1 << (card & 31)
            for at in range(min(left, size)):
                card = number(board[row + at])
                exposed[card >> 5] |= 1 << (card & 31)
            deep += size - 1 > left
    news = True
    while news and deep:
        news = False
        for suit in range(SUITS):
            while ups[suit] < RANKS and exposed[suit] >> ups[suit] & 1:
                ups[suit] += 1
            while lows[suit] > 0 and exposed[suit] >> (lows[suit] - 1) & 1:
                lows[suit] -= 1
        for pile in range(PILES):
            if bare[pile] <= left:
                continue
            row = pile * STRIDE
            while bare[pile] > left:
                card = number(board[row + bare[pile]])
                suit = card >> 5
                able = removable(board, suit, ups[suit], lows[suit], exposed[suit])
                if not able >> (card & 31) & 1:
                    break
                bare[pile] -= 1
                card = number(board[row + bare[pile]])
                exposed[card >> 5] |= 1 << (card & 31)
                news = True
            deep -= bare[pile] <= left
    return deep > 0


@kernel(nogil=True)
def lost(board: Any) -> bool:
    """Whether the front shows that the game is lost."""
    bare = np.empty(PILES, np.int64)
    ups = np.empty(SUITS, np.int64)
    lows = np.empty(SUITS, np.int64)
    exposed = np.empty(SUITS, np.int64)
    return advance(board, number(board[LEFT]), bare, ups, lows, exposed)
