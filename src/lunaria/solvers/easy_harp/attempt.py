"""One attempt to win: best first from the root, until it wins, runs dry or meets its limit.

Positions wait in buckets by their cost and are looked at from the cheapest on, one of the newest
of a bucket first. What costs most is a card that lies above a lower one and a card in the columns
at all; how many cards are founded matters little. A position is met only once: its 128-bit key
is remembered. (Two positions with one key would cost a win at worst; no loss rests on it.)
Research note easy-harp-solver, section 3.
"""

from typing import NamedTuple

import numpy as np

from lunaria.games.easy_harp import COLUMNS
from lunaria.solvers.easy_harp.arena import (
    BUCKETS,
    BYTES,
    CHEAPEST,
    CUT,
    LIMIT,
    LOOKED,
    NODES,
    PARENT,
    START,
    WAY,
    WINNER,
    WORK,
    Arena,
    Desk,
    fetch,
    is_new,
    store,
    take,
    wait,
)
from lunaria.solvers.easy_harp.board import (
    LOGGED,
    LOW,
    PREFIX,
    SIZE,
    STOCK,
    WIDTH,
    Root,
    copy,
    hidden_in,
    key_of,
    mix,
)
from lunaria.solvers.easy_harp.lattice import ASKED, Lattice, Walk, is_dead
from lunaria.solvers.easy_harp.macros import STEPS, close, closes, generate, play, play_safe
from lunaria.solvers.easy_harp.pack import Array, Word
from lunaria.solvers.kernels import kernel

#: How a piece of an attempt ends.
PAUSED, WON, DRY, FULL = 0, 1, 2, 3

#: From how many hidden cards on a win is tried.
_NEARLY = 2


class Manner(NamedTuple):
    """What an attempt believes in; a row of the portfolio."""

    #: Costs of a hidden card, a card not founded, one above a lower one, one in the columns.
    hidden: int
    away: int
    blocking: int
    tableau: int
    #: One of how many of the newest positions is looked at.
    newest: int
    #: Whether cards are taken back; how many times in a bridge both suits are tried.
    back: bool
    forks: int
    #: The cost may be luck up to, but not including, this.
    noise: int
    #: Reductions: lazy stock, safe moves, pruning by the lattice.
    lazy: bool
    safe: bool
    prune: bool


@kernel()
def _hidden(s: Array, covered: Array) -> int:
    """How many cards are face down."""
    total = 0
    for column in range(COLUMNS):
        total += hidden_in(s, covered, column)
    return total


@kernel()
def _blocking(blocking: Array, lowest: Array, cells: Array, s: Array) -> int:
    """How many cards of the columns lie above a lower one; the root's prefixes are counted."""
    total = 0
    for column in range(COLUMNS):
        prefix = s[PREFIX + column]
        total += blocking[column, prefix]
        low = lowest[column, prefix]
        for height in range(prefix, s[SIZE + column]):
            rank = cells[column, height] % 13
            if rank > low:
                total += 1
            low = min(low, rank)
    return total


@kernel()
def _cost(manner: Manner, s: Array, hidden: int, blocking: int, chance: Word) -> int:
    """How far from won a position looks."""
    tableau, founded = 0, 0
    for column in range(COLUMNS):
        tableau += s[SIZE + column]
    for pile in range(LOW, STOCK):
        founded += s[pile]
    cost: int = manner.hidden * hidden + manner.away * (104 - founded) + manner.tableau * tableau
    cost += manner.blocking * blocking
    if manner.noise > 1:
        cost += int(np.int64(chance & np.uint64(0xFFFF)) % manner.noise)
    return cost


def begin(root: Root, z: Array, arena: Arena, desk: Desk, manner: Manner, limit: int) -> bool:
    """Begin an attempt at the root; whether it is as good as won there."""
    for array in (arena.counts, arena.buckets, arena.keys):
        array.fill(0)
    arena.counts[CHEAPEST] = BUCKETS - 1
    arena.counts[LIMIT] = limit
    arena.buckets[:] = 0
    arena.keys[:] = 0
    _lay_out(root, desk)
    return bool(_first(root, z, arena, desk, manner.safe))


def _lay_out(root: Root, desk: Desk) -> None:
    desk.cells[:] = root.cells
    desk.s[:] = root.s
    desk.h[:] = root.h


@kernel()
def _first(root: Root, z: Array, arena: Arena, desk: Desk, safe: bool) -> bool:
    """Let the root wait; whether it is as good as won."""
    if safe:
        play_safe(desk.cells, desk.s, desk.h, z, desk.log)
    first, second = key_of(desk.s, desk.h, root.covered)
    is_new(arena.keys, first, second)
    nobody = arena.counts[NODES] - 1
    node = store(arena.counts, arena.nodes, arena.rows, desk.cells, desk.s, nobody, nobody)
    wait(arena.counts, arena.places, arena.buckets, node, node)
    return closes(desk.cells, desk.s, desk.closing)


@kernel()
def go_on(
    root: Root,
    z: Array,
    arena: Arena,
    desk: Desk,
    manner: Manner,
    lattice: Lattice,
    walk: Walk,
    piece: int,
) -> int:
    """Go on with an attempt for a piece of work; how the piece ends.

    Work is one for each position that is looked at and one for each question to the lattice.
    """
    counts, nodes, rows = arena.counts, arena.nodes, arena.rows
    keys, places, buckets, rng = arena.keys, arena.places, arena.buckets, arena.rng
    covered, under, sums = root.covered, root.cells, root.sums
    cells, s, h = desk.cells, desk.s, desk.h
    before, sums_before = desk.before, desk.sums_before
    luck = rng[0]
    counts[WORK] = 0
    while counts[WORK] < piece:
        if counts[LOOKED] == counts[LIMIT]:
            return FULL
        node = take(counts, rng, places, buckets, manner.newest)
        if node < 0:
            return DRY
        counts[LOOKED] += 1
        counts[WORK] += 1
        fetch(under, sums, z, rows, nodes[node, START], cells, s, h)
        copy(s, h, before, sums_before)
        ways = generate(
            cells, s, covered, manner.lazy, manner.safe, manner.back, manner.forks, desk.ways
        )
        if counts[NODES] + counts[CUT] + ways > len(nodes):
            return FULL
        if counts[BYTES] + ways * 2 * WIDTH > len(rows):
            return FULL
        for at in range(ways):
            if at > 0:
                copy(before, sums_before, s, h)
            way = desk.ways[at + 1]
            play(cells, s, h, z, covered, desk.log, way)
            if manner.safe:
                play_safe(cells, s, h, z, desk.log)
            first, second = key_of(s, h, covered)
            if not is_new(keys, first, second):
                continue
            hidden, fell = _hidden(s, covered), False
            for column in range(COLUMNS):
                desk.at[column] = min(s[PREFIX + column], covered[column] + 1)
                fell = fell or s[PREFIX + column] < before[PREFIX + column]
            if manner.prune and fell:
                walk.count[ASKED] = 0
                dead = is_dead(lattice, walk, desk.at)
                counts[WORK] += walk.count[ASKED]
                if dead:
                    counts[CUT] += 1
                    # Its key stays in the table, where it takes a place like a kept one.
                    continue
            child = store(counts, nodes, rows, cells, s, node, way)
            if hidden <= _NEARLY and closes(cells, s, desk.closing):
                counts[WINNER] = child
                return WON
            chance = mix(first ^ luck)
            blocking = _blocking(root.blocking, root.lowest, cells, s)
            cost = _cost(manner, s, hidden, blocking, chance)
            wait(counts, places, buckets, child, cost)
    return PAUSED


@kernel()
def retrace(root: Root, z: Array, desk: Desk, ways: Array, safe: bool, log: Array) -> int:
    """Write the steps of the ways on from the desk, and home, into `log`; how many they are."""
    if safe:
        play_safe(desk.cells, desk.s, desk.h, z, log)
    for way in ways:
        play(desk.cells, desk.s, desk.h, z, root.covered, log, way)
        if safe:
            play_safe(desk.cells, desk.s, desk.h, z, log)
    close(desk.cells, desk.s, desk.h, z, root.covered, log)
    return int(desk.s[LOGGED])


def steps_to(root: Root, z: Array, nodes: Array, desk: Desk, node: int, safe: bool) -> list[int]:
    """The steps from the root to a kept position, and those that take all cards home."""
    ways: list[int] = []
    while nodes[node, PARENT] >= 0:
        ways.append(int(nodes[node, WAY]))
        node = int(nodes[node, PARENT])
    log = np.zeros((len(ways) + 2) * STEPS, np.int64)
    _lay_out(root, desk)
    count = retrace(root, z, desk, np.array(ways[::-1], np.int64), safe, log)
    return [int(step) for step in log[:count]]
