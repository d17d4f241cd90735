"""Of every game: the number of ways through its deals, frozen in `data/perft`."""

from typing import Any

import pytest

from lunaria.core.code import read_code
from lunaria.core.deal import order_of
from lunaria.core.game import Game, Terms
from lunaria.core.perft import perft
from lunaria.games import GAMES, game_of
from registry import DATA, every_game
from wandering import opening, positions_of

#: Lines of `CODE depth count`.
FROZEN = [
    line
    for game in GAMES
    for line in (DATA / "perft" / f"{game.id}.perft").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("line", FROZEN)
def test_ways_through_a_deal(line: str) -> None:
    text, depth, count = line.split()
    code = read_code(text, GAMES)
    game = game_of(code)
    state = game.deal(order_of(code, game), Terms(code.variant, game.rounds[0]))
    assert perft(game, state, int(depth)) == int(count)


@every_game
def test_every_rule_set_is_counted(game: Game[Any]) -> None:
    codes = {read_code(line.split()[0], GAMES) for line in FROZEN}
    assert {code.variant for code in codes if code.prefix == game.prefix} == set(game.variants)


@every_game
def test_perft_counts_what_is_not_refused(game: Game[Any]) -> None:
    """Two tokens deep, by brute force over the whole vocabulary."""

    def after(state: Any) -> list[Any]:
        return [game.apply(state, token) for token in game.tokens if not game.refusal(state, token)]

    for state in [opening(game, 5), *positions_of(game, deals=1, steps=15)]:
        assert perft(game, state, 0) == 1
        assert perft(game, state, 1) == len(after(state))
        assert perft(game, state, 2) == sum(len(after(inner)) for inner in after(state))
