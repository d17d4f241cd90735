"""The registered games as test parameters, and the folder of the data files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lunaria.core.code import Code
from lunaria.core.game import Game
from lunaria.games import GAMES, SOLITAIRES

DATA = Path(__file__).parent / "data"

MATCHES = tuple(game for game in GAMES if game.seats > 1)


def _each(games: Sequence[Game[Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("game", games, ids=[game.id for game in games])


every_game, every_solitaire, every_match = map(_each, (GAMES, SOLITAIRES, MATCHES))


def numbered(game: Game[Any], number: int) -> Code:
    """The standard code of a deal."""
    return Code(game.prefix, game.version, game.variants[0], number)
