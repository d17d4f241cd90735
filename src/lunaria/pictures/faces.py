"""Card faces, backs and marks of Lunaria as SVG symbols.

Every picture is one ``<symbol>``; shapes used more than once are symbols of their own and are put
in place by ``<use>``.  No font and no style attribute is used: the tones are classes whose rules
``stylesheet`` gives, the ink of a suit is ``currentColor`` below a group of class ``ink-S`` (and so
on).  A face is named by what stands on it: with the letters Kn, D, K the jack of spades is ``KnS``.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from math import cos, radians, sin
from types import MappingProxyType

from lunaria.core.cards import RANKS, SUITS, Card
from lunaria.pictures.courts import court_symbols

GAMES = ("half-moon", "crescent", "easy-harp", "comet")

#: The letters of jack, queen and king that a player can choose.
LETTERS = {"JQK": ("J", "Q", "K"), "VDR": ("V", "D", "R"), "KnDK": ("Kn", "D", "K")}

_USED = re.compile(r'<use href="#([^"]+)"([^>]*)/>')

_CSS = """\
.sprite{position:absolute;width:0;height:0;overflow:hidden}
.paper{fill:#fdfbf5;fill:var(--card-paper,#fdfbf5)}
.paper-line{stroke:#fdfbf5;stroke:var(--card-paper,#fdfbf5)}
.edge{stroke:#d9d3c3;stroke:var(--card-edge,#d9d3c3)}
.accent{fill:#b8923a;fill:var(--card-accent,#b8923a)}
.accent-line{stroke:#b8923a;stroke:var(--card-accent,#b8923a)}
.back-paper{fill:#23305a;fill:var(--back-paper,#23305a)}
.back-line{stroke:#c9d3f2;stroke:var(--back-line,#c9d3f2)}
.back-dot{fill:#c9d3f2;fill:var(--back-line,#c9d3f2)}
.ink-S{color:#1d2433;color:var(--suit-S,#1d2433)}
.ink-H{color:#b3202c;color:var(--suit-H,#b3202c)}
.ink-D{color:#b3202c;color:var(--suit-D,#b3202c)}
.ink-C{color:#1d2433;color:var(--suit-C,#1d2433)}
"""

# Width and strokes of each character, 100 high, stroke 15; what leaves the box is cut by it.
_GLYPHS: dict[str, tuple[int, str]] = {
    "A": (76, "M5 108 38-9 71 108M19 69H57"),
    "2": (64, "M8 34V31.5A24 24 0 0 1 56 31.5C56 43 49 51 40 61L11 92.5H62"),
    "3": (
        64,
        (
            "M8 29C9 15 18 7.5 31 7.5 44 7.5 53 15 53 27S44 46.5 31 46.5H22"
            "M31 46.5C47 46.5 56.5 56 56.5 69S46 92.5 31 92.5C17 92.5 8 84 7 70"
        ),
    ),
    "4": (70, "M48 100V5L9.5 71H70"),
    "5": (
        64,
        (
            "M57 7.5H17L13.5 48C19 43 25 40.5 32 40.5 47 40.5 56.5 51 56.5 66S46 92.5 31 92.5"
            "C19 92.5 10 86 7 74"
        ),
    ),
    "6": (
        66,
        (
            "M49-4C30 18 7.5 42 7.5 66A25.5 26.5 0 0 0 58.5 66 25.5 26.5 0 0 0 33 39.5"
            "C22 39.5 13 46 9.5 56"
        ),
    ),
    "7": (62, "M0 7.5H52.5L19 106"),
    "8": (
        66,
        (
            "M33 7.5A21.5 19.5 0 0 1 33 46.5 21.5 19.5 0 0 1 33 7.5Z"
            "M33 46.5A25.5 23 0 0 1 33 92.5 25.5 23 0 0 1 33 46.5Z"
        ),
    ),
    "9": (
        66,
        (
            "M17 104C36 82 58.5 58 58.5 34A25.5 26.5 0 0 0 7.5 34 25.5 26.5 0 0 0 33 60.5"
            "C44 60.5 53 54 56.5 44"
        ),
    ),
    "10": (88, "M0 25 18 7V104M40.5 30A20 22.5 0 0 1 80.5 30V70A20 22.5 0 0 1 40.5 70Z"),
    "J": (54, "M46.5 0V68C46.5 84 39 92.5 27 92.5 15 92.5 8 85 7.5 70"),
    "Q": (74, "M7.5 37A28.5 29.5 0 0 1 64.5 37V63A28.5 29.5 0 0 1 7.5 63ZM40 66 72 105"),
    "K": (70, "M7.5 0V100M66-7 9 62M29 37 66 107"),
    "V": (74, "M5-8 37 107 69-8"),
    "D": (66, "M7.5 7.5H27C48 7.5 58.5 24 58.5 50S48 92.5 27 92.5H7.5Z"),
    "R": (68, "M7.5 100V7.5H36C51 7.5 58.5 15 58.5 29.5S51 52 36 52H7.5M35 51 62 107"),
    "n": (52, "M9.5 100V38M9.5 70C10 56 17 47.5 27 47.5 38 47.5 42.5 55 42.5 66V100"),
}

_PIPS = {
    "S": "M50 4C57 19 93 40 93 64 93 77 83 84 73 84 64 84 57 80 53 73 54 84 58 91 66 97H34"
    "C42 91 46 84 47 73 43 80 36 84 27 84 17 84 7 77 7 64 7 40 43 19 50 4Z",
    "H": "M50 95C44 82 6 60 6 32 6 17 17 7 30 7 40 7 47 13 50 22 53 13 60 7 70 7 83 7 94 17 94 32"
    " 94 60 56 82 50 95Z",
    "D": "M50 2Q65 29 88 50 65 71 50 98 35 71 12 50 35 29 50 2Z",
    "C": "M50 4A21.5 21.5 0 0 1 66 40 21.5 21.5 0 1 1 54 69C54.5 82 58 91 66 97H34"
    "C42 91 45.5 82 46 69A21.5 21.5 0 1 1 34 40 21.5 21.5 0 0 1 50 4Z",
}

# Middle points of the pips; those below the middle of the card stand on their heads.
_LEFT, _RIGHT = 33, 67
_ROWS4 = (27, 55.7, 84.3, 113)
_SPOTS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((50, 27), (50, 113)),
    "3": ((50, 27), (50, 70), (50, 113)),
    "4": ((_LEFT, 27), (_RIGHT, 27), (_LEFT, 113), (_RIGHT, 113)),
    "5": ((_LEFT, 27), (_RIGHT, 27), (50, 70), (_LEFT, 113), (_RIGHT, 113)),
    "6": tuple((x, y) for y in (27, 70, 113) for x in (_LEFT, _RIGHT)),
    "7": (*((x, y) for y in (27, 70, 113) for x in (_LEFT, _RIGHT)), (50, 48.5)),
    "8": (*((x, y) for y in (27, 70, 113) for x in (_LEFT, _RIGHT)), (50, 48.5), (50, 91.5)),
    "9": (*((x, y) for y in _ROWS4 for x in (_LEFT, _RIGHT)), (50, 70)),
    "10": (*((x, y) for y in _ROWS4 for x in (_LEFT, _RIGHT)), (50, 41.3), (50, 98.7)),
}

_LYRE = (
    "M50 83C32 83 22 70 26 55 29 43 38 37 36 24 35 14 23 13 20 22"
    "M50 83C68 83 78 70 74 55 71 43 62 37 64 24 65 14 77 13 80 22M36 30H64M50 83V92M37 92H63"
)
_STRINGS = "M42 30V66M50 30V66M58 30V66"
_TAIL = "M60 19 22 53M59 42 11 89M81 41 48 80"
_MARKS = {
    "half-moon": '<circle cx="50" cy="50" r="40"/>'
    '<path fill="currentColor" d="M50 10A40 40 0 0 1 50 90Z"/>',
    "crescent": '<path d="M63 12A40 40 0 1 0 88 63 32 32 0 0 1 63 12Z"/>',
    "easy-harp": f'<path d="{_LYRE}{_STRINGS}"/>',
    "comet": f'<circle fill="currentColor" cx="70" cy="30" r="14"/><path d="{_TAIL}"/>',
}

# The figure on each back in a box of 100 by 140, its stars (x, y, radius), and the lines that
# join them.  Lyra stands much as in the sky: Vega above, the four stars of the frame below.
_Stars = tuple[tuple[float, float, float], ...]
_SKIES: dict[str, tuple[str, _Stars, str]] = {
    "half-moon": (
        '<circle cx="50" cy="70" r="25"/><path class="back-dot" d="M50 45A25 25 0 0 1 50 95Z"/>',
        ((50, 31, 2.2), (22.4, 42.4, 1.6), (11, 70, 2), (22.4, 97.6, 1.6), (50, 109, 2.2)),
        "M50 31 22.4 42.4 11 70 22.4 97.6 50 109",
    ),
    "crescent": (
        '<path class="back-dot" d="M58 47A25 25 0 1 0 73 79 21 21 0 0 1 58 47Z"/>',
        ((62, 33, 1.6), (77.6, 42.4, 2.2), (66, 58, 1.4), (89, 70, 1.6), (77.6, 97.6, 2)),
        "M62 33 77.6 42.4 66 58M77.6 42.4 89 70 77.6 97.6",
    ),
    "easy-harp": (
        f'<path transform="translate(10 26) scale(.8)" d="{_LYRE}"/>',
        ((58, 33, 3.8), (47, 28, 1.8), (48, 43, 2), (42, 58, 2), (50, 83, 2.6), (57, 78, 2.6)),
        "M58 33 47 28 48 43ZM48 43 42 58 50 83 57 78Z",
    ),
    "comet": (
        (
            '<circle class="back-dot" cx="66" cy="48" r="9"/>'
            '<path d="M58 41 34 70M59 54 38 80M60 57 24 104M66 59 44 94M74 55 56 84"/>'
        ),
        ((30, 36, 1.6), (78, 88, 2), (84, 70, 1.4), (22, 56, 1.2), (62, 104, 1.6), (44, 28, 1.2)),
        "",
    ),
}
_DUST = (
    "M17 22v0M33 17v0M71 20v0M85 31v0M14 51v0M88 58v0M36 46v0M15 84v0M86 86v0M28 112v0M70 119v0"
    "M44 124v0M83 106v0M18 121v0M57 21v0M40 99v0"
)


def _number(value: float) -> str:
    """Write a number with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


def _symbol(name: str, box: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}">{body}</symbol>'


def _use(name: str, *place: float, turn: str = "") -> str:
    """Put a symbol at x, y, width, height, with a transform if one is given."""
    names = ("x", "y", "width", "height")
    put = "".join(f' {key}="{_number(at)}"' for key, at in zip(names, place, strict=True))
    return f'<use href="#{name}"{put}{turn}/>'


def _characters(text: str) -> tuple[int, str]:
    """Give the width and the strokes of a rank's characters, set side by side."""
    known = [text] if text in _GLYPHS else list(text)
    width, body = 0, ""
    for char in known:
        shift = f' transform="translate({width})"' if width else ""
        body += f'<path{shift} d="{_GLYPHS[char][1]}"/>'
        width += _GLYPHS[char][0]
    return width, f'<g fill="none" stroke="currentColor" stroke-width="15">{body}</g>'


def _indices() -> Iterator[tuple[str, str]]:
    """Yield what may stand on a card, and the rank that it names; each once."""
    yield from ((rank, rank) for rank in RANKS if rank not in "JQK")
    found = {
        (text, rank) for set_ in LETTERS.values() for text, rank in zip(set_, "JQK", strict=True)
    }
    yield from sorted(found)


def _corner(text: str, suit: str, width: int) -> str:
    height = min(23.0, 1950 / width)
    wide = height * width / 100
    left = max(2.5, 11 - wide / 2)
    turned = ' transform="rotate(180 50 70)"'
    body = _use(f"rank-{text}", left, 5, wide, height)
    body += _use(f"pip-{suit}", 4, 8 + height, 14, 14)
    return f"<g>{body}</g><g{turned}>{body}</g>"


def _pips(rank: str, suit: str) -> str:
    out = ""
    for x, y in _SPOTS[rank]:
        turn = f' transform="rotate(180 {_number(x)} {_number(y)})"' if y > 70 else ""
        out += _use(f"pip-{suit}", x - 9.5, y - 9.5, 19, 19, turn=turn)
    return out


def _phase(step: int, radius: int) -> str:
    """Draw the lit part of the moon, one of eight phases, about the point 0 0."""
    if step == 0:
        return ""
    if step == 4:
        return f'<circle r="{radius}"/>'
    limb, terminator = (1, int(step == 3)) if step < 4 else (0, int(step != 5))
    wide = 0 if step in (2, 6) else radius // 2
    return (
        f'<path d="M0-{radius}A{radius} {radius} 0 0 {limb} 0 {radius}'
        f' {wide} {radius} 0 0 {terminator} 0-{radius}Z"/>'
    )


def _month() -> str:
    """Draw the ring of the eight phases about the ace of spades."""
    out = '<circle class="accent-line" fill="none" stroke-width=".6" cx="50" cy="70" r="33"/>'
    for step in range(8):
        angle = radians(45 * step)
        x, y = _number(50 - 33 * sin(angle)), _number(70 + 33 * cos(angle))
        out += (
            f'<g class="accent" transform="translate({x} {y})">'
            '<circle class="paper accent-line" r="4" stroke-width=".8"/>'
            f"{_phase(step, 4)}</g>"
        )
    return out


def _ace(suit: str) -> str:
    if suit == "S":
        return _month() + _use("pip-S", 27, 47, 46, 46)
    return _use(f"pip-{suit}", 25, 45, 50, 50)


def _full(text: str, rank: str, suit: str, width: int) -> str:
    if rank in "JQK":
        middle = _use(f"court-{rank}{suit}", 0, 0, 100, 140)
    else:
        middle = _ace(suit) if rank == "A" else _pips(rank, suit)
    return f'<use href="#card"/><g class="ink-{suit}">{middle}{_corner(text, suit, width)}</g>'


def _small(text: str, suit: str, width: int) -> str:
    height = min(45.0, 5000 / width)
    return (
        f'<use href="#card"/><g class="ink-{suit}">'
        + _use(f"rank-{text}", 4, 2.5, height * width / 100, height)
        + _use(f"pip-{suit}", 58, 5, 38, 38)
        + _use(f"pip-{suit}", 14, 57, 72, 72)
        + "</g>"
    )


def _back(game: str) -> str:
    figure, stars, lines = _SKIES[game]
    dots = "".join(
        f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(r)}"/>' for x, y, r in stars
    )
    return (
        '<use href="#back"/><g class="back-line" fill="none" stroke-linecap="round">'
        f'<path stroke-width=".8" d="{lines}"/><g stroke-width="2">{figure}</g></g>'
        f'<g class="back-dot">{dots}</g>'
    )


def _chart() -> str:
    """The star chart inside the frame of every back: circles, meridians, a scale, small stars."""
    circles = "".join(f'<circle cx="50" cy="70" r="{r}"/>' for r in (13, 26, 39, 41, 54, 67))
    lines = "".join(
        f'<path d="M50 57V-3" transform="rotate({step * 30} 50 70)"/>' for step in range(12)
    )
    return (
        f'<g class="back-line" fill="none" stroke-width=".4" opacity=".6">{circles}{lines}'
        '<circle cx="50" cy="70" r="40" stroke-width="2" stroke-dasharray=".4 3.1"/>'
        '<circle cx="50" cy="52" r="33" stroke-dasharray="2 1.5"/></g>'
        f'<path class="back-line" stroke-width="1" stroke-linecap="round" d="{_DUST}"/>'
    )


def _every() -> Iterator[tuple[str, str, str]]:
    """Yield name, box and body of every symbol."""
    card = "0 0 100 140"
    outline = 'x=".5" y=".5" width="99" height="139" rx="8"/>'
    yield "card", card, f'<rect class="paper edge" {outline}'
    for suit, path in _PIPS.items():
        yield f"pip-{suit}", "0 0 100 100", f'<path fill="currentColor" d="{path}"/>'
    yield from court_symbols()
    for text, rank in _indices():
        width, body = _characters(text)
        yield f"rank-{text}", f"0 0 {width} 100", body
        for suit in SUITS:
            yield f"{text}{suit}", card, _full(text, rank, suit, width)
            yield f"{text}{suit}-s", card, _small(text, suit, width)
    yield "chart", "6 6 88 128", _chart()
    yield (
        "back",
        card,
        f'<rect class="back-paper edge" {outline}'
        + _use("chart", 6, 6, 88, 128)
        + '<rect class="back-line" fill="none" x="6" y="6" width="88" height="128" rx="4"/>',
    )
    pen = 'stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'
    for game in GAMES:
        yield f"back-{game}", card, _back(game)
        yield f"mark-{game}", "0 0 100 100", f'<g fill="none" {pen}>{_MARKS[game]}</g>'


@cache
def symbols() -> Mapping[str, str]:
    """Give the markup of every symbol by its id, in the order of the sprite."""
    return MappingProxyType({name: _symbol(name, box, body) for name, box, body in _every()})


@cache
def needs(name: str) -> tuple[str, ...]:
    """Give the ids of the symbols that this one uses, directly or not, each once."""
    found: dict[str, None] = {}
    for used in re.findall(r'href="#([^"]+)"', symbols()[name]):
        found |= dict.fromkeys((*needs(used), used))
    return tuple(found)


@cache
def flat(name: str) -> str:
    """Give the markup of a symbol that uses no other: what it is made of stands in its place.

    It is longer, and a browser builds it several times faster where a page shows many cards.
    """
    return _USED.sub(_in_place, symbols()[name])


def _in_place(use: re.Match[str]) -> str:
    _, _, rest = flat(use[1]).partition('viewBox="')
    box, _, body = rest.removesuffix("</symbol>").partition('">')
    place, turn = use[2].partition(" transform=")[::2]
    if not place:  # the paper, which is as large as the card
        return body
    shown = f'<svg viewBox="{box}"{place}>{body}</svg>'
    return f"<g transform={turn}>{shown}</g>" if turn else shown


def face(card: Card, letters: str = "JQK") -> str:
    """Give the id of the symbol of a card with those letters; KeyError where nobody has them."""
    names = dict(zip("JQK", LETTERS[letters], strict=True))
    return names.get(card[:-1], card[:-1]) + card[-1]


def stylesheet() -> str:
    """Give the rules for the tones of the symbols; the page sets the custom properties."""
    return _CSS


def sprite() -> str:
    """Give the whole sprite, to stand once in a document that has the stylesheet."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="sprite" width="0" height="0"'
        f' aria-hidden="true" focusable="false">{"".join(symbols().values())}</svg>'
    )
