"""Of every game: legal moves are what `refusal` does not refuse, and nothing else."""

from typing import Any

from lunaria.core.errors import Reason
from lunaria.core.game import Game
from lunaria.core.replay import REDO, UNDO
from registry import every_game
from wandering import opening, positions_of


@every_game
def test_legal_is_all_of_the_vocabulary_that_is_not_refused(game: Game[Any]) -> None:
    for state in positions_of(game, deals=6, steps=50):
        wanted = {token for token in game.tokens if game.refusal(state, token) is None}
        assert set(game.legal(state)) == wanted


@every_game
def test_candidates_come_once_and_are_tokens(game: Game[Any]) -> None:
    for state in positions_of(game, deals=8):
        candidates = list(game.candidates(state))
        assert len(candidates) == len(set(candidates))
        assert set(candidates) <= game.tokens


@every_game
def test_a_refusal_has_a_code(game: Game[Any]) -> None:
    for state in positions_of(game, deals=2, steps=20):
        for token in game.tokens:
            reason = game.refusal(state, token)
            if reason is not None:
                assert isinstance(reason, Reason)
                assert reason.code
                assert reason.code == reason.code.lower()


@every_game
def test_what_goes_from_place_to_place_may_be_tried_with_each_target(game: Game[Any]) -> None:
    moves = {token.partition(">")[::2] for token in game.tokens if ">" in token}
    sources, targets = ({move[at] for move in moves} for at in (0, 1))
    assert moves == {(one, other) for one in sources for other in targets if one != other}


@every_game
def test_turn_and_outcome_agree(game: Game[Any]) -> None:
    for state in positions_of(game, deals=8):
        over = game.outcome(state) is not None
        assert (game.turn(state) == 0) == over
        assert not (over and game.legal(state))
        assert 0 <= game.turn(state) <= game.seats


@every_game
def test_the_example_is_a_token(game: Game[Any]) -> None:
    assert game.example in game.tokens
    assert not {UNDO, REDO} & game.tokens
    assert game.undo.barriers <= game.tokens
    assert game.undo.depth == (100 if game.seats == 1 else 0)  # APP-2


@every_game
def test_legal_is_the_same_each_time_and_changes_nothing(game: Game[Any]) -> None:
    state = opening(game)
    before = hash(state)
    first = game.legal(state)
    for token in first:
        game.apply(state, token)
    assert game.legal(state) == first
    assert (hash(state), state) == (before, opening(game))
