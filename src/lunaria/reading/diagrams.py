"""Diagrams: a position that a page names, drawn for a desk and a phone, and told in words.

A fenced block names it, a line for each thing:

    after: 12            so many actions of the game's example; its deal where this is left out
    deal: CR1-N-AAAAAAB  another deal
    actions: 3>7 4>12    what was played in it
    over: yes            as the round ended with the last of these actions, not the next deal
    cards: 3 = 8S 7H; 9 = 9D   cards at some places instead of those that lie there
    places: 3 9          only these places, with all the cards that are seen there
    open: yes            and with those that are not seen
    move: 3+5+8          the move that it points at; `next` is the example's own
    refused: 3>9         a move that it points at and that is refused
    run: 3               how many cards it would take
    reason: one-card     why it is refused
    caption: ...         what is said under it, to the end of the block; `{reason}` in words
"""

from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

from lunaria.core.cards import TWO_PACKS, Card
from lunaria.core.errors import Reason
from lunaria.core.frames import SEAT
from lunaria.core.game import Game
from lunaria.games import read_deal, start
from lunaria.i18n import Catalog
from lunaria.pictures.position import UNMARKED, Drawing, Labels, Marks, draw, draw_row
from lunaria.reading import moments
from lunaria.reading.words import Words

FENCE = "diagram"
#: Where a caption says why a move is refused.
REASON = "{reason}"
#: The move that the example makes next.
NEXT = "next"
KEYS = {
    *("after", "deal", "actions", "over", "cards"),
    *("places", "open"),
    *("move", "refused", "run", "reason"),
    "caption",
}

#: The letters under the cards: of a whole table on a desk, on a phone, and of some places.
DESK = Labels(20)
PHONE_LETTERS = 12.5
ROW = Labels(26)
#: The width of a phone's diagram, in pixels, and how a row's lengths become pixels.
PHONE_WIDTH, ROW_SCALE = 330, 0.62
#: Below this width of a card, in pixels, its face is the small one.
FULL_FACE = 70
#: The room that a whole table has on a desk.
DESK_WIDTH, DESK_HEIGHT = 680.0, 580.0


class Diagram(NamedTuple):
    """A position to be shown, checked against the rules."""

    game: Game[Any]
    #: What is seen at the places that are shown.
    view: Mapping[str, tuple[Card, ...]]
    #: Whether only some places are shown.
    part: bool
    marks: Marks
    #: Why the move that it points at is refused, where it is.
    reason: Reason | None
    caption: str


def read(text: str, game_id: str) -> Diagram:
    """The diagram that a block describes; raises ValueError where the game disagrees."""
    told = _told(text)
    line = moments.moment(game_id, int(told.get("after", 0)))
    if "deal" in told:
        line = start(read_deal(told["deal"]), told.get("actions", "").split())
    game, state = line.game, line.state
    if "over" in told:
        if not line.between:
            raise ValueError(f"no round of {game_id} is over after {len(line.actions)} actions")
        state = line.ended
    if "cards" in told:
        state = game.with_cards(state, {**game.cards(state), **_laid(told["cards"])})
    seen = game.cards(state) if "open" in told else game.view(state, SEAT)
    if "places" in told:
        places = told["places"].split()
        if not seen.keys() >= set(places):
            raise ValueError(f"{game_id} has no such places: {told['places']}")
        seen = {place: seen[place] for place in places}
    reason = None
    if "refused" in told:
        reason = moments.refusal(game, state, told["refused"], int(told.get("run", 1)))
        if reason.code != told.get("reason"):
            raise ValueError(f"{told['refused']} is refused for {reason}")
    marks = _marks(told, line, state)
    return Diagram(game, seen, "places" in told, marks, reason, told["caption"])


def _told(text: str) -> dict[str, str]:
    told: dict[str, str] = {}
    head, mark, caption = text.partition("caption:")
    if not mark:
        raise ValueError(f"a diagram has no caption: {text!r}")
    for row in head.strip().splitlines():
        key, _, value = row.partition(":")
        told[key.strip()] = value.strip()
    told["caption"] = " ".join(caption.split())
    if not told.keys() <= KEYS:
        raise ValueError(f"a diagram has {told.keys() - KEYS}")
    return told


def _laid(text: str) -> dict[str, tuple[Card, ...]]:
    laid = {}
    for part in text.split(";"):
        place, _, cards = part.partition("=")
        laid[place.strip()] = tuple(cards.split())
        if not set(laid[place.strip()]) <= set(TWO_PACKS):
            raise ValueError(f"no cards: {cards}")
    return laid


def _marks(told: Mapping[str, str], line: Any, state: Any) -> Marks:
    game: Game[Any] = line.game
    if "refused" in told:
        shown = told["refused"]
    elif "move" in told:
        shown = told["move"]
        if shown == NEXT:
            shown = moments.example(game.id).actions[len(line.actions)]
        reason = game.refusal(state, shown)
        if reason is not None:
            raise ValueError(f"{shown} in a diagram of {game.id}: {reason}")
    else:
        return UNMARKED
    transfers = game.transfers(state, shown)
    run = told.get("run")
    takes = {each.source: moments.taken(each, int(run or each.size)) for each in transfers}
    targets = [each.target for each in transfers if each.target is not None]
    return Marks(takes, targets, "refused" in told)


def caption(diagram: Diagram, catalog: Catalog) -> str:
    """What is said under a diagram, in Markdown."""
    if diagram.reason is None:
        return diagram.caption
    return diagram.caption.replace(REASON, catalog.reason(diagram.reason))


class Figure(NamedTuple):
    """A diagram as HTML without its caption, and the symbols that it needs."""

    html: str
    symbols: dict[str, None]


def figure(diagram: Diagram, words: Words) -> Figure:
    """A diagram with its description; of a whole table there is a picture for phones."""
    drawings = _row(diagram, words) if diagram.part else _table(diagram, words)
    told = escape(words.told(diagram.view))
    pictures = "".join(_svg(drawing, style, width) for style, drawing, width in drawings)
    symbols = {name: None for _, drawing, _ in drawings for name in drawing.shown}
    return Figure(f'<div role="img" aria-label="{told}">{pictures}</div>', symbols)


def _row(diagram: Diagram, words: Words) -> list[tuple[str, Drawing, float]]:
    drawing = draw_row(
        diagram.game.id,
        diagram.view,
        letters=words.catalog.letters,
        labels=ROW._replace(names=words.labels()),
        marks=diagram.marks,
    )
    return [("row", drawing, drawing.width * ROW_SCALE)]


def _table(diagram: Diagram, words: Words) -> list[tuple[str, Drawing, float]]:
    def drawn(layout: str, labels: Labels, width: float) -> Drawing:
        def with_faces(small: bool) -> Drawing:
            return draw(
                diagram.game.id,
                diagram.view,
                layout=layout,
                letters=words.catalog.letters,
                small=small,
                labels=labels._replace(names=words.labels()),
                marks=diagram.marks,
            )

        large = with_faces(False)
        # A card is 100 wide in the drawing's own measure.
        return large if 100 * width / large.width >= FULL_FACE else with_faces(True)

    tall = draw(diagram.game.id, diagram.view, layout="tall")
    phone = Labels(PHONE_LETTERS * tall.width / PHONE_WIDTH, stacked=True)
    wide = draw(diagram.game.id, diagram.view, labels=DESK)
    width = min(DESK_WIDTH, DESK_HEIGHT * wide.width / wide.height)
    return [
        ("desk", drawn("wide", DESK, width), width),
        ("phone", drawn("tall", phone, PHONE_WIDTH), PHONE_WIDTH),
    ]


def _svg(drawing: Drawing, style: str, width: float) -> str:
    height = width * drawing.height / drawing.width
    return (
        f'<svg class="{style}" viewBox="0 0 {drawing.width:.0f} {drawing.height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}">{"".join(drawing.shapes)}</svg>'
    )
