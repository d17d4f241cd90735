"""Of every game: touches play only what is legal."""

from typing import Any

from lunaria.core.game import Game
from registry import every_game
from wandering import positions_of


@every_game
def test_gestures_play_legal_tokens_only(game: Game[Any]) -> None:
    for state in positions_of(game, deals=6):
        gestures, legal = game.gestures(state), set(game.legal(state))
        taps = {tap.token for tap in gestures.taps.values() if tap.token}
        doubles = {token for tokens in gestures.doubles.values() for token in tokens if token}
        assert taps | doubles | set(gestures.areas.values()) <= legal


@every_game
def test_gestures_are_about_places_of_the_game(game: Game[Any]) -> None:
    for state in positions_of(game, deals=3):
        gestures, cards = game.gestures(state), game.cards(state)
        for named in (gestures.taps, gestures.doubles, gestures.areas, gestures.kinds):
            assert set(named) <= set(game.places)
        for place, tokens in gestures.doubles.items():
            assert len(tokens) == len(cards[place])
        for place in gestures.kinds:
            assert cards[place]


@every_game
def test_a_card_that_tokens_move_can_be_tapped(game: Game[Any]) -> None:
    """A page takes up no other, and says why a place refuses it."""
    sources = {token.partition(">")[0] for token in game.tokens if ">" in token}
    for state in positions_of(game, deals=6):
        if game.turn(state):
            cards, taps = game.cards(state), game.gestures(state).taps
            assert {place for place in sources if cards[place]} <= set(taps)


@every_game
def test_a_tap_does_one_thing(game: Game[Any]) -> None:
    for state in positions_of(game, deals=3):
        for tap in game.gestures(state).taps.values():
            assert (tap.token is not None) + (tap.reason is not None) + tap.shakes <= 1


@every_game
def test_picked_kinds_lead_to_picked_kinds(game: Game[Any]) -> None:
    touches = game.manners.touches
    for picked, after in touches.items():
        for kind, touch in after.items():
            assert set(touch.keeps) <= set(picked.split("+"))
            stays = (*touch.keeps, kind) if touch.adds else touch.keeps
            assert touch.plays or "+".join(stays) in touches


@every_game
def test_tokens_of_picked_cards_go_by_the_touches(game: Game[Any]) -> None:
    """Touching the cards of a legal token one after another plays it at the last."""
    if not game.manners.touches:
        assert all(not game.gestures(state).kinds for state in positions_of(game, deals=2))
        return
    for state in positions_of(game, deals=4):
        kinds = game.gestures(state).kinds
        for token in game.legal(state):
            *first, last = (kinds[place] for place in token.split("+"))
            for number, kind in enumerate(first):
                assert game.manners.touches["+".join(first[:number])][kind].adds
            assert game.manners.touches["+".join(first)][last].plays
