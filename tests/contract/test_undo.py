"""Of every solitaire: undo is the exact inverse, redo restores, counts follow its own rule."""

from typing import Any, NamedTuple

import pytest

from lunaria.core.errors import NotLegal
from lunaria.core.game import Game
from lunaria.core.replay import REDO, UNDO, Line, replay
from registry import every_solitaire
from wandering import fidget, marathon, opening


class Counts(NamedTuple):
    """What a line shows, reckoned here a second time."""

    state: Any
    score: int
    moves: int
    undo: int
    redo: int


def reckoned(game: Game[Any], number: int, actions: list[str]) -> Counts:
    """Play the tokens that are still in force from the deal, and count by the rules' words."""
    done: list[str] = []
    undone: list[str] = []
    fixed = played = 0
    for action in actions:
        if action == UNDO:
            undone.append(done.pop())
        elif action == REDO:
            done.append(undone.pop())
        else:
            done.append(action)
            undone.clear()
            played += action not in game.undo.barriers
            if action in game.undo.barriers:
                fixed = len(done)
    state, score = opening(game, number), 0
    for token in done:
        score += game.points(state, token)
        state = game.apply(state, token)
    in_force = sum(token not in game.undo.barriers for token in done)
    moves = in_force if game.undo.lowers_moves else played
    return Counts(state, score, moves, min(len(done) - fixed, game.undo.depth), len(undone))


def shown(line: Line[Any]) -> Counts:
    return Counts(line.state, line.score or 0, line.moves, line.undo, line.redo)


@every_solitaire
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_position_and_counts_follow_from_the_actions(game: Game[Any], number: int) -> None:
    line = fidget(game, number, steps=90)
    for length in range(len(line.actions) + 1):
        part, fault = replay(game, line.code, line.actions[:length])
        assert fault is None
        assert shown(part) == reckoned(game, number, line.actions[:length])
    assert line.score is not None or not game.scored


@every_solitaire
def test_undo_is_the_inverse_and_redo_restores_at_every_action(game: Game[Any]) -> None:
    line = marathon(game, 2, 40)
    after = []
    for _ in range(line.undo):
        after.append(shown(line))
        line.play(UNDO)
    assert line.state == opening(game, 2)
    for wanted in reversed(after):
        line.play(REDO)
        assert shown(line)[:4] == wanted[:4]
    assert line.redo == 0


@every_solitaire
def test_undo_reaches_exactly_100_actions_back(game: Game[Any]) -> None:
    line = marathon(game, 1, 101)
    played = len(line.actions)
    assert played == 101 or game.outcome(line.state) is not None
    back = min(played, 100)
    assert line.undo == back
    wanted, _ = replay(game, line.code, line.actions[: played - back])
    for _ in range(back):
        line.play(UNDO)
    assert line.state == wanted.state
    assert (line.undo, line.redo) == (0, back)
    with pytest.raises(NotLegal) as caught:
        line.play(UNDO)
    assert caught.value.reason.code == ("undo-depth" if played > back else "nothing-to-undo")
    for _ in range(back):
        line.play(REDO)
    assert (line.undo, line.redo) == (back, 0)


@every_solitaire
def test_a_new_action_drops_redo(game: Game[Any]) -> None:
    line = marathon(game, 3, 3)
    line.play(UNDO)
    line.play(UNDO)
    assert line.redo == 2
    line.play(line.legal()[0])
    assert line.redo == 0
    with pytest.raises(NotLegal) as caught:
        line.play(REDO)
    assert caught.value.reason.code == "nothing-to-redo"


@every_solitaire
def test_points_sum_to_the_score(game: Game[Any]) -> None:
    for number in range(1, 6):
        line = marathon(game, number, 60)
        state, total = opening(game, number), 0
        for token in line.actions:
            total += game.points(state, token)
            state = game.apply(state, token)
        assert line.score == (total if game.scored else None)
        assert total == 0 or game.scored
