"""How the cards of a place lie to each other: squared, one below the other, or side by side."""

from collections.abc import Sequence
from typing import NamedTuple

from lunaria.core.cards import HIDDEN, Card
from lunaria.pictures.layout import Spot

CARD_WIDTH, CARD_HEIGHT = 100.0, 140.0
GAP = 10.0
CELL_WIDTH, CELL_HEIGHT = CARD_WIDTH + GAP, CARD_HEIGHT + GAP

#: How much of a card the next one below it leaves open, in card heights.
OPEN_STEP, HIDDEN_STEP = 0.34, 0.12
#: How much of a card the next one beside it leaves open, in card widths.
OPEN_SIDE, HIDDEN_SIDE = 0.44, 0.18
#: How much of a row of cards the next one leaves open, in card heights.
OPEN_ROW = 0.5


class Lie(NamedTuple):
    """Where a card lies: so far to the right of the middle of its place, and so far below it."""

    right: float
    down: float


def lies(spot: Spot, cards: Sequence[Card]) -> list[Lie]:
    """How each card of a place lies, bottom to top."""
    if spot.across is not None:
        return _side_by_side(spot, cards)
    found, down = [], 0.0
    for card in cards:
        found.append(Lie(0.0, down))
        step = HIDDEN_STEP if card == HIDDEN else OPEN_STEP
        down += 0.0 if spot.fan is None else CARD_HEIGHT * spot.scale * step
    return found


def _side_by_side(spot: Spot, cards: Sequence[Card]) -> list[Lie]:
    """A fan across: row after row is filled, and all are squeezed where there are too many."""
    if not cards:
        return []
    width = CARD_WIDTH * spot.scale
    room = (spot.across or 0.0) * CELL_WIDTH - GAP - width
    step = width * (HIDDEN_SIDE if HIDDEN in cards else OPEN_SIDE)
    fitting = int(room / step) + 1
    longest = min(len(cards), max(fitting, -(-len(cards) // spot.rows)))
    step = min(step, room / max(1, longest - 1))
    row = CARD_HEIGHT * spot.scale * OPEN_ROW
    left = -(longest - 1) * step / 2
    return [Lie(left + at % longest * step, at // longest * row) for at in range(len(cards))]


def depth(spot: Spot, cards: Sequence[Card]) -> float:
    """How far below the middle of a place its lowest card lies, or may come to lie in rows."""
    if spot.across is not None:
        return CARD_HEIGHT * spot.scale * OPEN_ROW * (spot.rows - 1)
    return max((lie.down for lie in lies(spot, cards)), default=0.0)
