"""Easy Harp, rule by rule; foundations, score and end are in test_easy_harp_score.py, undo and
touches in test_easy_harp_touches.py."""

from collections import Counter
from itertools import product

import pytest

from lunaria.core.cards import HIDDEN, PACK, RANK, RED, SUIT, Card
from lunaria.core.errors import Reason
from lunaria.core.game import Transfer
from lunaria.games.easy_harp import EASY_HARP, State
from positions import easy_harp, rising
from wandering import opening

COLUMNS = [str(n) for n in range(1, 10)]
FOUNDATIONS = [f"{suit}{n}" for suit in "SHDC" for n in (1, 2)]
KINGS_RUN = "KS QH JC 10D 9S 8H 7S 6D 5C 4H 3S 2D AC"


def refused(state: State, token: str) -> str | None:
    reason = EASY_HARP.refusal(state, token)
    return reason.code if reason else None


def played(state: State, *tokens: str) -> dict[str, tuple[Card, ...]]:
    """The cards after legal tokens."""
    for token in tokens:
        assert EASY_HARP.refusal(state, token) is None
        state = EASY_HARP.apply(state, token)
    return EASY_HARP.cards(state)


@pytest.mark.parametrize("number", [1, 2, 500_000, 999_999])
def test_eh1_deal(number: int) -> None:
    state = opening(EASY_HARP, number)
    places = EASY_HARP.cards(state)
    assert set(places) == {*COLUMNS, "stock", "W", *FOUNDATIONS} == set(EASY_HARP.places)
    assert [len(places[column]) for column in COLUMNS] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert len(places["stock"]) == 59
    assert all(places[place] == () for place in ("W", *FOUNDATIONS))
    dealt = Counter(card for cards in places.values() for card in cards)
    assert dealt == Counter(dict.fromkeys(PACK, 2))


@pytest.mark.parametrize("seat", [0, 1])
def test_eh1_only_the_last_card_of_each_column_is_face_up(seat: int) -> None:
    state = opening(EASY_HARP)
    view, cards = EASY_HARP.view(state, seat), EASY_HARP.cards(state)
    for column in COLUMNS:
        assert view[column] == (HIDDEN,) * (len(cards[column]) - 1) + cards[column][-1:]
    assert sum(view[column].count(HIDDEN) for column in COLUMNS) == 36
    assert view["stock"] == (HIDDEN,) * 59


def test_eh2_on_the_other_colour_and_one_rank_higher() -> None:
    for card, onto in product(PACK, repeat=2):
        state = easy_harp({"3": card, "7": onto})
        colours_differ = (SUIT[card] in RED) != (SUIT[onto] in RED)
        one_higher = RANK[onto] == RANK[card] + 1
        reason = refused(state, "3>7")
        assert (reason is None) == (colours_differ and one_higher), (card, onto)
        if one_higher and not colours_differ:
            assert reason == "other-colour"
        if colours_differ and not one_higher:
            assert reason == "one-higher"


def test_eh2_ranks_run_from_ace_to_king_without_a_turn() -> None:
    state = easy_harp({"1": "KH", "2": "AS"})
    assert refused(state, "1>2") == "one-higher"
    assert refused(state, "2>1") == "one-higher"


def test_eh2_a_black_six_has_four_places() -> None:
    for black in ("6S", "6C"):
        state = easy_harp({"1": black, "2": "7H", "3": "7H", "4": "7D", "5": "7D", "6": "7S"})
        moves = {token for token in EASY_HARP.legal(state) if token.startswith("1>")}
        assert moves == {"1>2", "1>3", "1>4", "1>5"}


def test_eh3_from_the_waste_only_its_top_card() -> None:
    state = easy_harp({"W": "7H AS", "1": "2H", "2": "8S"})
    waste = {token for token in EASY_HARP.legal(state) if token.startswith("W>")}
    assert waste == {"W>1", "W>S1"}
    after = played(state, "W>1")
    assert (after["W"], after["1"]) == (("7H",), ("2H", "AS"))
    assert not any(token.endswith((">W", ">stock")) for token in EASY_HARP.tokens)
    assert EASY_HARP.refusal(easy_harp({"1": "2H"}), "W>1") == Reason.of("no-card", place="W")


@pytest.mark.parametrize("seat", [0, 1])
def test_eh3_covered_cards_of_the_waste_are_not_shown(seat: int) -> None:
    view = EASY_HARP.view(easy_harp({"W": "7H AS 3D", "1": "2H"}), seat)
    assert view["W"] == (HIDDEN, HIDDEN, "3D")


def test_eh4_an_uncovered_card_turns_up_by_itself() -> None:
    state = easy_harp({"1": "5D KC 7H", "2": "8S"}, hidden={"1": 2})
    assert EASY_HARP.view(state, 1)["1"] == (HIDDEN, HIDDEN, "7H")
    after = EASY_HARP.apply(state, "1>2")
    assert EASY_HARP.view(after, 1)["1"] == (HIDDEN, "KC")
    assert EASY_HARP.view(after, 1)["2"] == ("8S", "7H")


def test_eh4_a_column_without_hidden_cards_turns_nothing() -> None:
    state = easy_harp({"1": "5D 9C 7H", "2": "8S", "3": "6C 5H"}, hidden={"1": 1})
    after = EASY_HARP.apply(state, "1>2")
    assert EASY_HARP.view(after, 1)["1"] == (HIDDEN, "9C")
    assert after.hidden == (1, 0, 0, 0, 0, 0, 0, 0, 0)


def test_eh5_an_ordered_run_does_not_move_as_a_whole() -> None:
    state = easy_harp({"1": "8S 7H", "2": "9D", "3": "8C"})
    assert refused(state, "1>2") is not None  # the eight would fit, but the last card is a seven
    assert EASY_HARP.transfers(state, "1>3") == (Transfer("1", 1, "3"),)
    after = played(state, "1>3")
    assert (after["1"], after["3"]) == (("8S",), ("8C", "7H"))


def test_eh5_a_run_without_a_king_does_not_move_to_an_empty_column() -> None:
    assert refused(easy_harp({"1": "QS JH 10C"}), "1>2") == "only-king"


def test_eh5_a_refused_run_is_explained() -> None:
    reason = EASY_HARP.manners.too_many
    assert reason is not None
    assert reason.code == "one-card"
    assert EASY_HARP.manners.explains


def test_eh6_an_empty_column_takes_only_a_king() -> None:
    for card in PACK:
        for source in ("1", "W"):
            wanted = None if RANK[card] == 13 else "only-king"
            assert refused(easy_harp({source: card}), f"{source}>2") == wanted


@pytest.mark.parametrize("length", range(2, 14))
def test_eh6_a_kings_run_moves_as_a_whole_to_an_empty_column(length: int) -> None:
    run = tuple(KINGS_RUN.split()[:length])
    state = easy_harp({"1": " ".join(("5D", *run))})
    assert EASY_HARP.transfers(state, "1>4") == (Transfer("1", length, "4"),)
    after = played(state, "1>4")
    assert (after["1"], after["4"]) == (("5D",), run)


def test_eh6_a_run_goes_nowhere_else() -> None:
    state = easy_harp({"1": "KS QH JC", "2": "QD", "3": "9H"})
    assert EASY_HARP.transfers(state, "1>2") == (Transfer("1", 1, "2"),)
    after = played(state, "1>2")
    assert (after["1"], after["2"]) == (("KS", "QH"), ("QD", "JC"))
    assert refused(state, "1>3") == "one-higher"


@pytest.mark.parametrize(
    "column",
    [
        "KS QD 10C",  # not falling by one
        "KS QC",  # not alternating
        "KS QH JC 5D",  # the run does not reach the end of the column
        "KS KH QD",  # QD does not lie on KH in alternating colours
        "KS QH JD",
    ],
)
def test_eh6_no_run_where_colours_or_ranks_break(column: str) -> None:
    assert refused(easy_harp({"1": column}), "1>2") == "only-king"


def test_eh6_the_run_begins_at_its_last_king() -> None:
    state = easy_harp({"1": "KS QH KD QC"})
    assert EASY_HARP.transfers(state, "1>2") == (Transfer("1", 2, "2"),)
    assert played(state, "1>2")["2"] == ("KD", "QC")


def test_eh6_a_hidden_king_begins_no_run() -> None:
    assert refused(easy_harp({"1": "KS QH"}, hidden={"1": 1}), "1>2") == "only-king"


def test_eh6_a_run_that_leaves_turns_up_the_card_below() -> None:
    state = easy_harp({"1": "5D KS QH"}, hidden={"1": 1})
    after = EASY_HARP.apply(state, "1>2")
    assert EASY_HARP.view(after, 1)["1"] == ("5D",)
    assert after.hidden[0] == 0


@pytest.mark.parametrize("column", ["KS", "KS QH JC"])
def test_eh6_what_fills_its_column_may_go_to_another_empty_one(column: str) -> None:
    state = easy_harp({"5": column})
    assert {f"5>{n}" for n in range(1, 10) if n != 5} <= set(EASY_HARP.legal(state))
    after = played(state, "5>8")
    assert (after["5"], after["8"]) == ((), tuple(column.split()))


def test_eh6_only_columns_have_runs() -> None:
    assert refused(easy_harp({"W": "KS QH"}), "W>1") == "only-king"
    king = easy_harp({"W": "QH KS"})
    assert EASY_HARP.transfers(king, "W>1") == (Transfer("W", 1, "1"),)
    home = easy_harp({"S1": rising("S", 13)})
    assert EASY_HARP.transfers(home, "S1>1") == (Transfer("S1", 1, "1"),)


def test_eh9_the_stock_turns_one_card_at_a_time() -> None:
    state = easy_harp({"stock": "2H 9C 5D", "W": "KD"})
    after = played(state, "draw")
    assert (after["stock"], after["W"]) == (("2H", "9C"), ("KD", "5D"))
    assert EASY_HARP.points(state, "draw") == 0


def test_eh9_the_waste_returns_in_the_same_order_without_limit_and_cost() -> None:
    state = opening(EASY_HARP)
    orders = []
    for _ in range(4):
        drawn = []
        for _ in range(59):
            assert refused(state, "recycle") == "stock-left"
            state = EASY_HARP.apply(state, "draw")
            drawn.append(state.waste[-1])
        orders.append(drawn)
        assert refused(state, "draw") == "stock-empty"
        assert EASY_HARP.refusal(state, "recycle") is None
        assert EASY_HARP.points(state, "recycle") == 0
        state = EASY_HARP.apply(state, "recycle")
        assert state == opening(EASY_HARP)
    assert orders == [orders[0]] * 4


def test_eh9_with_stock_and_waste_empty_a_tap_is_refused() -> None:
    state = easy_harp({"1": "KD"})
    assert refused(state, "draw") == "nothing-to-draw"
    assert refused(state, "recycle") == "nothing-to-draw"
    tap = EASY_HARP.gestures(state).taps["stock"]
    assert tap.token is None
    assert tap.reason == Reason.of("nothing-to-draw")
