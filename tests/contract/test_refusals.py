"""Of every game: the reasons that a page is told are those of the rules, whatever came before."""

from random import Random
from typing import Any

import pytest

from lunaria.core.game import Game
from lunaria.core.refusals import Refusals
from lunaria.core.replay import Line
from registry import every_game, numbered


def reasons(game: Game[Any], state: Any) -> dict[tuple[str, str], dict[str, Any]]:
    """Why each token from place to place is refused, where its source has a card."""
    cards = game.cards(state)
    found = {}
    for token in game.tokens:
        source, arrow, target = token.partition(">")
        reason = game.refusal(state, token) if arrow and cards[source] else None
        if reason is not None:
            found[source, target] = reason.data()
    return found


def told(refusals: Refusals, state: Any) -> dict[tuple[str, str], dict[str, Any]]:
    """The same as it is told."""
    return {
        (source, target): data
        for source, row in refusals.told(state).items()
        for data, targets in row
        for target in targets
    }


@every_game
@pytest.mark.parametrize("deal", range(1, 4))
def test_what_is_told_along_a_game_is_what_the_rules_say(game: Game[Any], deal: int) -> None:
    chance, line, refusals = Random(deal), Line(game, numbered(game, deal)), Refusals(game)
    for _ in range(60):
        if game.turn(line.state):  # of a game that is over nothing is told
            assert told(refusals, line.state) == reasons(game, line.state)
        for _ in range(chance.randrange(1, 4)):  # not every position is shown
            ways = [*line.legal(), *["undo"] * (3 if line.undo else 0)]
            if ways:
                line.play(chance.choice(ways))


@every_game
def test_a_token_looks_at_places_of_its_game(game: Game[Any]) -> None:
    for token in game.tokens:
        assert set(game.looks_at(token)) <= set(game.places)
