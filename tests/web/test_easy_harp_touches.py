"""Easy Harp by taps: foundation first, then columns; stock and waste (EH-9, EH-15)."""

import pytest

from hands import Hands, Moment, moment, words
from serving import Server

#: Columns end with JS 6H 7C QC 9C 5S AC ... ; the ace of column 7 has a foundation.
START = Moment("EH1-N-AAAAAAB")
#: 6S on the waste goes on 7H (column 2 of 2 cards) and 7D (column 4 of 4 cards).
TWO_COLUMNS = moment("easy-harp", 3, game=1)
#: 2D on column 9 goes to a foundation, and the card under it too.
TWO_FOR_FOUNDATION = moment("easy-harp", 22, game=2)
#: KS on the waste, column 3 is empty, column 1 is a king's run of nine.
KING = moment("easy-harp", 350, game=1)
#: The ace of clubs on its foundation, red twos in the columns.
TAKE_BACK = moment("easy-harp-unfinished", 10)


@pytest.fixture
def table(host: Server, calm: Hands) -> Hands:
    calm.sit(host, START)
    return calm


def test_eh15_a_tap_sends_a_card_to_its_foundation(table: Hands, host: Server) -> None:
    assert table.top("7") == "AC"
    table.touch("7")
    table.expect_moves(1)
    assert table.cards("C1") == ["AC"]
    assert table.stat("score") == "15"  # EH-10: and the card under it is turned up
    assert table.top("7") != "??"
    assert table.actions(host) == ["7>C1"]


def test_eh15_a_card_without_a_foundation_is_selected_and_goes_to_the_tapped_column(
    table: Hands, host: Server
) -> None:
    table.touch("2")
    table.expect_selected("2")
    table.touch("5")
    table.expect_moves(1)
    table.expect_selected()
    assert table.actions(host) == ["2>5"]


def test_a_column_that_refuses_says_why(table: Hands) -> None:
    table.touch("2")
    table.expect_selected("2")
    table.touch("6")
    table.expect_said(words("one-higher"))
    assert table.shaken() == ["6"]
    assert table.stat("moves") == "0"


def test_eh15_a_double_tap_goes_to_the_longest_column_that_takes_the_card(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, TWO_COLUMNS)
    calm.double("W")
    calm.expect_moves(4)
    assert calm.actions(host)[-1] == "W>4"
    assert calm.stat("score") == "5"  # EH-10


def test_eh15_a_double_tap_takes_a_king_to_an_empty_column(host: Server, calm: Hands) -> None:
    calm.sit(host, KING)
    calm.double("W")
    calm.expect_moves(351)
    assert calm.cards("3") == ["KS"]


def test_app8a_after_a_first_tap_that_sent_the_card_away_the_second_does_nothing(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, TWO_FOR_FOUNDATION)
    calm.double("9")
    calm.expect_moves(23)
    calm.expect_selected()
    assert calm.actions(host)[22:] == ["9>D1"]
    calm.linger()
    calm.touch("9")
    calm.expect_moves(24)
    assert calm.actions(host)[22:] == ["9>D1", "9>D2"]


def test_a_hidden_card_cannot_be_touched(table: Hands) -> None:
    table.touch("9", index=0)
    table.double("9", index=2)
    table.expect_selected()
    assert (table.said(), table.stat("moves")) == (None, "0")


def test_eh9_taps_on_the_stock_in_quick_succession_all_draw(table: Hands, host: Server) -> None:
    x, y = table.point("stock")
    for _ in range(7):
        table.touch_at(x, y)
    table.expect_moves(7)
    assert table.actions(host) == ["draw"] * 7
    assert len(table.cards("W")) == 7


def test_eh9_the_waste_is_turned_over_and_drawn_again_in_the_same_order(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, Moment(START.code, ("draw",) * 57))
    calm.touch("stock")
    calm.expect_moves(58)
    calm.linger()
    calm.touch("stock")
    calm.expect_moves(59)
    calm.expect_cards("stock", [])
    assert calm.place("stock").get_attribute("aria-label") == "stock, empty"
    calm.touch("stock")
    calm.expect_moves(60)
    calm.expect_cards("W", [])
    assert len(calm.cards("stock")) == 59
    assert calm.stat("score") == "0"
    calm.touch("stock")
    calm.expect_moves(61)
    with host.page(host.new_table(START.code)) as other:
        other.act("draw")
        assert calm.cards("W") == other.view["places"]["W"]


def test_eh15_the_top_of_the_waste_is_sent_to_its_foundation(host: Server, calm: Hands) -> None:
    calm.sit(host, moment("easy-harp", 1, game=3))
    calm.touch("W")
    calm.expect_moves(2)
    assert calm.actions(host)[-1] == "W>H1"
    assert (calm.stat("score"), calm.cards("W")) == ("10", [])


def test_eh8_a_foundation_card_is_selected_and_taken_back_without_points(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, TAKE_BACK)
    score = calm.stat("score")
    calm.touch("C1")
    calm.expect_selected("C1")
    calm.touch("8")
    calm.expect_moves(10)
    assert calm.top("8") == "AC"
    assert (calm.cards("C1"), calm.stat("score")) == ([], score)


def test_eh14_undo_takes_the_points_back_but_not_the_moves(table: Hands) -> None:
    table.touch("7")
    table.expect_moves(1)
    assert table.stat("score") == "15"
    table.press("undo")
    table.expect_stat("score", "0")
    assert table.stat("moves") == "1"
    assert table.cards("7") == ["??"] * 6 + ["AC"]
    table.press("redo")
    table.expect_stat("score", "15")
    assert table.stat("moves") == "1"
