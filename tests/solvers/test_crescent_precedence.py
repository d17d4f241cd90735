"""The precedence of Crescent: it calls lost what is lost, and says why."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from lunaria.core.cards import KING, SUITS, TWO_PACKS
from lunaria.core.record import read
from lunaria.core.replay import Line
from lunaria.games import CRESCENT, read_deal, start
from lunaria.games.crescent import PILES, PLACES, REDEAL, State
from lunaria.solvers.crescent import check, fewest_redeals, solve, warm_up
from lunaria.solvers.crescent.exhaustion import ENDED, WIN, Exhaustion
from lunaria.solvers.crescent.front import lost
from lunaria.solvers.crescent.pack import pack
from lunaria.solvers.crescent.precedence import Precedence
from lunaria.solvers.verdict import LOST, UNKNOWN, WORK, Certificate, Limits
from positions import crescent, falling, rising
from registry import DATA
from wandering import opening

SMALL = Limits(work=30_000, seconds=None)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    warm_up()


def refuted(state: State) -> tuple[str, ...]:
    """The suits that have no order; none where there is one."""
    question = Precedence(state)
    *_, (answer, _) = question.pieces(lambda most: most)
    assert answer is not bool(question.refuted)
    return question.refuted


def reduced(chance: Random) -> State:
    """A position of a reduced pack: a few cards of one, two or four suits are left on piles."""
    heights = dict.fromkeys(
        (*(f"{suit}+" for suit in SUITS), *(f"{suit}-" for suit in SUITS)), KING
    )
    suits = chance.choice(["S", "H", "HD", "SC", "SHDC"])
    for _ in range(chance.randint(5, 22)):
        able = [place for place, height in heights.items() if place[0] in suits and height > 1]
        heights[chance.choice(able)] -= 1
    laid = {
        place: (rising if place[1] == "+" else falling)(place[0], height)
        for place, height in heights.items()
    }
    rest = Counter(TWO_PACKS)
    rest.subtract(" ".join(laid.values()).split())
    cards = [*rest.elements()]
    chance.shuffle(cards)
    used = chance.sample(PLACES[:PILES], chance.randint(3, 9))
    piles: dict[str, list[str]] = {place: [] for place in used}
    for card in cards:
        chance.choice([pile for pile in piles.values() if len(pile) < KING]).append(card)
    laid |= {place: " ".join(pile) for place, pile in piles.items()}
    return crescent(laid, redeals=chance.choice([0, 1]))


def truth(state: State) -> bool | None:
    """Whether a position is won, by looking at all that can follow; None where it is too much."""
    search = Exhaustion(pack(state), tried=False)
    search.go_on(20_000)
    return {WIN: True, ENDED: False}.get(search.status)


@pytest.fixture(autouse=True)
def _little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Exhaustion, "MOST", 1 << 17)
    monkeypatch.setattr(Exhaustion, "WORDS", 1 << 21)


@pytest.mark.parametrize("part", range(4))
def test_reduced_packs(part: int) -> None:
    chance = Random(f"precedence {part}")
    found: Counter[str] = Counter()
    for _ in range(60):
        state = reduced(chance)
        suits, won = refuted(state), truth(state)
        if suits:
            assert won is not True, state
        # The checker comes to the same, from a statement of its own.
        named = suits or SUITS
        assert check(state, Certificate("precedence", {"suits": [*named]})) is bool(suits), state
        found["won"] += won is True
        if won is False:
            found["by all suits together" if len(suits) > 1 else "by one" if suits else "no"] += 1
            found["what the front does not see"] += bool(suits) and not lost(pack(state))
    assert found["won"] > 20
    assert found["by one"] > 3
    assert found["what the front does not see"] > 2


RECORDS = [
    record
    for record in read((DATA / "records" / "crescent.record").read_text("ascii"))
    if record.tag("Result") == "won" and not {"undo", "redo"} & {*record.actions}
]


def test_nothing_on_the_way_to_a_win_is_refuted() -> None:
    asked = 0
    for record in RECORDS:
        line: Line[Any] = start(read_deal(record.tag("Code") or ""))
        for ply, action in enumerate(record.actions):
            uses = [*record.actions[ply:]].count(REDEAL)
            if uses <= 1 and ply % 8 == 0:
                asked += 1
                assert not refuted(line.state._replace(redeals=uses)), (record.tag("Code"), ply)
            line.play(action)
    assert asked > 30


def without_redeals(number: int) -> State:
    state: State = opening(CRESCENT, number)
    return state._replace(redeals=0)


@pytest.mark.parametrize("number", [1, 3, 5, 7])
def test_deals_without_redeals_are_lost_for_a_suit(number: int) -> None:
    state = without_redeals(number)
    verdict = solve(state, SMALL)
    assert (verdict.outcome, verdict.how) == (LOST, "precedence")
    assert verdict.certificate is not None
    assert len(verdict.certificate.data["suits"]) == 1
    assert check(state, verdict.certificate)
    others = [suit for suit in SUITS if suit not in verdict.certificate.data["suits"]]
    assert not check(state, Certificate("precedence", {"suits": others[:1]}))
    assert not check(state._replace(redeals=2), verdict.certificate)
    assert solve(state, SMALL, without=frozenset({"precedence"})).outcome == UNKNOWN


@pytest.mark.parametrize("number", [42, 113, 155, 266])
def test_suits_in_each_others_way(number: int) -> None:
    state = reduced(Random(f"circle {number}"))
    assert refuted(state) == tuple(SUITS)
    assert truth(state) is False
    assert not lost(pack(state))
    assert check(state, Certificate("precedence", {"suits": [*SUITS]}))
    for suit in SUITS:
        assert not check(state, Certificate("precedence", {"suits": [suit]}))


def test_a_deal_is_lost_for_all_suits_together() -> None:
    state = without_redeals(4)
    verdict = solve(state, SMALL)
    assert verdict.certificate == Certificate("precedence", {"suits": [*SUITS]})
    with pytest.raises(TimeoutError):
        check(state, verdict.certificate, seconds=0.01)


def test_a_limit_of_work_ends_the_question() -> None:
    enough = solve(without_redeals(1), SMALL).work
    verdict = solve(without_redeals(1), Limits(work=enough - 100, seconds=None))
    assert (verdict.limit, verdict.work, verdict.how) == (WORK, enough - 100, "precedence")


@pytest.mark.parametrize("data", [{}, {"suits": []}, {"suits": ["X"]}, {"suits": 4}])
def test_certificates_without_suits_show_nothing(data: dict[str, object]) -> None:
    assert not check(without_redeals(1), Certificate("precedence", data))


def test_a_complete_foundation_is_in_nobodys_way() -> None:
    # The ascending hearts are complete, the descending ones go on from the eight.
    places = {
        "H+": rising("H", KING),
        "H-": falling("H", 5),
        "1": "AH 2H 3H 4H",
        "2": "5H 6H 7H 8H",
    }
    places |= {"S+": rising("S", 5), "S-": falling("S", KING), "3": "KS QS JS 10S 9S 8S 7S 6S"}
    for suit in "DC":
        places |= {f"{suit}+": rising(suit, KING), f"{suit}-": falling(suit, KING)}
    for redeals in (0, 1):
        assert truth(crescent(places, redeals))
        assert not refuted(crescent(places, redeals))


def test_it_bounds_the_fewest_redeals() -> None:
    fewest = fewest_redeals(opening(CRESCENT, 1), Limits(work=300_000, seconds=None))
    assert fewest.least >= 1
