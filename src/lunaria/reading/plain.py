"""A page for the terminal: Markdown as people write it, diagrams as text."""

import re

from lunaria.i18n import Catalog, catalog
from lunaria.pictures.text import text_picture
from lunaria.reading import diagrams
from lunaria.reading.directives import fill
from lunaria.reading.sources import source

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
#: Names of blocks on lines of their own, names of what stands in brackets, links within a page.
_NAME = re.compile(r"^ *\{[#.][^}\n]*\}\n", re.MULTILINE)
_SPAN = re.compile(r"\[([^\[\]]*)\]\{[^}\n]*\}")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^)\s]*\)")


def text(language: str, game: str, page: str) -> str:
    """A page as text; raises ValueError where it says what the game does not do."""
    found = source(language, game, page)
    texts = catalog(found.language)
    filled = fill(found.text, texts, game, lambda _, written: written)
    drawn = _BLOCK.sub(lambda block: _drawn(block[1], block[2], game, texts), filled)
    bare = _LINK.sub(r"\1", _SPAN.sub(r"\1", _NAME.sub("", drawn)))
    return re.sub(r"\n{3,}", "\n\n", bare)


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
