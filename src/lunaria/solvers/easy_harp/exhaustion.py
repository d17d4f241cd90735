"""Looking at every position that can be reached, single steps and all, for what is small.

Nothing is left out but what is the same position under other names: draws (every stock card can
be had at every moment), the order of the columns, which of two copies is which. Positions are
kept whole and compared card by card; a hash only says where to look, so a loss never rests on it.
"""

from typing import NamedTuple

import numpy as np

from lunaria.games.easy_harp import COLUMNS
from lunaria.solvers.easy_harp.arena import (
    BYTES,
    LOOKED,
    NODES,
    START,
    WINNER,
    Desk,
    fetch,
    store,
)
from lunaria.solvers.easy_harp.attempt import DRY, FULL, PAUSED, WON, Manner
from lunaria.solvers.easy_harp.board import LOW, SIZE, STOCK, WIDTH, Root, copy, hidden_in, key_of
from lunaria.solvers.easy_harp.macros import closes, generate, play
from lunaria.solvers.easy_harp.pack import Array
from lunaria.solvers.kernels import kernel

#: More positions than these are not kept; some 200 MB, which are taken only as they are needed.
MOST = 2_000_000
_ROW = 64


#: No cost, no luck, no reduction: the steps of the game.
STEPS = Manner(
    hidden=0,
    away=0,
    blocking=0,
    tableau=0,
    newest=1,
    back=True,
    forks=0,
    noise=0,
    lazy=False,
    safe=False,
    prune=False,
)


class Archive(NamedTuple):
    """Every position that was met."""

    counts: Array
    nodes: Array
    rows: Array
    hashes: Array
    #: Numbers of positions, from 1, by hash.
    table: Array


def archive() -> Archive:
    """An empty archive."""
    return Archive(
        np.zeros(9, np.int64),
        np.empty((MOST, 3), np.int32),
        np.empty(MOST * _ROW, np.int8),
        np.empty(MOST, np.uint64),
        np.zeros(1 << (2 * MOST - 1).bit_length(), np.int32),
    )


@kernel()
def _same(covered: Array, cells: Array, s: Array, other: Array, t: Array) -> bool:
    """Whether two positions differ in nothing but the order of their columns."""
    for pile in range(LOW, STOCK):
        if s[pile] != t[pile]:
            return False
    matched = 0
    for column in range(COLUMNS):
        size = s[SIZE + column]
        found = False
        for twin in range(COLUMNS):
            if matched >> twin & 1 or t[SIZE + twin] != size:
                continue
            if hidden_in(s, covered, column) != hidden_in(t, covered, twin):
                continue
            equal = True
            for at in range(size):
                if cells[column, at] != other[twin, at]:
                    equal = False
                    break
            if equal:
                matched |= 1 << twin
                found = True
                break
        if not found:
            return False
    return True


@kernel()
def look_on(
    root: Root, z: Array, archive: Archive, desk: Desk, twin: Desk, steps: Manner, piece: int
) -> int:
    """Look at so many positions more, the root first; how the piece ends. `steps` is STEPS."""
    counts, nodes, rows = archive.counts, archive.nodes, archive.rows
    hashes, table = archive.hashes, archive.table
    covered, under, sums = root.covered, root.cells, root.sums
    cells, s, h = desk.cells, desk.s, desk.h
    mask = len(table) - 1
    if counts[NODES] == 0:
        nobody = counts[NODES] - 1
        first, _ = key_of(root.s, root.h, covered)
        table[np.int64(first >> np.uint64(1)) & mask] = 1
        hashes[store(counts, nodes, rows, root.cells, root.s, nobody, nobody)] = first
    until = counts[LOOKED] + piece
    while counts[LOOKED] < until:
        node = counts[LOOKED]
        if node == counts[NODES]:
            return DRY
        fetch(under, sums, z, rows, nodes[node, START], cells, s, h)
        if closes(cells, s, desk.closing):
            counts[WINNER] = node
            return WON
        copy(s, h, desk.before, desk.sums_before)
        ways = generate(
            cells, s, covered, steps.lazy, steps.safe, steps.back, steps.forks, desk.ways
        )
        if counts[NODES] + ways > len(nodes) or counts[BYTES] + 2 * ways * WIDTH > len(rows):
            return FULL
        counts[LOOKED] += 1
        for at in range(ways):
            copy(desk.before, desk.sums_before, s, h)
            way = desk.ways[at + 1]
            play(cells, s, h, z, covered, desk.log, way)
            first, _ = key_of(s, h, covered)
            place = np.int64(first >> np.uint64(1)) & mask
            known = False
            while table[place] != 0 and not known:
                met = table[place] - 1
                if hashes[met] == first:
                    fetch(under, sums, z, rows, nodes[met, START], twin.cells, twin.s, twin.h)
                    known = _same(covered, cells, s, twin.cells, twin.s)
                place = (place + 1) & mask
            if not known:
                table[place] = counts[NODES] + 1
                hashes[store(counts, nodes, rows, cells, s, node, way)] = first
    return PAUSED
