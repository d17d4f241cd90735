"""The front of a lost position, told so that it can be checked by hand."""

import numpy as np

from lunaria.core.cards import KING, SUITS
from lunaria.games.crescent import PILES, PLACES, State
from lunaria.solvers.crescent.board import Bytes
from lunaria.solvers.crescent.front import advance
from lunaria.solvers.verdict import Certificate

FRONT = "front"


def least_redeals(board: Bytes, left: int) -> int:
    """With how few redeals, at most `left`, the front does not show a loss; else `left` + 1."""
    notes = np.empty(PILES, np.int64), *np.empty((3, len(SUITS)), np.int64)
    redeals = range(left + 1)
    return next((count for count in redeals if not advance(board, count, *notes)), left + 1)


def stuck(state: State, board: Bytes) -> Certificate | None:
    """Why the front shows that a position is lost; None where it does not.

    `covered` holds, by pile, the first and the last index of the cards that never come to a top,
    from 0 at the bottom; `reach` how many cards each foundation could come to hold at most. Where
    those of a suit are 13 or more together, it could meet.
    """
    bare = np.empty(PILES, np.int64)
    ups, lows, exposed = np.empty((3, len(SUITS)), np.int64)
    if not advance(board, state.redeals, bare, ups, lows, exposed):
        return None
    covered = {
        PLACES[pile]: [state.redeals, int(first) - 1]
        for pile, first in enumerate(bare)
        if first > state.redeals
    }
    reach = {}
    for suit, up, low in zip(SUITS, ups, lows, strict=True):
        reach[f"{suit}+"], reach[f"{suit}-"] = int(up), KING - int(low)
    return Certificate(FRONT, {"redeals": state.redeals, "covered": covered, "reach": reach})
