"""A search for wins: from contour to contour, narrow, with luck and other weights, again and again.

All positions with as many cards on foundations and as many redeals left are one contour, a priority
queue. A pass goes through the contours in order, first by cards founded, then by redeals used, and
looks at the best few positions of each. A card to a foundation leads to a later contour, a redeal
as well, a move between piles stays in the contour. Passes differ by their width, by the luck that
is added to what a position is worth, and by their weights; many narrow passes find more wins than
few wide ones.

A pass cuts, and it knows positions by their hash. So it proves nothing but its wins.
"""

from typing import Any, NamedTuple

import numpy as np

from lunaria.solvers.crescent.board import (
    CODES,
    FOUNDED,
    LEFT,
    LENGTH,
    PILES,
    RANKS,
    REDEAL,
    SIZE,
    STRIDE,
    SUITS,
    Bytes,
    follow,
    found,
    founded,
    lays,
    number,
    redeal,
    shift,
    wanted,
)
from lunaria.solvers.crescent.chance import mixed, normals, uniform
from lunaria.solvers.crescent.front import lost
from lunaria.solvers.crescent.hashes import PLACES, fresh, heights, whole
from lunaria.solvers.crescent.line import Move
from lunaria.solvers.crescent.queues import Queues, pop, push, queues
from lunaria.solvers.crescent.worth import WEIGHTS, Notes, notes, worth
from lunaria.solvers.kernels import kernel

WHOLE = 2 * SUITS * RANKS
#: How many numbers of redeals left there are.
LEFTS = 5
#: Where a pass stands: cards founded and redeals used in the contour, positions taken from it, how
#: many boards were kept, whether anything was left out, and which board is the win.
AT, TURN, TAKEN, KEPT, CUT, WON = range(6)
FIELDS = 6
RUNNING, ENDED, WIN = 0, 1, 2


class Pass(NamedTuple):
    """One pass: its room, where it stands, and what makes it different from others."""

    #: The positions looked at, and how they came about: the board before, source and target.
    boards: Any
    trail: Any
    #: The contours with as many cards founded and one more, by that number's last bit and redeals
    #: left. A move is 2**20 * board + 32 * source + target.
    queues: Queues
    seen: Any
    count: Any
    now: Any
    width: int
    #: Whether positions without redeals are tried for being lost.
    tried: bool
    weights: Any
    noise: float
    #: From how many cards founded a redeal is thought of, by redeals left.
    windows: Any
    luck: Any


@kernel(nogil=True)
def run(this: Pass, most: int) -> tuple[int, int]:
    """Go on with a pass for `most` positions; answers how it stands and how many it looked at."""
    now, sizes = this.now, this.queues.sizes
    board = np.empty(LENGTH, np.uint8)
    parts = np.empty(PILES, np.uint64)
    scratch = notes()
    looked = 0
    while now[AT] < WHOLE:
        left = LEFTS - 1 - now[TURN]
        queue = (now[AT] & 1) * LEFTS + left
        if now[TAKEN] == this.width or sizes[queue] == 0:
            now[CUT] |= sizes[queue] > 0
            sizes[queue] = 0
            now[TAKEN] = 0
            now[TURN] += 1
            if now[TURN] == LEFTS:
                now[TURN] = 0
                now[AT] += 1
            continue
        if looked == most:
            return RUNNING, looked
        looked += 1
        move = pop(this.queues, queue)
        before, source, target = move >> 20, move >> 5 & 1023, move & 31
        board[:] = this.boards[before]
        if source != target:
            follow(board, source, target)
        if this.tried and left == 0 and lost(board):
            continue
        now[TAKEN] += 1
        here = now[KEPT]
        now[KEPT] += 1
        this.boards[here] = board
        this.trail[here, 0], this.trail[here, 1], this.trail[here, 2] = before, source, target
        if branch(this, board, here, queue, parts, scratch):
            return WIN, looked
    return ENDED, looked


@kernel(nogil=True)
def branch(this: Pass, board: Any, here: int, queue: int, parts: Any, scratch: Notes) -> bool:
    """Put what follows a position into the queues; answers whether the win does."""
    now = this.now
    left = number(board[LEFT])
    code = whole(board, parts)
    onto = LEFTS - queue + 2 * left  # the same redeals, one card more
    stuck = True
    for source in range(PILES):
        size = number(board[source * STRIDE + SIZE])
        if size == 0:
            continue
        card = number(board[source * STRIDE + size - 1])
        lifted = parts[source] - PLACES[(size - 1) * CODES + card]
        without = code - mixed(parts[source]) + mixed(lifted)
        if wanted(board, card):
            stuck = False
            other = board.copy()
            found(other, source)
            if now[AT] + 1 == WHOLE:
                last = now[KEPT]
                this.trail[last, 0], this.trail[last, 1], this.trail[last, 2] = (
                    here,
                    source,
                    FOUNDED,
                )
                now[WON] = last
                return True
            if fresh(without - heights(board) + heights(other), this.seen, this.count):
                consider(this, other, left, onto, here << 20 | source << 5 | FOUNDED, scratch)
        for target in range(PILES):
            height = number(board[target * STRIDE + SIZE])
            if target == source or height == 0 or not lays(board, source, target):
                continue
            stuck = False
            laid = mixed(parts[target] + PLACES[height * CODES + card])
            if fresh(without - mixed(parts[target]) + laid, this.seen, this.count):
                shift(board, source, target)
                consider(this, board, left, queue, here << 20 | source << 5 | target, scratch)
                shift(board, target, source)
    if left and (stuck or now[AT] >= this.windows[left]):
        redeal(board)
        if fresh(whole(board, parts), this.seen, this.count):
            consider(this, board, left - 1, queue - 1, here << 20 | REDEAL << 5, scratch)
    elif left:
        now[CUT] = 1
    return False


@kernel(nogil=True)
def consider(this: Pass, board: Any, left: int, queue: int, move: int, scratch: Notes) -> None:
    """Put a move into a queue by the worth of the position that it leads to, and luck."""
    score = worth(board, this.weights[left], scratch) + this.noise * uniform(this.luck)
    if not push(this.queues, queue, score, move):
        this.now[CUT] = 1


class Contours:
    """Passes through the contours from one position, as many as are begun.

    Memory is bounded by the widest pass, about 130 MB; nearly all passes take less than 5 MB.
    """

    #: The width of a first pass, and how often it is doubled at most.
    WIDTH = 10
    DOUBLED = 5
    #: How much luck there is, by pairs of passes; a score of 1 is about one chance in e.
    NOISES = (3.0, 6.0, 4.0, 2.0)
    #: By redeals left, from how many cards on foundations a redeal is thought of. A position
    #: without other moves may always have one; every fourth pair of passes may always.
    WINDOWS = ((0, 65, 30, 8, 8),) * 3 + ((0,) * LEFTS,)
    #: How much the weights of every other pass differ from what was learned, in turn. Little wins
    #: most deals sooner, much wins some that would else take minutes.
    UNREST = (0.5, 1.0)

    def __init__(self, board: Bytes, seed: int = 0, *, tried: bool = True) -> None:
        self._root = board
        self._tried = tried
        self._luck = np.array([(seed + 1) * 0x9E3779B97F4A7C15 % (1 << 64)], np.uint64)
        self._passes = 0
        self._pass = self._room(self.WIDTH)
        self.status = ENDED

    def _room(self, width: int) -> Pass:
        """A pass of that width, without anything yet."""
        kept = WHOLE * LEFTS * width + 2
        return Pass(
            boards=np.empty((kept, LENGTH), np.uint8),
            trail=np.empty((kept, 3), np.int32),
            queues=queues(2 * LEFTS, 64 * width + 256),
            seen=np.empty(1 << (width - 1).bit_length() + 13, np.uint64),
            count=np.zeros(1, np.int64),
            now=np.zeros(FIELDS, np.int64),
            width=width,
            tried=self._tried,
            weights=WEIGHTS,
            noise=0.0,
            windows=np.zeros(LEFTS, np.int64),
            luck=self._luck,
        )

    @property
    def cut(self) -> bool:
        """Whether the pass has left anything out."""
        return bool(self._pass.now[CUT])

    def begin(self) -> None:
        """Begin the next pass."""
        turn = self._passes
        self._passes += 1
        # Of sixteen passes twelve are narrow, two twice as wide, one four times, one more.
        doubled = min(max((turn + 1 & -turn - 1).bit_length() - 2, 0), self.DOUBLED)
        width = self.WIDTH << doubled
        this = self._pass if width == self._pass.width else self._room(width)
        weights = WEIGHTS
        if turn % 2:
            unrest = np.empty(WEIGHTS.size)
            normals(self._luck, unrest)
            unrest *= self.UNREST[turn // 2 % len(self.UNREST)]
            weights = WEIGHTS * np.exp(unrest).reshape(WEIGHTS.shape)
        self._pass = this = this._replace(
            weights=weights,
            noise=self.NOISES[turn // 2 % len(self.NOISES)],
            windows=np.array(self.WINDOWS[turn // 2 % len(self.WINDOWS)], np.int64),
        )
        for field in this.seen, this.count, this.now, this.queues.sizes:
            field[:] = 0
        left = int(self._root[LEFT])
        this.now[AT], this.now[TURN] = founded(self._root), LEFTS - 1 - left
        this.boards[0] = self._root
        push(this.queues, (this.now[AT] & 1) * LEFTS + left, 0.0, 0)
        self.status = RUNNING

    def go_on(self, most: int) -> int:
        """Look at `most` more positions of the pass; answers how many there were to look at."""
        self.status, looked = run(self._pass, most)
        return looked

    def path(self) -> list[Move]:
        """The moves of the win."""
        return [move for _, move in self._way(int(self._pass.now[WON]))]

    def lead(self, cards: int, left: int) -> tuple[list[Move], Bytes] | None:
        """What the pass that has ended was ahead with: moves, and the position that they lead to.

        It has at least so many cards on foundations and at most so many redeals left, and is the
        first such after a move on the way to where the pass came last; None where none is there.
        """
        moves = []
        for at, move in self._way(max(0, int(self._pass.now[KEPT]) - 1)):
            moves.append(move)
            board = self._pass.boards[at]
            if board[LEFT] <= left and founded(board) >= cards:
                return moves, board.copy()
        return None

    def _way(self, at: int) -> list[tuple[int, Move]]:
        """The boards on the way to one, each with the move to it; the root is none of them."""
        way = []
        while at:
            before, source, target = self._pass.trail[at]
            way.append((at, (int(source), int(target))))
            at = int(before)
        return way[::-1]
