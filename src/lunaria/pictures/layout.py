"""Where places lie: the same data that the page draws by (`layouts/<game>.json`).

Lengths are in cells: a card and the gap beside it. `x`, `y` are the middle of a place; a `y` below
zero counts from the lower edge. A place with `fan` shows its cards one below the other, down to
that many cells above the lower edge.
"""

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Spot(NamedTuple):
    """Where a place lies."""

    x: float
    y: float
    scale: float = 1.0
    fan: float | None = None


class Arrangement(NamedTuple):
    """One way to lay out a game; `columns` by `rows` cells."""

    name: str
    columns: float
    rows: float
    spots: dict[str, Spot]


@cache
def arrangement(game_id: str, name: str = "wide") -> Arrangement:
    """The arrangement of that name; raises KeyError where the game has none."""
    text = (files("lunaria") / "layouts" / f"{game_id}.json").read_text("utf-8")
    found = {each["name"]: each for each in json.loads(text)["arrangements"]}[name]
    spots = {
        place: Spot(at["x"], at["y"], at.get("scale", 1.0), at.get("fan"))
        for place, at in found["places"].items()
    }
    return Arrangement(name, found["columns"], found["rows"], spots)
