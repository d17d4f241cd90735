"""Easy Harp's solver: right about every small position, and its wins win, its losses are proved."""

import time
from collections import Counter
from typing import Any

import pytest

from lunaria.core.cards import RANKS, SUITS, TWO_PACKS
from lunaria.core.errors import NotReadable
from lunaria.core.game import WON
from lunaria.core.replay import replay
from lunaria.games import EASY_HARP, read_deal, start
from lunaria.games.easy_harp import State
from lunaria.solvers.easy_harp import REDUCTIONS, check, solve, warm_up
from lunaria.solvers.verdict import (
    CANCELLED,
    LOST,
    TIME,
    UNKNOWN,
    WINNABLE,
    WORK,
    Certificate,
    Limits,
    Progress,
    Verdict,
)
from positions import easy_harp, rising
from solvers.small_easy_harp import late_position, winnable
from wandering import opening, wander

#: Positions from number on, the ranks that are left, and how many positions the truth may take.
SMALL = [
    *((first, 2, 2000) for first in range(0, 200, 50)),
    *((first, 3, 3000) for first in range(0, 600, 50)),
    *((first, 4, 1000) for first in range(0, 300, 50)),
]
#: A deal that takes some hundred thousand positions.
HARD = 5546
#: The only deal of 100,000 that research has proved lost, in an order of its own.
LOST_DEAL = (
    "KC", "9H 6C", "AS 5D 7S", "3S KS QD 6D", "5C JC 5H 8C 7S", "8H JD 8D KD 10H 6C",
    "9S 8H 10D KH 6S 2S 4C", "AS 9H 2C 3C 5H QC KD 6S", "3C 2S 10H 9D QD 5S 8D JH 4D",
)  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    warm_up()


def holds(state: State, verdict: Verdict) -> None:
    """A win is played by the rules; a loss carries its proof."""
    assert (verdict.line is None) == (verdict.outcome != WINNABLE)
    assert (verdict.certificate is None) == (verdict.outcome != LOST)
    assert (verdict.limit is None) == (verdict.outcome != UNKNOWN)
    for token in verdict.line or ():
        assert EASY_HARP.refusal(state, token) is None
        state = EASY_HARP.apply(state, token)
    if verdict.line is not None:
        assert EASY_HARP.outcome(state) == WON


@pytest.mark.parametrize(("first", "ranks", "most"), SMALL)
def test_small_positions(first: int, ranks: int, most: int) -> None:
    """The truth about every one, by looking at everything that the rules allow."""
    limits = Limits(work=100_000, seconds=None)
    decided = 0
    for number in range(first, first + 50):
        state = late_position(number, ranks)
        truth = winnable(state, most)
        if truth is None:
            continue
        decided += 1
        verdict = solve(state, limits)
        holds(state, verdict)
        assert verdict.outcome == (WINNABLE if truth else LOST)
        for reduction in REDUCTIONS:
            without = solve(state, limits, without=frozenset({reduction}))
            holds(state, without)
            assert without.outcome in (verdict.outcome, UNKNOWN)
            assert without.outcome == verdict.outcome or ranks > 3
    assert decided >= 40


def test_small_positions_are_of_all_kinds() -> None:
    kinds: Counter[tuple[str, str]] = Counter()
    for _, ranks, _ in SMALL:
        for number in range(50):
            verdict = solve(late_position(number, ranks), Limits(work=100_000, seconds=None))
            kinds[verdict.outcome, verdict.how] += 1
    assert set(kinds) == {(WINNABLE, "search"), (LOST, "lattice"), (LOST, "exhaustion")}
    assert min(kinds.values()) >= 10


#: All reductions, and all but one.
WITHOUT = (frozenset[str](), *(frozenset({reduction}) for reduction in REDUCTIONS))


def hearts_done(places: dict[str, str], hidden: int) -> State:
    """All black cards but the kings and all hearts are founded; in column 1 some are hidden."""
    founded = {f"{suit}{pile}": rising(suit, 12) for suit in "SC" for pile in "12"}
    hearts = {f"H{pile}": rising("H", 13) for pile in "12"}
    return easy_harp({**founded, **hearts, **places}, hidden={"1": hidden})


def test_a_copy_must_not_take_the_place_of_the_other_one() -> None:
    """One queen can go home. It must be the one on the jack, not that of the stock."""
    state = hearts_done(
        {
            "D1": rising("D", 11),
            "D2": rising("D", 10),
            "1": "KS KS KC KC JD QD",
            "stock": "KD KD QD",
        },
        hidden=5,
    )
    drawn = EASY_HARP.apply(state, "draw")
    for token, outcome in (("1>D1", WINNABLE), ("W>D1", LOST)):
        assert EASY_HARP.refusal(drawn, token) is None
        after = EASY_HARP.apply(drawn, token)
        assert winnable(after, 10_000) == (outcome == WINNABLE)
        for without in WITHOUT:
            verdict = solve(after, without=without)
            holds(after, verdict)
            assert verdict.outcome == outcome
    for without in WITHOUT:
        verdict = solve(state, without=without)
        holds(state, verdict)
        assert verdict.outcome == WINNABLE


def test_a_card_is_taken_back_where_another_one_needs_it() -> None:
    """The queen on the jack has no place but a black king, and that lies on a foundation."""
    state = hearts_done(
        {
            **{f"{suit}{pile}": rising(suit, 13) for suit in "SC" for pile in "12"},
            "D1": rising("D", 13),
            "D2": rising("D", 10),
            "1": "JD QD",
            "2": "KD",
        },
        hidden=1,
    )
    verdict = solve(state)
    holds(state, verdict)
    assert verdict.outcome == WINNABLE
    assert any(token[0] in SUITS for token in verdict.line or ())


@pytest.mark.parametrize("number", range(1, 61))
def test_deals_are_won(number: int) -> None:
    code = read_deal(f"easy-harp:{number}")
    verdict = solve(start(code).state)
    assert verdict.outcome == WINNABLE
    line, fault = replay(EASY_HARP, code, verdict.line or ())
    assert fault is None
    assert line.outcome == WON


def lost_deal() -> State:
    places = {str(number): column for number, column in enumerate(LOST_DEAL, start=1)}
    left = Counter(TWO_PACKS) - Counter(" ".join(LOST_DEAL).split())
    state = easy_harp(
        {**places, "stock": " ".join(left.elements())},
        hidden={str(number): number - 1 for number in range(1, 10)},
    )
    assert len(state.stock) == 59
    return state


def test_the_lost_deal() -> None:
    verdict = solve(lost_deal())
    assert (verdict.outcome, verdict.how) == (LOST, "lattice")
    assert verdict.certificate is not None
    vectors = verdict.certificate.data["vectors"]
    assert len(vectors) == 87  # as research has counted with two programs
    assert min(sum(entry["left"]) for entry in vectors) == 37


def proofs(how: str, ranks: int) -> list[tuple[State, Certificate]]:
    found = []
    for number in range(150):
        state = late_position(number, ranks)
        verdict = solve(state, Limits(work=20_000, seconds=None))
        if verdict.how == how and verdict.certificate is not None:
            found.append((state, verdict.certificate))
    return found


def test_proofs_by_the_lattice_are_checked() -> None:
    certificates = proofs("lattice", 4)
    assert len(certificates) > 15
    certificates.sort(key=lambda each: len(each[1].data["vectors"]))
    for state, certificate in certificates[:15]:
        assert check(state, certificate)
        vectors = certificate.data["vectors"]
        for at, entry in list(enumerate(vectors))[:3]:  # nothing in it can be left out
            fewer = [*vectors[:at], *vectors[at + 1 :]]
            assert not check(state, Certificate("lattice", {"vectors": fewer}))
            if entry["refused"]:
                less = {**entry, "refused": entry["refused"][1:]}
                weaker = [*vectors[:at], less, *vectors[at + 1 :]]
                assert not check(state, Certificate("lattice", {"vectors": weaker}))


def test_false_proofs_are_refused() -> None:
    """That every step is refused, of positions that are won."""
    for number in range(1, 10):
        state = opening(EASY_HARP, number)
        all_refused = {"left": list(range(1, 10)), "refused": list(range(1, 10))}
        assert not check(state, Certificate("lattice", {"vectors": [all_refused]}))
    assert not check(state, Certificate("lattice", {"vectors": []}))
    assert not check(state, Certificate("by heart", {}))
    late = next(late_position(n, 3) for n in range(50) if winnable(late_position(n, 3), 500))
    assert not check(late, Certificate("exhaustion", {}))


def test_proofs_by_exhaustion_are_checked() -> None:
    small = [each for each in proofs("exhaustion", 4) if each[1].data["positions"] < 500][:5]
    assert len(small) == 5
    for state, certificate in small:
        assert check(state, certificate)
        positions = certificate.data["positions"]
        assert not check(state, Certificate("exhaustion", {"positions": positions + 1}))


def test_a_work_limit_has_the_same_answer_every_time() -> None:
    for number in (*range(1, 15), HARD):
        state = opening(EASY_HARP, number)
        for seed in (0, 1):
            limits = Limits(work=2000, seconds=None, seed=seed)
            one, two = solve(state, limits), solve(state, limits)
            assert one._replace(seconds=0) == two._replace(seconds=0)


def test_seeds_find_different_wins() -> None:
    deal = opening(EASY_HARP, 157)
    assert len({solve(deal, Limits(seed=seed)).line for seed in range(4)}) > 1


def test_a_work_limit_is_kept() -> None:
    for work in (0, 1, 99, 100, 1000, 3333):
        verdict = solve(opening(EASY_HARP, HARD), Limits(work=work, seconds=None))
        assert (verdict.outcome, verdict.limit) == (UNKNOWN, WORK)
        # The questions about the ways on from one position can pass it.
        assert work <= verdict.work <= work + 1000


def test_a_time_limit_is_kept() -> None:
    for seconds in (0.0, 0.1, 0.3):
        began = time.process_time()
        verdict = solve(opening(EASY_HARP, HARD), Limits(seconds=seconds))
        assert time.process_time() - began < seconds + 0.2
        assert (verdict.outcome, verdict.limit) == (UNKNOWN, TIME)


def test_the_watcher_is_asked_often_and_can_end_it() -> None:
    told: list[Progress] = []

    def watch(progress: Progress) -> bool:
        told.append(progress)
        return progress.seconds < 0.3

    verdict = solve(opening(EASY_HARP, HARD), Limits(), watch)
    assert (verdict.outcome, verdict.limit) == (UNKNOWN, CANCELLED)
    assert len(told) >= 10
    assert [each.work for each in told] == sorted(each.work for each in told)
    assert {"search", "lattice"} <= {each.stage for each in told}


def test_positions_of_random_play() -> None:
    outcomes: Counter[str] = Counter()
    for number in range(1, 6):
        for step in list(wander(EASY_HARP, number, 150))[::30]:
            verdict = solve(step.state, Limits(work=30_000, seconds=None))
            holds(step.state, verdict)
            outcomes[verdict.outcome] += 1
    assert outcomes[WINNABLE] >= 20


def test_positions_on_the_way_to_a_win() -> None:
    state = opening(EASY_HARP, 3)
    for ply, token in enumerate(solve(state).line or ()):
        if ply % 60 == 0:
            verdict = solve(state)
            assert verdict.outcome == WINNABLE
            holds(state, verdict)
        state = EASY_HARP.apply(state, token)
    assert solve(state).line == ()


def impossible() -> list[tuple[str, Any]]:
    deal = opening(EASY_HARP, 1)
    hearts = tuple(f"{rank}H" for rank in RANKS)
    return [
        ("25 hearts", deal._replace(stock=hearts * 2 + deal.stock[26:])),
        ("a card less", deal._replace(stock=deal.stock[1:])),
        ("no card", deal._replace(stock=("1X", *deal.stock[1:]))),
        ("all face down", deal._replace(hidden=(1, *deal.hidden[1:]))),
        ("less than none", deal._replace(hidden=(-1, *deal.hidden[1:]))),
        ("a column less", deal._replace(columns=deal.columns[:-1])),
        ("a pile less", deal._replace(foundations=deal.foundations[:-1])),
        (
            "a foundation from above",
            deal._replace(
                foundations=(deal.columns[0], *deal.foundations[1:]),
                columns=((), *deal.columns[1:]),
            ),
        ),
    ]


@pytest.mark.parametrize("case", impossible(), ids=lambda case: str(case[0]))
def test_impossible_positions_are_refused(case: tuple[str, Any]) -> None:
    with pytest.raises(NotReadable) as error:
        solve(case[1])
    assert error.value.reason.code == "position"


def test_unknown_reductions_are_refused() -> None:
    with pytest.raises(ValueError, match="no reductions"):
        solve(opening(EASY_HARP, 1), without=frozenset({"gravity"}))
