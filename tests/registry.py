"""The registered games as test parameters, and the folder of the data files."""

from pathlib import Path
from typing import Any

import pytest

from lunaria.core.code import Code
from lunaria.core.game import Game
from lunaria.games import GAMES

DATA = Path(__file__).parent / "data"

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


def numbered(game: Game[Any], number: int) -> Code:
    """The standard code of a deal."""
    return Code(game.prefix, game.version, game.variants[0], number)
