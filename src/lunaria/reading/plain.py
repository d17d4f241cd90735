"""A page for the terminal: Markdown as people write it, diagrams as text."""

import re
from collections.abc import Iterator
from unicodedata import east_asian_width

from lunaria.i18n import Catalog, catalog
from lunaria.pictures.text import text_picture
from lunaria.reading import diagrams
from lunaria.reading.directives import fill
from lunaria.reading.sources import source

#: The columns of a terminal.
WIDTH = 80
_BLOCK = re.compile(r"^(```|~~~)(\w+)\n(.*?)^\1\n", re.MULTILINE | re.DOTALL)
#: Names of blocks on lines of their own, names of what stands in brackets, links within a page.
_NAME = re.compile(r"^ *\{[#.][^}\n]*\}\n", re.MULTILINE)
_SPAN = re.compile(r"\[([^\[\]]*)\]\{[^}\n]*\}")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^)\s]*\)")


def text(language: str, game: str, page: str) -> str:
    """A page as text; raises ValueError where it says what the game does not do."""
    found = source(language, game, page)
    texts = catalog(found.language)
    filled = fill(found.text, texts, game, lambda _, written: written)
    drawn = _BLOCK.sub(lambda block: _drawn(block[2], block[3], game, texts), filled)
    bare = _LINK.sub(r"\1", _SPAN.sub(r"\1", _NAME.sub("", drawn)))
    rows = re.sub(r"\n{3,}", "\n\n", bare).splitlines()
    return "".join(f"{line}\n" for row in rows for line in _wrapped(row))


def _wrapped(row: str) -> Iterator[str]:
    """A paragraph in lines that fit a terminal; pictures and tables as they are."""
    if row.startswith(("    ", "|", "#")):
        yield row
        return
    indent = "  " if row.startswith(("- ", "> ")) else ""
    line = ""
    for word in row.split(" "):
        longer = f"{line} {word}" if line else word
        if line.strip() and _columns(longer) > WIDTH:
            yield line
            line = indent + word
        else:
            line = longer
    yield line


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _drawn(kind: str, content: str, game: str, texts: Catalog) -> str:
    if kind != diagrams.FENCE:
        return ""
    diagram = diagrams.read(content, game)
    if diagram.part:
        rows = [f"{place}: {' '.join(cards)}" for place, cards in diagram.view.items()]
    else:
        rows = text_picture(diagram.game.id, diagram.view).splitlines()
    picture = "".join(f"    {row}".rstrip() + "\n" for row in rows)
    return f"{picture}\n{diagrams.caption(diagram, texts)}\n"
