"""Alpha-beta with all cards known: the exact worth of a position, in points of who acts.

Positions in which nothing can be chosen are played through without being counted. What has been
found of a position stands in a table, under the position itself and not a hash of it, so the table
is right for every position of its game and need never be emptied: worlds that are searched
one after the other share it. What sheds the most pips at once is tried first.
"""

from typing import Any

import numpy as np

from lunaria.solvers.comet.board import (
    ALL,
    CLASSIC,
    COMET_PIPS,
    COMET_RANK,
    COPIES,
    MINE,
    NOBODY,
    PASSING,
    PIPS,
    PLAY_COMET,
    RANKS,
    THEIRS,
    TOKENS,
    cards_of,
    held,
    worth,
)
from lunaria.solvers.kernels import kernel

#: Numbers of NumPy, as Numba compiles a function that calls itself anew for each Python constant.
_ZERO: Any = np.int64(0)
_ONE: Any = np.int64(1)
_NOBODY: Any = np.int64(NOBODY)
_THEIRS: Any = np.int64(THEIRS)
#: More than any round can bring.
INFINITE: Any = np.int64(30_000)
#: Deeper than any line has choices: each but two plays a card.
MOST_DEPTH = 100

#: What a slot of the table holds: two words that are the position, the bounds found, and a token.
OWN, OTHER, FOUND, _WORDS = 0, 1, 2, 3
#: A position has its slot among so many that follow each other.
_NEAR = 2


def new_table(slots: int = 1 << 15) -> Any:
    """An empty table; `slots` is a power of two. A small one stays in the processor's cache."""
    table = np.zeros((slots, _WORDS), np.int64)
    table[:, OWN] = -1
    return table


def new_scratch() -> Any:
    """Room for the tokens on the way; one for each search at a time. Counts nodes at its end."""
    return np.zeros((MOST_DEPTH + 1, TOKENS), np.int64)


@kernel(nogil=True)
def place(own: int, other: int, mask: int) -> Any:
    """Where in a table of `mask` + 1 slots a position is looked for first."""
    word = np.uint64(own) * np.uint64(0x9E3779B97F4A7C15)
    word ^= (np.uint64(other) + (word >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    word ^= word >> np.uint64(32)
    return np.int64(word & np.uint64(mask))


@kernel(nogil=True)
def shed(mine: int, due: int, comet: int, token: int, figures: Any) -> int:
    """The pips that a token, and what is forced after it, take out of the hand in this turn."""
    total = 0
    rank = token
    if token >= ALL:
        rank = token - ALL
        total = (figures[COPIES + rank] - 1) * figures[PIPS + rank]
    while rank < figures[RANKS] and held(mine, rank) > 0:
        total += figures[PIPS + rank]
        rank += 1
    return total + 15 if rank == figures[RANKS] else total


@kernel(nogil=True)
def ordered(
    mine: int, theirs: int, due: int, comet: int, first: int, figures: Any, out: Any
) -> int:
    """Put the legal tokens into `out`, weight and number in one; `first` weighs most."""
    count = 0
    if due == 0:
        for rank in range(figures[RANKS]):
            own = held(mine, rank)
            if own > 0:
                out[count] = (shed(mine, due, comet, rank, figures) << 6) + rank
                count += 1
                if own == figures[COPIES + rank] and own > 1:
                    out[count] = (shed(mine, due, comet, ALL + rank, figures) << 6) + ALL + rank
                    count += 1
        if comet == MINE:
            out[count] = PLAY_COMET
            count += 1
    else:
        own = held(mine, due - 1)
        if own > 0:
            out[count] = (2 << 6) + due - 1
            count += 1
            if own == figures[COPIES + due - 1] and own > 1:
                out[count] = (3 << 6) + ALL + due - 1
                count += 1
        if comet == MINE:
            out[count] = (1 << 6) + PLAY_COMET
            count += 1
            if own == 0:
                out[count] = PASSING
                count += 1
    for at in range(count):
        if out[at] & 63 == first:
            out[at] |= 1 << 20
    return count


@kernel(nogil=True)
def search(
    mine: Any, theirs: Any, due: Any, stopped: Any, comet: Any, own: Any, other: Any,
    alpha: Any, beta: Any, depth: Any, figures: Any, table: Any, scratch: Any,
) -> Any:  # fmt: skip
    """The worth of a position, exact between `alpha` and `beta`, else a bound of it.

    `own` and `other` are the pips of the hands without the comet.
    """
    sign = 1
    while True:  # what is forced
        if due == 0:
            break
        rank = due - 1
        count = held(mine, rank)
        if comet == MINE or (count > 1 and count == figures[COPIES + rank]):
            break
        if count > 0:
            mine -= 1 << (4 * rank)
            own -= figures[PIPS + rank]
            stopped = 0
            due = 0 if due == figures[RANKS] else due + 1
            if mine == 0:
                if comet == THEIRS:
                    return sign * 2 * (other + figures[COMET_PIPS])
                return sign * other
            continue
        if stopped == 1 and figures[CLASSIC] == 0:
            points = other - own
            if comet == THEIRS:
                points += figures[COMET_PIPS]
                if points > 0:
                    points *= 2
            return sign * points
        if stopped == 1:
            due = 0
        stopped = 1 - stopped
        mine, theirs = theirs, mine
        own, other = other, own
        alpha, beta = -beta, -alpha
        sign = -sign
        if comet != NOBODY:
            comet = 3 - comet

    # Nobody can win more than what the other holds, multiplied.
    most, least = other, -own
    if comet == MINE:
        most, least = 4 * other, -2 * (own + figures[COMET_PIPS])
    elif comet == THEIRS:
        most, least = 2 * (other + figures[COMET_PIPS]), -4 * own
    if most <= alpha:
        return sign * most
    if least >= beta:
        return sign * least

    key = mine | (due << 48) | (stopped << 52) | (comet << 53)
    mask = table.shape[0] - 1
    start = place(key, theirs, mask)
    slot = start
    best_token = -1
    size = own + other
    lower, upper = least, most
    for near in range(_NEAR):
        at = (start + near) & mask
        if table[at, OWN] == key and table[at, OTHER] == theirs:
            found = table[at, FOUND]
            lower = ((found >> 16) & 0xFFFF) - INFINITE
            upper = ((found >> 32) & 0xFFFF) - INFINITE
            best_token = found & 63
            if lower >= beta or lower == upper:
                return sign * lower
            if upper <= alpha:
                return sign * upper
            slot = at
            break
        # The one that took less work to find gives way.
        if near > 0 and (table[at, FOUND] >> 48) < (table[slot, FOUND] >> 48):
            slot = at
    alpha = max(alpha, lower)
    beta = min(beta, upper)

    scratch[MOST_DEPTH, 0] += 1
    row = scratch[depth]
    tokens = ordered(mine, theirs, due, comet, best_token, figures, row)
    best = -INFINITE
    floor = alpha
    for turn in range(tokens):
        pick = turn
        for at in range(turn + 1, tokens):
            if row[at] > row[pick]:
                pick = at
        token = row[pick] & 63
        row[pick] = row[turn]
        if token == PASSING:
            if stopped == 1 and figures[CLASSIC] == 0:
                points = other - own - figures[COMET_PIPS]
                if points < 0:
                    points *= 2
            else:
                points = -search(
                    theirs, mine, _ZERO if stopped == 1 else due, _ONE - stopped, _THEIRS, other,
                    own, -beta, -floor, depth + 1, figures, table, scratch,
                )  # fmt: skip
        elif token == PLAY_COMET:
            if mine == 0:
                points = other * (4 if due == figures[COMET_RANK] else 2)
            else:
                points = search(
                    mine, theirs, _ZERO, _ZERO, _NOBODY, own, other,
                    floor, beta, depth + 1, figures, table, scratch,
                )  # fmt: skip
        else:
            rank, count = cards_of(token, figures)
            rest = mine - (count << (4 * rank))
            pips = own - count * figures[PIPS + rank]
            if rest == 0 and comet != MINE:
                points = other
                if comet == THEIRS:
                    points = 2 * (other + figures[COMET_PIPS])
            else:
                follows = _ZERO if rank + 1 == figures[RANKS] else rank + 2
                points = search(
                    rest, theirs, follows, _ZERO, comet, pips, other,
                    floor, beta, depth + 1, figures, table, scratch,
                )  # fmt: skip
        if points > best:
            best = points
            best_token = token
            if points > floor:
                floor = points
                if points >= beta:
                    break
    if best >= beta:
        lower = max(lower, best)
    elif best <= alpha:
        upper = min(upper, best)
    else:
        lower = upper = best
    table[slot, OWN] = key
    table[slot, OTHER] = theirs
    table[slot, FOUND] = (
        (size << 48) | ((upper + INFINITE) << 32) | ((lower + INFINITE) << 16) | best_token
    )
    return sign * best


@kernel(nogil=True)
def exact(
    mine: int, theirs: int, due: int, stopped: int, comet: int, figures: Any, table: Any,
    scratch: Any,
) -> Any:  # fmt: skip
    """The worth of a position for the seat that acts."""
    return search(
        mine, theirs, due, stopped, comet, worth(mine, figures), worth(theirs, figures),
        -INFINITE, INFINITE, _ZERO, figures, table, scratch,
    )  # fmt: skip


@kernel(nogil=True)
def affordable(
    mine: Any, theirs: Any, due: Any, stopped: Any, comets: Any, nodes: Any, figures: Any,
    table: Any, scratch: Any,
) -> Any:  # fmt: skip
    """How many of the positions can be solved one after the other within so many nodes.

    The table is emptied first, so that the answer does not depend on what was searched before.
    """
    table[:, OWN] = -1
    scratch[MOST_DEPTH, 0] = 0
    for at in range(theirs.size):
        exact(mine, theirs[at], due, stopped, comets[at], figures, table, scratch)
        if scratch[MOST_DEPTH, 0] > nodes:
            return at
    return theirs.size
