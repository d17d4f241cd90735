"""Counting the ways through a game: a fingerprint of its rules."""

from lunaria.core.game import Game, State


def perft(game: Game[State], state: State, depth: int) -> int:
    """How many sequences of `depth` legal tokens begin at `state`; one of none at depth 0."""
    if depth == 0:
        return 1
    legal = game.legal(state)
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.apply(state, token), depth - 1) for token in legal)
