"""The solver of Crescent: right, checked, the same again, and within its limits."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from lunaria.core.cards import KING, RANK, SUIT, SUITS, TWO_PACKS, card_of
from lunaria.core.errors import NotReadable
from lunaria.core.game import WON
from lunaria.core.record import read
from lunaria.core.replay import Line
from lunaria.games import CRESCENT, read_deal, start
from lunaria.games.crescent import PILES, PLACES, REDEAL, REDEALS, State
from lunaria.solvers import wins
from lunaria.solvers.crescent import PARTS, check, fewest_redeals, solve, solver, warm_up
from lunaria.solvers.crescent.certificate import least_redeals
from lunaria.solvers.crescent.check import _heights, _is_stuck
from lunaria.solvers.crescent.exhaustion import Exhaustion
from lunaria.solvers.crescent.front import lost
from lunaria.solvers.crescent.pack import pack
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
)
from positions import crescent, falling, rising
from registry import DATA
from wandering import opening

#: All ways to leave parts of the solver out; small positions are decided before the precedence.
USED = sorted(PARTS - {"precedence"})
WITHOUT = [frozenset(some) for count in range(len(USED) + 1) for some in combinations(USED, count)]
SMALL = Limits(work=50_000, seconds=None)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    warm_up()


def late_position(chance: Random) -> State:
    """A position with few cards left on piles: they lie there as they may."""
    cards = chance.randint(3, 14)
    heights = [KING] * 8
    suits = chance.choice([1, 2, 4])
    for _ in range(cards):
        able = [n for n, height in enumerate(heights) if n % 4 < suits and height > 1]
        heights[chance.choice(able)] -= 1
    rest = Counter(TWO_PACKS)
    laid = {}
    for number, suit in enumerate(SUITS):
        laid[f"{suit}+"] = rising(suit, heights[number])
        laid[f"{suit}-"] = falling(suit, heights[number + 4])
        rest.subtract(laid[f"{suit}+"].split() + laid[f"{suit}-"].split())
    piles: dict[str, list[str]] = {place: [] for place in PLACES[:PILES]}
    used = chance.sample(PLACES[:PILES], chance.randint(2, 5))
    for card in chance.sample([*rest.elements()], cards):
        chance.choice([piles[place] for place in used if len(piles[place]) < 13]).append(card)
    laid |= {place: " ".join(pile) for place, pile in piles.items()}
    return crescent(laid, redeals=chance.choice([0, 0, 0, 1, 1, 2]))


def winnable(state: State, most: int = 3000) -> bool | None:
    """Whether the rules lead to a win, by looking at everything; None where it is too much."""
    seen, stack = {key(state)}, [state]
    while stack:
        now = stack.pop()
        if CRESCENT.outcome(now) == WON:
            return True
        if len(seen) > most:
            return None
        for token in CRESCENT.legal(now):
            after = CRESCENT.apply(now, token)
            if key(after) not in seen:
                seen.add(key(after))
                stack.append(after)
    return False


def key(state: State) -> tuple[Any, ...]:
    return tuple(sorted(state.piles[:PILES])), state.piles[PILES:], state.redeals


@pytest.mark.parametrize("part", range(10))
def test_small_positions(part: int) -> None:
    chance = Random(part)
    outcomes: Counter[bool] = Counter()
    while outcomes.total() < 110:
        state = late_position(chance)
        truth = winnable(state)
        if truth is None:
            continue
        outcomes[truth] += 1
        for without in WITHOUT:
            verdict = solve(state, SMALL, without=without)
            assert verdict.outcome == (WINNABLE if truth else LOST), (state, without)
            if verdict.certificate and len(without) in (0, 3):
                json.dumps(verdict.certificate.data)
                assert check(state, verdict.certificate), state
            elif verdict.line is not None:
                assert wins(CRESCENT, state, verdict.line)
        for kind in ("front", "exhausted") if truth else ():
            assert not check(state, Certificate(kind, {"covered": {"1": [0, 0]}}))
        assert truth is False or not lost(pack(state))
        assert _is_stuck(state.piles[:PILES], _heights(state), state.redeals) == lost(pack(state))
    assert min(outcomes.values()) > 20


# Both copies of a card


def mirrored(cards: str) -> str:
    """The ranks the other way round."""
    return " ".join(card_of(KING + 1 - RANK[card], SUIT[card]) for card in cards.split())


def both_on_tops(suit: str, other_way: bool) -> State:
    """Both copies of the five that is wanted are tops, and all depends on the one in pile 2.

    No neighbour of a five is exposed before it has left.
    """
    places = {"1": "5H", "2": "AH 2H 3H 4H 6H 7H 7H 6H 5H", "3": "KH QH JH 10H 9H 8H"}
    places |= {"H+": rising("H", 4), "H-": falling("H", 6)}
    if other_way:
        places = {place: mirrored(cards) for place, cards in places.items()}
        places["H+"], places["H-"] = places["H-"], places["H+"]
    places = {place.replace("H", suit): cards.replace("H", suit) for place, cards in places.items()}
    for other in set(SUITS) - {suit}:
        places |= {f"{other}+": rising(other, KING), f"{other}-": falling(other, KING)}
    return crescent(places, redeals=0)


@pytest.mark.parametrize("other_way", [False, True], ids=["up", "down"])
@pytest.mark.parametrize("suit", SUITS)
def test_of_two_copies_either_may_be_played(suit: str, other_way: bool) -> None:
    state = both_on_tops(suit, other_way)
    assert winnable(state) is True
    assert over_strict(state)
    assert not lost(pack(state))
    assert solve(state, SMALL).outcome == WINNABLE
    assert not _is_stuck(state.piles[:PILES], _heights(state), 0)


def over_strict(state: State) -> bool:
    """The wrong test: a card goes only if its rank comes next after those that could be passed."""
    piles, heights = state.piles[:PILES], _heights(state)
    covered = {(n, at) for n, pile in enumerate(piles) for at in range(len(pile) - 1)}
    before: set[tuple[int, int]] = set()
    while before != covered:
        before = set(covered)
        seen: dict[str, set[int]] = {suit: set() for suit in SUITS}
        for n, pile in enumerate(piles):
            for at, card in enumerate(pile):
                if (n, at) not in covered:
                    seen[SUIT[card]].add(RANK[card])
        for n, at in before:
            card = piles[n][at + 1]
            suit, rank = SUIT[card], RANK[card]
            up, down = heights[suit]
            while up + 1 in seen[suit]:
                up += 1
            while KING - down in seen[suit]:
                down += 1
            around = {rank % KING + 1, (rank - 2) % KING + 1} & seen[suit]
            goes = rank in (up + 1, KING - down) or up + down >= KING or around
            if (n, at + 1) not in covered and goes:
                covered.discard((n, at))
    return bool(covered)


# Won games

RECORDS = [
    record
    for record in read((DATA / "records" / "crescent.record").read_text("ascii"))
    if record.tag("Result") == "won"
]


def winning_path(record: Any) -> list[tuple[State, str]]:
    """Each position on the way to the win with the token played there, nothing taken back."""
    line: Line[Any] = start(read_deal(record.tag("Code") or ""))
    tokens: list[str] = []
    taken: list[str] = []
    for action in record.actions:
        line.play(action)
        if action == "undo":
            taken.append(tokens.pop())
        elif action == "redo":
            tokens.append(taken.pop())
        else:
            tokens.append(action)
            taken = []
    state = start(read_deal(record.tag("Code") or "")).state
    path = []
    for token in tokens:
        path.append((state, token))
        state = CRESCENT.apply(state, token)
    assert CRESCENT.outcome(state) == WON
    return path


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.tag("Code"))
def test_nothing_on_the_way_to_a_win_is_called_lost(record: Any) -> None:
    path = winning_path(record)
    tokens = [token for _, token in path]
    for ply, (state, _) in enumerate(path):
        used = tokens[ply:].count(REDEAL)
        assert least_redeals(pack(state), state.redeals) <= used
        assert not _is_stuck(state.piles[:PILES], _heights(state), used)
    for state, _ in path[-60::6]:
        assert solve(state, Limits(work=100_000, seconds=None)).outcome == WINNABLE


@pytest.mark.parametrize("number", range(1, 13))
def test_numbered_deals_are_won(number: int) -> None:
    state = opening(CRESCENT, number)
    verdict = solve(state, Limits(work=300_000, seconds=None))
    assert wins(CRESCENT, state, verdict.line or ())


@pytest.mark.parametrize("code", ["CR1-F-AAAAAAB", "CR1-F-AAAAAAH"])
def test_crescent_four(code: str) -> None:
    state = start(read_deal(code)).state
    assert state.redeals == 4
    verdict = solve(state, Limits(work=300_000, seconds=None))
    assert wins(CRESCENT, state, verdict.line or ())


def test_a_won_position_is_won_by_nothing() -> None:
    state, token = winning_path(RECORDS[0])[-1]
    assert solve(CRESCENT.apply(state, token)).line == ()
    assert not check(CRESCENT.apply(state, token), Certificate("exhausted", {"positions": 0}))


# How it is asked


def test_a_work_limit_gives_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = opening(CRESCENT, 3)
    limits = Limits(work=60_000, seconds=None, seed=5)
    first = solve(state, limits)
    monkeypatch.setattr(solver, "PIECE", 7)  # how often the clock is asked plays no part
    again = solve(state, limits)
    assert again._replace(seconds=0.0) == first._replace(seconds=0.0)
    lines = {solve(state, limits._replace(seed=seed)).line for seed in range(4)}
    assert len(lines) > 1


def endless() -> State:
    """A position that no stage decides soon: nearly all cards left, and no redeal."""
    state: State = opening(CRESCENT, 8)
    return state._replace(redeals=0)


@pytest.mark.parametrize("work", [1, 499, 500, 1234])
def test_the_work_limit_is_kept(work: int) -> None:
    verdict = solve(endless(), Limits(work=work, seconds=None))
    assert (verdict.outcome, verdict.limit, verdict.work) == (UNKNOWN, WORK, work)


def test_the_time_limit_is_kept() -> None:
    verdict = solve(endless(), Limits(seconds=0.3))
    assert (verdict.outcome, verdict.limit) == (UNKNOWN, TIME)
    assert 0.3 <= verdict.seconds < 0.6


def test_who_waits_can_stop_it_and_is_told_often() -> None:
    told: list[tuple[Progress, float]] = []

    def watch(progress: Progress) -> bool:
        told.append((progress, time.thread_time()))
        return progress.seconds < 0.5

    verdict = solve(endless(), Limits(), watch)
    assert (verdict.outcome, verdict.limit) == (UNKNOWN, CANCELLED)
    assert {progress.stage for progress, _ in told} == {"contours", "precedence", "exhaustion"}
    times = [at for _, at in told]
    assert max(np.diff(times)) < 0.1


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Exhaustion, "MOST", 2000)
    search = Exhaustion(pack(endless()))
    looked = search.go_on(1_000_000)
    assert search.count <= 2000
    assert search.go_on(1) == 0
    assert looked < 2000
    assert solve(endless(), Limits(work=30_000, seconds=None)).limit == WORK


def test_parts_are_known_by_name() -> None:
    with pytest.raises(ValueError, match="no part of the solver: luck"):
        solve(endless(), without=frozenset({"luck"}))


# Redeals


def test_fewest_redeals_of_small_positions() -> None:
    chance = Random("redeals")
    exact: Counter[int] = Counter()
    for _ in range(60):
        state = late_position(chance)._replace(redeals=2)
        truths = [winnable(state._replace(redeals=count)) for count in range(3)]
        if None in truths:
            continue
        fewest = fewest_redeals(state, SMALL)
        expected = truths.index(True) if True in truths else None
        assert fewest.most == expected
        assert fewest.least == (3 if expected is None else expected)
        exact[fewest.least] += 1
    assert len(exact) >= 3


def test_fewest_redeals_of_a_deal() -> None:
    fewest = fewest_redeals(opening(CRESCENT, 1), Limits(work=300_000, seconds=None))
    assert fewest.most is not None
    assert 0 <= fewest.least <= fewest.most <= REDEALS["N"]


# What is no position


def spoilt() -> Iterator[tuple[str, State, str]]:
    deal = opening(CRESCENT, 1)
    piles = deal.piles
    first = piles[0]
    hearts = tuple(card for pile in piles[:PILES] for card in pile if SUIT[card] == "H")
    without = tuple(tuple(card for card in pile if card != hearts[0]) for pile in piles)
    yield "25 hearts", deal._replace(piles=without), hearts[0]
    yield "a card thrice", deal._replace(piles=((*first, "AS"), *piles[1:])), "AS"
    long, short = first + piles[1] + piles[2][:2], piles[2][2:]
    yield "14 cards", deal._replace(piles=(long, (), short, *piles[3:])), "1"
    yield "five redeals", deal._replace(redeals=5), "redeals"
    yield "no base", deal._replace(piles=((*first, "AS"), *piles[1:16], (), *piles[17:])), "S+"
    swapped = list(piles)
    swapped[16], swapped[17] = swapped[17], swapped[16]
    yield "another's base", deal._replace(piles=tuple(swapped)), "S+"
    yield "a pile too few", deal._replace(piles=piles[1:]), "piles"
    yield "a joker", deal._replace(piles=(("??", *first[1:]), *piles[1:])), first[0]


@pytest.mark.parametrize(
    ("state", "at"), [pytest.param(state, at, id=name) for name, state, at in spoilt()]
)
def test_what_is_no_position_is_refused(state: State, at: str) -> None:
    with pytest.raises(NotReadable) as refused:
        solve(state)
    assert refused.value.reason.code == "position"
    assert dict(refused.value.reason.params)["given"] in (at, "??")


def test_a_front_with_a_hole_is_refused() -> None:
    chance = Random("fronts")
    found = 0
    while found < 20:
        state = late_position(chance)
        certificate = solve(state, SMALL).certificate
        if certificate is None or certificate.kind != "front":
            continue
        found += 1
        covered = certificate.data["covered"]
        for place, (first, last) in covered.items():
            top = len(state.piles[PLACES.index(place)]) - 1
            for ends in ([first - 1, last], [last + 1, first], [first, top], [first, top + 1]):
                data = {"covered": {**covered, place: ends}}
                assert not check(state, Certificate("front", data))
        assert not check(state, Certificate("front", {"covered": {}}))
        assert not check(state, Certificate("hearsay", {}))
