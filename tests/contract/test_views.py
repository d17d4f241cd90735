"""Of every game: a view shows nothing that its seat may not see."""

from random import Random
from typing import Any

import pytest

from lunaria.core.cards import HIDDEN, PACK
from lunaria.core.game import Game
from registry import every_game
from wandering import positions_of


def redistributed(game: Game[Any], state: Any, seat: int, chance: Random) -> Any:
    """The position with the cards that `seat` does not see dealt anew among their places."""
    cards, view = game.cards(state), game.view(state, seat)
    unseen = [
        card
        for place in game.places
        for card, shown in zip(cards[place], view[place], strict=True)
        if shown == HIDDEN
    ]
    chance.shuffle(unseen)
    dealt = iter(unseen)
    return game.with_cards(
        state,
        {
            place: tuple(
                next(dealt) if shown == HIDDEN else card
                for card, shown in zip(cards[place], view[place], strict=True)
            )
            for place in game.places
        },
    )


@every_game
def test_a_view_shows_each_card_as_it_is_or_hidden(game: Game[Any]) -> None:
    for state in positions_of(game, deals=4):
        cards = game.cards(state)
        for seat in range(game.seats + 1):
            for place, shown in game.view(state, seat).items():
                assert len(shown) == len(cards[place])
                for card, seen in zip(cards[place], shown, strict=True):
                    assert seen in (card, HIDDEN)
                    assert card in PACK


@every_game
def test_an_onlooker_sees_no_more_than_any_seat(game: Game[Any]) -> None:
    for state in positions_of(game, deals=2):
        onlooker = game.view(state, 0)
        for seat in range(1, game.seats + 1):
            view = game.view(state, seat)
            for place, shown in onlooker.items():
                for card, seen in zip(shown, view[place], strict=True):
                    assert card in (HIDDEN, seen)


@every_game
@pytest.mark.parametrize("deal", range(3))
def test_hidden_cards_leave_no_trace(game: Game[Any], deal: int) -> None:
    changed = 0
    chance = Random(f"unseen {deal}")
    for state in positions_of(game, deals=3, steps=40):
        for seat in range(game.seats + 1):
            other = redistributed(game, state, seat, chance)
            changed += other != state
            assert game.view(other, seat) == game.view(state, seat)
            if seat == game.turn(state):
                assert game.gestures(other) == game.gestures(state)
                assert game.legal(other) == game.legal(state)
                assert game.outcome(other) == game.outcome(state)
    assert changed > 20


@every_game
def test_hidden_cards_do_not_show_in_refusals(game: Game[Any]) -> None:
    chance = Random("refusals")
    for state in positions_of(game, deals=1, steps=12):
        other = redistributed(game, state, 1, chance)
        for token in sorted(game.tokens):
            if game.turn(state) == 1:
                assert game.refusal(other, token) == game.refusal(state, token)
                if game.refusal(state, token) is None:
                    assert game.points(other, token) == game.points(state, token)
                    assert game.transfers(other, token) == game.transfers(state, token)
