"""How likely a player is to choose a token: what a choice tells of the hand that it came from.

The model is a plain one. Runs are started that shed many pips in this turn, mostly but not always
the best; natural cards are played rather than the comet, and sets whole; who has nothing but the
comet plays it more often than not. It only has to be better than to think nothing of a choice.
"""

from math import exp
from typing import Any

import numpy as np

from lunaria.solvers.comet.board import (
    ALL,
    COMET_PIPS,
    COPIES,
    MOST_RANKS,
    PIPS,
    PLAY_COMET,
    RANKS,
    held,
)
from lunaria.solvers.kernels import kernel

#: What is kept of a choice of the past: the natural cards that were played with it and since by the
#: same seat, whether the comet was among them, the rank that was due, and the token.
SINCE, COMET_SINCE, DUE, TOKEN, CHOICE = 0, 1, 2, 3, 4

#: How often the comet is played in place of a natural card, and where nothing else goes.
_COMET_EARLY, _COMET_STUCK = 0.02, 0.7
#: How often a set is played whole.
_WHOLE = 0.85


@kernel(nogil=True)
def turn(hand: Any, start: Any, comet: Any, figures: Any) -> Any:
    """The most pips that go in a turn whose run is started with a rank, sets whole."""
    pips = figures[PIPS] * 0
    rank = start
    while rank < figures[RANKS] and held(hand, rank) > 0:
        count = held(hand, rank)
        if count < figures[COPIES + rank]:
            count = 1
        hand -= count << (4 * rank)
        pips += count * figures[PIPS + rank]
        rank += 1
    if rank < figures[RANKS]:
        if not comet:
            return pips
        pips += figures[COMET_PIPS]
        comet = not comet
    best = figures[PIPS] * 0
    for rank in range(figures[RANKS]):
        if held(hand, rank) > 0:
            best = max(best, turn(hand, np.int64(rank), comet, figures))
    return pips + best


@kernel(nogil=True)
def likelihood(hand: int, comet: bool, choice: Any, warmth: float, figures: Any) -> float:
    """How likely who now holds `hand`, and the comet or not, made a choice of the past."""
    hand += choice[SINCE]
    comet = comet or choice[COMET_SINCE] == 1
    token = choice[TOKEN]
    due = choice[DUE]
    if due > 0:
        own = held(hand, due - 1)
        if own == 0:
            if not comet:
                return 1.0
            return _COMET_STUCK if token == PLAY_COMET else 1.0 - _COMET_STUCK
        chance = 1.0
        if comet:
            if token == PLAY_COMET:
                return _COMET_EARLY
            chance -= _COMET_EARLY
        if own == figures[COPIES + due - 1] and own > 1:
            chance *= _WHOLE if token >= ALL else 1.0 - _WHOLE
        return chance
    if token == PLAY_COMET:
        return _COMET_EARLY
    best = 0
    promises = np.zeros(MOST_RANKS, np.int64)
    for rank in range(figures[RANKS]):
        if held(hand, rank) > 0:
            promises[rank] = turn(hand, np.int64(rank), comet, figures)
            best = max(best, promises[rank])
    total = 0.0
    for rank in range(figures[RANKS]):
        if held(hand, rank) > 0:
            total += exp((promises[rank] - best) / warmth)
    rank = token % ALL
    chance = exp((promises[rank] - best) / warmth) / total
    if held(hand, rank) == figures[COPIES + rank] and held(hand, rank) > 1:
        chance *= _WHOLE if token >= ALL else 1.0 - _WHOLE
    return chance


@kernel(nogil=True)
def weigh(hands: Any, comets: Any, past: Any, warmth: float, figures: Any, weights: Any) -> None:
    """Multiply the weights of hands by how likely they made the choices of the past."""
    for world in range(hands.size):
        for at in range(past.shape[0]):
            weights[world] *= likelihood(
                hands[world], comets[world] == 1, past[at], warmth, figures
            )
