"""What a messenger shows of a link to a deal or a game: its cards under the night sky, as PNG.

Messengers draw no SVG, and what they show of a page has the form 1200 by 630 everywhere. There are
no words on it: fonts differ from machine to machine, and the link's title stands beside it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from resvg_py import svg_to_bytes

from lunaria.core.cards import Card
from lunaria.pictures.fan import CARD_HEIGHT, CARD_WIDTH, CELL_HEIGHT, CELL_WIDTH
from lunaria.pictures.layout import fitting
from lunaria.pictures.position import position_svg

WIDTH, HEIGHT = 1200, 630
MARGIN = 40
#: The shape that the cards have room in, in cells of a table.
ROOM = ((WIDTH - 2 * MARGIN) / CELL_WIDTH, (HEIGHT - 2 * MARGIN) / CELL_HEIGHT)
#: The sky after dusk, from above to the horizon.
SKY = ("#0a0f24", "#1b2350", "#3b2f5c")
#: The tones that a page may set, which the renderer does not know; a plain one stands before each.
TONES = re.compile(r";[a-z]+:var\([^)]*\)")
#: A part as large as the card that it is on, which the renderer draws at a size of its own.
WHOLE = re.compile(r'(<use href="#(?:card|back)")/>')


def preview_svg(game_id: str, cards: Mapping[str, Sequence[Card]]) -> str:
    """The cards at their places, as large as they fit in the middle of the sky."""
    position = position_svg(game_id, cards, layout=fitting(game_id, *ROOM), small=True)
    inner = position.replace(
        "<svg ",
        f'<svg x="{MARGIN}" y="{MARGIN}" width="{WIDTH - 2 * MARGIN}" '
        f'height="{HEIGHT - 2 * MARGIN}" ',
        1,
    )
    stops = "".join(
        f'<stop offset="{at / 2}" stop-color="{colour}"/>' for at, colour in enumerate(SKY)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<linearGradient id="sky" x2="0" y2="1">{stops}</linearGradient>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#sky)"/>{inner}</svg>'
    )


@lru_cache(256)
def preview_png(game_id: str, cards: tuple[tuple[str, tuple[Card, ...]], ...]) -> bytes:
    """`preview_svg` as PNG; `cards` are the places with their cards."""
    drawn = TONES.sub("", preview_svg(game_id, dict(cards)))
    drawn = WHOLE.sub(rf'\1 width="{CARD_WIDTH:g}" height="{CARD_HEIGHT:g}"/>', drawn)
    return bytes(svg_to_bytes(svg_string=drawn, skip_system_fonts=True))
