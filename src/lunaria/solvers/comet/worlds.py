"""The hands that the other seat may hold, after all that a seat knows.

What the rules force is known for certain: who passed at a rank holds no natural card of it (CO-10),
and plays are seen. All hands that agree with it are equally likely, card for card. Where there are
few they are all listed, each with its likelihood; else some are dealt. Choices of the past make
some hands likelier than others (`plausible.py`).
"""

from typing import Any, NamedTuple

import numpy as np

from lunaria.solvers.comet.board import COPIES, MOST_COPIES, MOST_RANKS, PIPS, held
from lunaria.solvers.comet.plausible import weigh
from lunaria.solvers.kernels import kernel

#: Pascal's triangle, as far as copies of a rank go.
_WAYS = np.array(
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]],
    np.float64,
)

#: So many hands are dealt for each one that is kept, where the choices of the past tell of them.
_TRIED = 8


class Knowledge(NamedTuple):
    """What a seat knows of a position in which it acts."""

    #: The own hand, and whether it has the comet.
    mine: int
    comet: bool
    due: int
    stopped: bool
    #: The natural cards that the other may hold, as a hand; whether it may hold the comet; how many
    #: cards it holds.
    may: int
    may_comet: bool
    size: int
    #: What the other has chosen, each as `plausible.py` tells.
    past: tuple[tuple[int, int, int, int], ...]


class Worlds(NamedTuple):
    """Hands of the other seat: how likely each is, its natural cards, whether it has the comet."""

    chances: Any
    hands: Any
    comets: Any
    #: Whether it can hold no other.
    whole: bool


def worlds(
    known: Knowledge, figures: Any, listed: int, dealt: int, warmth: float, seed: int
) -> Worlds:
    """All hands that the other seat may hold, or, of more than `listed`, some `dealt` at random.

    How likely they are follows from the cards, and from the choices of the past as far as `warmth`,
    in pips of a mean card, says; the warmer, the less.
    """
    may_comet = int(known.may_comet)
    hands, comets, weights = _room(listed)
    count = _list(known.may, may_comet, known.size, hands, comets, weights)
    if count == 0:
        raise ValueError(f"nobody can hold {known.size} cards of {known.may:x}")
    whole = count > 0
    luck = np.array([seed], np.uint64)
    if not whole:
        count = dealt * (_TRIED if known.past else 1)
        hands, comets, weights = _room(count)
        _deal(known.may, may_comet, known.size, luck, hands, comets)
    hands, comets, weights = hands[:count], comets[:count], weights[:count]
    if known.past:
        past = np.array(known.past, np.int64)
        weigh(hands, comets, past, warmth * mean_pips(figures), figures, weights)
        if not whole:
            kept = _kept(weights, dealt, drawn(luck, 1 << 20) / (1 << 20))
            hands, comets, weights = hands[kept], comets[kept], np.ones(dealt)
    return Worlds(weights / weights.sum(), hands, comets, whole)


def _room(count: int) -> tuple[Any, Any, Any]:
    return np.empty(count, np.int64), np.empty(count, np.int64), np.ones(count)


def _kept(weights: Any, count: int, luck: float) -> Any:
    """So many indices, each as often as its weight says, rounded up or down."""
    ends = np.cumsum(weights)
    places = (np.arange(count) + luck) / count * ends[-1]
    return np.minimum(np.searchsorted(ends, places, side="right"), len(weights) - 1)


def mean_pips(figures: Any) -> float:
    """The pips of a natural card of a game in the mean."""
    copies, pips = figures[COPIES:PIPS], figures[PIPS : PIPS + MOST_RANKS]
    return float((copies * pips).sum() / copies.sum())


@kernel(nogil=True)
def drawn(luck: Any, count: int) -> Any:
    """A random number from 0 to `count` - 1; `luck` is the word of a splitmix64, and goes on."""
    luck[0] += np.uint64(0x9E3779B97F4A7C15)
    z = luck[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return np.int64(((z >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


@kernel(nogil=True)
def _list(may: int, may_comet: int, count: int, hands: Any, comets: Any, weights: Any) -> int:
    """List the hands of `count` cards; how many they are, -1 where there is no room for all."""
    found = 0
    for comet in range(may_comet + 1):
        # Cards are taken of the ranks one after the other, as few as possible first.
        room = np.zeros(MOST_RANKS + 1, np.int64)
        for rank in range(MOST_RANKS - 1, -1, -1):
            room[rank] = room[rank + 1] + held(may, rank)
        taken = np.full(MOST_RANKS + 1, -1, np.int64)
        left = np.zeros(MOST_RANKS + 1, np.int64)
        left[0] = count - comet
        if left[0] < 0 or left[0] > room[0]:
            continue
        rank = 0
        while rank >= 0:
            if rank == MOST_RANKS:
                if found == hands.size:
                    return -1
                hand = 0
                weight = 1.0
                for at in range(MOST_RANKS):
                    hand += taken[at] << (4 * at)
                    weight *= _WAYS[held(may, at), taken[at]]
                hands[found], comets[found], weights[found] = hand, comet, weight
                found += 1
                rank -= 1
                continue
            if taken[rank] < 0:
                taken[rank] = max(0, left[rank] - room[rank + 1])
            else:
                taken[rank] += 1
            if taken[rank] > min(held(may, rank), left[rank]):
                taken[rank] = -1
                rank -= 1
                continue
            left[rank + 1] = left[rank] - taken[rank]
            rank += 1
    return found


@kernel(nogil=True)
def _deal(may: int, may_comet: int, count: int, luck: Any, hands: Any, comets: Any) -> None:
    """Deal as many hands as there is room for."""
    cards = np.empty(MOST_RANKS * MOST_COPIES + 1, np.int64)
    size = 0
    for rank in range(MOST_RANKS):
        for _ in range(held(may, rank)):
            cards[size] = rank
            size += 1
    if may_comet:
        cards[size] = -1
        size += 1
    for world in range(hands.size):
        hands[world] = 0
        comets[world] = 0
        for at in range(count):
            other = at + drawn(luck, size - at)
            cards[at], cards[other] = cards[other], cards[at]
            if cards[at] < 0:
                comets[world] = 1
            else:
                hands[world] += 1 << (4 * cards[at])
