"""Local search: cards are matched at random, then swapped until none are in each other's way.

The cost of a matching is the number of groups that can be taken neither from the tops nor, of what
then remains, from the bottoms. At cost 0 the groups can be taken from the tops in some order, and
the game is won. Nine winnable deals in ten fall in a millisecond.
"""

from typing import Any

import numpy as np

from lunaria.solvers.half_moon.bits import NONE, NUMBERS, ONE, below, bit, draw, lowest, ones
from lunaria.solvers.half_moon.board import FIRST_FACE, PLACES, RANKS, Board
from lunaria.solvers.kernels import kernel

#: The group of the sentinels beyond both ends of a pile. Groups are numbered below it.
_END = 63
_MOST_GROUPS = 52
#: Acceptance is looked up for increases below this.
_STEPS = 32


def try_swaps(board: Board, seed: int, evaluations: int, warmth: float) -> tuple[int, Any]:
    """One search of at most so many evaluations: how many it took, and the groups it found.

    The groups, one number for each card, are None where no win was found.
    """
    group = np.full(NUMBERS, -1, np.int64)
    took, won = _anneal(board, np.uint64(seed & (2**64 - 1)), evaluations, warmth, group)
    return took, group if won else None


@kernel(nogil=True)
def _anneal(board: Any, seed: Any, evaluations: int, warmth: float, group: Any) -> tuple[int, bool]:
    chance = np.empty(1, np.uint64)
    chance[0] = seed
    for _ in range(3):
        draw(chance)
    limits = np.empty(_STEPS, np.uint64)
    for step in range(_STEPS):
        limits[step] = np.uint64(np.exp(-step / warmth) * (2.0**53))

    # `line` holds the group of each card, pile after pile, top to bottom, an end around each pile.
    stride = board.piles.shape[1] + 2
    line = np.full(PLACES * stride, _END, np.int64)
    at = np.zeros(NUMBERS, np.int64)  # where each card is in `line`
    card_at = np.zeros(PLACES * stride, np.int64)
    home = np.zeros(PLACES * stride, np.int64)
    for place in range(PLACES):
        height = board.heights[place]
        for depth in range(height):
            card = board.piles[place, height - 1 - depth]
            at[card] = place * stride + 1 + depth
            card_at[at[card]] = card
            home[at[card]] = place

    # Groups are numbered kind after kind; `member` has the card of each of its ranks.
    member = np.full((_MOST_GROUPS, 3), -1, np.int64)
    seat_of = np.empty(RANKS, np.int64)
    first_of = np.empty(RANKS, np.int64)
    groups = 0
    pairs = NONE
    for low in range(6):
        rank = low if low < 5 else FIRST_FACE
        size = 2 if low < 5 else 3
        for seat in range(size):
            kind = rank + seat if size == 3 else (rank if seat == 0 else 9 - rank)
            seat_of[kind] = seat
            first_of[kind] = groups
            for n in range(board.count[rank]):
                member[groups + n, seat] = 8 * kind + n
            for n in range(board.count[rank] - 1, 0, -1):
                other = below(chance, n + 1)
                one = member[groups + n, seat]
                member[groups + n, seat] = member[groups + other, seat]
                member[groups + other, seat] = one
            for n in range(board.count[rank]):
                card = member[groups + n, seat]
                group[card] = groups + n
                line[at[card]] = groups + n
        if size == 2:
            for n in range(board.count[rank]):
                pairs |= bit(groups + n)
        groups += board.count[rank]
    everything = bit(groups) - ONE
    where = np.full((_MOST_GROUPS, 3), PLACES, np.int64)  # the places of the members
    for number in range(groups):
        for seat in range(3):
            if member[number, seat] >= 0:
                where[number, seat] = board.place[member[number, seat]]

    tops = np.empty((2, PLACES + 1), np.int64)
    bottoms = np.empty((2, PLACES + 1), np.int64)
    now = 0
    cost = _peel(board.heights, stride, line, where, pairs, everything, tops[0], bottoms[0])
    took = 1
    tangled = np.empty(PLACES, np.int64)
    fresh = True
    many = 0
    while cost and took < evaluations:
        if fresh:
            many = 0
            for place in range(PLACES):
                if tops[now, place] <= bottoms[now, place]:
                    tangled[many] = place
                    many += 1
            fresh = False
        took += 1
        place = tangled[below(chance, many)]
        spot = tops[now, place] + below(chance, bottoms[now, place] - tops[now, place] + 1)
        card = card_at[spot]
        kind = card >> 3
        if board.count[kind] < 2:
            continue
        mine = group[card]
        other = first_of[kind] + below(chance, board.count[kind] - 1)
        if other >= mine:
            other += 1
        seat = seat_of[kind]
        their = member[other, seat]
        there = at[their]
        line[spot], line[there] = other, mine
        where[mine, seat], where[other, seat] = home[there], place
        then = 1 - now
        after = _peel(
            board.heights, stride, line, where, pairs, everything, tops[then], bottoms[then]
        )
        more = after - cost
        if more <= 0 or (more < _STEPS and (draw(chance) >> np.uint64(11)) < limits[more]):
            group[card], group[their] = other, mine
            member[mine, seat], member[other, seat] = their, card
            cost = after
            now = then
            fresh = True
        else:
            line[spot], line[there] = mine, other
            where[mine, seat], where[other, seat] = place, home[there]
    return took, cost == 0


@kernel(nogil=True)
def _peel(
    heights: Any,
    stride: int,
    line: Any,
    where: Any,
    pairs: Any,
    everything: Any,
    tops: Any,
    bottoms: Any,
) -> Any:
    """The cost of a matching; what remains of pile p is `line[tops[p]]` to `line[bottoms[p]]`.

    A group is ready when its last card is seen. Pairs begin as if one card had been seen, so that
    two masks count for pairs and trios alike. Place number 20, where the third card of a pair
    would be, is a pile that never ends.
    """
    left = everything
    once, twice, ready = pairs, NONE, NONE
    for place in range(PLACES):
        tops[place] = place * stride + 1
        bottoms[place] = place * stride + heights[place]
        seen = bit(line[tops[place]])
        ready |= twice & seen
        twice |= once & seen
        once |= seen
    ready &= left
    while ready:
        number = lowest(ready)
        left &= ~bit(number)
        for seat in range(3):
            place = where[number, seat]
            if place < PLACES:
                tops[place] += 1
                seen = bit(line[tops[place]])
                ready |= twice & seen
                twice |= once & seen
                once |= seen
        ready &= left
    if left == NONE:
        return 0
    once, twice, ready = pairs, NONE, NONE
    for place in range(PLACES):
        seen = bit(line[bottoms[place]])
        ready |= twice & seen
        twice |= once & seen
        once |= seen
    ready &= left
    while ready:
        number = lowest(ready)
        left &= ~bit(number)
        for seat in range(3):
            place = where[number, seat]
            if place < PLACES:
                bottoms[place] -= 1
                seen = bit(line[bottoms[place]])
                ready |= twice & seen
                twice |= once & seen
                once |= seen
        ready &= left
    return ones(left)
