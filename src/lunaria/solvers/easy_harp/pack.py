"""A position of Easy Harp as arrays, and the rules on these arrays.

The arrays hold all that a `State` holds, the order of stock and waste too, so that kernels and
readable rules can be held against each other token by token. Suits are numbered so that a
suit's lowest bit is its colour (spades 0, hearts 1, clubs 2, diamonds 3), a card is
`13 * suit + rank - 1`.
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from lunaria.core.cards import PACK, RANK, SUIT, TWO_PACKS, Card, card_of
from lunaria.core.errors import NotReadable, Reason
from lunaria.games.easy_harp import (
    COLUMN_NAMES,
    COLUMNS,
    DRAW,
    EASY_HARP,
    FOUNDATION_NAMES,
    MOVES,
    RECYCLE,
    STOCK,
    WASTE,
    State,
)
from lunaria.solvers.kernels import kernel

#: Arrays of NumPy and 64-bit words, whose types only Numba would check.
Array = Any
Word = Any

SUIT_ORDER = "SHCD"
NUMBER: dict[Card, int] = {
    card: 13 * SUIT_ORDER.index(SUIT[card]) + RANK[card] - 1 for card in PACK
}
CARD: tuple[Card, ...] = tuple(card_of(n % 13 + 1, SUIT_ORDER[n // 13]) for n in range(52))

PILES = (*COLUMN_NAMES, STOCK, WASTE, *FOUNDATION_NAMES)
STOCK_PILE, WASTE_PILE, FIRST_FOUNDATION = 9, 10, 11
TOKENS = (DRAW, RECYCLE, *MOVES)
DRAW_TOKEN, RECYCLE_TOKEN = 0, 1

_SOURCE = np.array([0, 0, *(PILES.index(source) for source, _ in MOVES.values())], np.int64)
_TARGET = np.array([0, 0, *(PILES.index(target) for _, target in MOVES.values())], np.int64)
_PILE_SUIT = np.array([SUIT_ORDER.find(name[0]) for name in PILES], np.int64)


class Packed(NamedTuple):
    """The cards of each pile bottom to top, the piles' sizes, the columns' face-down cards."""

    piles: Array
    sizes: Array
    hidden: Array


def _no_position(given: str) -> NotReadable:
    return NotReadable(Reason.of("position", game=EASY_HARP.id, given=given))


def validate(state: State) -> None:
    """Raises NotReadable where `state` is no position of the game, however it came about."""
    if len(state.columns) != COLUMNS or len(state.hidden) != COLUMNS:
        raise _no_position(f"{len(state.columns)} columns")
    if len(state.foundations) != len(FOUNDATION_NAMES):
        raise _no_position(f"{len(state.foundations)} foundations")
    count = Counter(state.stock + state.waste)
    for pile in state.columns + state.foundations:
        count.update(pile)
    for card in (*PACK, *count):
        if count[card] != 2 or card not in NUMBER:
            raise _no_position(f"{card}: {count[card]} x")
    for name, pile in zip(FOUNDATION_NAMES, state.foundations, strict=True):
        if pile != tuple(card_of(rank, name[0]) for rank in range(1, len(pile) + 1)):
            raise _no_position(f"{name}: {' '.join(pile)}")
    for name, hidden, column in zip(COLUMN_NAMES, state.hidden, state.columns, strict=True):
        if not 0 <= hidden <= max(len(column) - 1, 0):
            raise _no_position(f"{name}: {' '.join(column)}, {hidden} x ??")


def pack(state: State) -> Packed:
    """The arrays of `state`; raises NotReadable where it is no position of the game."""
    validate(state)
    piles = np.zeros((len(PILES), len(TWO_PACKS)), np.int64)
    sizes = np.zeros(len(PILES), np.int64)
    for at, pile in enumerate((*state.columns, state.stock, state.waste, *state.foundations)):
        sizes[at] = len(pile)
        if pile:
            piles[at, : len(pile)] = [NUMBER[card] for card in pile]
    return Packed(piles, sizes, np.array(state.hidden, np.int64))


def unpack(packed: Packed) -> State:
    """The position that the arrays hold."""
    rows = packed.piles.tolist()
    piles = [
        tuple(CARD[number] for number in row[:size])
        for row, size in zip(rows, packed.sizes.tolist(), strict=True)
    ]
    return State(
        tuple(piles[:COLUMNS]),
        tuple(packed.hidden.tolist()),
        piles[STOCK_PILE],
        piles[WASTE_PILE],
        tuple(piles[FIRST_FOUNDATION:]),
    )


def legal(packed: Packed) -> list[str]:
    """The legal tokens, found by the kernel."""
    out = np.zeros(len(TOKENS), np.bool_)
    _legal(packed.piles, packed.sizes, packed.hidden, out)
    return [TOKENS[token] for token in np.flatnonzero(out)]


def apply(packed: Packed, token: str) -> Packed:
    """The arrays after the legal `token`, found by the kernel."""
    after = Packed(*(array.copy() for array in packed))
    _apply(after.piles, after.sizes, after.hidden, TOKENS.index(token))
    return after


def perft(packed: Packed, depth: int) -> int:
    """How many sequences of `depth` legal tokens there are, counted by the kernel."""
    return int(_perft(packed.piles, packed.sizes, packed.hidden, depth))


@kernel()
def fits(card: int, host: int) -> bool:
    """Whether `card` may be put on `host` in a column (EH-2)."""
    return host % 13 == card % 13 + 1 and (host // 13 + card // 13) % 2 == 1


@kernel()
def run_start(cells: Array, size: int, hidden: int, column: int) -> int:
    """Where in a column the run that a king heads begins; -1 where there is none (EH-6)."""
    at = size - 1
    while at >= hidden:
        if cells[column, at] % 13 == 12:
            return int(at)
        if at == hidden or not fits(cells[column, at], cells[column, at - 1]):
            return -1
        at -= 1
    return -1


@kernel()
def _moved(piles: Array, sizes: Array, hidden: Array, source: int, target: int) -> int:
    """How many cards go from `source` to `target`; 0 where the rules refuse it."""
    size = sizes[source]
    if size == 0:
        return 0
    card = piles[source, size - 1]
    height = sizes[target]
    if target < COLUMNS:
        if height == 0:
            start = run_start(piles, size, hidden[source], source) if source < COLUMNS else -1
            if start >= 0:
                return int(size - start)
            return 1 if card % 13 == 12 else 0
        return 1 if fits(card, piles[target, height - 1]) else 0
    if source >= FIRST_FOUNDATION:  # EH-8
        return 0
    if _PILE_SUIT[target] != card // 13 or height != card % 13:
        return 0
    second = (target - FIRST_FOUNDATION) % 2 == 1
    return 0 if second and sizes[target - 1] == height else 1  # EH-7


@kernel()
def _legal(piles: Array, sizes: Array, hidden: Array, out: Array) -> int:
    """Mark the legal tokens in `out`; how many they are."""
    out[:] = False
    left = sizes[STOCK_PILE] + sizes[WASTE_PILE]
    for column in range(COLUMNS):
        left += sizes[column]
    if left == 0:  # EH-12
        return 0
    out[DRAW_TOKEN] = sizes[STOCK_PILE] > 0  # EH-9
    out[RECYCLE_TOKEN] = sizes[STOCK_PILE] == 0 and sizes[WASTE_PILE] > 0
    count = int(out[DRAW_TOKEN]) + int(out[RECYCLE_TOKEN])
    for token in range(2, len(_SOURCE)):
        if _moved(piles, sizes, hidden, _SOURCE[token], _TARGET[token]) > 0:
            out[token] = True
            count += 1
    return count


@kernel()
def _apply(piles: Array, sizes: Array, hidden: Array, token: int) -> None:
    """Play a legal token on the arrays themselves."""
    if token == DRAW_TOKEN:
        source, target, count = STOCK_PILE, WASTE_PILE, 1
    elif token == RECYCLE_TOKEN:
        size = sizes[WASTE_PILE]
        for at in range(size):
            piles[STOCK_PILE, size - 1 - at] = piles[WASTE_PILE, at]
        sizes[STOCK_PILE], sizes[WASTE_PILE] = size, 0
        return
    else:
        source, target = _SOURCE[token], _TARGET[token]
        count = _moved(piles, sizes, hidden, source, target)
    left = sizes[source] - count
    for at in range(count):
        piles[target, sizes[target] + at] = piles[source, left + at]
    sizes[target] += count
    sizes[source] = left
    if source < COLUMNS and 0 < hidden[source] == left:  # EH-4
        hidden[source] -= 1


@kernel()
def _perft(piles: Array, sizes: Array, hidden: Array, depth: int) -> int:
    if depth == 0:
        return 1
    out = np.zeros(len(_SOURCE), np.bool_)
    count = _legal(piles, sizes, hidden, out)
    if depth == 1:
        return count
    total = 0
    for token in range(len(_SOURCE)):
        if out[token]:
            inner = (piles.copy(), sizes.copy(), hidden.copy())
            _apply(inner[0], inner[1], inner[2], token)
            total += _perft(inner[0], inner[1], inner[2], depth - 1)
    return total
