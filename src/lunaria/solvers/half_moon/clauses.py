"""A position as a question of logic: clauses that have a model just where there is a win.

Variables: m(a, b), cards a and b go together; p(u, v), card v goes before card u, for each v that
has a card under it. Clauses:

1. With w directly above u: p(u, w), and p(w, v) -> p(u, v).
2. With w directly above v: p(u, v) -> p(u, w).
3. Not p(u, u); not both p(u, v) and p(v, u).
4. m(a, b) -> (p(a, v) <-> p(b, v)); m(a, b) -> not p(a, b) and not p(b, a).
5. Each card has exactly one partner of each kind; two of m(j, q), m(j, k), m(q, k) mean the third.

That "before" is transitive need not be said: around a cycle of cards that lie on each other or go
together, 1 and 4 hand on what goes before, until a card goes before itself. What the facts of
propagation settle is no variable but a constant, and cards that go together share theirs.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from lunaria.solvers.half_moon.bits import NONE, NUMBERS, bit, lowest
from lunaria.solvers.half_moon.board import ABSENT, CLASSES, FIRST_FACE, Board
from lunaria.solvers.half_moon.facts import AFTER, BEFORE, MAY, TOGETHER
from lunaria.solvers.kernels import kernel

#: Literals that are settled; no variable has so high a number.
_TRUE = 1 << 30
_FALSE = -_TRUE
_MOST_CLAUSES = 160_000


class Clauses(NamedTuple):
    """Clauses, and what their variables mean."""

    #: Literals as in DIMACS files; zeros fill up clauses of fewer than three.
    short: Any
    #: Clauses of any length.
    long: list[list[int]]
    #: The variable of each match: [card][other], or TRUE or FALSE; symmetric.
    matches: Any

    def parts(self, size: int) -> Iterator[list[list[int]]]:
        """All clauses, at most about `size` at a time."""
        yield self.long
        for start in range(0, len(self.short), size):
            part = self.short[start : start + size]
            lengths = (part != 0).sum(axis=1)
            # Three tidy tables are made into lists far faster than clauses one by one.
            yield [row for n in range(4) for row in part[lengths == n][:, :n].tolist()]

    def groups(self, model: list[int]) -> Any:
        """The number of each card's group in a model; -1 where there is no such card."""
        true = np.zeros(len(model) + 1, np.bool_)
        true[[literal for literal in model if literal > 0]] = True
        together = self.matches == _TRUE
        variables = (self.matches > 0) & ~together
        together[variables] = true[self.matches[variables]]
        first = np.argmax(together, axis=1)
        return np.where(together.any(axis=1), np.minimum(first, np.arange(NUMBERS)), -1)


def clauses_of(board: Board, facts: Any) -> Clauses:
    """The clauses of a board, with what `facts` say."""
    matches = np.full((NUMBERS, NUMBERS), _FALSE, np.int64)
    short = np.zeros((_MOST_CLAUSES, 3), np.int32)
    count = _encode(board, facts, matches, short)
    long = []
    for x, y, _, _ in CLASSES.tolist():
        for one, other in ((x, y), (y, x)):
            for row in matches[8 * one : 8 * one + int(board.count[one])].tolist():
                literals = row[8 * other : 8 * other + 8]
                if _TRUE not in literals:
                    long.append([literal for literal in literals if literal != _FALSE])
    return Clauses(short[:count], long, matches)


@kernel(nogil=True)
def _encode(board: Any, facts: Any, matches: Any, short: Any) -> int:
    # Matches.
    fresh = 1
    for x, y, slot, _ in CLASSES:
        for n in range(board.count[x]):
            for m in range(board.count[y]):
                card, other = 8 * x + n, 8 * y + m
                if facts[card, TOGETHER + (other >> 6)] & bit(other):
                    matches[card, other] = _TRUE
                elif facts[card, MAY + slot] & bit(m):
                    matches[card, other] = fresh
                    fresh += 1
                matches[other, card] = matches[card, other]
    # `before[u, v]`: the literal of p(u, v), 0 where no card is under v; `shared`: that of groups.
    shared = np.zeros((NUMBERS, NUMBERS), np.int64)
    before = np.zeros((NUMBERS, NUMBERS), np.int64)
    head = np.full(NUMBERS, ABSENT, np.int64)  # the first card of each card's group
    for card in range(NUMBERS):
        if board.place[card] != ABSENT:
            low, high = facts[card, TOGETHER], facts[card, TOGETHER + 1]
            head[card] = lowest(low) if low != NONE else 64 + lowest(high)
    for card in range(NUMBERS):
        for other in range(NUMBERS):
            if head[card] == ABSENT or head[other] == ABSENT or board.below[other] == ABSENT:
                continue
            word = other >> 6
            if facts[card, BEFORE + word] & bit(other):
                before[card, other] = _TRUE
            elif (facts[card, AFTER + word] | facts[card, TOGETHER + word]) & bit(other):
                before[card, other] = _FALSE
            else:
                u, v = head[card], head[other]
                if shared[u, v] == 0:
                    shared[u, v] = fresh
                    fresh += 1
                before[card, other] = shared[u, v]
    count = 0
    for card in range(NUMBERS):
        if board.place[card] == ABSENT:
            continue
        over = board.above[card]
        for other in range(NUMBERS):
            if board.place[other] == ABSENT or board.below[other] == ABSENT:
                continue
            if over != ABSENT:
                count = _clause(short, count, -before[over, other], before[card, other], _FALSE)
            above = board.above[other]
            if above != ABSENT:
                count = _clause(short, count, -before[card, other], before[card, above], _FALSE)
            if card < other and board.below[card] != ABSENT:
                count = _clause(short, count, -before[card, other], -before[other, card], _FALSE)
    for x, y, _, _ in CLASSES:
        for n in range(board.count[x]):
            for m in range(board.count[y]):
                card, other = 8 * x + n, 8 * y + m
                match = matches[card, other]
                if abs(match) == _TRUE:
                    continue
                for third in range(NUMBERS):
                    p, q = before[card, third], before[other, third]
                    if p != 0:
                        count = _clause(short, count, -match, -p, q)
                        count = _clause(short, count, -match, p, -q)
                if board.below[other] != ABSENT:
                    count = _clause(short, count, -match, -before[card, other], _FALSE)
                if board.below[card] != ABSENT:
                    count = _clause(short, count, -match, -before[other, card], _FALSE)
        for one, other in ((x, y), (y, x)):
            for n in range(board.count[one]):
                for m in range(board.count[other]):
                    for k in range(m):
                        first = matches[8 * one + n, 8 * other + m]
                        second = matches[8 * one + n, 8 * other + k]
                        count = _clause(short, count, -first, -second, _FALSE)
    for j in range(8 * FIRST_FACE, 8 * FIRST_FACE + board.count[FIRST_FACE]):
        for q in range(8 * FIRST_FACE + 8, 8 * FIRST_FACE + 8 + board.count[FIRST_FACE]):
            for k in range(8 * FIRST_FACE + 16, 8 * FIRST_FACE + 16 + board.count[FIRST_FACE]):
                count = _clause(short, count, -matches[j, q], -matches[j, k], matches[q, k])
                count = _clause(short, count, -matches[j, q], -matches[q, k], matches[j, k])
                count = _clause(short, count, -matches[j, k], -matches[q, k], matches[j, q])
    return count


@kernel(nogil=True)
def _clause(short: Any, count: int, one: int, two: int, three: int) -> int:
    """Write a clause without its false literals, or nothing where one is true; the new count."""
    if one == _TRUE or two == _TRUE or three == _TRUE:
        return count
    at = 0
    for n in range(3):
        literal = one if n == 0 else (two if n == 1 else three)
        if literal != _FALSE:
            short[count, at] = literal
            at += 1
    return count + 1
