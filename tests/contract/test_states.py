"""Of every game: states are values."""

from itertools import combinations
from typing import Any

import pytest

from lunaria.core.game import Game
from registry import every_game, every_solitaire
from wandering import opening, positions_of


def is_value(part: object) -> bool:
    """Whether it is made of tuples, texts and whole numbers alone."""
    if isinstance(part, tuple):
        return all(is_value(inner) for inner in part)
    return part is None or isinstance(part, str | int)


@every_game
def test_a_state_is_made_of_tuples(game: Game[Any]) -> None:
    for state in positions_of(game, deals=3):
        assert hasattr(state, "_fields")
        assert is_value(state)


@every_game
def test_a_state_cannot_be_changed(game: Game[Any]) -> None:
    state = opening(game)
    with pytest.raises(AttributeError):
        setattr(state, state._fields[0], ())


@every_solitaire  # in a match the pile and the history tell the way
def test_states_reached_by_different_ways_are_equal(game: Game[Any]) -> None:
    ways = 0
    for state in positions_of(game, deals=12, steps=30):
        for first, second in combinations(game.legal(state), 2):
            one, other = game.apply(state, first), game.apply(state, second)
            if game.refusal(one, second) or game.refusal(other, first):
                continue
            one, other = game.apply(one, second), game.apply(other, first)
            if game.cards(one) == game.cards(other):
                assert one == other
                assert hash(one) == hash(other)
                assert len({one, other}) == 1
                ways += 1
    assert ways > 20


@every_game
def test_a_move_makes_another_state(game: Game[Any]) -> None:
    for state in positions_of(game, deals=3):
        for token in game.legal(state):
            if token not in game.undo.barriers:
                assert game.apply(state, token) != state
