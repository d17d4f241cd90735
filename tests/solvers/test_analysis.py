"""Where a game was lost, with a solver that is told the truth."""

from typing import Any

import pytest

from lunaria.core.replay import Line
from lunaria.games import CRESCENT, read_deal, start
from lunaria.solvers.analysis import analyse
from lunaria.solvers.verdict import CANCELLED, LOST, TIME, UNKNOWN, WINNABLE, Limits, Verdict, Watch
from wandering import fidget


class Oracle:
    """Answers what it is told of the positions of a line, and counts how often it is asked."""

    def __init__(self, line: Line[Any], truth: str) -> None:
        states = [Line(line.game, line.code).state]
        for token in line.path:
            states.append(line.game.apply(states[-1], token))
        assert len(truth) == len(states)
        self.truth = dict(zip(states, truth, strict=True))
        self.asked = 0

    def __call__(self, state: Any, limits: Limits, watch: Watch | None) -> Verdict:
        self.asked += 1
        answer = {"w": WINNABLE, "l": LOST, "?": UNKNOWN, "x": UNKNOWN}[self.truth[state]]
        limit = {"?": TIME, "x": CANCELLED}.get(self.truth[state])
        line = ("1+8",) if answer == WINNABLE else None
        return Verdict(answer, "oracle", 1, 0.0, line, None, limit)


def game(actions: int) -> Line[Any]:
    """A game of that many moves."""
    line = start(read_deal("half-moon:1"))
    for _ in range(actions):
        line.play(line.legal()[0])
    return line


@pytest.mark.parametrize("lost", range(1, 13))
def test_the_move_that_lost_is_found_wherever_it_is(lost: int) -> None:
    line = game(12)
    oracle = Oracle(line, "w" * lost + "l" * (13 - lost))
    found = analyse(line, solver=oracle)
    assert (found.now, found.last_winnable, found.first_lost) == (LOST, lost - 1, lost)
    assert found.exact
    assert found.line == ("1+8",)
    assert oracle.asked <= 6  # halving, not walking


def test_a_game_that_can_still_be_won_asks_once() -> None:
    line = game(5)
    oracle = Oracle(line, "wwwwww")
    found = analyse(line, solver=oracle)
    assert (found.now, found.last_winnable, found.exact, oracle.asked) == (WINNABLE, 5, True, 1)


def test_a_deal_that_could_not_be_won() -> None:
    found = analyse(game(5), solver=Oracle(game(5), "llllll"))
    assert (found.now, found.last_winnable, found.first_lost, found.exact) == (LOST, None, 0, True)
    assert found.line is None


@pytest.mark.parametrize("truth", ["www??ll", "w?????l", "wwwww?l", "w?wl?ll", "ww?w??l"])
def test_open_positions_are_told_as_open(truth: str) -> None:
    line = game(6)
    found = analyse(line, solver=Oracle(line, truth))
    last, first = found.last_winnable, found.first_lost
    assert last is not None
    assert first is not None
    # What is said is true, and what is not known is not said.
    assert "l" not in truth[: last + 1]
    assert "w" not in truth[first:]
    assert found.exact is (first == last + 1)
    for at, known in enumerate(truth):
        assert found.outcome(at) in {UNKNOWN, {"w": WINNABLE, "l": LOST, "?": UNKNOWN}[known]} or (
            known == "?"
        )


def test_what_was_taken_back_does_not_count() -> None:
    line = game(4)
    line.play("undo")
    line.play("undo")
    other = [token for token in line.legal() if token not in line.actions]
    line.play(other[0])
    found = analyse(line, solver=Oracle(line, "wwwl"))
    assert found.path == line.path
    assert len(found.path) == 3
    assert found.last_winnable == 2


def test_a_cancelled_analysis_tells_what_is_known() -> None:
    line = game(8)
    found = analyse(line, solver=Oracle(line, "wwwwx" + "l" * 4))
    assert found.last_winnable == 0
    assert found.first_lost == 8
    assert not found.exact
    cancelled = analyse(line, solver=Oracle(line, "x" * 9))
    assert (cancelled.now, cancelled.last_winnable) == (UNKNOWN, None)


def test_the_path_leads_to_the_position() -> None:
    line = fidget(CRESCENT, 3, 200)
    state = Line(line.game, line.code).state
    for token in line.path:
        state = line.game.apply(state, token)
    assert state == line.state


def test_a_game_without_a_move() -> None:
    line = start(read_deal("half-moon:1"))
    assert analyse(line, solver=Oracle(line, "l")).last_winnable is None
    assert analyse(line, solver=Oracle(line, "w")).last_winnable == 0
