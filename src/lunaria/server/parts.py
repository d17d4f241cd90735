"""What each page is made of, as its modules say it: so it can come together with the page.

A page is shown by one module. What that one imports, the modules name; which style sheets it wears
stands in its calls of `styled` (web/js/styles.js); and cards are drawn where js/faces.js is there.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lunaria.games import GAMES

#: The module that starts every page, and the one with which come the drawings of the cards.
MAIN, FACES = "js/main.js", "js/faces.js"
DRAWINGS = "cards.svg"
#: The modules of a game's pages, by how many play it.
TABLES = ("table", "opponents")
#: The module of the front page.
FRONT = "front"

_IMPORT = re.compile(r'^import [^;"]*"\./([\w-]+\.js)";', re.MULTILINE)
_STYLED = re.compile(r'\bstyled\(((?:"[\w-]+"(?:, )?)+)\)')


class Parts(NamedTuple):
    """The files that a page needs, by their paths in the release."""

    modules: tuple[str, ...]
    styles: frozenset[str]
    #: What is neither, and is fetched by a module.
    data: tuple[str, ...]


def module(section: str, rest: list[str]) -> str:
    """The name of the module that shows an address, by its first part and the others.

    As `show` in web/js/main.js has it.
    """
    if section == "play":
        seats = {game.id: game.seats for game in GAMES}
        return TABLES[seats.get(rest[0], 1) - 1]
    return section or FRONT


def parts(files: Mapping[str, bytes], shown_by: str) -> Parts:
    """What the page needs that this module shows."""
    found: dict[str, None] = {}
    for first in (MAIN, f"js/{shown_by}.js"):
        found |= dict.fromkeys(_imports(files, first, found))
    sources = [files[path].decode() for path in found]
    names = {
        name
        for source in sources
        for call in _STYLED.findall(source)
        for name in re.findall(r"[\w-]+", call)
    }
    return Parts(
        tuple(found),
        frozenset(f"css/{name}.css" for name in names),
        (DRAWINGS,) if FACES in found else (),
    )


def _imports(files: Mapping[str, bytes], path: str, seen: Mapping[str, None]) -> Iterator[str]:
    """A module and all that it imports, each once."""
    met = dict(seen)
    waiting = [path]
    while waiting:
        path = waiting.pop(0)
        if path in met:
            continue
        met[path] = None
        yield path
        waiting += [f"js/{name}" for name in _IMPORT.findall(files[path].decode())]
