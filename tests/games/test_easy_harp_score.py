"""Easy Harp: foundations, score and end (EH-7, EH-8, EH-10 to EH-13)."""

from collections.abc import Sequence
from itertools import product

import pytest

from lunaria.core.cards import PACK, RANK, SUIT, Card, card_of
from lunaria.core.code import Code
from lunaria.core.errors import Reason
from lunaria.core.game import Terms
from lunaria.core.replay import Line
from lunaria.games.easy_harp import EASY_HARP, EasyHarp, State
from positions import easy_harp, rising
from wandering import positions_of

FOUNDATIONS = [f"{suit}{n}" for suit in "SHDC" for n in (1, 2)]


class Sorted(EasyHarp):
    """Easy Harp dealt so that all cards can go straight to the foundations, lowest first."""

    def deal(self, order: Sequence[Card], terms: Terms, previous: State | None = None) -> State:
        cards = [card_of(rank, suit) for rank in range(1, 14) for suit in "SHDCSHDC"]
        return super().deal([*reversed(cards[59:]), *cards[:59]], terms)


def refused(state: State, token: str) -> str | None:
    reason = EASY_HARP.refusal(state, token)
    return reason.code if reason else None


def to_foundations(line: Line[State]) -> None:
    """Play a sorted game to its end."""
    while line.outcome is None:
        homeward = [token for token in line.legal() if token[2:] in FOUNDATIONS]
        line.play(homeward[0] if homeward else "draw")


def test_eh7_each_foundation_is_built_from_ace_to_king_in_its_suit() -> None:
    for height, card in product(range(13), PACK):
        state = easy_harp({"H1": rising("H", height), "H2": rising("H", 13), "1": card})
        reason = EASY_HARP.refusal(state, "1>H1")
        if SUIT[card] != "H":
            assert reason == Reason.of("foundation-suit")
        elif RANK[card] == height + 1:
            assert reason is None
        else:
            assert reason == Reason.of("foundation-next", card=card_of(height + 1, "H"))


@pytest.mark.parametrize("place", FOUNDATIONS)
def test_eh7_an_ace_goes_only_to_an_empty_place_of_its_suit(place: str) -> None:
    suit = place[0]
    other = f"{suit}{3 - int(place[1])}"
    state = easy_harp({other: rising(suit, 5), "W": f"A{suit}"})
    assert [token for token in EASY_HARP.legal(state) if token[2:] in FOUNDATIONS] == [f"W>{place}"]
    assert refused(state, f"W>{other}") == "foundation-next"


def test_eh7_the_first_where_two_take_it() -> None:
    for height in range(13):
        both = {"D1": rising("D", height), "D2": rising("D", height)}
        state = easy_harp({**both, "1": card_of(height + 1, "D")})
        assert refused(state, "1>D1") is None
        assert refused(state, "1>D2") == "first-foundation"
        assert EASY_HARP.gestures(state).areas["1"] == "1>D1"


def test_eh7_a_drop_in_the_area_goes_to_the_one_that_takes_it() -> None:
    state = easy_harp({"D1": rising("D", 6), "D2": rising("D", 2), "1": "KS 3D", "W": "7D"})
    areas = EASY_HARP.gestures(state).areas
    assert areas == {"1": "1>D2", "W": "W>D1"}


def test_eh7_a_complete_foundation_takes_nothing() -> None:
    state = easy_harp({"D1": rising("D", 13), "D2": rising("D", 13), "1": "AD"})
    assert refused(state, "1>D1") == "foundation-complete"


def test_eh7_one_card_at_a_time() -> None:
    state = easy_harp({"1": "2S AS"})
    after = EASY_HARP.apply(state, "1>S1")
    assert EASY_HARP.cards(after)["S1"] == ("AS",)
    assert EASY_HARP.cards(after)["1"] == ("2S",)


def test_eh8_a_top_may_be_taken_back_as_eh2_says() -> None:
    state = easy_harp({"S1": rising("S", 6), "1": "7H", "2": "7C", "3": "8H", "5": "5D"})
    assert refused(state, "S1>1") is None
    assert refused(state, "S1>2") == "other-colour"
    assert refused(state, "S1>3") == "one-higher"
    assert EASY_HARP.points(state, "S1>1") == 0
    after = EASY_HARP.cards(EASY_HARP.apply(state, "S1>1"))
    assert after["1"] == ("7H", "6S")
    assert after["S1"] == tuple(rising("S", 5).split())


def test_eh8_a_top_goes_to_an_empty_column_as_eh6_says() -> None:
    assert refused(easy_harp({"S1": rising("S", 6), "1": "2D"}), "S1>4") == "only-king"
    assert refused(easy_harp({"S1": rising("S", 13), "1": "2D"}), "S1>4") is None


def test_eh8_nothing_moves_from_foundation_to_foundation() -> None:
    state = easy_harp({"S1": rising("S", 6), "S2": rising("S", 5), "H1": "AH", "1": "KD"})
    for source, target in product(("S1", "S2", "H1"), FOUNDATIONS):
        if source != target:
            assert refused(state, f"{source}>{target}") == "between-foundations"


@pytest.mark.parametrize(
    ("places", "hidden", "token", "points"),
    [
        ({"1": "AS"}, 0, "1>S1", 10),
        ({"W": "AS"}, 0, "W>S1", 10),
        ({"1": "9D AS"}, 1, "1>S1", 15),
        ({"1": "9D 8C AS"}, 2, "1>S1", 15),
        ({"1": "9D AS"}, 0, "1>S1", 10),
        ({"W": "7H", "2": "8S"}, 0, "W>2", 5),
        ({"W": "KH"}, 0, "W>2", 5),
        ({"1": "7H", "2": "8S"}, 0, "1>2", 0),
        ({"1": "9D 7H", "2": "8S"}, 1, "1>2", 5),
        ({"1": "9D 9C 7H", "2": "8S"}, 1, "1>2", 0),
        ({"1": "KS QH"}, 0, "1>2", 0),
        ({"1": "9D KS QH"}, 1, "1>2", 5),
        ({"1": "9D 9D KS QH"}, 1, "1>2", 0),
        ({"S1": "AS 2S", "2": "3H"}, 0, "S1>2", 0),
        ({"stock": "3H"}, 0, "draw", 0),
        ({"W": "3H"}, 0, "recycle", 0),
    ],
)
def test_eh10_points(places: dict[str, str], hidden: int, token: str, points: int) -> None:
    state = easy_harp(places, hidden={"1": hidden})
    assert EASY_HARP.refusal(state, token) is None
    assert EASY_HARP.points(state, token) == points


def test_eh10_starts_at_zero_and_is_never_below() -> None:
    assert Line(EASY_HARP, Code("EH", 1, "N", 1)).score == 0
    for state in positions_of(EASY_HARP, deals=4):
        assert min(EASY_HARP.points(state, token) for token in EASY_HARP.legal(state)) >= 0


def test_eh11_a_game_with_nothing_taken_back_scores_1220() -> None:
    line = Line(Sorted(), Code("EH", 1, "N", 1))
    to_foundations(line)
    assert line.actions.count("draw") == 59
    assert line.score == 1220


def test_eh11_five_more_for_each_card_from_waste_to_columns() -> None:
    line = Line(Sorted(), Code("EH", 1, "N", 1))
    turned_up = line.view()["1"][-1]
    wanted = RANK[turned_up] - 1
    while not any(token.startswith("W>") and token[2].isdigit() for token in line.legal()):
        line.play("draw")
    onto_column = next(t for t in line.legal() if t.startswith("W>") and t[2].isdigit())
    line.play(onto_column)
    assert RANK[line.cards()[onto_column[2]][-1]] <= wanted
    while line.outcome is None:
        homeward = [token for token in line.legal() if token[2:] in FOUNDATIONS]
        line.play(homeward[0] if homeward else "draw" if line.state.stock else "recycle")
    assert line.score == 1225


def test_eh11_taking_back_and_replaying_earns_ten_each_time() -> None:
    state = easy_harp({"1": "AS", "2": "2H"})
    total = 0
    for token in ("1>S1", "S1>2", "2>S1"):
        assert EASY_HARP.refusal(state, token) is None
        total += EASY_HARP.points(state, token)
        state = EASY_HARP.apply(state, token)
    assert total == 20


def test_eh12_won_when_all_cards_are_on_the_foundations() -> None:
    full = {place: rising(place[0], 13) for place in FOUNDATIONS}
    assert EASY_HARP.outcome(easy_harp(full)) == "won"
    assert EASY_HARP.turn(easy_harp(full)) == 0
    assert EASY_HARP.legal(easy_harp(full)) == []
    for place in ("1", "W", "stock"):
        assert EASY_HARP.outcome(easy_harp({**full, "C2": rising("C", 12), place: "KC"})) is None
    last = easy_harp({**full, "C2": rising("C", 12), "9": "KC"})
    assert EASY_HARP.outcome(EASY_HARP.apply(last, "9>C2")) == "won"


def test_eh12_after_a_win_every_token_is_refused() -> None:
    won = easy_harp({place: rising(place[0], 13) for place in FOUNDATIONS})
    assert {refused(won, token) for token in EASY_HARP.tokens} == {"game-over"}


def test_eh12_a_loss_is_never_declared() -> None:
    dead = easy_harp({str(n): card for n, card in enumerate(("5D", "5H", "9D") * 3, start=1)})
    assert EASY_HARP.legal(dead) == []
    assert EASY_HARP.outcome(dead) is None
    assert EASY_HARP.turn(dead) == 1


def test_eh13_no_card_goes_to_a_foundation_by_itself() -> None:
    for state in positions_of(EASY_HARP, deals=4):
        for token in EASY_HARP.legal(state):
            if token[2:] not in FOUNDATIONS:
                before = sum(map(len, state.foundations))
                after = sum(map(len, EASY_HARP.apply(state, token).foundations))
                assert after <= before


def test_eh13_the_game_does_not_finish_itself() -> None:
    line = Line(Sorted(), Code("EH", 1, "N", 1))
    to_foundations(line)
    assert len(line.actions) == 104 + 59
