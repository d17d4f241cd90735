"""How hard a deal is, in figures that can be explained to a player."""

import time
from random import Random
from typing import Any, NamedTuple

from lunaria.core.game import WON, Game
from lunaria.solvers import wins

#: A game of random play is given up after so many actions.
LONGEST_GAME = 600


class Plays(NamedTuple):
    """How often a way of playing won."""

    won: int
    games: int


def random_plays(game: Game[Any], state: Any, games: int, seed: int = 0) -> Plays:
    """Plays in which every legal action is as likely as any other."""
    chance = Random(f"random {seed}")
    return _plays(game, state, games, lambda now: chance.choice(game.legal(now)))


def greedy_plays(game: Game[Any], state: Any, games: int, seed: int = 0) -> Plays:
    """Plays that take what they can get: a foundation, else points, else any action.

    A redeal is kept for when there is nothing else.
    """
    chance = Random(f"greedy {seed}")

    def choose(now: Any) -> str:
        home = list(game.gestures(now).areas.values())
        if home:
            return chance.choice(home)
        legal = game.legal(now)
        kept = [token for token in legal if token not in game.undo.barriers] or legal
        most = max(game.points(now, token) for token in kept)
        return chance.choice([token for token in kept if game.points(now, token) == most])

    return _plays(game, state, games, choose)


def _plays(game: Game[Any], state: Any, games: int, choose: Any) -> Plays:
    won = 0
    for _ in range(games):
        now = state
        for _ in range(LONGEST_GAME):
            if game.turn(now) == 0:
                break
            now = game.apply(now, choose(now))
        won += game.outcome(now) == WON
    return Plays(won, games)


def shorten(
    game: Game[Any], state: Any, line: tuple[str, ...], seconds: float = 1.0
) -> tuple[str, ...]:
    """A winning line without its detours: what is played between equal positions, and actions
    without which the rest still wins. Ends after `seconds` with the shortest found."""
    until = time.perf_counter() + seconds
    line = _without_loops(game, state, line)
    size = 4
    while size:
        at = 0
        while at < len(line):
            if time.perf_counter() > until:
                return line
            shorter = line[:at] + line[at + size :]
            if wins(game, state, shorter):
                line = _without_loops(game, state, shorter)
            else:
                at += 1
        size -= 1
    return line


def _without_loops(game: Game[Any], state: Any, line: tuple[str, ...]) -> tuple[str, ...]:
    kept: list[str] = []
    seen = {state: 0}
    for token in line:
        state = game.apply(state, token)
        if state in seen:
            del kept[seen[state] :]
            seen = {known: at for known, at in seen.items() if at <= len(kept)}
        else:
            kept.append(token)
            seen[state] = len(kept)
    return tuple(kept)
