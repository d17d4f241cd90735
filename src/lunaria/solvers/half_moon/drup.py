"""Proofs that clauses have no model, checked step by step: DRUP, as SAT solvers write them [1].

Each step of a proof adds a clause or takes one away. An added clause has to follow by unit
propagation: its literals are assumed to be false, a clause that has but one literal left makes that
one true, and so on, until some clause has none left. So every added clause is true in all models,
and where the empty one follows at last there is no model. What is taken away saves time, no more;
what was settled with its help stays settled.

In each clause two literals are watched that are not false [2]: the clause is looked at only when
one of them becomes so.

[1] Heule, Hunt, Wetzler: Trimming while checking clausal proofs. FMCAD 2013.
[2] Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff: engineering an efficient SAT solver. DAC 2001.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple

import numpy as np

from lunaria.solvers.kernels import kernel

_REMOVED = "d"
#: The end of a list of watches.
_END = -1
_TRUE, _FALSE = 1, -1
_GOING_ON, _REFUTED, _WRONG = 0, 1, 2
_STEPS_A_PIECE = 200


class _Clauses(NamedTuple):
    """The clauses of the question and of the proof, and what is settled.

    A literal is twice its variable, and one more where it is negative. The first two literals of a
    clause are the watched ones; the watches of clause c have the numbers 2 c and 2 c + 1.
    """

    literals: Any
    #: Where each clause begins among the literals, and where the last one ends.
    starts: Any
    removed: Any
    #: For each literal the first watch on it, for each watch the next on the same literal.
    first: Any
    following: Any
    #: For each literal TRUE, FALSE or 0.
    values: Any
    #: The true literals in the order in which they became so.
    trail: Any
    #: How long the trail is, and how much of it is propagated.
    ends: Any


def refutes(
    clauses: Iterable[Sequence[int]],
    proof: Iterable[str],
    between: Callable[[], None] = lambda: None,
) -> bool:
    """Whether `proof`, in lines such as `1 -2 0` and `d 3 4 0`, shows that no model has `clauses`.

    `between` is called some times a second; whatever it raises ends the check. Raises ValueError
    where a line is no step of a proof.
    """
    rows = [tuple(sorted(set(clause))) for clause in clauses]
    numbers: dict[tuple[int, ...], list[int]] = {}
    for number, row in enumerate(rows):
        numbers.setdefault(row, []).append(number)
    given = len(rows)
    steps = []
    for line in proof:
        removes, row = _step(line)
        if not removes:
            steps.append(len(rows))
            numbers.setdefault(row, []).append(len(rows))
            rows.append(row)
        elif numbers.get(row):
            steps.append(~numbers[row].pop())
    checked = _checked(rows)
    status = _take(checked, given)
    for start in range(0, len(steps), _STEPS_A_PIECE):
        if status != _GOING_ON:
            break
        between()
        status = _go(checked, np.array(steps[start : start + _STEPS_A_PIECE], np.int64))
    return bool(status == _REFUTED)


def _step(line: str) -> tuple[bool, tuple[int, ...]]:
    """Whether a line takes a clause away instead of adding it, and the clause."""
    removes = line.startswith(_REMOVED)
    row = [int(word) for word in line.removeprefix(_REMOVED).split()]
    if not row or row.pop() != 0 or 0 in row:
        raise ValueError(f"no step of a proof: {line}")
    return removes, tuple(sorted(set(row)))


def _checked(rows: Sequence[tuple[int, ...]]) -> _Clauses:
    literals = np.fromiter(chain.from_iterable(rows), np.int64)
    literals = 2 * abs(literals) + (literals < 0)
    kinds = int(literals.max(initial=0)) + 2
    return _Clauses(
        literals.astype(np.int32),
        np.fromiter(accumulate(map(len, rows), initial=0), np.int64),
        np.zeros(len(rows), np.bool_),
        np.full(kinds, _END, np.int64),
        np.full(2 * len(rows), _END, np.int64),
        np.zeros(kinds, np.int8),
        np.zeros(kinds, np.int32),
        np.zeros(2, np.int64),
    )


@kernel(nogil=True)
def _take(checked: Any, given: int) -> int:
    """Take the clauses of the question as they are."""
    for clause in range(given):
        if not _add(checked, clause):
            return _REFUTED
    return _GOING_ON if _propagate(checked) else _REFUTED


@kernel(nogil=True)
def _go(checked: Any, steps: Any) -> int:
    """Check some steps; a number of a clause adds it, its complement takes it away."""
    for step in steps:
        if step < 0:
            checked.removed[~step] = True
        elif not _follows(checked, step):
            return _WRONG
        elif not _add(checked, step) or not _propagate(checked):
            return _REFUTED
    return _GOING_ON


@kernel(nogil=True)
def _follows(checked: Any, clause: int) -> bool:
    """Whether a clause cannot be false, by unit propagation."""
    literals, starts, values, ends = checked.literals, checked.starts, checked.values, checked.ends
    settled = ends[0]
    holds = False
    for at in range(starts[clause], starts[clause + 1]):
        if values[literals[at]] == _TRUE:
            holds = True
            break
        if values[literals[at]] != _FALSE:
            _settle(checked, literals[at] ^ 1)
    holds = holds or not _propagate(checked)
    for at in range(settled, ends[0]):
        literal = checked.trail[at]
        values[literal] = values[literal ^ 1] = 0
    ends[0] = ends[1] = settled
    return holds


@kernel(nogil=True)
def _add(checked: Any, clause: int) -> bool:
    """Watch a clause, or settle its last literal; False where it has none left."""
    literals, starts, values = checked.literals, checked.starts, checked.values
    start = starts[clause]
    left = 0
    for at in range(start, starts[clause + 1]):
        literal = literals[at]
        if values[literal] == _TRUE:
            return True  # for good: it need not be watched
        if values[literal] != _FALSE and left < 2:
            literals[at] = literals[start + left]
            literals[start + left] = literal
            left += 1
    if left == 1:
        _settle(checked, literals[start])
    elif left == 2:
        _watch(checked, literals[start], 2 * clause)
        _watch(checked, literals[start + 1], 2 * clause + 1)
    return left > 0


@kernel(nogil=True)
def _watch(checked: Any, literal: int, watch: int) -> None:
    checked.following[watch] = checked.first[literal]
    checked.first[literal] = watch


@kernel(nogil=True)
def _settle(checked: Any, literal: int) -> None:
    """Note that a literal is true."""
    checked.values[literal] = _TRUE
    checked.values[literal ^ 1] = _FALSE
    checked.trail[checked.ends[0]] = literal
    checked.ends[0] += 1


@kernel(nogil=True)
def _propagate(checked: Any) -> bool:
    """Settle what follows from the trail; False where a clause has no literal left."""
    literals, starts, values, ends = checked.literals, checked.starts, checked.values, checked.ends
    first, following = checked.first, checked.following
    while ends[1] < ends[0]:
        false = checked.trail[ends[1]] ^ 1
        ends[1] += 1
        kept, watch = _END, first[false]
        while watch != _END:
            after = following[watch]
            clause, second = watch >> 1, watch & 1
            start = starts[clause]
            other = literals[start + 1 - second]
            stays = not checked.removed[clause]
            if stays and values[other] != _TRUE:
                for at in range(start + 2, starts[clause + 1]):
                    literal = literals[at]
                    if values[literal] != _FALSE:
                        literals[at] = false
                        literals[start + second] = literal
                        _watch(checked, literal, watch)
                        stays = False
                        break
                if stays and values[other] == _FALSE:
                    return False
                if stays:
                    _settle(checked, other)
            if stays:
                kept = watch
            elif kept == _END:
                first[false] = after
            else:
                following[kept] = after
            watch = after
    return True
