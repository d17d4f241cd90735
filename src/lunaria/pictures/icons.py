"""The icon of the app: a crescent and three stars in the sky after dusk, as SVG and as PNG.

All of it is discs on a sky that grows lighter downwards.  So both kinds are drawn from the same
numbers, and no library is needed.
"""

import struct
import zlib
from math import hypot
from typing import NamedTuple

Colour = tuple[int, int, int]


class Disc(NamedTuple):
    """A disc, in a picture that is 64 wide and high."""

    x: float
    y: float
    radius: float


WIDTH = 64
CORNER = 14
HIGH: Colour = (10, 15, 36)
LOW: Colour = (44, 52, 108)
LIGHT: Colour = (243, 233, 200)
MOON, SHADE = Disc(30, 33, 20), Disc(38.5, 29, 16.5)
STARS = (Disc(43.5, 24.5, 1.9), Disc(51, 37, 1.3), Disc(38.5, 37.5, 1))
#: Systems cut an icon that is maskable to a shape of theirs, at most down to a disc 0.8 wide.
SAFE = 0.82


def svg(maskable: bool = False) -> str:
    """The icon as SVG; a maskable one fills its square, and what is drawn on it is smaller."""
    sky = (
        f'<rect width="{WIDTH}" height="{WIDTH}" rx="{0 if maskable else CORNER}" fill="url(#s)"/>'
    )
    inset = f"translate({_text(WIDTH * (1 - SAFE) / 2)} {_text(WIDTH * (1 - SAFE) / 2)})"
    shrunk = f' transform="{inset} scale({SAFE})"' if maskable else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {WIDTH}"><defs>'
        '<linearGradient id="s" x2="0" y2="1">'
        f'<stop stop-color="{_hex(HIGH)}"/><stop offset="1" stop-color="{_hex(LOW)}"/>'
        f'</linearGradient><mask id="m">{_disc(MOON, "#fff")}{_disc(SHADE, "#000")}</mask></defs>'
        f'{sky}<g fill="{_hex(LIGHT)}"{shrunk}>'
        f'<g mask="url(#m)">{_disc(MOON)}</g>{"".join(map(_disc, STARS))}</g></svg>'
    )


def png(side: int, maskable: bool = False) -> bytes:
    """The icon as a PNG so many pixels wide and high."""
    rows = b"".join(b"\0" + _row(row, side, maskable) for row in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _row(row: int, side: int, maskable: bool) -> bytearray:
    """The pixels of a row, each as red, green, blue and how opaque it is."""
    size = side / WIDTH * (SAFE if maskable else 1.0)
    sky = _mix(HIGH, LOW, (row + 0.5) / side)
    pixels = bytearray((*sky, 255) * side)
    y = (row + 0.5 - side / 2) / size + WIDTH / 2
    for disc in (MOON, *STARS):
        if abs(y - disc.y) > disc.radius + 1:
            continue
        middle = (disc.x - WIDTH / 2) * size + side / 2
        for column in range(int(middle - disc.radius * size), int(middle + disc.radius * size) + 2):
            x = (column + 0.5 - side / 2) / size + WIDTH / 2
            light = _part(disc, x, y, size)
            if disc is MOON:
                light = min(light, 1 - _part(SHADE, x, y, size))
            if light:
                pixels[4 * column : 4 * column + 3] = bytes(_mix(sky, LIGHT, light))
    corner = CORNER * side / WIDTH
    down = corner - min(row + 0.5, side - row - 0.5)
    if down > 0 and not maskable:
        for column in range(int(corner) + 1):
            across = max(0.0, corner - column - 0.5)
            opaque = round(255 * _covered(corner - hypot(across, down)))
            pixels[4 * column + 3] = pixels[4 * (side - column) - 1] = opaque
    return pixels


def _part(disc: Disc, x: float, y: float, size: float) -> float:
    """How much of a pixel in the middle of which is x, y is in a disc."""
    return _covered((disc.radius - hypot(x - disc.x, y - disc.y)) * size)


def _covered(depth: float) -> float:
    """How much of a pixel is in a shape that reaches so many pixels beyond its middle."""
    return min(1.0, max(0.0, depth + 0.5))


def _mix(one: Colour, other: Colour, part: float) -> Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _disc(disc: Disc, fill: str = "") -> str:
    x, y, radius = map(_text, disc)
    coloured = f' fill="{fill}"' if fill else ""
    return f'<circle cx="{x}" cy="{y}" r="{radius}"{coloured}/>'


def _text(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _hex(colour: Colour) -> str:
    return "#" + bytes(colour).hex()
