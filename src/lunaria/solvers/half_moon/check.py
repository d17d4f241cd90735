"""Certificates of lost positions, checked without the kernels and the facts that found them.

A front is checked by counting, as one would by hand. Whatever else has shown a loss, the claim is
proved anew: clauses are written from the rules alone, another SAT solver refutes them, and its
proof is checked step by step (`drup`). So no solver need be trusted, only the clauses below and the
checker of proofs.

The proofs are not stored: for the first twenty deals whose certificate is of the kind `sat` they
were 0.1 to 9.4 MB (on average 2.6, compressed 0.8), while the certificates of all 4179 lost deals
then known were 31 kB. They are found again in 0.2 to 3.3 s (1.1 on average), always the same one,
and checked in 0.2 to 5.7 s (1.6). A proof of the stage `sat` itself would not do: that stage starts
from the facts of propagation, which are what is to be doubted.

And there is a third way of putting the question, to the CP-SAT solver of OR-Tools: each card has a
time, cards that go together have the same, and a card's is later than that of the card on it.
"""

from collections.abc import Sequence
from itertools import combinations, count, pairwise, product
from typing import Any

from pysat.solvers import Solver

from lunaria.core.cards import RANK
from lunaria.games.half_moon import PARTNER, PLACES, TRIO, State
from lunaria.solvers.half_moon.drup import refutes
from lunaria.solvers.verdict import Budget, Certificate, Limits

#: The certificates that claim no more than the loss.
CLAIMS = ("propagation", "sat")

#: Of the solvers that write proofs, one that takes its clauses as they are.
_SOLVER = "glucose4"
_CONFLICTS_A_PIECE = 1000


def check(state: State, certificate: Certificate, seconds: float | None = None) -> bool:
    """Whether `certificate` shows that `state` cannot be won.

    A claim takes about two seconds to prove anew, some up to a minute. Raises ValueError where
    the certificate is of no known kind, TimeoutError where `seconds` have not sufficed.
    """
    if certificate.kind == "front":
        return _is_stuck(state, bool(certificate.data["upturned"]), certificate.data["left"])
    if certificate.kind in CLAIMS:
        return is_refuted(state, seconds)
    raise ValueError(f"no kind of certificate: {certificate.kind}")


def _needs(rank: int) -> set[int]:
    """The ranks that go with a rank."""
    return {PARTNER[rank]} if rank in PARTNER else set(TRIO) - {rank}


def _is_stuck(state: State, upturned: bool, left: Sequence[int]) -> bool:
    """Whether no card on the front finds what it needs among the cards above and on it.

    Then no card of the front can be the first one that is taken: what it goes with would lie on
    the front too, or have gone before. In the upturned game that holds of the last one.
    """
    piles = [pile[::-1] if upturned else pile for pile in state.piles]
    if len(left) != len(PLACES) or not any(left):
        return False
    if any(not 0 <= many <= len(pile) for many, pile in zip(left, piles, strict=True)):
        return False
    seen = {
        RANK[card]
        for many, pile in zip(left, piles, strict=True)
        for card in pile[max(0, many - 1) :]
    }
    fronts = (pile[many - 1] for many, pile in zip(left, piles, strict=True) if many)
    return all(not _needs(RANK[card]) <= seen for card in fronts)


def _numbered(state: State) -> tuple[list[list[int]], list[int]]:
    """The piles as numbers of cards, top first, and the rank of each number."""
    ranks: list[int] = []
    piles = []
    for pile in state.piles:
        piles.append(list(range(len(ranks), len(ranks) + len(pile))))
        ranks += [RANK[card] for card in reversed(pile)]
    return piles, ranks


def _kinds(ranks: Sequence[int]) -> list[tuple[list[int], list[int]]]:
    """For each two ranks that go together, the cards of the one and of the other."""
    of_rank = {rank: [c for c, r in enumerate(ranks) if r == rank] for rank in RANK.values()}
    pairs = [(low, high) for low, high in PARTNER.items() if low < high]
    return [(of_rank[a], of_rank[b]) for a, b in (*pairs, *combinations(TRIO, 2))]


def is_refuted(state: State, seconds: float | None = None) -> bool:
    """Whether a proof is found, and holds, that `clauses` of the position have no model.

    Raises TimeoutError where `seconds` have not sufficed; compiling the checker does not count.
    """
    refutes(((1,), (-1,)), ())
    budget = Budget(Limits(seconds=seconds))
    rows = clauses(state)
    proof = refutation(rows, budget)
    return proof is not None and refutes(rows, proof, budget.go_on)


def refutation(rows: Sequence[Sequence[int]], budget: Budget) -> list[str] | None:
    """The proof of another SAT solver (Glucose 4) that clauses have no model; None where they do.

    The same clauses give the same proof. Raises TimeoutError where a limit of `budget` is met.
    """
    with Solver(name=_SOLVER, bootstrap_with=rows, with_proof=True) as solver:
        answer = None
        while answer is None:
            budget.go_on()
            solver.conf_budget(_CONFLICTS_A_PIECE)
            answer = solver.solve_limited()
        return None if answer else list(solver.get_proof())


def clauses(state: State) -> list[list[int]]:
    """Clauses that every win is a model of, so that a position without a model is lost.

    Variables: two cards go together (`match`); one goes earlier than the other (`earlier`). Each
    clause says what is plainly true of a won game; nothing found by the solver goes in.
    """
    piles, ranks = _numbered(state)
    fresh = count(1)
    cards = range(len(ranks))
    match: dict[tuple[int, int], int] = {}
    rows: list[list[int]] = []
    for ones, others in _kinds(ranks):
        for a, b in product(ones, others):
            match[a, b] = match[b, a] = next(fresh)
        for mine, theirs in ((ones, others), (others, ones)):
            for card in mine:
                rows.append([match[card, other] for other in theirs])
                rows += [[-match[card, a], -match[card, b]] for a, b in combinations(theirs, 2)]
    jacks, queens, kings = ([c for c in cards if ranks[c] == face] for face in TRIO)
    for j, q, k in product(jacks, queens, kings):
        for one, two, three in ((j, q, k), (q, k, j), (k, j, q)):
            rows.append([-match[one, two], -match[two, three], match[three, one]])
    # Only of a card that covers another is it asked what it goes earlier than.
    covering = [card for pile in piles for card in pile[:-1]]
    earlier = {(u, v): next(fresh) for u, v in product(covering, cards)}
    rows += [[-earlier[u, u]] for u in covering]
    rows += [[-earlier[u, v], -earlier[v, u]] for u, v in combinations(covering, 2)]
    for pile in piles:
        for upper, lower in pairwise(pile):
            rows.append([earlier[upper, lower]])
            rows += [[-earlier[u, upper], earlier[u, lower]] for u in covering]
            rows += [[-earlier[lower, v], earlier[upper, v]] for v in cards if lower in covering]
    for (a, b), both in match.items():
        rows += [[-both, -earlier[u, a], earlier[u, b]] for u in covering]
        if (a, b) in earlier:
            rows.append([-both, -earlier[a, b]])
    return rows


def can_be_won(state: State, seconds: float = 600.0) -> bool | None:
    """Whether the position can be won, asked of CP-SAT; None where the time has not sufficed.

    Raises RuntimeError where OR-Tools is not installed.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError as error:
        raise RuntimeError(
            "OR-Tools is not installed; `pip install lunaria[prove]` installs it"
        ) from error
    piles, ranks = _numbered(state)
    model: Any = cp_model.CpModel()
    times = [model.new_int_var(0, len(ranks), f"t{card}") for card in range(len(ranks))]
    for pile in piles:
        for upper, lower in pairwise(pile):
            model.add(times[upper] < times[lower])
    match: dict[tuple[int, int], Any] = {}
    for ones, others in _kinds(ranks):
        for a, b in product(ones, others):
            match[a, b] = match[b, a] = model.new_bool_var(f"m{a}-{b}")
            model.add(times[a] == times[b]).only_enforce_if(match[a, b])
        for mine, theirs in ((ones, others), (others, ones)):
            for card in mine:
                model.add_exactly_one(match[card, other] for other in theirs)
    jacks, queens, kings = ([c for c, r in enumerate(ranks) if r == face] for face in TRIO)
    for j, q, k in product(jacks, queens, kings):
        for one, two, three in ((j, q, k), (q, k, j), (k, j, q)):
            model.add_bool_or(~match[one, two], ~match[two, three], match[three, one])
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return True
    return False if status == cp_model.INFEASIBLE else None
