"""Moments of the won game that a game's pages tell of."""

from functools import cache
from importlib.resources import files
from typing import Any

from lunaria.core import record
from lunaria.core.errors import Reason
from lunaria.core.game import Game, Transfer
from lunaria.core.replay import Line, replay
from lunaria.games import GAMES, game_named

EXAMPLES = files("lunaria.reading") / "examples"


@cache
def example_text(game_id: str) -> str:
    """The record of the won game that the pages of a game tell of."""
    return (EXAMPLES / f"{game_id}.record").read_text("utf-8")


@cache
def example(game_id: str) -> Line[Any]:
    """That game at its end; raises ValueError where its record does not hold."""
    line, fault = record.verify(next(record.read(example_text(game_id))), GAMES)
    if line is None or fault is not None or line.game is not game_named(game_id):
        raise ValueError(f"the example of {game_id} does not hold: {fault}")
    return line


@cache
def moment(game_id: str, after: int) -> Line[Any]:
    """That game after so many of its actions."""
    whole = example(game_id)
    if not 0 <= after <= len(whole.actions):
        raise ValueError(f"the example of {game_id} has no action {after}")
    line, _ = replay(whole.game, whole.code, whole.actions[:after])
    return line


def taken(transfer: Transfer, count: int) -> slice:
    """Which `count` cards of their place go: those on top, or of a hand those from an index on."""
    if transfer.at is None:
        return slice(-count, None)
    return slice(transfer.at, transfer.at + count)


def refusal(game: Game[Any], state: Any, token: str, run: int = 1) -> Reason:
    """Why a move is refused, of `run` cards where there are several.

    Raises ValueError where it is not refused; and where the first card of a run would not fit
    either, as it is then refused for that.
    """
    if run == 1:
        reason = game.refusal(state, token)
    else:
        reason = game.manners.too_many
        (transfer,) = game.transfers(state, token)
        cards = game.cards(state)
        first = {**cards, transfer.source: cards[transfer.source][: 1 - run]}
        moves = game.refusal(state, token) is None and transfer.size == run
        if moves or game.refusal(game.with_cards(state, first), token) is not None:
            raise ValueError(f"{token} with {run} cards is not refused for their number")
    if reason is None:
        raise ValueError(f"{token} is not refused")
    return reason
