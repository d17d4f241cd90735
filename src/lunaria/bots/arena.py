"""Matches of two players on the same deals, seats swapped, so that luck cancels out.

A pair is one round played twice: each player once has the one hand and begins, and once the other.
"""

import multiprocessing
import time
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt
from statistics import fmean, median, stdev
from typing import NamedTuple

from lunaria.bots import Player, player, seen_by
from lunaria.core.code import Code
from lunaria.core.deal import order_of
from lunaria.core.game import Terms
from lunaria.games.comet import COMET, Comet, State

#: A process is given so many deals at a time at most.
_PIECE = 10


class Pair(NamedTuple):
    """What became of one deal: the points of A, as first seat and as second."""

    deal: int
    points: tuple[int, int]
    #: The seconds of the processor that each decision of A took, and each of B.
    times: tuple[tuple[float, ...], tuple[float, ...]]


class Score(NamedTuple):
    """What many pairs say about A against B, in points a round."""

    pairs: int
    mean: float
    #: The standard error of the mean; 0 of one pair.
    error: float
    #: How many rounds A won, how many nobody, how many B.
    won: int
    drawn: int
    lost: int
    #: Milliseconds that a decision took: the median and the longest, of A and of B.
    median: tuple[float, float]
    longest: tuple[float, float]


def play_pair(a: Player, b: Player, deal: int, variant: str = "N", game: Comet = COMET) -> Pair:
    """Play the first round of a numbered deal twice."""
    code = Code(game.prefix, game.version, variant, deal)
    start = game.deal(order_of(code, game), Terms(variant, game.rounds[0]))
    times: tuple[list[float], list[float]] = ([], [])
    first = play_round((a, b), start, game, times)
    second = -play_round((b, a), start, game, times[::-1])
    return Pair(deal, (first, second), (tuple(times[0]), tuple(times[1])))


def play_round(
    players: Sequence[Player],
    state: State,
    game: Comet = COMET,
    times: Sequence[list[float]] = ([], []),
) -> int:
    """Play a round to its end; the points of seat 1 less those of seat 2.

    Players are not asked where there is nothing to choose.
    """
    while state.seat:
        legal = game.legal(state)
        token = legal[0]
        if len(legal) > 1:
            seat = state.seat
            began = time.thread_time()
            token = players[seat - 1].choose(seen_by(game, state, seat), legal)
            times[seat - 1].append(time.thread_time() - began)
        state = game.apply(state, token)
    ended = state.rounds[-1]
    return ended.points if ended.winner == 1 else -ended.points


def play_pairs(
    names: tuple[str, str], deals: Iterable[int], variant: str = "N", seed: int = 0
) -> Generator[Pair, None, None]:
    """Play numbered deals one after the other, each player by its name."""
    a, b = (player(name, seed) for name in names)
    for deal in deals:
        yield play_pair(a, b, deal, variant)


def played_on_processes(
    names: tuple[str, str], deals: range, variant: str, seed: int, workers: int
) -> Generator[Pair, None, None]:
    """Play numbered deals on several processes, some deals at a time, in no special order.

    Raises BrokenProcessPool where a process dies.
    """
    size = max(1, min(_PIECE, len(deals) // (4 * workers)))
    pieces = [deals[at : at + size] for at in range(0, len(deals), size)]
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    try:
        running = [pool.submit(_piece, names, piece, variant, seed) for piece in pieces]
        for future in as_completed(running):
            yield from future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _piece(names: tuple[str, str], deals: range, variant: str, seed: int) -> list[Pair]:
    return list(play_pairs(names, deals, variant, seed))


def score(pairs: Sequence[Pair]) -> Score:
    """What the pairs say together."""
    means = [fmean(pair.points) for pair in pairs]
    rounds = [points for pair in pairs for points in pair.points]
    times = [
        [1000 * each for pair in pairs for each in pair.times[side]] or [0.0] for side in (0, 1)
    ]
    return Score(
        pairs=len(pairs),
        mean=fmean(means),
        error=stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.0,
        won=sum(points > 0 for points in rounds),
        drawn=rounds.count(0),
        lost=sum(points < 0 for points in rounds),
        median=(median(times[0]), median(times[1])),
        longest=(max(times[0]), max(times[1])),
    )
