"""Players of Comet by a simple plan each, with the standard library alone.

All play a set whole, a natural card rather than the comet, and the comet where nothing else goes.
They differ in the card that starts a run:

glow   the lowest
ghigh  the highest
glen   that of the run with the most cards
gval   that of the run with the most pips
gturn  that which sheds the most pips in this turn, with all that follows a king or the comet
ghold  as gturn, but the comet is kept back until it is the last card
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from lunaria.bots.seen import Seen, rank_of
from lunaria.games.comet import HIGHEST_PIPS, LOWEST, PASSING, PLAY_COMET, Comet

#: How good it is to start a run with a token.
Worth = Callable[[Seen, str], float]


class Heuristic:
    """A player that starts the run it finds best; `holds` keeps the comet back."""

    def __init__(self, start: Worth, *, holds: bool = False) -> None:
        self.start = start
        self.holds = holds

    def choose(self, seen: Seen, legal: Sequence[str]) -> str:
        """One of the legal tokens; of equally good ones the lowest, and a set before its card."""
        natural = [token for token in legal if token not in (PLAY_COMET, PASSING)]
        if not natural:
            return PASSING if self.holds and PASSING in legal and seen.hand[1:] else PLAY_COMET
        whole = {rank_of(token) for token in natural if "x" in token}
        tokens = [token for token in natural if "x" in token or rank_of(token) not in whole]
        return max(tokens, key=lambda token: self.start(seen, token))


def lowest(seen: Seen, token: str) -> float:
    """The lowest card first."""
    return -rank_of(token)


def highest(seen: Seen, token: str) -> float:
    """The highest card first."""
    return rank_of(token)


def longest(seen: Seen, token: str) -> float:
    """The cards of the run, sets whole."""
    return sum(cards for _, cards in _run_of(seen, token))


def richest(seen: Seen, token: str) -> float:
    """The pips of the run, sets whole."""
    return sum(cards * _pips(rank) for rank, cards in _run_of(seen, token))


def most_shed(seen: Seen, token: str) -> float:
    """The pips that go in this turn."""
    return _shed(seen.game, seen.naturals(), rank_of(token) - LOWEST, seen.has_comet)


def _run_of(seen: Seen, token: str) -> Iterator[tuple[int, int]]:
    """Rank and number of the cards that go one after the other, from those of `token` on."""
    return _run(seen.game, seen.naturals(), rank_of(token) - LOWEST)


def _run(game: Comet, naturals: Sequence[int], start: int) -> Iterator[tuple[int, int]]:
    """The run from the rank at index `start` on, sets whole."""
    for rank, held in enumerate(naturals[start:], start=start + LOWEST):
        if not held:
            return
        yield rank, held if held == game.copies[rank] else 1


def _pips(rank: int) -> int:
    return min(rank, HIGHEST_PIPS)


@lru_cache(maxsize=100_000)
def _shed(game: Comet, naturals: tuple[int, ...], start: int, comet: bool) -> int:
    """The most pips that go in a turn whose run is started with the rank at index `start`."""
    left = list(naturals)
    pips, stops = 0, start + LOWEST
    for rank, cards in _run(game, naturals, start):
        left[rank - LOWEST] -= cards
        pips += cards * _pips(rank)
        stops = rank + 1
    if stops <= game.highest:
        if not comet:
            return pips
        pips += _pips(game.comet_rank)
        comet = False
    return pips + max(
        (_shed(game, tuple(left), at, comet) for at, held in enumerate(left) if held), default=0
    )
