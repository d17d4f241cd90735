"""A search through everything that can still happen, for positions in which that is little.

Positions are known by all of their cards: a record is the redeals left and the piles, eight cards a
word, in order of size of their words, since the order of piles does not matter. It says nothing of
the foundations, for what is missing from the piles lies there; how it is shared between the
foundations of a suit that have met does not matter either (`board.py`). So nothing is taken for
something else, and where nothing is left to look at, the game is lost.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from lunaria.solvers.crescent.board import (
    FOUNDED,
    LEFT,
    LENGTH,
    LOW,
    PILES,
    RANKS,
    REDEAL,
    SIZE,
    STRIDE,
    SUITS,
    UP,
    Bytes,
    follow,
    founded,
    lays,
    number,
    wanted,
)
from lunaria.solvers.crescent.chance import mixed
from lunaria.solvers.crescent.contours import WHOLE
from lunaria.solvers.crescent.front import lost
from lunaria.solvers.kernels import kernel

#: The most words of a record: one, and two for each pile.
LONGEST = 1 + 2 * PILES
#: The fields of `now`: records there are, records on the stack, the win's.
COUNT, STACKED, WON = range(3)
FIELDS = 3
RUNNING, ENDED, WIN, FULL = 0, 1, 2, 3


class Kept(NamedTuple):
    """What is known: records one after another, where each starts, and the one that it came from.

    `slots` is a table of numbers of records, from 1, by their hash; `stack` has those to look at.
    """

    records: Any
    starts: Any
    origins: Any
    slots: Any
    stack: Any
    now: Any


@kernel(nogil=True)
def note(board: Any, record: Any, ordered: bool) -> int:
    """Write a position's record; answers how many words it has."""
    first = np.empty(PILES, np.uint64)
    second = np.empty(PILES, np.uint64)
    piles = 0
    for pile in range(PILES):
        row = pile * STRIDE
        size = board[row + SIZE]
        if size == 0:
            continue
        one = two = np.uint64(0)
        for at in range(size):
            card = np.uint64(board[row + at]) + np.uint64(1)
            if at < 8:
                one |= card << np.uint64(8 * at)
            else:
                two |= card << np.uint64(8 * at - 64)
        at = piles
        while ordered and at and (first[at - 1], second[at - 1]) < (one, two):
            first[at], second[at] = first[at - 1], second[at - 1]
            at -= 1
        first[at], second[at] = one, two
        piles += 1
    record[0] = np.uint64(board[LEFT])
    length = 1
    for pile in range(piles):
        record[length] = first[pile]
        length += 1
        if first[pile] >> np.uint64(56):
            record[length] = second[pile]
            length += 1
    return length


@kernel(nogil=True)
def recall(record: Any, length: int, board: Any) -> None:
    """Lay the position of a record; borders where that is simplest."""
    copies = np.zeros((SUITS, RANKS), np.int64)
    board[:] = 0
    board[LEFT] = np.uint8(record[0])
    at, pile = 1, 0
    while at < length:
        row, size = pile * STRIDE, 0
        for half in range(2):
            word = record[at]
            at += 1
            full = word >> np.uint64(56)
            while word:
                card = number(word & np.uint64(255)) - 1
                board[row + size] = card
                copies[card >> 5, card & 31] += 1
                size += 1
                word >>= np.uint64(8)
            if half or not full:
                break
        board[row + SIZE] = size
        pile += 1
    for suit in range(SUITS):
        up, low = 0, RANKS
        # Before the foundations meet, the ranks at both ends lie there once; after they have met,
        # the ranks of the second layer in the middle lie there twice.
        twice = 0
        for rank in range(RANKS):
            twice += copies[suit, rank] == 0
        if twice:
            while copies[suit, low - 1]:
                low -= 1
            while copies[suit, up]:
                up += 1
            board[UP + suit], board[LOW + suit] = low, up
        else:
            while up < RANKS - 1 and copies[suit, up] == 1:
                up += 1
            while low > up and copies[suit, low - 1] == 1:
                low -= 1
            board[UP + suit], board[LOW + suit] = up, low


@kernel(nogil=True)
def new(record: Any, length: int, kept: Kept) -> bool:
    """Whether a record was not there before; it is now."""
    records, starts, slots, now = kept.records, kept.starts, kept.slots, kept.now
    code = np.uint64(0)
    for at in range(length):
        code = mixed(code + record[at])
    mask = np.uint64(slots.size - 1)
    slot = code & mask
    while slots[slot]:
        index = slots[slot] - 1
        start = starts[index]
        if starts[index + 1] - start == length:
            same = True
            for at in range(length):
                if records[start + at] != record[at]:
                    same = False
                    break
            if same:
                return False
        slot = (slot + np.uint64(1)) & mask
    count = now[COUNT]
    start = starts[count]
    records[start : start + length] = record[:length]
    starts[count + 1] = start + length
    now[COUNT] = count + 1
    slots[slot] = now[COUNT]
    return True


@kernel(nogil=True)
def enter(board: Any, before: int, kept: Kept, tried: bool, ordered: bool) -> None:
    """Put a position among those to look at, unless it was there before or is lost."""
    if tried and lost(board):
        return
    record = np.empty(LONGEST, np.uint64)
    length = note(board, record, ordered)
    if new(record, length, kept):
        now = kept.now
        index = now[COUNT] - 1
        kept.origins[index] = before
        kept.stack[now[STACKED]] = index
        now[STACKED] += 1


@kernel(nogil=True)
def explore(kept: Kept, most: int, tried: bool, ordered: bool) -> tuple[int, int]:
    """Look at `most` more positions; answers how the search stands and how many it looked at.

    `tried`: whether positions are tried for being lost by their front; `ordered`: whether the order
    of piles does not matter. The path to a win leads back from record `now[WON]` by `origins`.
    """
    records, starts, now = kept.records, kept.starts, kept.now
    board = np.empty(LENGTH, np.uint8)
    after = np.empty(LENGTH, np.uint8)
    looked = 0
    # The most that one position leads to: each top to each pile or to a foundation, and a redeal.
    room = PILES * PILES + 1
    while now[STACKED]:
        if looked == most:
            return RUNNING, looked
        count = now[COUNT]
        full = count + room >= kept.origins.size or starts[count] + room * LONGEST >= records.size
        if full:
            return FULL, looked
        looked += 1
        now[STACKED] -= 1
        index = number(kept.stack[now[STACKED]])
        start = starts[index]
        recall(records[start:], starts[index + 1] - start, board)
        if founded(board) == WHOLE:
            now[WON] = index
            return WIN, looked
        if board[LEFT]:
            after[:] = board
            follow(after, REDEAL, 0)
            enter(after, index, kept, tried, ordered)
        for source in range(PILES):
            size = board[source * STRIDE + SIZE]
            if size == 0:
                continue
            for target in range(PILES):
                height = board[target * STRIDE + SIZE]
                if target != source and height and lays(board, source, target):
                    after[:] = board
                    follow(after, source, target)
                    enter(after, index, kept, tried, ordered)
        for source in range(PILES):
            size = board[source * STRIDE + SIZE]
            if size and wanted(board, number(board[source * STRIDE + size - 1])):
                after[:] = board
                follow(after, source, FOUNDED)
                enter(after, index, kept, tried, ordered)
    return ENDED, looked


class Exhaustion:
    """A search through everything that can follow a position.

    Memory is bounded by `MOST` records and `WORDS` words for them, about 180 MB; none is taken
    before the search begins.
    """

    MOST = 1 << 21
    WORDS = 1 << 24

    def __init__(self, board: Bytes, *, tried: bool = True, ordered: bool = True) -> None:
        self._tried, self._ordered = tried, ordered
        self._kept = Kept(
            records=np.empty(self.WORDS, np.uint64),
            starts=np.empty(self.MOST + 1, np.int64),
            origins=np.empty(self.MOST, np.int32),
            slots=np.zeros(1 << (2 * self.MOST).bit_length(), np.int32),
            stack=np.empty(self.MOST, np.int32),
            now=np.zeros(FIELDS, np.int64),
        )
        self._kept.starts[0] = 0
        self.status = RUNNING
        enter(board, -1, self._kept, False, ordered)

    @property
    def count(self) -> int:
        """How many positions were found."""
        return int(self._kept.now[COUNT])

    def go_on(self, most: int) -> int:
        """Look at `most` more positions; answers how many there were to look at."""
        self.status, looked = explore(self._kept, most, self._tried, self._ordered)
        return looked

    def path(self) -> Iterator[Bytes]:
        """The positions from the first to the win, each with its piles in some order."""
        indices = [int(self._kept.now[WON])]
        while indices[-1]:
            indices.append(int(self._kept.origins[indices[-1]]))
        for index in reversed(indices):
            board = np.zeros(LENGTH, np.uint8)
            start, end = self._kept.starts[index], self._kept.starts[index + 1]
            recall(self._kept.records[start:], end - start, board)
            yield board
