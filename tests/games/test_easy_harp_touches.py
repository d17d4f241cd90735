"""Easy Harp: undo, taps and double taps (EH-14, EH-15)."""

import pytest

from lunaria.core.cards import HIDDEN
from lunaria.core.errors import NotLegal, Reason
from lunaria.core.game import Gestures, Tap
from lunaria.core.replay import REDO, UNDO, Line
from lunaria.games.easy_harp import EASY_HARP, State
from positions import easy_harp, rising
from registry import numbered


def touches(places: dict[str, str], hidden: dict[str, int] | None = None) -> Gestures:
    return EASY_HARP.gestures(easy_harp(places, hidden))


def scoring_line() -> Line[State]:
    """A game whose last action earned points and turned up a hidden card."""
    for number in range(1, 200):
        line = Line(EASY_HARP, numbered(EASY_HARP, number))
        for token in line.legal():
            source = token[0]
            if source in "23456789" and EASY_HARP.points(line.state, token) > 0:
                line.play(token)
                return line
    raise AssertionError("no deal begins with a move between columns")


def test_eh14_undo_takes_points_back_but_not_the_move_count() -> None:
    line = scoring_line()
    after, score = line.state, line.score
    assert score in (5, 15)
    line.play(UNDO)
    assert (line.score, line.moves) == (0, 1)
    assert line.state == Line(EASY_HARP, line.code).state
    line.play(REDO)
    assert (line.state, line.score, line.moves) == (after, score, 1)


def test_eh14_a_card_turned_by_an_undone_action_lies_face_down_again() -> None:
    line = scoring_line()
    column = line.actions[0][0]
    assert line.view()[column][-1] != HIDDEN
    turned = len(line.view()[column]) - 1
    line.play(UNDO)
    assert line.view()[column][turned] == HIDDEN


def test_eh14_drawing_and_recycling_are_actions_and_count() -> None:
    line = Line(EASY_HARP, numbered(EASY_HARP, 1))
    for _ in range(59):
        line.play("draw")
    line.play("recycle")
    assert (line.moves, line.undo, line.score) == (60, 60, 0)
    line.play(UNDO)
    assert (line.moves, line.undo) == (60, 59)
    assert len(line.cards()["W"]) == 59
    line.play(UNDO)
    line.play("draw")
    assert (line.moves, line.undo, line.redo) == (61, 59, 0)


def test_eh14_undo_of_the_last_100_actions() -> None:
    line = Line(EASY_HARP, numbered(EASY_HARP, 1))
    for _ in range(101):
        line.play("draw" if line.state.stock else "recycle")
    assert (line.moves, line.undo) == (101, 100)
    for _ in range(100):
        line.play(UNDO)
    assert (line.moves, line.undo, line.redo) == (101, 0, 100)
    assert len(line.cards()["W"]) == 1
    with pytest.raises(NotLegal) as caught:
        line.play(UNDO)
    assert caught.value.reason == Reason.of("undo-depth", depth=100)


def test_eh15_a_tap_sends_a_last_card_to_a_foundation() -> None:
    taps = touches({"1": "9D AS", "2": "2H", "W": "4C AD"}).taps
    assert taps["1"] == Tap(token="1>S1")
    assert taps["W"] == Tap(token="W>D1")


def test_eh15_a_card_that_no_foundation_takes_is_not_sent_by_a_tap() -> None:
    taps = touches({"1": "7H", "2": "8S", "W": "7D"}).taps
    for place in ("1", "2", "W"):
        assert taps[place].token is None


def test_eh15_a_foundation_top_is_not_sent_by_a_tap() -> None:
    assert touches({"S1": "AS 2S", "1": "3H"}).taps["S1"].token is None


def test_eh15_a_tap_on_the_stock_draws_or_recycles() -> None:
    assert touches({"stock": "2H 3H", "W": "5D"}).taps["stock"] == Tap(token="draw")
    assert touches({"W": "5D"}).taps["stock"] == Tap(token="recycle")


def test_eh15_a_double_tap_takes_the_longest_column() -> None:
    doubles = touches({"1": "2C 7H", "2": "8S", "5": "2D 2D 8C", "6": "2D 8S", "W": "7D"}).doubles
    assert doubles["1"] == (None, "1>5")
    assert doubles["W"] == ("W>5",)


def test_eh15_longest_by_all_its_cards_hidden_ones_too() -> None:
    places = {"1": "7H", "2": "10S 9D 8S", "5": "2D 2H 2D 8C"}
    assert touches(places, hidden={"5": 3}).doubles["1"] == ("1>5",)


def test_eh15_the_lowest_number_among_equals() -> None:
    doubles = touches({"9": "7H", "8": "2D 8S", "4": "2D 8C", "2": "8S"}).doubles
    assert doubles["9"] == ("9>4",)


def test_eh15_a_king_goes_to_an_empty_column() -> None:
    kings = touches({"1": "5D KS", "2": "7H", "W": "KH"})
    assert kings.doubles["1"] == (None, "1>3")
    assert kings.doubles["W"] == ("W>3",)
    assert touches({str(n): "KS" for n in range(1, 10)}).doubles == {}


def test_eh15_a_double_tap_anywhere_on_a_kings_run_takes_the_run() -> None:
    doubles = touches({"1": "5D 9S KS QH JC", "3": "7H"}, hidden={"1": 1}).doubles
    assert doubles["1"] == (None, None, "1>2", "1>2", "1>2")


def test_eh15_a_column_that_takes_the_last_card_of_a_run_comes_before_an_empty_one() -> None:
    doubles = touches({"1": "KS QH JC", "3": "2C QD"}).doubles
    assert doubles["1"] == ("1>2", "1>2", "1>3")


def test_eh15_a_double_tap_on_a_covered_card_off_a_run_plays_nothing() -> None:
    doubles = touches({"1": "8S 7H", "2": "8C", "3": "9D"}).doubles
    assert doubles["1"] == (None, "1>2")


def test_eh15_double_tap_also_for_a_card_that_a_foundation_takes() -> None:
    gestures = touches({"1": "2S", "2": "3H", "S1": rising("S", 1)})
    assert gestures.taps["1"].token == "1>S1"
    assert gestures.doubles["1"] == ("1>2",)
