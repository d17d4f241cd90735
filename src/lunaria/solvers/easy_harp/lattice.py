"""The relaxation R1: in which orders the cards that lie from the deal can come off at all.

Forget where the cards that have come off lie. What is left is how many cards of each column's
*prefix* (the face-down cards and the first face-up one) still lie, a vector from which one
number falls by one whenever a prefix loses its last card X. Just after such a step the position
is a *configuration*: every card that is not in a prefix or in the stock is on a foundation or has
a seat, in a column on a card of the other colour and one rank higher, or, for a king, at the
bottom of a column whose prefix is gone; the prefix that lost X carries nothing; and X is

    FOUNDED  the last card of its pile,
    SEATED   in a seat, with nothing on it, or
    MOVED    a king in a column that was empty (with its run, so other cards may lie on it).

A step that has no such configuration is refused by the game. So where no path of steps that are
not refused leads to the zero vector, the position is lost, whatever else the search believes:
the relaxation grants every way from one configuration to the next. Stock cards may be anywhere;
cards that have left the stock never return to it. A lone bottom king that goes to another empty
column changes nothing, so that is no step. Research note easy-harp-solver, section 4.

Sound where each column's face-up cards are one run, as in all positions that come up in play:
then the cards above a prefix are seated like any others that have come off.
"""

from typing import NamedTuple

import numpy as np

from lunaria.games.easy_harp import COLUMNS
from lunaria.solvers.easy_harp.configuration import (
    MOST_SEATS,
    MOVED,
    SEATED,
    TRIES,
    by_trial,
    exactly,
)
from lunaria.solvers.easy_harp.pack import (
    FIRST_FOUNDATION,
    STOCK_PILE,
    WASTE_PILE,
    Array,
    Packed,
)
from lunaria.solvers.kernels import kernel

#: What is known of a vector: nothing, that a path leads to zero, that none does, that it was
#: not found out within a limit.
UNASKED, ALIVE, DEAD, OPEN = 0, 1, 2, 3

#: More vectors than any deal has; a hand-made position with more goes without the lattice.
MOST_VECTORS = 4_000_000


#: Slots of a walk's counters.
DEPTH, ASKED, MOST = range(3)


class Lattice(NamedTuple):
    """The vectors below a position, and room for the questions about them."""

    #: The prefixes: their sizes, and their cards bottom to top.
    size: Array
    cards: Array
    #: The number of a vector is the sum of its entries times these.
    weight: Array
    memo: Array
    #: Copies of each card in the stock; copies on foundations or above the prefixes.
    stock: Array
    gone: Array
    #: Rooms: copies that may and that must be placed, bases for seats, tables of the exact test.
    acc: Array
    must: Array
    bases: Array
    most: Array
    best: Array


class Walk(NamedTuple):
    """A depth-first walk down the lattice that can be interrupted."""

    at: Array
    order: Array
    step: Array
    tried: Array
    #: The depth, the questions asked so far, and the most that are asked at a time.
    count: Array


def lattice_of(packed: Packed) -> Lattice:
    """The lattice of a position; with no room for answers where it does not apply."""
    sizes = packed.sizes[:COLUMNS]
    size = np.minimum(packed.hidden + 1, sizes)
    vectors = 1
    weight = np.zeros(COLUMNS, np.int64)
    for column in range(COLUMNS):
        weight[column] = vectors
        vectors *= int(size[column]) + 1
    fitting = all(
        _is_run(packed.piles[column, size[column] - 1 : sizes[column]])
        for column in range(COLUMNS)
        if size[column]
    )
    gone = [packed.piles[n, size[n] : sizes[n]] for n in range(COLUMNS)]
    gone += [packed.piles[n, : packed.sizes[n]] for n in range(FIRST_FOUNDATION, len(packed.piles))]
    stock = [packed.piles[n, : packed.sizes[n]] for n in (STOCK_PILE, WASTE_PILE)]
    return Lattice(
        size,
        packed.piles[:COLUMNS],
        weight,
        np.zeros(vectors if fitting and vectors <= MOST_VECTORS else 0, np.int8),
        np.bincount(np.concatenate(stock), minlength=52).astype(np.int64),
        np.bincount(np.concatenate(gone), minlength=52).astype(np.int64),
        np.zeros(52, np.int64),
        np.zeros(52, np.int64),
        np.zeros((15, 2), np.int64),
        np.zeros((81, 5), np.int64),
        np.zeros((2, 81, MOST_SEATS), np.int64),
    )


#: A lattice that nobody asks.
NONE = lattice_of(
    Packed(
        np.zeros((FIRST_FOUNDATION + 8, 104), np.int64),
        np.zeros(FIRST_FOUNDATION + 8, np.int64),
        np.zeros(COLUMNS, np.int64),
    )
)


def _is_run(cards: Array) -> bool:
    below, above = cards[:-1], cards[1:]
    colours = (below // 13 + above // 13) % 2
    return bool(((below % 13 == above % 13 + 1) & (colours == 1)).all())


def walk_of(lattice: Lattice) -> Walk:
    """Room for walks down a lattice."""
    depth = int(lattice.size.sum()) + 1
    at, order = np.zeros((depth, COLUMNS), np.int64), np.zeros((depth, COLUMNS), np.int64)
    rest = (np.zeros(depth, np.int64), np.zeros(depth, np.int64), np.zeros(3, np.int64))
    return Walk(at, order, *rest)


@kernel()
def may_leave(lattice: Lattice, at: Array, column: int, exact: bool) -> bool:
    """Whether the last card of a prefix may come off; a quick no is none that is exact."""
    acc, must, bases = lattice.acc, lattice.must, lattice.bases
    for card in range(52):
        must[card] = lattice.gone[card]
        acc[card] = lattice.gone[card] + lattice.stock[card]
    for rank in range(15):
        bases[rank, 0], bases[rank, 1] = 0, 0
    free = 0
    for other in range(COLUMNS):
        left = at[other] - (1 if other == column else 0)
        for height in range(left, lattice.size[other]):
            card = lattice.cards[other, height]
            must[card] += 1
            acc[card] += 1
        if other != column:
            if left == 0:
                free += 1
            else:
                card = lattice.cards[other, left - 1]
                bases[card % 13 + 1, card // 13 & 1] += 1
    x = lattice.cards[column, at[column] - 1]
    for way in range(3):
        if way == SEATED and x % 13 == 12:
            continue
        if way == MOVED:
            if x % 13 < 12 or at[column] == 1 or free == 0:
                continue
            must[x] -= 1
            acc[x] -= 1
            bases[13, x // 13 & 1] += 1
            free -= 1
        if exact:
            if exactly(acc, must, bases, free, way, x, lattice.most, lattice.best):
                return True
            continue
        for attempt in range(2 * len(TRIES) + 1):
            last = TRIES[attempt // 2] if attempt < 2 * len(TRIES) else x % 13 + 1
            if by_trial(acc, must, bases, free, way, x, last, attempt % 2 == 1):
                return True
    return False


@kernel()
def number_of(lattice: Lattice, at: Array) -> int:
    """The number of a vector in the memo."""
    number = 0
    for column in range(COLUMNS):
        number += at[column] * lattice.weight[column]
    return number


@kernel()
def _enter(walk: Walk, depth: int) -> None:
    """Begin with the vector that lies at a depth: its shortest column first."""
    walk.count[DEPTH] = depth
    walk.step[depth] = 0
    walk.tried[depth] = 0
    at, order = walk.at[depth], walk.order[depth]
    for column in range(COLUMNS):
        place = column
        while place > 0 and at[order[place - 1]] > at[column]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = column


@kernel()
def begin_walk(walk: Walk, at: Array) -> None:
    """Begin a walk at a vector."""
    for column in range(COLUMNS):
        walk.at[0, column] = at[column]
    walk.count[DEPTH], walk.count[ASKED] = 0, 0
    _enter(walk, walk.count[DEPTH])


@kernel()
def go_on(lattice: Lattice, walk: Walk) -> int:
    """Walk on: ALIVE or DEAD for the vector that the walk began at, OPEN after the most questions.

    First the steps that a quick try finds, then those that only the exact test does.
    """
    memo = lattice.memo
    until = walk.count[ASKED] + walk.count[MOST]
    while walk.count[ASKED] < until:
        depth = walk.count[DEPTH]
        at = walk.at[depth]
        number = number_of(lattice, at)
        alive = number == 0
        if not alive and walk.step[depth] == 2 * COLUMNS:
            memo[number] = DEAD
            if depth == 0:
                return DEAD
            walk.count[DEPTH] = depth - 1
            continue
        if not alive:
            step = walk.step[depth]
            walk.step[depth] = step + 1
            column = walk.order[depth, step % COLUMNS]
            if at[column] == 0 or walk.tried[depth] >> column & 1:
                continue
            below = memo[number - lattice.weight[column]]
            if below == DEAD:
                continue
            walk.count[ASKED] += 1
            if not may_leave(lattice, at, column, step >= COLUMNS):
                continue
            walk.tried[depth] |= 1 << column
            alive = below == ALIVE
            if not alive:
                for other in range(COLUMNS):
                    walk.at[depth + 1, other] = at[other]
                walk.at[depth + 1, column] -= 1
                _enter(walk, depth + 1)
        if alive:
            for above in range(depth + 1):
                memo[number_of(lattice, walk.at[above])] = ALIVE
            return ALIVE
    return OPEN


@kernel()
def is_dead(lattice: Lattice, walk: Walk, at: Array) -> bool:
    """Whether no path leads on from a vector, as far as the most questions can tell."""
    number = number_of(lattice, at)
    if lattice.memo[number] == UNASKED:
        begin_walk(walk, at)
        if go_on(lattice, walk) == OPEN:
            lattice.memo[number] = OPEN
    return bool(lattice.memo[number] == DEAD)


def steps_of(lattice: Lattice, vector: tuple[int, ...]) -> tuple[list[int], list[tuple[int, ...]]]:
    """The columns (from 1) whose step is refused at a vector, and the vectors one step below."""
    at = np.array(vector, np.int64)
    refused, below = [], []
    for column, left in enumerate(vector):
        if left == 0:
            continue
        if may_leave(lattice, at, column, False) or may_leave(lattice, at, column, True):
            below.append((*vector[:column], left - 1, *vector[column + 1 :]))
        else:
            refused.append(column + 1)
    return refused, below
