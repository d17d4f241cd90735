"""A position as a picture: SVG without scripts, fonts or outside references."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from lunaria.core.cards import HIDDEN, Card
from lunaria.pictures import faces
from lunaria.pictures.fan import CARD_HEIGHT, CARD_WIDTH, GAP, OPEN_ROW, Lie, depth, lies
from lunaria.pictures.fan import CELL_HEIGHT as CELL_HEIGHT
from lunaria.pictures.fan import CELL_WIDTH as CELL_WIDTH
from lunaria.pictures.layout import Arrangement, Spot, arrangement, signs

#: The radius of a card's corner.
CORNER = CARD_WIDTH * 0.08
#: How far a card that goes stands out of a fan across, in card heights.
RAISED = 0.15
#: What is free between a card and its label.
LABEL_GAP = 2.0
#: How far from a card's edge lies the ring that marks it.
RING_GAP = 3.0
#: How far apart some places stand that are drawn beside each other, in cells.
ROW_STEP = 1.4
#: How wide a fan across is there, in cells.
ROW_ACROSS = 4.6

STYLE = (
    ".place{fill:none;stroke:#8a92ab;stroke-width:2;stroke-dasharray:6 5}"
    ".label,.sign{font-family:sans-serif;fill:#5b6480;text-anchor:middle}"
)
#: The colours of the two other suits in a four-colour pack (APP-5).
FOUR_COLOURS = "svg{--suit-D:#1a4fae;--suit-C:#1a6b3a}"


class Labels(NamedTuple):
    """How names and counts stand under the places (HM-4, CR-2)."""

    #: The height of the letters.
    size: float = 20.0
    #: Whether the count has a line of its own.
    stacked: bool = False
    #: What a place is called, where it is not its name in records.
    names: Mapping[str, str] = {}

    @property
    def height(self) -> float:
        """How much room they take under a card."""
        return LABEL_GAP + self.size * (2.4 if self.stacked else 1.3)

    def drawn(self, place: str, count: int, x: float, y: float, room: float) -> Iterator[str]:
        """The label of a place with so many cards: `x` is its middle, `y` the card's lower edge.

        A name that is wider than `room` is written smaller.
        """
        name = self.names.get(place, place)
        lines = [(name, "")] if self.stacked else [(name, f" · {count}")]
        if self.stacked:
            lines.append(("", str(count)))
        for at, (bold, rest) in enumerate(lines):
            below = y + LABEL_GAP + self.size * (1 + 1.1 * at)
            size = min(self.size, room / max(_ems(bold + rest), 1))
            strong = bold and f'<tspan font-weight="700">{escape(bold)}</tspan>'
            yield (
                f'<text class="label" font-size="{size:.4g}" x="{x:.1f}" y="{below:.1f}">'
                f"{strong}{rest}</text>"
            )


class Marks(NamedTuple):
    """What a picture points at: a move, or an attempt that is refused."""

    #: The places that cards go from, each with which of its cards go.
    takes: Mapping[str, slice] = {}
    #: The places where they go.
    targets: Sequence[str] = ()
    refused: bool = False


UNMARKED = Marks()


class Drawing(NamedTuple):
    """A picture without what shows it: what it is made of, and the symbols that it uses."""

    width: float
    height: float
    shapes: tuple[str, ...]

    @property
    def shown(self) -> list[str]:
        """The ids of the symbols that it shows, each once."""
        return sorted({part.split('"')[1][1:] for part in self.shapes if part.startswith("<use")})


def position_svg(
    game_id: str,
    cards: Mapping[str, Sequence[Card]],
    *,
    labels: bool = False,
    layout: str = "wide",
    letters: str = "JQK",
    small: bool = False,
    four_colours: bool = False,
) -> str:
    """The places with their cards as an SVG document; `labels` adds names and counts (HM-4).

    `letters` are those of jack, queen and king: `JQK`, `VDR` or `KnDK`. `small` faces are those
    that can be read on small cards. Raises KeyError where the game has no such layout.
    """
    drawing = draw(
        game_id,
        cards,
        layout=layout,
        letters=letters,
        small=small,
        labels=Labels() if labels else None,
    )
    defined = "".join(faces.flat(name) for name in drawing.shown)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {drawing.width:.0f} {drawing.height:.0f}">'
        f"<style>{faces.stylesheet()}{STYLE}{FOUR_COLOURS if four_colours else ''}</style>"
        f"<defs>{defined}</defs>{''.join(drawing.shapes)}</svg>\n"
    )


def draw(
    game_id: str,
    cards: Mapping[str, Sequence[Card]],
    *,
    layout: str = "wide",
    letters: str = "JQK",
    small: bool = False,
    labels: Labels | None = None,
    marks: Marks = UNMARKED,
) -> Drawing:
    """A whole table; `small` faces are those that can be read on small cards."""
    plan = arrangement(game_id, layout)
    row = CELL_HEIGHT + (labels.height if labels else 0)
    width, height = plan.columns * CELL_WIDTH + GAP, _height(plan, cards, row)
    pen = _Pen(game_id, letters, small, labels, marks)
    shapes: list[str] = []
    for place, spot in plan.spots.items():
        x = GAP + spot.x * CELL_WIDTH - CARD_WIDTH * spot.scale / 2 - GAP / 2
        y = GAP + (spot.y * row if spot.y >= 0 else height + spot.y * row) - row / 2
        shapes += pen.place(place, spot, cards[place], x, y)
    return Drawing(width, height, (*shapes, *pen.rings))


def draw_row(
    game_id: str,
    cards: Mapping[str, Sequence[Card]],
    *,
    letters: str = "JQK",
    labels: Labels | None = None,
    marks: Marks = UNMARKED,
) -> Drawing:
    """Some places beside each other, one card below the other where not only the top is seen.

    Fans across lie below each other, in as many rows as they need.
    """
    spots = arrangement(game_id).spots
    across = {place: pile for place, pile in cards.items() if spots[place].across is not None}
    beside = {place: pile for place, pile in cards.items() if place not in across}
    pen = _Pen(game_id, letters, bool(across), labels, marks)
    label = labels.height if labels else 0.0
    shapes: list[str] = []
    width = ROW_ACROSS * CELL_WIDTH - GAP if across else 0.0
    bottom = 0.0
    for place, pile in across.items():
        spot = Spot(0, 0, across=ROW_ACROSS, rows=max(1, len(pile)))
        top = bottom + GAP + (CARD_HEIGHT * RAISED if marks.takes.get(place) else 0)
        shapes += pen.place(place, spot, pile, GAP + (width - CARD_WIDTH) / 2, top)
        bottom = top + max((lie.down for lie in lies(spot, pile)), default=0) + CARD_HEIGHT + label
    top = bottom + GAP
    for at, (place, pile) in enumerate(beside.items()):
        squared = HIDDEN in pile and spots[place].fan is None
        spot = Spot(0, 0, fan=None if squared else 0)
        x = GAP + at * ROW_STEP * CELL_WIDTH
        shapes += pen.place(place, spot, pile, x, top)
        width = max(width, x - GAP + CARD_WIDTH)
        bottom = max(bottom, top + depth(spot, pile) + CARD_HEIGHT + label)
    return Drawing(width + 2 * GAP, bottom + GAP, (*shapes, *pen.rings))


def _height(plan: Arrangement, cards: Mapping[str, Sequence[Card]], row: float) -> float:
    """Enough for the lowest place and for the longest fan, with what lies below it."""
    ends = (
        spot.y * row + row / 2 + depth(spot, cards[place]) + (spot.fan or 0) * row
        for place, spot in plan.spots.items()
        if spot.y >= 0
    )
    return max(ends) + GAP


def _ems(text: str) -> float:
    """About how wide a text is, in heights of its letters."""
    return sum(1.0 if east_asian_width(letter) in "WF" else 0.62 for letter in text)


class _Pen:
    """Draws places; what it rings is kept for the end, so that no card covers it."""

    def __init__(
        self, game_id: str, letters: str, small: bool, labels: Labels | None, marks: Marks
    ) -> None:
        self._game = game_id
        self._letters = letters
        self._small = "-s" if small else ""
        self._labels = labels
        self._marks = marks
        self.rings: list[str] = []

    def place(
        self, place: str, spot: Spot, cards: Sequence[Card], x: float, y: float
    ) -> Iterator[str]:
        """The cards that show at a place, or its frame; `x`, `y` are the upper left corner."""
        width, height = CARD_WIDTH * spot.scale, CARD_HEIGHT * spot.scale
        box = f'width="{width:.1f}" height="{height:.1f}"'
        shown = cards if spot.open else cards[-1:]
        if not shown:
            yield (
                f'<rect class="place" x="{x:.1f}" y="{y:.1f}" {box} '
                f'rx="{CORNER * spot.scale:.1f}"/>'
            )
            if place in signs(self._game):
                yield (
                    f'<text class="sign" font-size="{width / 2:g}" x="{x + width / 2:.1f}" '
                    f'y="{y + height / 2 + width / 6:.1f}">{signs(self._game)[place]}</text>'
                )
        at = [Lie(x + lie.right, y + lie.down) for lie in lies(spot, shown)]
        below = (at[-1].down if at else y) + height
        goes = range(len(shown))[self._marks.takes.get(place, slice(0))]
        if spot.across is not None:
            for n in goes:
                at[n] = Lie(at[n].right, at[n].down - height * RAISED)
        for card, (left, top), covered in zip(shown, at, [*shown[1:], None], strict=False):
            if card == HIDDEN and covered:  # of this one only an edge is seen
                yield (
                    f'<rect class="back-paper back-line" x="{left:.1f}" y="{top:.1f}" {box} '
                    f'rx="{CORNER * spot.scale:.1f}"/>'
                )
            else:
                yield f'<use href="#{self._face(card)}" x="{left:.1f}" y="{top:.1f}" {box}/>'
        kind = "refused" if self._marks.refused else "goes"
        for part in _parts(spot, goes, at):
            (left, top), last = at[part[0]], at[part[-1]]
            right, bottom = last.right + width, last.down + height
            if spot.across is not None:  # of cards in a hand only what is seen is ringed
                right = min([lie.right for lie in at if lie.right > last.right], default=right)
                if below > bottom + height * RAISED + 1 and at[-1].right + width > left:
                    bottom = top + height * (RAISED + OPEN_ROW)
            self._ring(kind, left, top, right, bottom)
        if place in self._marks.targets:
            left, top = at[-1] if at else (x, y)
            self._ring(f"{kind} target", left, top, left + width, top + height)
        if self._labels:
            room = GAP + max(width, CARD_WIDTH, (spot.across or 0) * CELL_WIDTH - GAP)
            yield from self._labels.drawn(place, len(cards), x + width / 2, below, room)

    def _face(self, card: Card) -> str:
        if card == HIDDEN:
            return f"back-{self._game}"
        return faces.face(card, self._letters) + self._small

    def _ring(self, kind: str, left: float, top: float, right: float, bottom: float) -> None:
        width, height = right - left + 2 * RING_GAP, bottom - top + 2 * RING_GAP
        self.rings.append(
            f'<rect class="ring {kind}" x="{left - RING_GAP:.1f}" y="{top - RING_GAP:.1f}" '
            f'width="{width:.1f}" height="{height:.1f}" rx="{CORNER + RING_GAP:g}"/>'
        )


def _parts(spot: Spot, goes: range, at: Sequence[Lie]) -> list[list[int]]:
    """The cards that go, as far as they lie together: a set may lie in two rows of a hand."""
    if spot.across is None:
        return [list(goes)] if goes else []
    rows = sorted({at[n].down for n in goes})
    return [[n for n in goes if at[n].down == row] for row in rows]
