"""The games, and how a code or a name finds its own."""

import re
from collections.abc import Iterable
from typing import Any

from lunaria.core.code import Code, Sealed, check_number, read_code
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.game import Game
from lunaria.core.replay import Line
from lunaria.games.comet import COMET
from lunaria.games.crescent import CRESCENT
from lunaria.games.easy_harp import EASY_HARP
from lunaria.games.half_moon import HALF_MOON

__all__ = [
    "COMET",
    "CRESCENT",
    "EASY_HARP",
    "GAMES",
    "HALF_MOON",
    "SOLITAIRES",
    "game_named",
    "game_of",
    "game_of_state",
    "read_deal",
    "start",
]

#: Every game, in the order in which they are shown.
GAMES: tuple[Game[Any], ...] = (HALF_MOON, CRESCENT, EASY_HARP, COMET)
#: Those that one player plays alone.
SOLITAIRES = tuple(game for game in GAMES if game.seats == 1)


def game_named(text: str) -> Game[Any]:
    """The game of that id or prefix, `half-moon`, `Half Moon` or `HM`; raises NotReadable."""
    wanted = re.sub(r"[\s_-]+", "-", text.strip().lower())
    for game in GAMES:
        if wanted in (game.id, game.prefix.lower()):
            return game
    known = ", ".join(game.id for game in GAMES)
    raise NotReadable(Reason.of("game", given=text[:40], known=known))


def game_of(code: Code | Sealed) -> Game[Any]:
    """The game that a code read by `read_deal` belongs to."""
    return next(game for game in GAMES if game.prefix == code.prefix)


def game_of_state(state: Any) -> Game[Any]:
    """The game whose position `state` is; raises TypeError where it is none."""
    for game in GAMES:
        if isinstance(state, game.state_type):
            return game
    raise TypeError(f"{type(state).__name__} is no position of a game")


def read_deal(text: str) -> Code:
    """The deal that `text` names: a code, or a game and a number as in `half-moon:5`.

    Raises NotReadable or UnknownVersion.
    """
    name, colon, digits = text.rpartition(":")
    if colon and "/" not in text:
        game = game_named(name)
        number = digits.strip().replace(" ", "")
        if not (number.isascii() and number.isdigit()):
            raise NotReadable(Reason.of("number", given=digits[:40], example=f"{game.id}:5"))
        return Code(
            game.prefix,
            game.version,
            game.variants[0],
            check_number(int(number.lstrip("0")[:9] or "0"), game),
        )
    return read_code(text, GAMES)


def start(code: Code | Sealed, actions: Iterable[str] = (), rounds: int | None = None) -> Line[Any]:
    """A new game of that deal after `actions`; raises NotReadable or NotLegal at one refused."""
    line = Line(game_of(code), code, rounds)
    for action in actions:
        line.play(action)
    return line
