"""Positions of Half Moon as arrays, with the rules on them: what the kernels are held against.

Cards are numbered here by suit and rank, so that `unpack` gives back each card by its name.
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from lunaria.core.cards import PACK, RANK, RANKS
from lunaria.core.errors import NotReadable, Reason
from lunaria.games.half_moon import HALF_MOON, MOVES, PARTNER, PLACES, TRIO, State
from lunaria.solvers.kernels import kernel

#: Number of each card: its index in one pack.
_NUMBER = {card: number for number, card in enumerate(PACK)}
_TOKENS = {places: token for token, places in MOVES.items()}
_COPIES = 2
#: More moves than any position has: 3 kinds of cards on 20 places.
_MOST_MOVES = 1140


class Packed(NamedTuple):
    """A position: at each place, bottom to top, the numbers of its cards; -1 fills up."""

    cards: Any
    heights: Any


def refuse_what_cannot_arise(state: State) -> None:
    """Raise NotReadable where a card is there too often or has nothing to go with (HM-1)."""
    if len(state.piles) != len(PLACES):
        raise _no_position(f"{len(state.piles)} / {len(PLACES)}")
    cards = Counter(card for pile in state.piles for card in pile)
    for card, count in cards.items():
        if card not in RANK:
            raise _no_position(card[:40])
        if count > _COPIES:
            raise _no_position(f"{count}× {card}")
    ranks = Counter(RANK[card] for card in cards.elements())
    pairs = [(low, high) for low, high in PARTNER.items() if low < high]
    for one, other in [*pairs, TRIO[:2], TRIO[1:]]:
        if ranks[one] != ranks[other]:
            unlike = (f"{ranks[rank]}× {RANKS[rank - 1]}" for rank in (one, other))
            raise _no_position(", ".join(unlike))


def _no_position(given: str) -> NotReadable:
    """The refusal of what is no position; `given` names what is wrong, without words."""
    return NotReadable(Reason.of("position", game=HALF_MOON.id, given=given))


def pack(state: State) -> Packed:
    """The position as arrays."""
    tallest = max(1, *map(len, state.piles))
    cards = np.full((len(PLACES), tallest), -1, dtype=np.int64)
    for place, pile in enumerate(state.piles):
        cards[place, : len(pile)] = [_NUMBER[card] for card in pile]
    return Packed(cards, np.array([len(pile) for pile in state.piles], dtype=np.int64))


def unpack(packed: Packed) -> State:
    """The position that `pack` has made into arrays."""
    return State(
        tuple(
            tuple(PACK[number] for number in row[:height])
            for row, height in zip(packed.cards.tolist(), packed.heights.tolist(), strict=True)
        )
    )


def legal(packed: Packed) -> list[str]:
    """The legal tokens, in no special order."""
    moves = np.empty((_MOST_MOVES, 3), dtype=np.int64)
    count = _legal(packed.cards, packed.heights, moves)
    return [_TOKENS[tuple(p for p in row if p >= 0)] for row in moves[:count].tolist()]


def apply(packed: Packed, token: str) -> Packed:
    """The position after a legal token."""
    heights = packed.heights.copy()
    _apply(heights, np.array([*MOVES[token], -1][:3], dtype=np.int64), -1)
    return Packed(packed.cards, heights)


def perft(packed: Packed, depth: int) -> int:
    """How many sequences of `depth` legal moves there are."""
    moves = np.empty((max(1, depth), _MOST_MOVES, 3), dtype=np.int64)
    return int(_perft(packed.cards, packed.heights.copy(), moves, depth))


@kernel(nogil=True)
def _legal(cards: Any, heights: Any, moves: Any) -> int:
    """Write the legal moves into `moves`: rising places, -1 after a pair; how many there are."""
    places = heights.shape[0]
    count = 0
    for a in range(places):
        if heights[a] == 0:
            continue
        first = cards[a, heights[a] - 1] % 13 + 1
        for b in range(a + 1, places):
            if heights[b] == 0:
                continue
            second = cards[b, heights[b] - 1] % 13 + 1
            if first + second == 11:
                moves[count, 0], moves[count, 1], moves[count, 2] = a, b, -1
                count += 1
            elif first > 10 and second > 10 and first != second:
                for c in range(b + 1, places):
                    if heights[c] and cards[c, heights[c] - 1] % 13 + 1 == 36 - first - second:
                        moves[count, 0], moves[count, 1], moves[count, 2] = a, b, c
                        count += 1
    return count


@kernel(nogil=True)
def _apply(heights: Any, move: Any, step: int) -> None:
    """Take the cards of a move (`step` -1), or put them back (+1)."""
    for place in move:
        if place >= 0:
            heights[place] += step


@kernel(nogil=True)
def _perft(cards: Any, heights: Any, moves: Any, depth: int) -> int:
    if depth == 0:
        return 1
    count = _legal(cards, heights, moves[depth - 1])
    if depth == 1:
        return count
    total = 0
    for at in range(count):
        _apply(heights, moves[depth - 1, at], -1)
        total += _perft(cards, heights, moves, depth - 1)
        _apply(heights, moves[depth - 1, at], 1)
    return total
