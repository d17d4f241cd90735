"""A position as a picture of its own: SVG without scripts, fonts or outside references."""

from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from lunaria.core.cards import HIDDEN, Card
from lunaria.pictures import faces
from lunaria.pictures.layout import Arrangement, Spot, arrangement

CARD_WIDTH, CARD_HEIGHT = 100.0, 140.0
GAP = 10.0
CELL_WIDTH, CELL_HEIGHT = CARD_WIDTH + GAP, CARD_HEIGHT + GAP
LABEL_HEIGHT = 26.0

#: How much of a card the next one in a fan leaves open, in card heights.
OPEN_STEP, HIDDEN_STEP = 0.34, 0.12

STYLE = (
    ".place{fill:none;stroke:#8a92ab;stroke-width:2;stroke-dasharray:6 5}"
    ".label{font:20px sans-serif;fill:#5b6480;text-anchor:middle}"
)


def position_svg(
    game_id: str,
    cards: Mapping[str, Sequence[Card]],
    *,
    labels: bool = False,
    layout: str = "wide",
    letters: str = "JQK",
) -> str:
    """The places with their cards as an SVG document; `labels` adds names and counts (HM-4)."""
    plan = arrangement(game_id, layout)
    row = CELL_HEIGHT + (LABEL_HEIGHT if labels else 0)
    width, height = plan.columns * CELL_WIDTH + GAP, _height(plan, cards, row)
    shown: list[str] = []
    for place, spot in plan.spots.items():
        x = GAP + spot.x * CELL_WIDTH - CARD_WIDTH * spot.scale / 2 - GAP / 2
        y = GAP + (spot.y * row if spot.y >= 0 else height + spot.y * row) - row / 2
        shown += _place(game_id, spot, cards[place], x, y, letters)
        if labels:
            middle = x + CARD_WIDTH * spot.scale / 2
            below = y + CARD_HEIGHT * spot.scale + _fanned(spot, cards[place]) + 20
            text = escape(f"{place} · {len(cards[place])}")
            shown.append(f'<text class="label" x="{middle:.1f}" y="{below:.1f}">{text}</text>')
    used = {part.split('"')[1][1:] for part in shown if part.startswith("<use")}
    symbols = dict.fromkeys(name for face in sorted(used) for name in (*faces.needs(face), face))
    defined = "".join(faces.symbols()[name] for name in symbols)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">'
        f"<style>{faces.stylesheet()}{STYLE}</style><defs>{defined}</defs>"
        f"{''.join(shown)}</svg>\n"
    )


def _height(plan: Arrangement, cards: Mapping[str, Sequence[Card]], row: float) -> float:
    """Enough for the rows and for the longest fan."""
    fans = (
        spot.y * row + CARD_HEIGHT / 2 + _fanned(spot, cards[place]) + (spot.fan or 0) * row
        for place, spot in plan.spots.items()
        if spot.fan is not None
    )
    return max(plan.rows * row, *fans, 0.0) + GAP


def _fanned(spot: Spot, cards: Sequence[Card]) -> float:
    """How far the last card of a place lies below the first."""
    if spot.fan is None:
        return 0.0
    return sum(_steps(cards))


def _steps(cards: Sequence[Card]) -> Iterator[float]:
    for card in cards[:-1]:
        yield CARD_HEIGHT * (HIDDEN_STEP if card == HIDDEN else OPEN_STEP)


def _place(
    game_id: str, spot: Spot, cards: Sequence[Card], x: float, y: float, letters: str
) -> Iterator[str]:
    width, height = CARD_WIDTH * spot.scale, CARD_HEIGHT * spot.scale
    if not cards:
        yield (
            f'<rect class="place" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}" rx="{width * 0.08:.1f}"/>'
        )
    at = y
    steps = [*_steps(cards), 0.0] if spot.fan is not None else [0.0]
    for card, step in zip(cards if spot.fan is not None else cards[-1:], steps, strict=False):
        face = f"back-{game_id}" if card == HIDDEN else faces.face(card, letters)
        yield (
            f'<use href="#{face}" x="{x:.1f}" y="{at:.1f}" '
            f'width="{width:.1f}" height="{height:.1f}"/>'
        )
        at += step
