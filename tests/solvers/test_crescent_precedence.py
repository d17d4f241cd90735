"""The precedence of Crescent: it calls lost what is lost and says why, and its plans are wins."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from lunaria.core.cards import KING, SUITS, TWO_PACKS
from lunaria.core.record import read
from lunaria.core.replay import Line
from lunaria.games import CRESCENT, read_deal, start
from lunaria.games.crescent import PILES, PLACES, REDEAL, State
from lunaria.solvers.crescent import check, fewest_redeals, plan, solve, warm_up
from lunaria.solvers.crescent.board import LEFT, follow, founded
from lunaria.solvers.crescent.contours import RUNNING, Contours
from lunaria.solvers.crescent.exhaustion import ENDED, WIN, Exhaustion
from lunaria.solvers.crescent.front import lost
from lunaria.solvers.crescent.line import told
from lunaria.solvers.crescent.pack import pack
from lunaria.solvers.crescent.plan import Plan
from lunaria.solvers.crescent.precedence import Precedence
from lunaria.solvers.verdict import LOST, UNKNOWN, WINNABLE, WORK, Certificate, Limits
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


# Plans


def planned(state: State) -> tuple[str, ...] | None:
    """The tokens of a plan; RuntimeError where they do not win."""
    question = Plan(state)
    *_, (answer, _) = question.pieces(lambda most: most)
    assert answer or question.moves is None
    return None if question.moves is None else told(state, question.moves)


@pytest.mark.parametrize("part", range(4))
def test_plans_are_wins(part: int) -> None:
    chance = Random(f"plans {part}")
    found: Counter[str] = Counter()
    for _ in range(50):
        state = reduced(chance)
        line, won = planned(state), truth(state)
        if line is None:
            found["none, though won"] += won is True
            continue
        assert won is not False
        found["with a redeal" if REDEAL in line else "without"] += 1
    assert found["with a redeal"] > 3
    assert found["without"] > 2
    assert found["none, though won"] < 10


#: After random moves, with no redeal left.
UNTIDY = crescent(
    {
        "1": "4C 5H KS AS 8C 7C 6C",
        "2": "5C JS 6C 7C 8H 9H 10H",
        "3": "7S AD 3H 4H",
        "4": "2C 5C 6D QS",
        "5": "3S 7H 6H 4H 3H",
        "6": "2D JC JC 10C 9S QC KC",
        "7": "3S 5S 6S 9D 2H 8D 7D 8D",
        "8": "2S 4D 2S 5H 6H",
        "9": "KD",
        "10": "QH 6S 8S 7S JH AH",
        "11": "10C QD QD JD 10D",
        "12": "AC 10D JD 9H 8H 7H",
        "13": "10H 9C 8C JH 8S",
        "14": "KH 9C 9S 10S 4C 3C 5D 4D 5D 6D",
        "15": "4S 5S 4S",
        "16": "9D 7D 3C 3D 3D 10S",
        **{f"{suit}+": rising(suit, 2) for suit in "HDC"},
        **{f"{suit}-": falling(suit, 2) for suit in "HC"},
        "S-": falling("S", 3),
    },
    redeals=0,
)


def test_a_position_that_the_contours_do_not_win_soon() -> None:
    limits = Limits(work=40_000, seconds=None)
    verdict = solve(UNTIDY, limits)
    assert (verdict.outcome, verdict.how) == (WINNABLE, "precedence")
    assert verdict == solve(UNTIDY, limits)._replace(seconds=verdict.seconds)
    assert solve(UNTIDY, limits, without=frozenset({"precedence"})).outcome == UNKNOWN


@pytest.mark.parametrize("redeals", [1, 2])
def test_a_plan_is_looked_for_from_halfway(redeals: int) -> None:
    state = opening(CRESCENT, 17)._replace(redeals=redeals)
    limits = Limits(work=30_000, seconds=None)
    verdict = solve(state, limits)
    assert (verdict.outcome, verdict.how) == (WINNABLE, "precedence")
    assert verdict == solve(state, limits)._replace(seconds=verdict.seconds)
    assert solve(state, limits, without=frozenset({"precedence"})).outcome == UNKNOWN


@pytest.mark.parametrize(("cards", "redeals"), [(20, 3), (45, 2), (60, 1)])
def test_what_a_pass_was_ahead_with(cards: int, redeals: int) -> None:
    state = opening(CRESCENT, 3)
    search = Contours(pack(state))
    search.begin()
    while search.status == RUNNING:
        search.go_on(1000)
    found = search.lead(cards, redeals)
    assert found is not None
    moves, board = found
    follower = pack(state)
    for source, target in moves:
        follow(follower, source, target)
    assert (follower == board).all()
    assert founded(board) >= cards
    assert board[LEFT] <= redeals
    before = pack(state)
    for source, target in moves[:-1]:
        follow(before, source, target)
    assert founded(before) < cards or before[LEFT] > redeals


def test_a_plan_keeps_to_the_height_of_piles(monkeypatch: pytest.MonkeyPatch) -> None:
    assert planned(UNTIDY)
    monkeypatch.setattr(plan, "MOST_CARDS", 7)
    assert planned(UNTIDY) is None
