"""The court cards: two-way busts in profile before the moon of their suit.

A half is drawn in a box of 100 by 70 and looks to the right; spades and clubs are mirrored.
Spades keep the new moon, hearts the first quarter, diamonds the full moon, clubs the last crescent.
"""

from collections.abc import Iterator

_MIRRORED = "SC"
_MIRROR = ' transform="matrix(-1 0 0 1 100 0)"'

_PLACED = "matrix(.9 0 0 .9 5 3.3)"
_TURNED = "matrix(-.9 0 0 .9 95 3.3)"

_INK = 'fill="currentColor"'
_PAPER = 'class="paper"'
_GOLD = 'class="accent"'
_DARK = 'fill="currentColor" class="paper-line" stroke-width=".8"'
_OPEN = 'fill="none"'
_LIGHT = 'class="paper-line" fill="none" stroke-width=".8"'

_RING = 'class="accent-line" fill="none"><circle cx="50" cy="50" r="48" stroke-width="2"/>'
_MOONS = {
    "S": '<circle cx="50" cy="50" r="41" stroke-width="1.2"/>',
    "H": f'<path {_GOLD} d="M50 3A47 47 0 0 1 50 97Z"/>',
    "D": f'<circle {_GOLD} cx="50" cy="50" r="48"/>',
    "C": f'<path {_GOLD} d="M50 2A48 48 0 0 0 50 98 18 48 0 0 1 50 2Z"/>',
}

_YOUNG_FACE = (
    f'<path {_PAPER} d="M39 42C40 50 39 55 34 59L45 66 55 58.5C52 56 50.6 52.5 50.3 48Z"/>'
    f'<path {_PAPER} d="M52.5 18C55.6 21.6 57.4 25.4 57.6 28.6 57.7 30 57.6 30.8 58.1 32L62'
    " 37.6C62.5 38.5 61.6 39.3 59.7 39.5 59.5 40.4 59.8 40.9 60.8 41.7 60.9 42.5 60.2 42.9"
    " 59.3 43.2 60.1 43.7 60.4 44.3 60.1 45 59.8 45.7 59.2 46.1 59.1 46.7 59.4 47.6 59.9 48.3"
    ' 59.6 49.5 59 51.4 57 52 55 51.5 51.6 50.4 47.8 47.4 46 43L40 30 46 18Z"/>'
)
_EYE = (
    f'<path {_OPEN} stroke-width=".9" d="M51.6 29.4Q54.4 27.3 57.2 28.9M51.8 33.4Q54.4 30.8'
    ' 56.8 32.6"/>'
    f'<circle {_INK} stroke="none" cx="55.2" cy="32.9" r="1.1"/>'
)
_LIPS = f'<path {_INK} stroke-width=".4" d="M60.6 41.8 57.2 43.1 60.1 44.8 59.3 43.2Z"/>'
_OLD_FACE = (
    f'<path {_PAPER} d="M52.5 19C55.8 22.2 57.4 25.4 57.5 28 58.8 28.8 59 30.2 58.4 31.6L62.9'
    ' 37.8C63.5 39 62.4 39.9 60.2 40.1L60 45 48 46 40 34 46 19Z"/>'
    f'<path {_OPEN} d="M51.4 29.6Q54.6 26.6 58 29.2" stroke-width="1.4"/>'
    f'<path {_OPEN} stroke-width=".9" d="M52 33.3Q54.4 31 56.8 32.6M51 35.4Q52.6 36.6 54.6'
    ' 36.2"/>'
    f'<circle {_INK} stroke="none" cx="55.2" cy="32.8" r="1.1"/>'
)
_BEARD = (
    'd="M47 32C48.6 38 50 41.6 53 43.4 56 44.6 59 43.9 60.6 45.2 62 47 61.8 50 61.4 53 61 57.5'
    ' 59.4 61.5 56.5 65.5 49.5 64 43.5 58 41.5 49 40.5 43 43 36 47 32Z"'
)
_STRANDS = (
    'd="M46 38C45 47 49 57 55.5 62.5M49.5 42.5C49 49 52.5 56 57 60.5M54 46C54.5 50.5 56.5 54'
    ' 59 56.5"'
)
_MOUSTACHE = (
    'd="M60.9 40.2C62.6 41.4 62.6 43.2 61.4 44.4 58 42.9 54 43.6 50 47 51 42.4 55.6 39.4 60.9'
    ' 40.2Z"'
)
_ROBE = (
    f'<path {_INK} d="M16 76V67C23 60 32 57.8 37 56L45 63 53 57C61 57.8 70 59.5 75 62L84 67V76Z"/>'
)
_HAND = (
    f'<path {_PAPER} d="M57 76 65 62 75.4 64.6 78.6 76Z"/>'
    f'<path {_GOLD} d="M63.2 63.4 65 60.2 76 63 75.2 66.4Z"/>'
    f'<path {_PAPER} d="M65.4 61.2C64.6 58 65.8 55.6 68.4 55 71.4 54.4 74.6 55 75 56.4L75.2'
    ' 62.4 73 63.6Z"/>'
    f'<path {_OPEN} stroke-width=".7" d="M64 66.6 62 74M69 67.6 68.4 74M69.6 57.2H75M69.8'
    ' 59.4H75.2M70 61.5H75"/>'
)

_PATTERNS = {
    "S": f'<path {_PAPER} stroke="none" d="M27 61.4l.8 2 2 .8-2 .8-.8 2-.8-2-2-.8 2-.8ZM57'
    " 61.4l.8 2 2 .8-2 .8-.8 2-.8-2-2-.8 2-.8ZM36 64.4l.6 1.5 1.5.6-1.5.6-.6 1.5-.6-1.5-1.5-.6"
    ' 1.5-.6Z"/>',
    "H": f'<path {_LIGHT} d="M20 66V76M24 63V76M28 61V76M32 60V76M36 62V76M40 64V76M50 64V76M54'
    ' 62V76M58 60V76M62 60V76"/>',
    "D": f'<path {_LIGHT} d="M16 70 28 60 44 76 60 60 70 70M16 74 34 58M18 65 30 76 38 68M50 76'
    ' 66 60M46 64 58 76M52 60 68 76"/>',
    "C": '<path class="paper-line" fill="none" stroke-width="1.5" d="M24 65v0M28 62v0M28'
    ' 67v0M32 64v0M36 66v0M40 68v0M50 68v0M54 65.5v0M58 63v0M58 68v0M62 65v0"/>',
}

_BOB = (
    f'<path {_DARK} d="M50 18C54 20 52.6 26 50.6 29.6 48.8 33 48.6 36 47.6 40 46.8 44 45.5 48'
    " 42 51 39 53 33.5 52.6 30 50 32.6 48.8 33 46 32 42 30.4 36 30.8 28 34 22 38 16.5 46 15 50"
    ' 18Z"/>'
    f'<path {_LIGHT} d="M47 26C42 31 41.4 41 39.6 50M42 23C36 29 36.6 40 35.6 49.6"/>'
)
_CURLS = (
    f'<path {_DARK} d="M53 18C56 20.5 55.5 24 52.6 25 53.4 28 51.4 30 49.2 30 50 33.4 48.6 35.4'
    " 46.6 36 47.6 40 46 42 43.6 42.4 44 46 41.4 48.4 38.4 47.6 35.6 50 31.6 48.4 31.8 44.8"
    " 28.6 43.6 28.2 39.6 30.8 37.6 28 35 28.6 31 31.4 29.8 29.6 26 32 22.6 35 22.6 36 17.8"
    ' 40.6 15.6 44 17.6 47 14.6 51.6 15 53 18Z"/>'
    f'<path {_LIGHT} d="M35 41a3 3 0 1 1 3 3M34.6 31a3 3 0 1 1 4 2.4M42.6 37a2.6 2.6 0 1'
    ' 0-1-4.4"/>'
)
_FLOWING = (
    f'<path {_DARK} d="M53 17C56 22 51 26 49.6 31 48.6 36 49 40 46.6 44 43.4 49 44.4 55 40.6 61'
    " 37.6 66 28.6 66.4 23 62.4 28.6 60 29.4 53 29.4 46 28 38 28.4 28 33 21 38.4 14.6 49 12.6"
    ' 53 17Z"/>'
    f'<path {_LIGHT} d="M48 24C41 30 43.6 44 38.4 53 36.4 57 34.4 60 31.4 62M42.6 22C35 29 38.4'
    ' 42 34.4 52 33 55.4 31.4 58 29 60.4"/>'
)
_BUN = (
    f'<circle {_DARK} cx="28.4" cy="35.4" r="7.2"/>'
    f'<path {_DARK} d="M53 17C56 22 50.6 26 49 31 48 36 47 39.4 43 42 37.6 44.4 33 40 32 33 31'
    ' 26 33 20 38 17 44 13 50 13.4 53 17Z"/>'
    f'<path {_LIGHT} d="M49 23C43 26 38 31 35.4 37M44 20C39 23 36 27 34 32M28.4 31.4A4.1 4.1 0'
    ' 0 0 28.4 39.4M44.6 33C43 36 41 38.4 38.6 40"/>'
    f'<circle {_GOLD} cx="44.4" cy="46" r="1.7"/>'
)
_BRAID = (
    f'<path {_DARK} d="M53 17C56 22 50.6 26 49 31 48 36 47.6 40 43.6 44 38 48 32 44 31 36 30 28'
    " 33 20 38 17 44 13 50 13.4 53 17ZM34 42C40 44 40 49 35.6 50.4 39.4 53 38 57.6 33.4 58 36"
    " 61 33.6 65.4 28 66.4 23.6 64.6 24 60 27.6 58 23.6 56 24.6 51.4 29 50.4 26.6 47 29 42.6"
    ' 34 42Z"/>'
    f'<path {_LIGHT} d="M48.6 23C42 27 38 33 36.4 42M43.6 20C37 24 34.4 31 34 40M29 46C33 45.4'
    ' 35 47 35.6 50.4M27 54C31 53.4 33.4 55 33.4 58M26 61.4C29 61 31 62 31.4 64.6"/>'
    f'<circle {_GOLD} cx="44.6" cy="46.4" r="1.7"/>'
)
_VEIL = (
    f'<path {_INK} d="M53 17C56 22 51 26 49.6 31 48.6 35 48.6 39 46 43L38 44 38 17Z"/>'
    f'<path {_PAPER} d="M46 15C47.4 22 44.4 27 44 33 43.6 42 43 52 39 62L22 63C26 55 26 45 27.4'
    ' 36 28.6 24 36 15 46 15Z"/>'
    f'<path {_OPEN} stroke-width=".7" d="M43 18C38 27 40 44 34.6 61.6M39 19C33 28 35 45 30'
    ' 62M34.6 22C29.4 31 31 47 26.4 61"/>'
)
_KING_HAIR = (
    'd="M52 19C53 24 50.4 28 48.6 33 47 40 46 47 42 54 38 57.4 31 57 26.6 53.6 30 51.4 30.6 47'
    ' 30 42 29 34 30.4 26 35 20 40 15 49 14.6 52 19Z"'
)
_KING_WAVES = 'd="M47.4 25C42 32 43.4 43 38 54M42 23C36 30 38 42 33 53.4"'

_DARK_KING = (
    _OLD_FACE
    + f"<path {_DARK} {_KING_HAIR}/><path {_LIGHT} {_KING_WAVES}/>"
    + f"<path {_DARK} {_BEARD}/><path {_LIGHT} {_STRANDS}/>"
    + f"<path {_DARK} {_MOUSTACHE}/>"
)
_WHITE_KING = (
    _OLD_FACE
    + f'<path {_PAPER} {_KING_HAIR}/><path {_OPEN} stroke-width=".8" {_KING_WAVES}/>'
    + f'<path {_PAPER} {_BEARD}/><path {_OPEN} stroke-width=".8" {_STRANDS}/>'
    + f"<path {_PAPER} {_MOUSTACHE}/>"
)
_YOUNG = _YOUNG_FACE + _EYE + _LIPS
_ERMINE = (
    f'<path {_PAPER} d="M16 67C23 59 33 57 38 54L46 62 56 64 48 76H16Z"/>'
    f'<path {_OPEN} stroke-width="1.1" d="M22 65.4l-.8 2.2M28 61l-.7 2.2M29 67.4l-.7 2.2M34.6'
    ' 58.6l-.5 2.2M36 64.4l-.2 2.2M41 60.4l.4 2.2M43 66.4l.2 2.2M50 64.6l-1 2"/>'
)
_NECKLACE = f'<path {_GOLD} d="M33.6 58.6 45 67.4 56.6 58.4 53.6 56.6 45 63 37 56Z"/>'
_COLLAR = (
    f'<path {_GOLD} d="M36.6 54.6 45.4 62 53 56.4 57 61 46 69 32.6 60Z"/>'
    f'<path {_OPEN} d="M45.4 62 46 69"/>'
)


def _dots(spots: str, radius: float = 1.3) -> str:
    pairs = [spot.split(",") for spot in spots.split()]
    return "".join(f'<circle {_GOLD} cx="{x}" cy="{y}" r="{radius}"/>' for x, y in pairs)


_HEADS = {
    "JS": f'<path {_GOLD} d="M29.6 25C27 15 38 8 49 9 57.4 9.8 61.4 15 58.4 21.4 50 17.4 39 18'
    ' 29.6 25Z"/>'
    f'<path {_OPEN} stroke-width="1.8" d="M30 25.4C39 18.4 50 17.6 58.6 22"/>'
    f'<path {_PAPER} d="M49 17C41 10.6 29 12 22 24 25 22.4 26.4 23 25.6 25.4 29 22 31.6 22.4 32'
    ' 24.4 36 19.4 43 18.4 49 17Z"/>'
    f'<path {_OPEN} stroke-width=".7" d="M49 17C40 15 31 17 25.6 22.6"/>',
    "JH": f'<path {_GOLD} d="M30.4 25C30 14 41 7.6 50 12.4 54 14.6 60 17.6 66 18.4 60 22.4 54'
    ' 21.4 48 20.6 41 20 35 22 30.4 25Z"/>'
    f'<path {_INK} d="M29.4 26.6C36 20 46 19 52 20.4 57 21.6 62 21 66 18.4 63 23.4 57 24.6 51'
    ' 23.4 44 22 36 23 29.4 26.6Z"/>'
    f'<path {_PAPER} d="M38 19C33 17 27.6 20 26 28 31 26 35.6 23.4 38 19Z"/>'
    f'<path {_OPEN} stroke-width=".7" d="M38 19C34 21 30 24 27.4 27"/>',
    "JD": f'<path {_GOLD} d="M33 20C31 11.6 39 8.4 45 8.6 52 8.8 57 13 56.6 19.4 48 16 40 16.6'
    ' 33 20Z"/>'
    f'<path {_INK} d="M29.6 25C31.4 18 50 14.6 58.4 20 60.6 21.8 58.6 24 56.4 23 48 20.4 39'
    ' 21.8 33 26.6 30.6 28 29 27 29.6 25Z"/>'
    f'<path {_OPEN} d="M45 8.6C42 11 41 14 41 16.8M45 8.6C49 11 50 13.6 50 16.6"/>'
    + _dots("45,8.4", 1.6),
    "JC": f'<path {_GOLD} d="M31 24.6C39 19.4 50 18.6 57 22L57.4 25.2C50 21.8 40 22.8 31.4'
    ' 28Z"/>'
    f'<path {_GOLD} d="M52.6 13.6l1.4 4 4 1.4-4 1.4-1.4 4-1.4-4-4-1.4 4-1.4Z"/>',
    "QS": f'<path {_GOLD} d="M33.4 22C40.6 17.4 49 16.4 56 19.4L60 11.6 54.4 14.6 53 8 48.4'
    ' 13.4 43.6 7.4 41 14.2 35 10 36 15.6 31 14.4Z"/>'
    + _dots("31,14.4 35,10 43.6,7.6 53,8 60,11.6", 1),
    "QH": f'<path {_GOLD} d="M34 21.6C41 17.2 49 16.6 56 19.4 58.6 16 58.4 12.4 55.4 12.2 53.4'
    " 12.2 52.6 14 52.4 15.4 51.6 12 49.6 9 46.4 9 43.4 9 42.2 12.4 42.4 16 40.6 14 38 12.4"
    ' 35.4 14 33 15.6 33 19 34 21.6Z"/>' + _dots("46.4,8.8 55.6,11.8 34.6,13.8"),
    "QD": f'<path {_GOLD} d="M34 22C41 17.6 49 16.8 56 19.4L57.6 13.4 52.4 15.4 47.4 7.6 42.4'
    ' 16.2 35 14.4Z"/>'
    f'<path {_PAPER} d="M47.2 11.2 49 14 47.4 16.8 45.4 14.4Z"/>'
    + _dots("57.6,13.2 47.4,7.8 35,14.2"),
    "QC": f'<path {_GOLD} d="M34 22C41 17.6 49 16.8 56 19.4L56.6 15.8C49 13.4 40.6 14 33.2 18.4Z"/>'
    + _dots(
        "45,11.6 42.8,14.4 47.2,14 54.4,13 52.6,15.2 56.6,15.4 35.4,14.6 33.8,17.4 37.6,16.6", 1.5
    ),
    "KS": f'<path {_GOLD} d="M33 22.6C40.6 17.6 50 16.8 57 20L61 9.4 55 14 52.6 7.4 48 13.4 43'
    ' 7.4 40 14.6 34.6 9 35 15.6 31 13Z"/>'
    f'<path {_OPEN} d="M32 19.4C40 14.6 50 14 58 17"/>',
    "KH": f'<path {_GOLD} d="M34 21C29.6 13 38 10 45 11.6 51 9.6 60.6 11.6 56.4 19.4 49 16.6 41'
    ' 17.2 34 21Z"/>'
    f'<path {_GOLD} d="M33 23.4C40.6 18.4 50 17.6 57 20.8L57.6 17.8C50 14.6 40 15.6 32.4'
    ' 20.4Z"/>'
    f'<path {_OPEN} d="M45 11.6C43.6 13 43 14.4 43 16.2M45 11.6C48 13 49 14 49.4 16M45'
    ' 11.6V9.6"/>' + _dots("45,8.6", 1.7) + _dots("35.6,20.2 41,17.8 47,16.8 53,17.4", 0.6),
    "KD": f'<path {_GOLD} d="M33 23C40.6 18 50 17.2 57 20.4L59 13.6 56 15.4 55.6 10.6 51.4 14.4'
    ' 46.4 8 42 14.8 36 11.8 36.6 16.6 32 16Z"/>'
    f'<path {_PAPER} d="M46.4 11.4 48.4 14.4 46.6 17.4 44.4 14.8Z"/>'
    + _dots("32,16 36,11.6 55.6,10.4", 1),
    "KC": f'<path {_GOLD} d="M33 23C40.6 18 50 17.2 57 20.4L58.6 11.4 54 12.6 53.6 15.6 49.6'
    ' 14.8 49.4 11 42.8 11.4 43 15.4 39 16.6 37.6 13.6 31.2 16.4Z"/>'
    f'<path {_OPEN} d="M33 20C40.6 15.4 50 14.6 57 17.6"/>'
    + _dots("56.8,10.4 46,9.8 34,13.8", 1.6),
}

_HELD = {
    "JS": f'<g transform="rotate(7 70 58)"><path {_GOLD} d="M68.4 44H72V66H68.4Z"/>'
    f'<path {_GOLD} d="M67.4 31H73V46H67.4Z"/>'
    f'<path {_GOLD} d="M66.4 17H74V32H66.4Z"/>'
    f'<path {_PAPER} d="M65.4 14.4H75V17.6H65.4Z"/>'
    f'<path {_INK} d="M67.4 43H73V44.6H67.4ZM66.4 29H74V30.8H66.4Z"/>'
    "</g>",
    "JH": f'<path {_OPEN} stroke-width="1.8" d="M68.4 68V20C68.4 15 75.4 15 75.4 20V22"/>'
    f'<path {_GOLD} d="M70.8 29H80L79.2 43H71.6Z"/>'
    f'<path {_INK} d="M69.8 29 75.4 22 81 29ZM70.6 43H80.2V45.6H70.6Z"/>'
    f'<path {_PAPER} d="M75.4 32C77.8 35.4 77.8 40.4 75.4 41 73 40.4 73 35.4 75.4 32Z"/>',
    "JD": f'<path {_PAPER} d="M66.4 34.6C66.4 40 70.4 42 70.4 44.4S66.4 49 66.4 54H77C77 49 73'
    ' 46.8 73 44.4S77 40 77 34.6Z"/>'
    f'<path {_GOLD} d="M68 38.6H75.4C74.6 41.2 72.2 42.4 71.7 44.4 71.2 42.4 68.8 41.2 68'
    ' 38.6ZM67 54C67.6 51 70 50 71.7 48.6 73.4 50 75.8 51 76.4 54Z"/>'
    f'<path {_INK} d="M64.8 31.6H78.6V34.6H64.8ZM64.8 54H78.6V56.6H64.8Z"/>',
    "JC": f'<path {_GOLD} d="M63.4 44C66.4 47.6 70.4 46 71.2 40.4 71.8 35.4 71.6 31 71.4'
    ' 27L80.4 25.4 C81 38 79.6 53 70.6 54 66 54.4 63 50.6 62 45.4Z"/>'
    f'<path {_INK} d="M70.8 27.6 70.4 25.4 80.6 23.4 80.6 26Z"/>'
    f'<path {_OPEN} d="M71.4 37 79.8 38.6M70.6 43.4 78 46.6"/>',
    "QS": f'<path {_OPEN} stroke-width="1.8" d="M70.4 68V36"/>'
    f'<path {_GOLD} d="M70.4 16 72.4 23.6 77.4 21.6 74.8 26.4 80.4 28.4 74.8 30.4 77.4 35.2'
    ' 72.4 33.2 70.4 41 68.4 33.2 63.4 35.2 66 30.4 60.4 28.4 66 26.4 63.4 21.6 68.4 23.6Z"'
    ' transform="translate(14 5.6) scale(.8)"/>',
    "QH": f'<path {_OPEN} stroke-width="1.5" d="M70.4 68C71.4 56 71.4 46 71 36"/>'
    f'<path {_GOLD} d="M71.2 48C74 43.4 77.6 43 80 44 79 48 75.4 50 71.2 48ZM71 44C68.6 40 66'
    ' 39.6 63.6 40.4 64.4 44 67.6 46 71 44Z"/>'
    f'<path {_INK} d="M71 37.4C65.6 36.4 63.4 31.4 65 26.4 67 27 68 26 68.4 23.6 70 25 72.4 25'
    ' 73.8 23.4 74.4 26 75.6 27 77.4 26.2 79 31.4 76.6 36.4 71 37.4Z"/>'
    f'<path {_LIGHT} d="M67 28C67 33 70 35 71 35 73 34.6 75.6 32 75.2 28M69 27.4C69 31 72.4'
    ' 32.4 73.4 29.4"/>',
    "QD": f'<path {_PAPER} d="M71.4 60 63.6 40C68.4 36 75.6 35.6 81 38.6Z"/>'
    f'<path {_GOLD} d="M63.6 40C68.4 36 75.6 35.6 81 38.6L79.2 43.2C75.2 41 69.6 41.4 65.6'
    ' 44.6Z"/>'
    f'<path {_OPEN} stroke-width=".8" d="M71.4 60 66.8 37.8M71.4 60 70.4 36.6M71.4 60 74.2'
    ' 36.4M71.4 60 77.8 37"/>',
    "QC": f'<path {_OPEN} stroke-width="1.4" d="M70 68C73.4 54 73.4 38 68.6 20"/>'
    f'<path {_GOLD} d="M72.2 50C74 46 77.4 44.6 80.4 45 79.6 49 76 51 72.2 50ZM72.4 45.4C69.6'
    " 44.4 66.6 42 66 38.4 69.6 38.6 72 41.4 72.4 45.4ZM72 39C73.6 35 76.8 33.4 79.8 33.6 79.2"
    " 37.6 75.8 39.8 72 39ZM71.2 33.4C68 32.6 65 30.2 64.2 27 67.8 27 70.4 29.6 71.2"
    " 33.4ZM70.4 28C71.2 24.4 74 22.2 77 22 77 25.6 74.2 28.2 70.4 28ZM68.6 20.6C66.6 18.6"
    ' 66.2 15.6 67.4 13 69.6 15 70.2 18 68.6 20.6Z"/>',
    "KS": f'<path {_PAPER} d="M68 50V18L70.4 12.4 72.8 18V50Z"/>'
    f'<path {_OPEN} stroke-width=".7" d="M70.4 18V50"/>'
    f'<path {_GOLD} d="M63.4 49.6C66 51 75 51 77.6 49.6L78.4 52.4C75 54.4 66 54.4 62.4 52.4Z"/>',
    "KH": f'<circle {_GOLD} cx="71" cy="47.6" r="7.8"/>'
    f'<path {_OPEN} d="M63.4 46C67 49 75 49 78.6 46M71 48.4V55.4"/>'
    f'<path {_INK} d="M71 28.4l1.5 4.3 4.3 1.5-4.3 1.5-1.5 4.3-1.5-4.3-4.3-1.5 4.3-1.5Z"/>',
    "KD": f'<path {_OPEN} stroke-width="1.8" d="M72 68V44"/>'
    f'<circle {_PAPER} cx="72" cy="34" r="8.8"/>'
    f'<g class="accent-line" {_OPEN} stroke-width="1.5"><ellipse cx="72" cy="34" rx="3.8"'
    ' ry="8.8"/>'
    '<ellipse cx="72" cy="34" rx="8.8" ry="3.2" transform="rotate(-23 72 34)"/>'
    "</g>"
    f'<circle {_INK} cx="72" cy="34" r="1.6"/>'
    f'<circle {_OPEN} stroke-width="1.6" cx="72" cy="34" r="8.8"/>'
    f'<path {_OPEN} d="M67 22.2 77 45.8"/>',
    "KC": f'<path {_OPEN} stroke-width="2" d="M70.6 68V34"/>'
    f'<path {_GOLD} d="M62.8 20C61.6 29 66 35.4 71.4 35.4 77 35.4 81 29 79.4 20 77.4 26.6 74.4'
    ' 28.6 71.2 28.6 67.8 28.6 64.6 26.4 62.8 20Z"/>'
    f'<path {_INK} d="M68 36H73.4V38.4H68Z"/>' + _dots("71.2,21.6", 2),
}

_BUSTS = {
    "JS": _YOUNG + _BOB + _COLLAR,
    "JH": _YOUNG + _BOB + _COLLAR,
    "JD": _YOUNG + _BOB + _COLLAR,
    "JC": _YOUNG + _CURLS + _COLLAR,
    "QS": _YOUNG + _FLOWING + _NECKLACE,
    "QH": _YOUNG + _BUN + _NECKLACE,
    "QD": _YOUNG + _BRAID + _NECKLACE,
    "QC": _YOUNG + _VEIL + _NECKLACE,
    "KS": _ERMINE + _DARK_KING,
    "KH": _ERMINE + _WHITE_KING,
    "KD": _ERMINE + _DARK_KING,
    "KC": _ERMINE + _WHITE_KING,
}


def _half(card: str) -> str:
    suit = card[1]
    mirrored = suit in _MIRRORED
    figure = _ROBE + _PATTERNS[suit] + _BUSTS[card] + _HEADS[card]
    figure += f'<g transform="translate(1)">{_HELD[card]}{_HAND}</g>'
    moon, pip = (33.5, 69.2) if mirrored else (26.5, 21.3)
    return (
        f'<use href="#moon-{suit}" x="{moon}" y="13" width="40" height="40"/>'
        f'<use href="#pip-{suit}" x="{pip}" y="8.7" width="9.5" height="9.5"/>'
        '<g stroke="currentColor" stroke-linejoin="round" stroke-linecap="round"'
        f' transform="{_TURNED if mirrored else _PLACED}">{figure}</g>'
    )


def _court(card: str) -> str:
    half = f'<use href="#half-{card}" x="20" y="7" width="60" height="63"'
    mirror = _MIRROR if card[1] in _MIRRORED else ""
    return (
        f"{half}/>"
        f'{half} transform="rotate(180 50 70)"/>'
        f'<path {_GOLD} stroke="currentColor" d="M20 64 80 71.6V76L20 68.4Z"{mirror}/>'
        f'<path {_OPEN} stroke="currentColor" stroke-width="1.6" stroke-dasharray=".8 2.2"'
        f' d="M20.4 66.2 79.6 73.8"{mirror}/>'
        '<rect class="accent-line" fill="none" x="20" y="7" width="60" height="126" rx="2"/>'
    )


def court_symbols() -> Iterator[tuple[str, str, str]]:
    """Yield name, box and body of the symbols of the court cards."""
    for suit, lit in _MOONS.items():
        yield f"moon-{suit}", "0 0 100 100", f"<g {_RING}{lit}</g>"
    for card in _HEADS:
        yield f"half-{card}", "20 7 60 63", _half(card)
        yield f"court-{card}", "0 0 100 140", _court(card)
