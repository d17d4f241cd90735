"""The board as the solver's kernels see it: ranks and who lies on whom, no suits.

A game is won by saying which cards go together (a matching) so that no cards are in each other's
way. A card alone at its place has none above and none below, be it in the reserve or the last of
its pile.
"""

from typing import Any, NamedTuple

import numpy as np

from lunaria.solvers.half_moon.bits import NUMBERS, OF_A_RANK
from lunaria.solvers.half_moon.pack import Packed
from lunaria.solvers.kernels import kernel

PLACES = 20
RANKS = 13
ABSENT = -1

#: What goes together, as ranks from 0: a rank, its partner's, and in which of its two domains each
#: has the other. Jacks, queens and kings have two partners, all others one.
CLASSES = np.array(
    [[low, 9 - low, 0, 0] for low in range(5)] + [[10, 11, 0, 0], [10, 12, 1, 0], [11, 12, 1, 1]],
    dtype=np.int64,
)
FIRST_FACE = 10
#: For each rank the rank of its first and second kind of partner, and in which of their domains it
#: is itself.
PARTNERS = np.array([[9 - r, -1] for r in range(10)] + [[11, 12], [10, 12], [10, 11]])
BACK = np.array([[0, -1] for _ in range(10)] + [[0, 0], [0, 1], [1, 1]])


class Board(NamedTuple):
    """A position by the numbers of its cards (`bits`); -1 stands for none."""

    #: The place of each card.
    place: Any
    #: The card directly above and directly below each card.
    above: Any
    below: Any
    #: The cards at each place, bottom to top.
    piles: Any
    heights: Any
    #: How many cards of each rank there are.
    count: Any


def board_of(packed: Packed) -> Board:
    """The board of a packed position with at most eight cards of a rank."""
    board = Board(
        np.empty(NUMBERS, np.int64),
        np.empty(NUMBERS, np.int64),
        np.empty(NUMBERS, np.int64),
        np.empty_like(packed.cards),
        packed.heights,
        np.empty(RANKS, np.int64),
    )
    _fill(packed.cards, board)
    return board


@kernel(nogil=True)
def _fill(cards: Any, board: Any) -> None:
    board.place[:] = ABSENT
    board.above[:] = ABSENT
    board.below[:] = ABSENT
    board.piles[:] = ABSENT
    board.count[:] = 0
    for place in range(board.heights.shape[0]):
        for at in range(board.heights[place]):
            rank = cards[place, at] % RANKS
            card = OF_A_RANK * rank + board.count[rank]
            board.count[rank] += 1
            board.place[card] = place
            board.piles[place, at] = card
            if at:
                under = board.piles[place, at - 1]
                board.below[card] = under
                board.above[under] = card
