"""A position as text, laid out as the table is."""

from collections.abc import Mapping, Sequence

from lunaria.core.cards import HIDDEN, Card
from lunaria.pictures.layout import Spot, arrangement

#: Width of a place's column in characters: `stock:` is the widest.
CELL = 7
#: A place with more cards than this is listed under the picture.
TALLEST = 13
#: So many cards of a hand stand on a line.
LONGEST = 18
EMPTY = "--"


def text_picture(game_id: str, cards: Mapping[str, Sequence[Card]]) -> str:
    """The places with their names and cards, bottom to top; the last line is the playable card.

    Hands and what is played from them are listed place by place; of hidden ones only the number is
    told.
    """
    spots = arrangement(game_id).spots
    if any(spot.across is not None for spot in spots.values()):
        listed = [
            [f"{place} ({len(cards[place])}): {HIDDEN}"]
            if {HIDDEN} == set(cards[place])
            else _listed(place, cards[place], LONGEST)
            for place in spots
        ]
        return "\n\n".join("\n".join(lines) for lines in listed) + "\n"
    rows = sorted({spot.y for spot in spots.values()})
    lines: list[str] = []
    for top in rows:
        if lines:
            lines.append("")
        lines += _row({place: spot for place, spot in spots.items() if spot.y == top}, cards)
    for place in spots:
        if len(cards[place]) > TALLEST:
            lines += ["", *_listed(place, cards[place])]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _row(spots: Mapping[str, Spot], cards: Mapping[str, Sequence[Card]]) -> list[str]:
    blocks = {place: _block(place, spot, cards[place]) for place, spot in spots.items()}
    height = max(len(block) for block in blocks.values())
    lines = []
    for at in range(height):
        line = ""
        for place, spot in sorted(spots.items(), key=lambda item: item[1].x):
            text = blocks[place][at] if at < len(blocks[place]) else ""
            line = line.ljust(round((spot.x - 0.5) * CELL)) + text
        lines.append(line)
    return lines


def _block(place: str, spot: Spot, cards: Sequence[Card]) -> list[str]:
    if len(cards) > TALLEST:
        return [f"{place}:", f"({len(cards)})"]
    if spot.fan is None and HIDDEN in cards:  # a squared pile shows its top and its count
        return [f"{place}:", cards[-1], f"({len(cards)})"]
    return [f"{place}:", *(cards or [EMPTY])]


def _listed(place: str, cards: Sequence[Card], longest: int = 15) -> list[str]:
    lines = [f"{place} ({len(cards)}):"]
    lines += [" ".join(cards[at : at + longest]) for at in range(0, len(cards), longest)] or [EMPTY]
    return lines
