"""Crescent: redeal, end and undo (CR-12 to CR-16)."""

import pytest

from lunaria.core.cards import SUITS
from lunaria.core.errors import NotLegal, Reason
from lunaria.core.record import write
from lunaria.core.replay import REDO, UNDO, Line
from lunaria.games.crescent import CRESCENT, State
from positions import crescent, falling, rising
from registry import numbered
from wandering import marathon, opening, wander

ALL_UP = {f"{suit}+": rising(suit, 13) for suit in SUITS}
ALL_DOWN = {f"{suit}-": falling(suit, 13) for suit in SUITS}


def started(number: int = 1) -> Line[State]:
    line = Line(CRESCENT, numbered(CRESCENT, number))
    line.play(next(token for token in line.legal() if token != "redeal"))
    return line


def why(line: Line[State], action: str) -> Reason:
    with pytest.raises(NotLegal) as caught:
        line.play(action)
    return caught.value.reason


def test_cr12_the_bottom_card_of_each_pile_moves_to_its_top() -> None:
    state = crescent({"1": "2H 9C JD JD", "2": "5S 6H", "3": "7D", "S+": rising("S", 4)})
    after = CRESCENT.apply(state, "redeal")
    assert CRESCENT.cards(after) == CRESCENT.cards(
        crescent({"1": "9C JD JD 2H", "2": "6H 5S", "3": "7D", "S+": rising("S", 4)})
    )


def test_cr12_three_for_each_game() -> None:
    line = Line(CRESCENT, numbered(CRESCENT, 1))
    for left in (2, 1, 0):
        assert "redeal" in line.legal()
        line.play("redeal")
        assert CRESCENT.redeals(line.state) == left
    assert "redeal" not in line.legal()
    assert why(line, "redeal").code == "no-redeal"


def test_cr12_allowed_where_it_would_move_nothing() -> None:
    state = crescent({"1": "7D", "2": "9H"}, redeals=1)
    assert CRESCENT.refusal(state, "redeal") is None
    assert CRESCENT.apply(state, "redeal") == state._replace(redeals=0)


def test_cr13_a_redeal_is_no_move_and_clears_undo() -> None:
    line = started()
    assert (line.moves, line.undo) == (1, 1)
    line.play("redeal")
    assert (line.moves, line.undo, line.redo) == (1, 0, 0)
    assert why(line, UNDO) == Reason.of("undo-barrier", action="redeal")


def test_cr13_a_redeal_clears_redo() -> None:
    line = started()
    line.play(UNDO)
    assert line.redo == 1
    line.play("redeal")
    assert (line.moves, line.redo) == (0, 0)
    assert why(line, REDO).code == "nothing-to-redo"


def test_cr13_moves_after_a_redeal_can_be_undone_back_to_it() -> None:
    line = started()
    line.play("redeal")
    after_redeal = line.state
    line.play(next(token for token in line.legal() if token != "redeal"))
    assert (line.moves, line.undo) == (2, 1)
    line.play(UNDO)
    assert (line.state, line.moves, line.undo) == (after_redeal, 1, 0)
    assert why(line, UNDO).code == "undo-barrier"
    assert CRESCENT.redeals(line.state) == 2


def test_cr14_won_with_thirteen_cards_on_each_foundation() -> None:
    won = crescent({**ALL_UP, **ALL_DOWN})
    assert CRESCENT.outcome(won) == "won"
    assert CRESCENT.turn(won) == 0
    last = crescent({**ALL_UP, **ALL_DOWN, "C+": rising("C", 12), "7": "KC"})
    assert CRESCENT.outcome(last) is None
    assert CRESCENT.outcome(CRESCENT.apply(last, "7>C+")) == "won"


def test_cr14_after_a_win_nothing_is_legal() -> None:
    won = crescent({**ALL_UP, **ALL_DOWN}, redeals=3)
    assert CRESCENT.legal(won) == []
    assert all(CRESCENT.refusal(won, token) for token in CRESCENT.tokens)


def test_cr15_stuck_where_no_move_and_no_redeal_is_left() -> None:
    dead = {"1": "7D 4C", "2": "9H"}
    assert CRESCENT.outcome(crescent(dead, redeals=0)) == "stuck"
    assert CRESCENT.turn(crescent(dead, redeals=0)) == 0
    assert CRESCENT.outcome(crescent(dead, redeals=1)) is None
    assert CRESCENT.outcome(crescent({**dead, "3": "8H"}, redeals=0)) is None


def test_cr15_a_move_between_foundations_counts() -> None:
    state = crescent(
        {"1": "7D 4C", "2": "9H", "S+": rising("S", 6), "S-": falling("S", 7)}, redeals=0
    )
    assert set(CRESCENT.legal(state)) == {"S+>S-", "S->S+"}
    assert CRESCENT.outcome(state) is None


def test_cr15_is_said_exactly_where_it_is_so() -> None:
    for number in range(1, 4):
        for state, _ in wander(CRESCENT, number, steps=25):
            for redeals in (0, 1):
                here = state._replace(redeals=redeals)
                moves = any(CRESCENT.refusal(here, token) is None for token in CRESCENT.tokens)
                assert (CRESCENT.outcome(here) == "stuck") == (not moves)


def test_cr16_undo_of_the_last_100_moves_lowers_the_move_count() -> None:
    line = marathon(CRESCENT, 1, 103)
    assert (line.moves, line.undo) == (103, 100)
    for moves in range(102, 2, -1):
        line.play(UNDO)
        assert line.moves == moves
    assert why(line, UNDO) == Reason.of("undo-depth", depth=100)


def test_cr17_no_score_but_moves_are_kept() -> None:
    line = started()
    assert line.score is None
    assert line.moves == 1
    assert "[Score" not in write(line)
    assert str(line.code) == "CR1-N-AAAAAAB"
    assert CRESCENT.redeals(opening(CRESCENT)) == 3
