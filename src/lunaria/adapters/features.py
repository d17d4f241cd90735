"""A round of Comet as numbers, for programs that learn: actions, and what a seat sees."""

from collections import Counter
from functools import cache
from itertools import chain

from lunaria.bots.seen import Seen
from lunaria.core.cards import RANK, RANKS, Card
from lunaria.games.comet import PASSING, PLAY_COMET, Comet


@cache
def actions(game: Comet) -> tuple[str, ...]:
    """The tokens in the order of their numbers: single cards, sets, the comet, the pass."""
    singles = [RANKS[rank - 1] for rank in game.ranks]
    sets = [f"{RANKS[rank - 1]}x{game.copies[rank]}" for rank in game.ranks]
    return (*singles, *sets, PLAY_COMET, PASSING)


@cache
def numbers(game: Comet) -> dict[str, int]:
    """The number of each token."""
    return {token: number for number, token in enumerate(actions(game))}


def most_plays(game: Comet) -> int:
    """More than can be played and passed in a round: after a card there are two passes at most."""
    return 3 * 2 * game.hand


def kinds(game: Comet, cards: tuple[Card, ...]) -> list[int]:
    """How many cards there are of each rank, and of the comet."""
    held = Counter(card if card == game.comet else RANK[card] for card in cards)
    return [*(held[rank] for rank in game.ranks), held[game.comet]]


def pieces(game: Comet) -> dict[str, tuple[int, ...]]:
    """The parts of an observation, each with its shape."""
    ranks = len(game.ranks)
    return {
        "player": (2,),
        "hand": (ranks + 1,),
        "pile": (ranks + 1,),
        "due": (ranks + 1,),
        "stopped": (1,),
        "counts": (2,),
    }


def observed(seen: Seen) -> dict[str, list[float]]:
    """What is seen, by the parts of an observation; counts are shares of what there is."""
    game = seen.game
    there = [*game.copies.values(), 1]
    due = [0.0] * (len(game.ranks) + 1)
    due[seen.due - game.ranks[0] + 1 if seen.due else 0] = 1.0
    return {
        "player": [float(seen.seat == seat) for seat in (1, 2)],
        "hand": _shares(kinds(game, seen.hand), there),
        "pile": _shares(kinds(game, seen.pile), there),
        "due": due,
        "stopped": [float(seen.stopped)],
        "counts": [count / game.hand for count in seen.counts],
    }


def vector(seen: Seen) -> list[float]:
    """What is seen, in one row."""
    return list(chain.from_iterable(observed(seen).values()))


def _shares(counts: list[int], of: list[int]) -> list[float]:
    return [count / most if most else 0.0 for count, most in zip(counts, of, strict=True)]
