"""Rounds of Comet for tests: scaled-down games, and random ways through them."""

import random
from collections.abc import Iterator

from lunaria.core.game import Terms
from lunaria.games.comet import COMET, Comet, State

#: Small enough to be searched plainly.
SMALL = tuple(
    Comet(*size)
    for size in (
        (3, 3, 3, 3),
        (3, 4, 4, 3),
        (5, 2, 4, 4),
        (6, 4, 5, 5),
        (12, 4, 6, 9),
        (7, 3, 6, 5),
    )
)
#: The full game and a scaled-down one.
SIZES = (COMET, SMALL[3])


def opening(game: Comet, variant: str, rng: random.Random) -> State:
    """A round dealt at random."""
    order = list(game.pack)
    rng.shuffle(order)
    return game.deal(order, Terms(variant, 2))


def wandering(game: Comet, variant: str, rng: random.Random) -> Iterator[State]:
    """The positions of a round that is played at random."""
    state = opening(game, variant, rng)
    while state.seat:
        yield state
        state = game.apply(state, rng.choice(game.legal(state)))
