"""Random play that is the same on every run."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from lunaria.core.deal import order_of
from lunaria.core.game import Game, Terms
from lunaria.core.replay import REDO, UNDO, Line
from registry import numbered


class Step(NamedTuple):
    """A legal token at a position."""

    state: Any
    token: str


def opening(game: Game[Any], number: int = 1) -> Any:
    """The position of a numbered deal before the first action."""
    code = numbered(game, number)
    return game.deal(order_of(code, game), Terms(code.variant, game.rounds[0]))


def wander(game: Game[Any], number: int, steps: int = 60) -> Iterator[Step]:
    """A random game of at most `steps` tokens from a numbered deal; of a match the first round."""
    chance = Random(f"{game.id} {number}")
    state = opening(game, number)
    for _ in range(steps):
        legal = game.legal(state)
        if not legal:
            return
        token = chance.choice(legal)
        yield Step(state, token)
        state = game.apply(state, token)


def positions_of(game: Game[Any], deals: int, steps: int = 60) -> list[Any]:
    """The positions of several random games."""
    return [step.state for number in range(1, deals + 1) for step in wander(game, number, steps)]


def fidget(game: Game[Any], number: int, steps: int) -> Line[Any]:
    """A random game in which a third of the actions are undo and redo, where there are such."""
    chance = Random(f"fidget {game.id} {number}")
    line: Line[Any] = Line(game, numbered(game, number))
    for _ in range(steps):
        back = [UNDO] * bool(line.undo) + [REDO] * bool(line.redo)
        legal = line.legal()
        if back and (not legal or chance.random() < 1 / 3):
            line.play(chance.choice(back))
        elif legal:
            line.play(chance.choice(legal))
    return line


def marathon(game: Game[Any], number: int, actions: int) -> Line[Any]:
    """A game of `actions` tokens without barriers, or of as many as it came to.

    Each token is one that leaves the most tokens: random play soon has none left in some games.
    """
    chance = Random(f"marathon {game.id} {number}")
    line: Line[Any] = Line(game, numbered(game, number))
    for _ in range(actions):
        legal = [token for token in line.legal() if token not in game.undo.barriers]
        if not legal:
            break
        left = {token: len(game.legal(game.apply(line.state, token))) for token in legal}
        line.play(chance.choice([token for token in legal if left[token] == max(left.values())]))
    return line
