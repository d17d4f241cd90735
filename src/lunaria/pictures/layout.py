"""Where places lie: the same data that the page draws by (`layouts/<game>.json`).

Lengths are in cells: a card and the gap beside it. `x`, `y` are the middle of a place; a `y` below
zero counts from the lower edge. A place with `fan` shows its cards one below the other, down to
that many cells above the lower edge. One with `across` shows them side by side, `x` being the
middle of a fan that is at most so many cells wide; where they do not fit they lie in up to `rows`
rows, and closer together when these are full.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple


class Spot(NamedTuple):
    """Where a place lies."""

    x: float
    y: float
    scale: float = 1.0
    fan: float | None = None
    across: float | None = None
    rows: int = 1

    @property
    def open(self) -> bool:
        """Whether all its cards are seen, and not only the top one."""
        return self.fan is not None or self.across is not None


class Arrangement(NamedTuple):
    """One way to lay out a game; `columns` by `rows` cells."""

    name: str
    columns: float
    rows: float
    spots: dict[str, Spot]


@cache
def arrangement(game_id: str, name: str = "wide") -> Arrangement:
    """The arrangement of that name; raises KeyError where the game has none."""
    found = {each["name"]: each for each in _layout(game_id)["arrangements"]}[name]
    spots = {
        place: Spot(**{name: at[name] for name in Spot._fields if name in at})
        for place, at in found["places"].items()
    }
    return Arrangement(name, found["columns"], found["rows"], spots)


@cache
def fitting(game_id: str, width: float, height: float) -> str:
    """The name of the arrangement that shows cells largest in a frame of so many cells."""
    found: dict[str, Any] = max(
        _layout(game_id)["arrangements"],
        key=lambda each: min(width / each["columns"], height / each["rows"]),
    )
    return str(found["name"])


@cache
def kinds(game_id: str) -> dict[str, str]:
    """What kind of place each is, by which it is named in words."""
    return {place: kind for kind, places in _layout(game_id)["names"].items() for place in places}


def signs(game_id: str) -> dict[str, str]:
    """What stands on places where no card lies."""
    found: dict[str, str] = _layout(game_id)["signs"]
    return found


@cache
def _layout(game_id: str) -> dict[str, Any]:
    text = (files("lunaria") / "layouts" / f"{game_id}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
