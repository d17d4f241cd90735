"""Which pages there are, and their texts."""

from typing import NamedTuple

from lunaria.i18n import DEFAULT, FOLDER

#: The pages of each game, in the order in which they are best read.
PAGES = ("rules", "examples", "faq")


class Source(NamedTuple):
    """The text of a page, and the language that it is in."""

    game: str
    page: str
    language: str
    text: str


def has(language: str, game: str, page: str) -> bool:
    """Whether a language has that page."""
    return (FOLDER / language / "pages" / game / f"{page}.md").is_file()


def source(language: str, game: str, page: str) -> Source:
    """The page in that language, in English where there is no other."""
    own = language if has(language, game, page) else DEFAULT
    path = FOLDER / own / "pages" / game / f"{page}.md"
    return Source(game, page, own, path.read_text("utf-8"))
