"""Positions and tokens in the form that the kernels work on, and back."""

from collections import Counter

import numpy as np

from lunaria.core.cards import KING, RANK, SUIT, SUITS, TWO_PACKS, Card, card_of
from lunaria.core.errors import NotReadable, Reason
from lunaria.games import crescent
from lunaria.games.crescent import ASCENDING, DESCENDING, MOST_CARDS, PLACES, State
from lunaria.solvers.crescent import board as kernel
from lunaria.solvers.crescent.board import LEFT, LENGTH, LOW, PILES, SIZE, STRIDE, UP, Bytes

MOST_REDEALS = max(crescent.REDEALS.values())

_CODES: dict[Card, int] = {card: 32 * SUITS.index(SUIT[card]) + RANK[card] - 1 for card in RANK}
_CARDS = {code: card for card, code in _CODES.items()}
_ACTIONS = {
    crescent.REDEAL: kernel.REDEAL,
    **{token: s * kernel.PLACES + t for token, (s, t) in crescent.MOVES.items()},
}
_TOKENS = {code: token for token, code in _ACTIONS.items()}


def _rising(suit: str, count: int) -> tuple[Card, ...]:
    return tuple(card_of(rank, suit) for rank in range(1, count + 1))


def _falling(suit: str, low: int) -> tuple[Card, ...]:
    return tuple(card_of(rank, suit) for rank in range(KING, low, -1))


def fault(state: State) -> str | None:
    """The place or card that makes `state` no position of the game, or `redeals`; else None."""
    if not 0 <= state.redeals <= MOST_REDEALS:
        return "redeals"
    for place, pile in zip(PLACES, state.piles, strict=True):
        suit, count = place[0], len(pile)
        if place in ASCENDING:
            sound = 1 <= count <= KING and pile == _rising(suit, count)
        elif place in DESCENDING:
            sound = 1 <= count <= KING and pile == _falling(suit, KING - count)
        else:
            sound = count <= MOST_CARDS
        if not sound:
            return place
    have = Counter(card for pile in state.piles for card in pile)
    known = Counter(TWO_PACKS)
    return next((card for card in sorted(have | known) if have[card] != known[card]), None)


def pack(state: State) -> Bytes:
    """The board of a position; raises NotReadable where it is none of the game."""
    at = fault(state) if len(state.piles) == len(PLACES) else "piles"
    if at is not None:
        raise NotReadable(Reason.of("position", game=crescent.CRESCENT.id, given=at[:40]))
    board = np.zeros(LENGTH, np.uint8)
    for number, pile in enumerate(state.piles[:PILES]):
        row = number * STRIDE
        board[row + SIZE] = len(pile)
        board[row : row + len(pile)] = [_CODES[card] for card in pile]
    for number in range(len(SUITS)):
        board[UP + number] = len(state.piles[PILES + number])
        board[LOW + number] = KING - len(state.piles[PILES + len(SUITS) + number])
    board[LEFT] = state.redeals
    return board


def unpack(board: Bytes) -> State:
    """The position of a board."""
    piles = []
    for number in range(PILES):
        row = board[number * STRIDE : (number + 1) * STRIDE]
        piles.append(tuple(_CARDS[int(code)] for code in row[: row[SIZE]]))
    rising = (_rising(suit, int(board[UP + n])) for n, suit in enumerate(SUITS))
    falling = (_falling(suit, int(board[LOW + n])) for n, suit in enumerate(SUITS))
    return State((*piles, *rising, *falling), int(board[LEFT]))


def legal(board: Bytes) -> list[str]:
    """The legal tokens, as the kernels see them."""
    codes = np.empty(kernel.PLACES**2 + 1, np.int64)
    return [_TOKENS[int(code)] for code in codes[: kernel.legal(board, codes)]]


def apply(board: Bytes, token: str) -> Bytes:
    """The board after a legal token."""
    after = board.copy()
    kernel.act(after, _ACTIONS[token])
    return after


def perft(board: Bytes, depth: int) -> int:
    """How many sequences of `depth` legal tokens begin at a board."""
    return int(kernel.ways(board, depth)) if depth else 1
