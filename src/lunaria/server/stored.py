"""A stored game as a line: its deal and its actions read again."""

from typing import Any

from lunaria.core.code import SEALED, Code, Sealed
from lunaria.core.deal import read_seed
from lunaria.core.game import Game
from lunaria.core.replay import Fault, Line, replay
from lunaria.games import GAMES, game_of, read_deal
from lunaria.server.store import StoredTable


def deal_of(stored: StoredTable) -> Code | Sealed:
    """Where the cards of a stored game come from.

    Raises NotReadable or UnknownVersion where this server plays it no longer.
    """
    match = stored.match
    if match is None or match.seeds is None:
        return read_deal(stored.code)
    game, variant = game_of_code(stored.code), stored.code.split("-")[1]
    seeds = tuple(map(read_seed, match.seeds.split()))
    return Sealed(game.prefix, game.version, variant, seeds)


def game_of_code(code: str) -> Game[Any]:
    """The game of a stored code, of whatever version."""
    return next(game for game in GAMES if code.startswith(game.prefix))


def is_sealed(code: str) -> bool:
    """Whether a stored code is that of a sealed match."""
    return code.endswith(SEALED)


def line_of(stored: StoredTable, most: int | None = None) -> tuple[Line[Any], Fault | None]:
    """A stored game after its actions, or the first `most` of them, and what stopped them."""
    deal = deal_of(stored)
    rounds = stored.match and stored.match.rounds
    return replay(game_of(deal), deal, stored.actions[:most], rounds)


def outcome_of(stored: StoredTable, line: Line[Any]) -> str | None:
    """How a stored game has ended, or None while it goes on; a match may have been left."""
    gone = stored.match.gone if stored.match is not None else 0
    return f"abandoned{gone}" if gone else line.outcome


def is_open(stored: StoredTable, line: Line[Any]) -> bool:
    """Whether everybody at the table may see its record: a match is secret until it is over."""
    return stored.match is None or outcome_of(stored, line) is not None
