"""The rules of Comet on numbers, for the kernels.

A hand is a word of four bits a rank: how many natural cards of it are held. A position is told from
the seat that acts: `mine` and `theirs`, the two hands; `due`, the rank that goes on the run, from
1, 0 where a run is started; `stopped`, whether the other was stopped at that rank; `comet`, who
holds the comet. The numbers of a game, scaled down or not, are an array, `figures`.
"""

from typing import Any

import numpy as np

from lunaria.solvers.kernels import kernel

#: Most ranks that a game may have, and most copies of each.
MOST_RANKS, MOST_COPIES = 12, 4

#: Indices in `figures`: how many ranks; which one, from 1, the comet is painted with; the pips of
#: an unplayed comet; whether the round goes on when both are stopped (CO-21); and, rank for rank,
#: how many natural cards there are and the pips of one.
RANKS, COMET_RANK, COMET_PIPS, CLASSIC, COPIES = 0, 1, 2, 3, 4
PIPS = COPIES + MOST_RANKS
FIGURES = PIPS + MOST_RANKS

#: Who holds the comet, as a position tells it.
NOBODY, MINE, THEIRS = 0, 1, 2

#: The tokens as numbers: one card of a rank (0 to 11), all of them (12 to 23), and two more.
ALL, PLAY_COMET, PASSING = MOST_RANKS, 2 * MOST_RANKS, 2 * MOST_RANKS + 1
TOKENS = 2 * MOST_RANKS + 2


@kernel(nogil=True, inline="always")
def held(hand: int, rank: int) -> int:
    """How many natural cards of a rank, from 0, are in a hand."""
    return (hand >> (4 * rank)) & 15


@kernel(nogil=True, inline="always")
def cards_of(token: int, figures: Any) -> Any:
    """The rank, from 0, and the number of the natural cards that a token plays."""
    if token < ALL:
        return token, 1
    return token - ALL, figures[COPIES + token - ALL]


@kernel(nogil=True)
def cards(hand: int) -> int:
    """How many natural cards a hand has."""
    total = 0
    while hand:
        total += hand & 15
        hand >>= 4
    return total


@kernel(nogil=True)
def worth(hand: int, figures: Any) -> int:
    """The pips of a hand's natural cards (CO-14)."""
    total = 0
    for rank in range(figures[RANKS]):
        total += held(hand, rank) * figures[PIPS + rank]
    return total


@kernel(nogil=True)
def legal(mine: int, due: int, comet: int, figures: Any, out: Any) -> int:
    """Put the numbers of the legal tokens into `out`; how many they are."""
    count = 0
    first = due - 1 if due > 0 else 0
    last = due if due > 0 else figures[RANKS]
    for rank in range(first, last):
        own = held(mine, rank)
        if own > 0:
            out[count] = rank
            count += 1
            if own == figures[COPIES + rank] and own > 1:  # CO-9
                out[count] = ALL + rank
                count += 1
    natural = count > 0
    if comet == MINE:  # CO-8, CO-12
        out[count] = PLAY_COMET
        count += 1
        if due > 0 and not natural:  # CO-10
            out[count] = PASSING
            count += 1
    return count


@kernel(nogil=True)
def after(
    mine: int, theirs: int, due: int, stopped: int, comet: int, token: int, figures: Any
) -> Any:
    """The position after a legal token or a forced pass.

    As (mine, theirs, due, stopped, comet, swapped, over, points): `swapped` tells that the other
    seat acts now, and where the round is over, `points` is what the seat that played has won.
    """
    if token == PASSING:
        other = comet if comet == NOBODY else 3 - comet
        if stopped == 0:
            return theirs, mine, due, 1, other, True, False, 0
        if figures[CLASSIC] == 1:
            return theirs, mine, 0, 0, other, True, False, 0
        return mine, theirs, 0, 0, comet, False, True, settled(mine, theirs, comet, figures)
    factor = 1
    if token == PLAY_COMET:
        factor = 4 if due == figures[COMET_RANK] else 2  # CO-18
        comet = NOBODY
        due = 0
    else:
        rank, count = cards_of(token, figures)
        mine -= count << (4 * rank)
        due = 0 if rank + 1 == figures[RANKS] else rank + 2  # CO-7
    if mine == 0 and comet != MINE:  # CO-15
        points = worth(theirs, figures)
        if comet == THEIRS:  # CO-17
            points += figures[COMET_PIPS]
            factor *= 2
        return mine, theirs, 0, 0, comet, False, True, points * factor
    return mine, theirs, due, 0, comet, False, False, 0


@kernel(nogil=True)
def settled(mine: int, theirs: int, comet: int, figures: Any) -> int:
    """What the seat `mine` has won where both are stopped (CO-16, CO-17)."""
    points = worth(theirs, figures) - worth(mine, figures)
    if comet == MINE:
        points -= figures[COMET_PIPS]
        if points < 0:
            points *= 2
    elif comet == THEIRS:
        points += figures[COMET_PIPS]
        if points > 0:
            points *= 2
    return points


def figures_of(ranks: int, copies: int, comet_rank: int, highest_pips: int, classic: bool) -> Any:
    """The numbers of a game whose lowest rank is 2 and whose comet is painted `comet_rank`."""
    if ranks > MOST_RANKS or copies > MOST_COPIES:
        raise ValueError(f"{ranks} ranks of {copies} cards are too many for the kernels")
    figures = np.zeros(FIGURES, np.int64)
    figures[RANKS] = ranks
    figures[COMET_RANK] = comet_rank - 1
    figures[COMET_PIPS] = min(comet_rank, highest_pips)
    figures[CLASSIC] = classic
    figures[COPIES : COPIES + ranks] = copies
    figures[COPIES + comet_rank - 2] -= 1
    figures[PIPS : PIPS + ranks] = np.minimum(np.arange(2, ranks + 2), highest_pips)
    return figures
