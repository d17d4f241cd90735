"""Easy Harp: one card at a time, and the run that a king leads (EH-5, EH-6, EH-7, EH-8)."""

import pytest

from hands import Hands, Moment, moment, words
from serving import Server

#: Column 3 is a hidden card, KH, QS; column 1 is empty; JD on a foundation goes on QS.
RUN = moment("easy-harp", 243, game=1)
#: Column 1 is a king's run of nine cards, column 3 is empty, 3S is alone on column 2.
WHOLE = moment("easy-harp", 350, game=1)
#: 5D 4C on column 3; 5D alone would go on 6S on column 9.
NO_KING = moment("easy-harp-unfinished", 3)


@pytest.fixture
def run(host: Server, calm: Hands) -> Hands:
    calm.sit(host, RUN)
    return calm


def moved(hands: Hands, host: Server) -> None:
    """The run went to the empty column, and the card under it is turned up."""
    hands.expect_moves(244)
    assert hands.actions(host)[-1] == "3>1"
    hands.expect_cards("1", ["KH", "QS"])
    assert len(hands.cards("3")) == 1
    assert hands.top("3") != "??"


def test_eh6_a_kings_run_is_dragged_to_an_empty_column(run: Hands, host: Server) -> None:
    run.drag("3", "1", index=-2)
    moved(run, host)


@pytest.mark.parametrize("index", [-1, -2], ids=["last card", "king"])
def test_eh15_a_double_tap_anywhere_on_a_kings_run_takes_it_to_an_empty_column(
    run: Hands, host: Server, index: int
) -> None:
    run.double("3", index=index)
    moved(run, host)


def test_eh15_a_tap_and_a_tap_on_the_empty_column_take_the_run(run: Hands, host: Server) -> None:
    run.touch("3")
    run.expect_selected("3")
    run.touch("1")
    moved(run, host)


def test_eh6_the_last_card_alone_of_a_kings_run_is_refused_by_an_empty_column(
    run: Hands, host: Server
) -> None:
    cards = run.cards("3")
    run.drag("3", "1", index=-1)
    run.expect_said(words("only-king"))
    assert run.cards("3") == cards
    assert run.actions(host) == list(RUN.actions)


def test_eh5_a_kings_run_goes_nowhere_else(run: Hands, host: Server) -> None:
    for target in ("2", "7", "9", "S1"):
        run.drag("3", target, index=-2)
        run.expect_said(words("one-card"))
        run.hush()
    assert run.actions(host) == list(RUN.actions)


def test_eh6_a_run_that_fills_its_column_may_go_to_another(host: Server, calm: Hands) -> None:
    calm.sit(host, WHOLE)
    cards = calm.cards("1")
    assert len(cards) == 9
    calm.double("1", index=0)
    calm.expect_moves(351)
    calm.expect_cards("3", cards)
    calm.linger()
    calm.double("3", index=4)
    calm.expect_moves(352)
    calm.expect_cards("1", cards)


def test_eh6_an_empty_column_refuses_any_other_card(host: Server, calm: Hands) -> None:
    calm.sit(host, WHOLE)
    for source in ("4", "S1", "D1"):
        calm.drag(source, "3")
        calm.expect_said(words("only-king"))
        calm.hush()
    calm.drag("W", "3")
    calm.expect_moves(351)
    assert calm.cards("3") == ["KS"]


def test_eh5_a_run_without_a_king_is_refused_even_where_its_first_card_fits(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, NO_KING)
    assert (calm.cards("3")[-2:], calm.top("9")) == (["5D", "4C"], "6S")
    calm.drag("3", "9", index=-2)
    calm.expect_said(words("one-card"))
    assert calm.shaken() == ["3"]
    assert calm.cards("3")[-2:] == ["5D", "4C"]
    assert calm.actions(host) == list(NO_KING.actions)


def test_eh5_words_of_the_rule() -> None:
    assert words("one-card").startswith("One card at a time.")
    assert words("only-king").startswith("An empty column takes only a king")


def test_a_double_tap_inside_a_run_without_a_king_does_nothing(host: Server, calm: Hands) -> None:
    calm.sit(host, NO_KING)
    calm.double("3", index=-2)
    calm.expect_selected()
    assert calm.actions(host) == list(NO_KING.actions)


def test_eh7_the_waste_is_dragged_to_a_column_and_anywhere_on_the_foundations(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, moment("easy-harp", 1, game=3))
    top = calm.top("W")
    for where in (calm.point("S1"), calm.point("C2"), calm.between("S1", "D2")):
        calm.drag_to("W", *where)
        calm.expect_cards("H1", [top])
        calm.press("undo")
        calm.expect_cards("H1", [])
        calm.expect_cards("W", [top])
    calm.sit(host, moment("easy-harp", 3, game=1))
    calm.drag("W", "2")
    calm.expect_moves(4)
    assert calm.actions(host)[-1] == "W>2"


def test_eh8_a_foundation_card_is_dragged_back_and_home_again(run: Hands, host: Server) -> None:
    run.drag("D1", "3")
    run.expect_moves(244)
    assert run.cards("3")[-3:] == ["KH", "QS", "JD"]
    score = int(run.stat("score"))
    run.drag("3", "D1")
    run.expect_moves(245)
    assert run.stat("score") == str(score + 10)  # EH-11
    assert run.actions(host)[-2:] == ["D1>3", "3>D1"]


def test_eh8_nothing_moves_from_foundation_to_foundation(run: Hands, host: Server) -> None:
    run.drag("D1", "D2")
    run.expect_said(words("between-foundations"))
    assert run.actions(host) == list(RUN.actions)


def test_eh14_undo_of_a_run_hides_the_turned_card_again(run: Hands) -> None:
    cards = run.cards("3")
    run.drag("3", "1", index=-2)
    run.expect_moves(244)
    run.press("undo")
    run.expect_cards("3", cards)
    run.expect_cards("1", [])
    assert cards[0] == "??"
    assert run.stat("moves") == "244"


def test_hidden_cards_cannot_be_carried(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("EH1-N-AAAAAAB"))
    calm.drag("9", "1", index=3)
    calm.drag("stock", "1")
    assert calm.actions(host) == []
    assert calm.said() is None
