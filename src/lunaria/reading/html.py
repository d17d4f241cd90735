"""A page as HTML: its title, what it is about, its parts, and the drawings that it needs."""

from collections.abc import Iterator
from functools import cache
from html import escape, unescape
from re import sub
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin

from lunaria.core.cards import Card
from lunaria.i18n import Catalog, catalog
from lunaria.pictures import faces
from lunaria.reading import diagrams
from lunaria.reading.directives import fill
from lunaria.reading.sources import Source, source
from lunaria.reading.words import Words

#: Where the record of a game's example is, as text.
RECORDS = "/examples/{game}.record"
#: The block where the example can be replayed.
REPLAY = "replay"
#: Cards whose letters hang on the language and the player's wish.
COURT = "JQK"


class Part(NamedTuple):
    """A heading of a page, and its anchor."""

    anchor: str
    title: str


class Article(NamedTuple):
    """A page without what stands around it; what is HTML is safe."""

    language: str
    title: str
    #: The first paragraph as text: what the page is about.
    description: str
    parts: tuple[Part, ...]
    #: What stands under the title, and the rest.
    lead: str
    body: str
    #: The drawings of the cards that it shows.
    sprite: str


def marked_card(card: Card, written: str) -> str:
    """A card in Markdown; the page may write it with other letters."""
    return f"[{written}]{{data-card={card}}}" if card[0] in COURT else written


@cache
def article(language: str, game: str, page: str) -> Article:
    """The page of a game; raises ValueError where it says what the game does not do."""
    return render(source(language, game, page))


def render(page: Source) -> Article:
    """A page's text as HTML; raises ValueError where it says what the game does not do."""
    texts = catalog(page.language)
    tokens = _markdown().parse(fill(page.text, texts, page.game, marked_card))
    if len(tokens) < 6 or (tokens[0].tag, tokens[3].tag) != ("h1", "p"):
        raise ValueError("a page begins with its title and a paragraph on what it is about")
    symbols: dict[str, None] = {}
    for token in tokens:
        if token.type == "fence":
            _draw(token, page.game, texts, symbols)
    for table in (token for token in tokens if token.type == "table_open"):
        table.attrSet("class", "facts")
    used = "".join(faces.flat(name) for name in symbols)
    return Article(
        page.language,
        _text(tokens[1]),
        _text(tokens[4]),
        tuple(_parts(tokens)),
        _html(tokens[3:6]),
        _html(tokens[6:]),
        used and f'<svg class="sprite" width="0" height="0" aria-hidden="true">{used}</svg>',
    )


def _draw(token: Token, game: str, texts: Catalog, symbols: dict[str, None]) -> None:
    """Turn a block into the HTML that it stands for."""
    token.type = "html_block"
    if token.info.strip() == REPLAY:
        address = RECORDS.format(game=game)
        token.content = (
            f'<div class="replay" data-record="{address}"><a href="{address}">'
            f"{escape(texts.text('reading.record'))}</a></div>\n"
        )
        return
    if token.info.strip() != diagrams.FENCE:
        raise ValueError(f"a block of an unknown kind: {token.info}")
    diagram = diagrams.read(token.content, game)
    figure = diagrams.figure(diagram, Words(texts, game))
    symbols |= figure.symbols
    caption = _markdown().renderInline(diagrams.caption(diagram, texts))
    token.content = (
        f'<figure class="diagram">{figure.html}<figcaption>{caption}</figcaption></figure>\n'
    )


def _parts(tokens: list[Token]) -> Iterator[Part]:
    for at, token in enumerate(tokens):
        anchor = token.attrGet("id")
        if token.type == "heading_open" and token.tag == "h2" and anchor is not None:
            yield Part(str(anchor), _text(tokens[at + 1]))


def _text(inline: Token) -> str:
    """What is written in a paragraph or heading."""
    return unescape(sub("<[^>]*>", "", _html([inline]))).replace("\n", " ")


def _html(tokens: list[Token]) -> str:
    return str(_markdown().renderer.render(tokens, _markdown().options, {}))


@cache
def _markdown() -> MarkdownIt:
    # No HTML in the text: what a translator types is text, and stays it.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return markdown.use(attrs_plugin, spans=True).use(attrs_block_plugin)
