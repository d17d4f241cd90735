"""The memory of an attempt: positions in few bytes, the keys that were met, the waiting ones."""

from typing import NamedTuple

import numpy as np

from lunaria.games.easy_harp import COLUMNS
from lunaria.solvers.easy_harp.board import (
    LOGGED,
    LOW,
    PREFIX,
    SIZE,
    SLOTS,
    STOCK,
    WIDTH,
    lay,
    random,
)
from lunaria.solvers.easy_harp.macros import STEPS, WAYS
from lunaria.solvers.easy_harp.pack import Array, Word
from lunaria.solvers.kernels import kernel

#: Room for so many positions for each that is looked at, and bytes for each that waits; an
#: attempt that needs more ends early.
CHILDREN = 10
_ROW = 56
#: Room for the ways on from one position, if it has not unusually many.
_SPARE = 1000

BUCKETS = 2048
#: Slots of the counters: positions, bytes and places that are taken, the cheapest bucket, work
#: done, positions looked at and how many may be, the winning one, ways on left out by the lattice.
NODES, BYTES, PLACES, CHEAPEST, WORK, LOOKED, LIMIT, WINNER, CUT = range(9)


START, PARENT, WAY = range(3)


class Arena(NamedTuple):
    """The memory of an attempt."""

    counts: Array
    rng: Array
    #: Of each position where its bytes begin, the position before it, the way from that one.
    nodes: Array
    rows: Array
    #: Keys that were met, an open-addressed table.
    keys: Array
    #: The buckets' places: where a bucket begins, how many are taken, how many there are.
    places: Array
    buckets: Array


class Desk(NamedTuple):
    """Room for one position and the ways on from it."""

    cells: Array
    s: Array
    h: Array
    before: Array
    sums_before: Array
    closing: Array
    ways: Array
    log: Array
    at: Array


def arena_of(limit: int) -> Arena:
    """The memory of attempts that look at `limit` positions."""
    most = limit * CHILDREN + _SPARE
    keys = 1 << (2 * most - 1).bit_length()
    return Arena(
        np.zeros(9, np.int64),
        np.zeros(1, np.uint64),
        np.empty((most, 3), np.int32),
        np.empty(most * _ROW, np.int8),
        np.empty((keys, 2), np.uint64),
        np.empty(4 * most + 8 * BUCKETS, np.int32),
        np.empty((BUCKETS, 3), np.int64),
    )


def desk() -> Desk:
    """An empty desk."""
    return Desk(
        np.zeros((COLUMNS, WIDTH), np.int64),
        np.zeros(SLOTS, np.int64),
        np.zeros((2, COLUMNS), np.uint64),
        np.zeros(SLOTS, np.int64),
        np.zeros((2, COLUMNS), np.uint64),
        np.zeros(SLOTS, np.int64),
        np.empty(WAYS, np.int64),
        np.zeros(STEPS, np.int64),
        np.zeros(COLUMNS, np.int64),
    )


@kernel()
def store(
    counts: Array, nodes: Array, rows: Array, cells: Array, s: Array, parent: int, way: int
) -> int:
    """Keep a position: its prefixes' sizes, the cards above them, the foundations."""
    node, at = counts[NODES], counts[BYTES]
    nodes[node, START] = at
    nodes[node, PARENT] = parent
    nodes[node, WAY] = way
    for column in range(COLUMNS):
        size, prefix = s[SIZE + column], s[PREFIX + column]
        rows[at], rows[at + 1] = prefix, size - prefix
        at += 2
        for height in range(prefix, size):
            rows[at] = cells[column, height]
            at += 1
    for suit in range(LOW, STOCK):
        rows[at] = s[suit]
        at += 1
    counts[NODES] = node + 1
    counts[BYTES] = at
    return int(node)


@kernel()
def fetch(
    under: Array, sums: Array, z: Array, rows: Array, at: int, cells: Array, s: Array, h: Array
) -> None:
    """Lay a kept position on the desk; `under` are the cells of the root."""
    s[LOGGED] = 0
    for card in range(52):
        s[STOCK + card] = 2
    for column in range(COLUMNS):
        prefix, more = rows[at], rows[at + 1]
        at += 2
        s[SIZE + column] = s[PREFIX + column] = prefix
        h[0, column] = sums[0, column, prefix]
        h[1, column] = sums[1, column, prefix]
        for height in range(prefix):
            cells[column, height] = under[column, height]
            s[STOCK + under[column, height]] -= 1
        for _ in range(more):
            card = rows[at] & 63  # makes a wide number of it: `lay` is compiled for one kind only
            lay(cells, s, h, z, column, card)
            s[STOCK + card] -= 1
            at += 1
    for suit in range(LOW, STOCK):
        s[suit] = rows[at]
        for rank in range(rows[at]):
            s[STOCK + 13 * ((suit - LOW) & 3) + rank] -= 1
        at += 1


@kernel()
def is_new(keys: Array, first: Word, second: Word) -> bool:
    """Whether a key is met for the first time, and remember it."""
    mask = len(keys) - 1
    second |= np.uint64(1)  # zero stands for an empty place
    at = np.int64(first >> np.uint64(1)) & mask
    while keys[at, 1] != 0:
        if keys[at, 0] == first and keys[at, 1] == second:
            return False
        at = (at + 1) & mask
    keys[at, 0], keys[at, 1] = first, second
    return True


@kernel()
def wait(counts: Array, places: Array, buckets: Array, node: int, cost: int) -> None:
    """Put a position into its bucket, which moves to a place twice as large when it is full."""
    bucket = min(max(cost, 0), BUCKETS - 1)
    begin, taken, room = buckets[bucket, 0], buckets[bucket, 1], buckets[bucket, 2]
    if taken == room:
        moved = counts[PLACES]
        counts[PLACES] += max(8, 2 * room)
        for at in range(taken):
            places[moved + at] = places[begin + at]
        begin = moved
        buckets[bucket, 0], buckets[bucket, 2] = moved, max(8, 2 * room)
    places[begin + taken] = node
    buckets[bucket, 1] = taken + 1
    counts[CHEAPEST] = min(counts[CHEAPEST], bucket)


@kernel()
def take(counts: Array, rng: Array, places: Array, buckets: Array, newest: int) -> int:
    """Take one of the newest positions from the cheapest bucket; -1 where none waits."""
    while buckets[counts[CHEAPEST], 1] == 0:
        if counts[CHEAPEST] == BUCKETS - 1:
            return -1
        counts[CHEAPEST] += 1
    bucket = counts[CHEAPEST]
    last = buckets[bucket, 0] + buckets[bucket, 1] - 1
    chosen = last - random(rng, min(newest, buckets[bucket, 1]))
    node = places[chosen]
    places[chosen] = places[last]
    buckets[bucket, 1] -= 1
    return int(node)
