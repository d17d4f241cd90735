"""A scaled-down game of Comet whole, as a game of hidden hands: every deal and every choice.

The tree is made along what both players see. At each point of that public history stand all deals
that lead there, each a *node* where its player has a choice; where there is none, the history goes
on without one. Nodes of one point between which the acting player cannot tell, because the own hand
is the same, are one *information set*. A node has a larger number than all that follow it, so one
pass up the numbers meets every outcome before what leads to it.
"""

from functools import lru_cache
from itertools import product
from math import comb
from typing import Any, NamedTuple

import numpy as np

from lunaria.games.comet import Comet
from lunaria.solvers.comet import pack
from lunaria.solvers.comet.board import (
    CLASSIC,
    MINE,
    MOST_COPIES,
    MOST_RANKS,
    NOBODY,
    PASSING,
    PLAY_COMET,
    THEIRS,
    TOKENS,
    after,
    cards,
    legal,
)
from lunaria.solvers.comet.search import exact, new_scratch, new_table
from lunaria.solvers.kernels import kernel

#: What is counted of a tree: its parts; the work that it takes, an edge being one piece, a point of
#: the public history and a deal that is played on some more; and how many of those deals there are.
NODES, EDGES, SETS, CHOICES, WORK, CUT, COUNTED = 0, 1, 2, 3, 4, 5, 6

#: The outcome `points` is written as the edge `-1 - (points + ZERO)`.
ZERO = 10_000

#: What is kept of an information set: seat (0 or 1), own hand, whether it has the comet, the rank
#: that is due, and whether the other was stopped at it.
SEAT, HAND, COMET, DUE, STOPPED, FACTS = 0, 1, 2, 3, 4, 5
#: More than can be played and passed in a round: each pass but the last has a card after it, or a
#: run that is started anew.
MOST_PLAYS = 3 * MOST_RANKS * MOST_COPIES

_scratch = new_scratch()
_NO_TABLE = new_table(1)


class Tree(NamedTuple):
    """All that can happen in a game. `policy[choices[i]:choices[i + 1]]` is of set `i`."""

    #: For each deal, how likely it is and its first edge.
    chances: Any
    roots: Any
    #: For each node, its information set; and where its edges begin, one more at the end.
    sets: Any
    first: Any
    #: A node, or an outcome in points of the first seat.
    edges: Any
    #: For each information set: where its choices begin, one more at the end; a node; what it is;
    #: and what was played and passed, each `2 * token + seat`, -1 after the last.
    choices: Any
    node: Any
    facts: Any
    histories: Any
    #: For each choice of each set, its token as a number.
    tokens: Any

    @property
    def uniform(self) -> Any:
        """The policy that makes all choices alike."""
        count = np.diff(self.choices)
        return np.repeat(1.0 / count, count)


class Deals(NamedTuple):
    """Several deals in which the same seat acts, the same rank is due, and so on.

    For each deal how likely it is, the hands of both seats, and which seat has the comet, -1 where
    none has it. `seat`, 0 or 1, acts.
    """

    chances: Any
    first: Any
    second: Any
    comet: Any
    seat: int = 0
    due: int = 0
    stopped: int = 0


@lru_cache(maxsize=2)
def tree_of(game: Comet, variant: str = "N") -> Tree:
    """The whole tree of a scaled-down game."""
    return grown(deals_of(game), pack.figures(game, variant))


def counted(deals: Deals, figures: Any, depth: int, most: int = 1 << 62) -> Any:
    """The size of the tree that `grown` makes; where its work is `most` or more, less than all."""
    size = np.zeros(COUNTED, np.int64)
    _fill(deals, figures, depth, most, _NO_TABLE, size, False, _room(0, 0, 0, 0))
    return size


def grown(
    deals: Deals,
    figures: Any,
    depth: int = MOST_PLAYS,
    table: Any = _NO_TABLE,
    size: Any = None,
) -> Tree:
    """The tree of what can follow.

    After `depth` choices of both seats together a deal is played on as by two who see all cards,
    which takes a `table` of positions. Who has the `size` by `counted` hands it over.
    """
    if size is None:
        size = counted(deals, figures, depth)
    nodes, edges, sets, choices = size[: CHOICES + 1].tolist()
    room = _room(nodes, edges, sets, choices)
    begun = np.zeros(COUNTED, np.int64)
    roots = _fill(deals, figures, depth, 1 << 62, table, begun, True, room)
    room[1][-1], room[3][-1] = edges, choices
    return Tree(deals.chances, roots, *room)


def _fill(
    deals: Deals, figures: Any, depth: int, most: int, table: Any, size: Any, fills: bool,
    room: tuple[Any, ...],
) -> Any:  # fmt: skip
    return _grow(
        deals.first, deals.second, deals.comet, np.full(len(deals.first), depth, np.int64),
        deals.seat, deals.due, deals.stopped, np.full(MOST_PLAYS, -1, np.int16), 0, most, figures,
        table, _scratch, size, fills, *room,
    )  # fmt: skip


def _room(nodes: int, edges: int, sets: int, choices: int) -> tuple[Any, ...]:
    return (
        np.zeros(nodes, np.int32),
        np.zeros(nodes + 1, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(sets + 1, np.int32),
        np.zeros(sets, np.int32),
        np.zeros((sets, FACTS), np.int64),
        np.zeros((sets, MOST_PLAYS), np.int16),
        np.zeros(choices, np.int8),
    )


def deals_of(game: Comet) -> Deals:
    """The deals of a game that can be told apart."""
    kinds = [(game.copies[rank], rank - game.ranks[0]) for rank in game.ranks] + [(1, -1)]
    ways: dict[tuple[int, int, int, int, int], int] = {(0, 0, -1, 0, 0): 1}
    for copies, rank in kinds:
        grown: dict[tuple[int, int, int, int, int], int] = {}
        for (one, other, owner, left, right), count in ways.items():
            for mine, theirs in product(range(copies + 1), repeat=2):
                if mine + theirs > copies or max(left + mine, right + theirs) > game.hand:
                    continue
                more = count * comb(copies, mine) * comb(copies - mine, theirs)
                if rank < 0:
                    key = (one, other, 0 if mine else 1 if theirs else -1)
                else:
                    key = (one + (mine << 4 * rank), other + (theirs << 4 * rank), owner)
                whole = (*key, left + mine, right + theirs)
                grown[whole] = grown.get(whole, 0) + more
        ways = grown
    rows = [(*key[:3], count) for key, count in ways.items() if key[3] == key[4] == game.hand]
    table = np.array([row[:3] for row in rows], np.int64)
    chances = np.array([row[3] for row in rows], np.float64)
    first, second, comet = (table[:, column].copy() for column in range(3))
    return Deals(chances / chances.sum(), first, second, comet)


@kernel(nogil=True)
def _grow(
    first: Any, second: Any, comet: Any, left: Any, seat: int, due: int, stopped: int,
    history: Any, length: int, most: int, figures: Any, table: Any, scratch: Any, size: Any,
    fills: bool, sets: Any, starts: Any, edges: Any, choices: Any, nodes: Any, facts: Any,
    histories: Any, tokens: Any,
) -> Any:  # fmt: skip
    """Grow the tree from one point of the public history; the edges that lead to its deals."""
    deals = first.size
    edge = np.full(deals, -1, np.int32)
    if size[WORK] >= most:
        return edge
    size[WORK] += 4
    refs = np.full((deals, TOKENS), -1, np.int32)
    allowed = np.zeros((deals, TOKENS), np.bool_)
    #: An information set by its hand; -1 where there is no choice or no looking further.
    keys = np.full(deals, -1, np.int64)
    counts = np.zeros(deals, np.int64)
    out = np.zeros(TOKENS, np.int64)
    used = np.zeros(TOKENS, np.int64)
    for deal in range(deals):
        mine, theirs = first[deal], second[deal]
        if seat == 1:
            mine, theirs = theirs, mine
        owner = NOBODY if comet[deal] < 0 else MINE if comet[deal] == seat else THEIRS
        count = legal(mine, due, owner, figures, out)
        if count > 1 and left[deal] == 0:
            if fills:
                points = exact(mine, theirs, due, stopped, owner, figures, table, scratch)
                edge[deal] = -1 - ((points if seat == 0 else -points) + ZERO)
            size[WORK] += 1 << ((cards(mine) + cards(theirs)) // 4 + 3 * figures[CLASSIC])
            size[CUT] += 1
            continue
        if count == 0:
            out[0] = PASSING
            count = 1
        counts[deal] = count
        if count > 1:
            keys[deal] = 2 * mine + (owner == MINE)
        for at in range(count):
            allowed[deal, out[at]] = True
            used[out[at]] += 1
    for token in range(TOKENS):
        if used[token] == 0:
            continue
        one, two = np.zeros(used[token], np.int64), np.zeros(used[token], np.int64)
        owners, lefts = np.zeros(used[token], np.int64), np.zeros(used[token], np.int64)
        which = np.zeros(used[token], np.int64)
        at = 0
        next_seat, next_due, next_stopped = seat, 0, 0
        for deal in range(deals):
            if not allowed[deal, token]:
                continue
            mine, theirs = first[deal], second[deal]
            if seat == 1:
                mine, theirs = theirs, mine
            owner = NOBODY if comet[deal] < 0 else MINE if comet[deal] == seat else THEIRS
            mine, theirs, next_due, next_stopped, owner, swapped, over, points = after(
                mine, theirs, due, stopped, owner, token, figures
            )
            if over:
                refs[deal, token] = -1 - ((points if seat == 0 else -points) + ZERO)
                continue
            if swapped:
                next_seat = 1 - seat
            one[at], two[at] = (mine, theirs) if next_seat == 0 else (theirs, mine)
            owners[at] = -1 if token == PLAY_COMET else comet[deal]
            lefts[at] = left[deal] - (counts[deal] > 1)
            which[at] = deal
            at += 1
        if at > 0:
            history[length] = 2 * token + seat
            found = _grow(
                one[:at], two[:at], owners[:at], lefts[:at], next_seat, next_due, next_stopped,
                history, length + 1, most, figures, table, scratch, size, fills, sets, starts,
                edges, choices, nodes, facts, histories, tokens,
            )  # fmt: skip
            history[length] = -1
            for at in range(found.size):
                refs[which[at], token] = found[at]
    last = np.int64(-1)
    order = np.argsort(keys)
    for deal in order:
        if keys[deal] < 0:
            for token in range(TOKENS):
                if allowed[deal, token]:
                    edge[deal] = refs[deal, token]
            continue
        if keys[deal] != last:
            last = keys[deal]
            if fills:
                this = size[SETS]
                choices[this] = size[CHOICES]
                nodes[this] = size[NODES]
                facts[this, SEAT], facts[this, HAND], facts[this, COMET] = seat, last >> 1, last & 1
                facts[this, DUE], facts[this, STOPPED] = due, stopped
                histories[this] = history
                at = size[CHOICES]
                for token in range(TOKENS):
                    if allowed[deal, token]:
                        tokens[at] = token
                        at += 1
            size[CHOICES] += counts[deal]
            size[SETS] += 1
        edge[deal] = size[NODES]
        if fills:
            sets[size[NODES]] = size[SETS] - 1
            starts[size[NODES]] = size[EDGES]
            at = size[EDGES]
            for token in range(TOKENS):
                if allowed[deal, token]:
                    edges[at] = refs[deal, token]
                    at += 1
        size[NODES] += 1
        size[EDGES] += counts[deal]
        size[WORK] += counts[deal]
    return edge
