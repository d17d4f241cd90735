"""Of every game: no card is lost, and what moves is what is said to move."""

from collections import Counter
from typing import Any

from lunaria.core.game import Game, Transfer
from registry import every_game
from wandering import opening, positions_of, wander


def on_table(game: Game[Any], state: Any) -> Counter[str]:
    return Counter(card for cards in game.cards(state).values() for card in cards)


def moved(
    cards: dict[str, tuple[str, ...]], transfers: tuple[Transfer, ...]
) -> dict[str, tuple[str, ...]]:
    """The cards after the transfers."""
    places = dict(cards)
    for part in transfers:
        pile = places[part.source]
        at = len(pile) - part.size if part.at is None else part.at
        taken = pile[at : at + part.size]
        assert 0 < len(taken) == part.size
        places[part.source] = pile[:at] + pile[at + part.size :]
        if part.target is not None:
            places[part.target] += taken[::-1] if part.reversed else taken
    return places


@every_game
def test_the_places_are_those_of_the_game(game: Game[Any]) -> None:
    for state in positions_of(game, deals=3):
        assert set(game.cards(state)) == set(game.places)
        for seat in range(game.seats + 1):
            assert set(game.view(state, seat)) == set(game.places)


@every_game
def test_the_pack_lies_on_the_table_or_was_removed(game: Game[Any]) -> None:
    for number in range(1, 9):
        removed: Counter[str] = Counter()
        for state, token in wander(game, number, steps=120):
            assert on_table(game, state) + removed == Counter(game.pack)
            cards = game.cards(state)
            for part in game.transfers(state, token):
                if part.target is None:
                    removed.update(cards[part.source][-part.size :])


@every_game
def test_transfers_agree_with_apply(game: Game[Any]) -> None:
    for state in positions_of(game, deals=6, steps=80):
        for token in game.legal(state):
            after = game.cards(game.apply(state, token))
            transfers = game.transfers(state, token)
            if token in game.undo.barriers:
                assert on_table(game, state) == Counter(c for cs in after.values() for c in cs)
                assert not transfers
            else:
                # Only of two can one do something without a card: pass.
                assert transfers or game.seats > 1
                assert moved(game.cards(state), transfers) == after


@every_game
def test_with_its_own_cards_a_position_is_itself(game: Game[Any]) -> None:
    for state in positions_of(game, deals=4):
        again = game.with_cards(state, game.cards(state))
        assert again == state
        assert hash(again) == hash(state)


@every_game
def test_deals_differ(game: Game[Any]) -> None:
    assert len({opening(game, number) for number in range(1, 301)}) == 300
