"""The delete relaxation: a game in which cards that were taken stay there to go with others.

Where even that game gets stuck, the position is lost [1], and the front at which it is stuck shows
it: no card on the front finds what it needs among the cards above and on it. As the same cards can
be taken in the other order when all piles are turned upside down, the upturned game counts too [2].

[1] By induction over a won game: each card taken in it can be taken in the relaxed one.
[2] A win is a matching without a cycle among the cards' "lies on"; turning all around keeps that.
"""

from typing import Any

import numpy as np

from lunaria.solvers.half_moon.board import FIRST_FACE, PLACES, Board
from lunaria.solvers.kernels import kernel
from lunaria.solvers.verdict import Certificate


def stuck_front(board: Board) -> Certificate | None:
    """A certificate of the kind "front", or None where neither relaxed game gets stuck.

    Its data: `left`, how many cards lie at each place from the front on, in the order of `PLACES`;
    `upturned`, whether that is in the game with all piles upside down.
    """
    left = np.empty(PLACES, np.int64)
    for upturned in (False, True):
        if _relax(board, upturned, left):
            return Certificate("front", {"upturned": upturned, "left": left.tolist()})
    return None


@kernel(nogil=True)
def _relax(board: Any, upturned: bool, left: Any) -> bool:
    """Whether the relaxed game gets stuck; `left` is then its front."""
    shown = 0  # the ranks that have been seen, as bits
    for place in range(PLACES):
        left[place] = board.heights[place]
        if left[place]:
            shown |= 1 << _front(board, upturned, place, left[place])
    while True:
        moved = False
        stuck = False
        for place in range(PLACES):
            while left[place]:
                rank = _front(board, upturned, place, left[place])
                needs = 1 << (9 - rank) if rank < FIRST_FACE else 7 << FIRST_FACE
                if needs & ~shown:
                    stuck = True
                    break
                left[place] -= 1
                moved = True
                if left[place]:
                    shown |= 1 << _front(board, upturned, place, left[place])
        if not moved:
            return stuck


@kernel(nogil=True)
def _front(board: Any, upturned: bool, place: int, left: int) -> Any:
    """The rank, from 0, of the front card where `left` cards are left at a place."""
    at = board.heights[place] - left if upturned else left - 1
    return board.piles[place, at] >> 3
