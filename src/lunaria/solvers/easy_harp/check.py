"""Checking a certificate of a lost Easy Harp without anything that the solver is built from.

A certificate of the kind `lattice` lists vectors: how many cards each column's prefix (its
face-down cards and the first face-up one) still has. It holds if the position's own vector is
listed, the zero vector is not, and from every listed vector each step (one prefix loses its last
card) either leads to a listed vector again or cannot be made. That it cannot is shown by CP-SAT,
which finds an integer program without solution; `lattice` explains why that is sound. The
program knows no trial, no dynamic programming and no card numbers.

A certificate of the kind `exhaustion` is checked by looking at all positions again, by the
readable rules; that takes long.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from lunaria.core.cards import KING, PACK, RANK, RED, SUIT, SUITS, Card, card_of
from lunaria.core.game import WON
from lunaria.games.easy_harp import COLUMNS, EASY_HARP, HOSTS, State
from lunaria.solvers.verdict import Budget, Certificate, Limits

Vector = tuple[int, ...]
COLOURS = ("black", "red")


def check(state: State, certificate: Certificate, seconds: float | None = None) -> bool:
    """Whether `certificate` proves that `state` is lost.

    Raises ModuleNotFoundError where OR-Tools are needed and not installed, TimeoutError where
    `seconds`, or a minute for one of its steps, have not sufficed.
    """
    budget = Budget(Limits(seconds=seconds))
    if EASY_HARP.outcome(state) == WON:
        return False
    if certificate.kind == "lattice":
        return _check_lattice(state, certificate.data, budget)
    if certificate.kind == "exhaustion":
        return _check_exhaustion(state, certificate.data, budget)
    return False


def _check_lattice(state: State, data: Any, budget: Budget) -> bool:
    model = _solver()
    sizes = _prefixes(state)
    refused = {tuple(entry["left"]): set(entry["refused"]) for entry in data["vectors"]}
    if sizes is None or sizes not in refused or (0,) * COLUMNS in refused:
        return False
    to_refute = []
    for vector, columns in refused.items():
        if len(vector) != COLUMNS or any(
            not 0 <= left <= size for left, size in zip(vector, sizes, strict=True)
        ):
            return False
        for column, left in enumerate(vector):
            below = (*vector[:column], left - 1, *vector[column + 1 :])
            if left and below not in refused:
                if column + 1 not in columns:
                    return False
                to_refute.append((vector, column))
    for vector, column in to_refute:
        budget.go_on()
        if _may_leave(state, vector, column, model):
            return False
    return True


def _prefixes(state: State) -> Vector | None:
    """The sizes of the prefixes; None where face-up cards are no run and nothing follows."""
    sizes = []
    for column, hidden in zip(state.columns, state.hidden, strict=True):
        face_up = column[hidden:]
        if any(low not in HOSTS[high] for low, high in pairwise(face_up)):
            return None
        sizes.append(min(hidden + 1, len(column)))
    return tuple(sizes)


def _solver() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "checking a certificate needs OR-Tools: pip install 'lunaria[prove]'"
        ) from error
    return cp_model


def _may_leave(state: State, vector: Vector, column: int, cp: Any) -> bool:
    """Whether there is a configuration right after the column's prefix lost its last card."""
    card = state.columns[column][vector[column] - 1]
    ways = ["founded", "moved" if RANK[card] == KING else "seated"]
    return any(_has_configuration(state, vector, column, way, cp) for way in ways)


def _has_configuration(state: State, vector: Vector, column: int, way: str, cp: Any) -> bool:
    x = state.columns[column][vector[column] - 1]
    must: Counter[Card] = Counter()  # has come off: on a foundation or in a seat
    for pile in state.foundations:
        must.update(pile)
    bases: Counter[tuple[int, str]] = Counter()  # prefixes' last cards, which bear seats
    empty = 0
    for other, (cards, left) in enumerate(zip(state.columns, vector, strict=True)):
        must.update(cards[left:])
        if other == column:
            must[x] += 1
        elif left:
            bases[_kind(cards[left - 1])] += 1
        else:
            empty += 1
    if way == "moved":
        # To a column that was empty: a base from then on. From its own bottom it is no step.
        if vector[column] == 1 or empty == 0:
            return False
        must[x] -= 1
        bases[_kind(x)] += 1
        empty -= 1
    may = must + Counter(state.stock + state.waste)

    model = cp.CpModel()
    founded = {card: model.new_int_var(0, min(2, may[card]), f"f {card}") for card in PACK}
    seats = {card: model.new_int_var(0, may[card], f"s {card}") for card in PACK}
    for card in PACK:
        model.add(founded[card] + seats[card] >= must[card])
        model.add(founded[card] + seats[card] <= may[card])
    for suit in SUITS:
        for rank in range(1, KING):
            model.add(founded[card_of(rank + 1, suit)] <= founded[card_of(rank, suit)])

    def seated(rank: int, colour: str) -> Any:
        return sum(seats[card] for card in PACK if _kind(card) == (rank, colour))

    model.add(seated(KING, "black") + seated(KING, "red") <= empty)
    for rank in range(1, KING):
        for colour, host in zip(COLOURS, COLOURS[::-1], strict=True):
            above = (rank + 1, host)
            bare = int(way == "seated" and _kind(x) == above)
            model.add(seated(rank, colour) <= seated(*above) + bases[above] - bare)
    if way == "founded":
        top = founded[card_of(RANK[x] + 1, SUIT[x])] if RANK[x] < KING else 0
        model.add(founded[x] >= top + 1)
    elif way == "seated":
        model.add(seats[x] >= 1)

    solver = cp.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 60.0
    status = solver.solve(model)
    if status == cp.UNKNOWN:
        raise TimeoutError
    return bool(status != cp.INFEASIBLE)


def _kind(card: Card) -> tuple[int, str]:
    return RANK[card], COLOURS[SUIT[card] in RED]


def _check_exhaustion(state: State, data: Any, budget: Budget) -> bool:
    """Whether just so many positions can be reached, and none is won; draws cost nothing (EH-9)."""
    waiting, met = [state], {_name(state)}
    while waiting:
        budget.go_on()
        # What is nearest to a win last, so that it is looked at next: false proofs end soon.
        for after in sorted(_steps(waiting.pop()), key=_founded):
            if EASY_HARP.outcome(after) == WON:
                return False
            name = _name(after)
            if name not in met:
                met.add(name)
                waiting.append(after)
    return bool(len(met) == data.get("positions"))


def _founded(state: State) -> int:
    return sum(map(len, state.foundations))


def _name(state: State) -> tuple[Any, ...]:
    """What two positions have in common that differ in draws and in the columns' order."""
    return (
        tuple(sorted(zip(state.hidden, state.columns, strict=True))),
        tuple(sorted(state.foundations)),
    )


def _steps(state: State) -> Iterable[State]:
    """The positions after each legal token but draw and recycle, whatever card is drawn to."""
    cards = state.waste + state.stock[::-1]
    for drawn in range(len(cards) + 1):
        if drawn and cards[drawn - 1] in cards[: drawn - 1]:
            continue
        here = state._replace(waste=cards[:drawn], stock=cards[drawn:][::-1])
        for token in EASY_HARP.legal(here):
            source = token.partition(">")[0]
            if source in ("draw", "recycle") or (source != "W" and drawn):
                continue
            yield EASY_HARP.apply(here, token)
