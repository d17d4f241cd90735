"""The checker of proofs that clauses have no model: it believes what follows, and nothing else."""

from collections.abc import Sequence
from itertools import combinations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from lunaria.games.half_moon import HALF_MOON, State
from lunaria.solvers.half_moon import check
from lunaria.solvers.half_moon.drup import refutes
from lunaria.solvers.verdict import Budget, Certificate, Limits
from wandering import opening

Clauses = Sequence[Sequence[int]]

modest = settings(deadline=None, max_examples=150)
VARIABLES = 4
literals = st.integers(-VARIABLES, VARIABLES).filter(bool)
clauses = st.lists(st.lists(literals, min_size=1, max_size=3), max_size=25)
steps = st.lists(st.tuples(st.sampled_from(["", "d "]), st.lists(literals, max_size=3)))

#: Two variables, and every way they can be is forbidden.
SQUARE = ((1, 2), (-1, 2), (1, -2), (-1, -2))


def has_model(rows: Clauses) -> bool:
    """Whether any values of the variables make all clauses true."""
    return any(
        all(any(values[abs(literal) - 1] == (literal > 0) for literal in row) for row in rows)
        for values in product((False, True), repeat=VARIABLES)
    )


def proof_of(rows: Clauses) -> list[str]:
    """The proof of a SAT solver."""
    with Solver(name="glucose4", bootstrap_with=rows, with_proof=True) as solver:
        assert not solver.solve()
        return list(solver.get_proof())


def pigeons(count: int) -> list[tuple[int, ...]]:
    """So many pigeons sit in one hole less, each alone."""
    sits = {
        (pigeon, hole): pigeon * (count - 1) + hole + 1
        for pigeon in range(count)
        for hole in range(count - 1)
    }
    rows = [tuple(sits[pigeon, hole] for hole in range(count - 1)) for pigeon in range(count)]
    rows += [
        (-sits[one, hole], -sits[other, hole])
        for hole in range(count - 1)
        for one, other in combinations(range(count), 2)
    ]
    return rows


def deal(number: int) -> State:
    state: State = opening(HALF_MOON, number)
    return state


@given(clauses)
@modest
def test_proofs_of_a_solver_hold(rows: Clauses) -> None:
    assume(not has_model(rows))
    assert refutes(rows, proof_of(rows))


@given(clauses, steps)
@modest
def test_no_row_of_steps_refutes_what_has_a_model(
    rows: Clauses, proof: list[tuple[str, list[int]]]
) -> None:
    lines = [f"{removes}{' '.join(map(str, [*row, 0]))}" for removes, row in proof]
    assert not (refutes(rows, lines) and has_model(rows))
    assert not (refutes(rows, [*lines, "0"]) and has_model(rows))


def test_each_step_has_to_follow() -> None:
    assert refutes(SQUARE, ["2 0", "0"])
    assert refutes(SQUARE, ["2 0"])  # what is settled by it is the contradiction already
    for proof in (
        ["d 1 -2 0", "2 0", "-2 1 0", "0"],
        [],
        ["0"],
        ["3 0", "2 0", "0"],
        ["d 1 2 0", "2 0", "0"],
        ["d 2 1 0", "2 0"],
    ):
        assert not refutes(SQUARE, proof)
    # One of two that are the same is left.
    assert refutes((*SQUARE, (2, 1)), ["d 1 2 0", "2 0"])
    assert not refutes((*SQUARE, (2, 1)), ["d 1 2 0", "d 2 1 0", "2 0"])


def test_clauses_that_need_no_proof() -> None:
    assert refutes([[1], [-1]], [])
    assert refutes([[]], [])
    assert not refutes([], ["0"])
    assert not refutes([[1, -1]], ["0"])


def test_a_proof_does_not_do_with_a_clause_less() -> None:
    rows = pigeons(5)
    proof = proof_of(rows)
    assert refutes(rows, proof)
    for at in range(len(rows)):
        assert not refutes(rows[:at] + rows[at + 1 :], proof)


def test_a_proof_does_not_do_without_its_steps_or_with_other_ones() -> None:
    rows = check.clauses(deal(19))
    proof = check.refutation(rows, Budget(Limits()))
    assert proof is not None
    assert refutes(rows, proof)
    added = [at for at, line in enumerate(proof) if not line.startswith("d")]
    early, late = added[len(added) // 10], added[-len(added) // 10]
    assert not refutes(rows, proof[:early] + proof[late:])
    for at in (added[0], added[len(added) // 2]):
        first, *rest = proof[at].split()
        turned = " ".join((str(-int(first)), *rest))
        assert not refutes(rows, [*proof[:at], turned, *proof[at + 1 :]])
    assert not refutes(check.clauses(deal(51)), proof)


def test_a_loss_is_believed_only_with_a_proof_that_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = Certificate("sat", {})
    assert check.check(deal(19), claim)
    monkeypatch.setattr(check, "refutation", lambda rows, budget: ["0"])
    assert not check.check(deal(19), claim)


@pytest.mark.parametrize("line", ["", "1 2", "one 0", "1 0 2 0", "d", "d 1", "e 1 0"])
def test_lines_that_are_no_steps(line: str) -> None:
    with pytest.raises(ValueError, match=r"no step|invalid literal"):
        refutes(SQUARE, ["2 1 0", line])


def test_a_check_can_be_ended() -> None:
    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        refutes(SQUARE, ["2 0"], stop)
