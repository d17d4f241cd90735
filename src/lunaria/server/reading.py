"""The reading pages: rules, examples and answers, each a whole document that needs no script."""

import asyncio
from typing import Any

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from lunaria.core.errors import Reason
from lunaria.games import GAMES
from lunaria.i18n import LANGUAGES, catalog, choice
from lunaria.pictures import faces
from lunaria.reading import moments
from lunaria.reading.html import RECORDS, article
from lunaria.reading.sources import PAGES
from lunaria.server import pages
from lunaria.server.refusals import error_answer

router = APIRouter(include_in_schema=False)

GAME_IDS = [game.id for game in GAMES]
#: Where programs ask, which are answered in JSON whatever they say that they can read.
FOR_PROGRAMS = ("/api/", "/web/")

_TEMPLATES = Environment(
    loader=PackageLoader("lunaria.server"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def address(language: str, game: str = "", page: str = "") -> str:
    """The address of a page; of the first page of a language where no game is named."""
    return f"/{language}/{game}/{page}" if game else f"/{language}/"


async def index(request: Request) -> Response:
    """The first page of a language: every game with its pages."""
    language = _language(request)
    text = catalog(language).text
    marks = "".join(faces.symbols()[f"mark-{game}"] for game in GAME_IDS)
    return _document(
        request,
        "index",
        language,
        alternates={other: address(other) for other in LANGUAGES},
        default=address(LANGUAGES[0]),
        title=text("reading.title"),
        description=text("reading.about"),
        marks=marks,
        picture=pages.PICTURE,
    )


async def page(request: Request, game: str, page: str) -> Response:
    """A page of a game in the language of its address."""
    language = _language(request)
    _check(game, page)
    # The first time its examples are played through, which takes a moment.
    shown = await asyncio.to_thread(article, language, game, page)
    return _document(
        request,
        "article",
        language,
        alternates={other: address(other, game, page) for other in LANGUAGES},
        default=f"/{game}/{page}",
        game=game,
        page=page,
        article=shown,
        picture=f"/pictures/{moments.example(game).code}.png",
        title=shown.title,
        description=shown.description,
    )


async def first_page(request: Request, game: str) -> Response:
    """The rules, for those who name only the game."""
    _check(game, PAGES[0])
    return RedirectResponse(address(_language(request), game, PAGES[0]))


async def without_language(request: Request) -> Response:
    """The page in the language that the browser wishes for."""
    _, game, *rest = request.url.path.split("/")
    page = rest[0] if rest else PAGES[0]
    _check(game, page)
    language = choice.of_header(request.headers.get("accept-language", ""))
    return RedirectResponse(address(language, game, page), headers={"vary": "accept-language"})


async def record(game: str) -> Response:
    """The record of the won game that the pages of a game tell of."""
    _check(game, PAGES[0])
    return PlainTextResponse(moments.example_text(game))


READING = ["GET", "HEAD"]
for _each in LANGUAGES:
    router.add_api_route(f"/{_each}/", index, methods=READING)
    router.add_api_route(f"/{_each}/{{game}}", first_page, methods=READING)
    router.add_api_route(f"/{_each}/{{game}}/{{page}}", page, methods=READING)
for _each in GAME_IDS:
    router.add_api_route(f"/{_each}", without_language, methods=READING)
    router.add_api_route(f"/{_each}/{{page}}", without_language, methods=READING)
router.add_api_route(RECORDS, record, methods=READING)


def add_missing_page(app: FastAPI) -> None:
    """Answer readers who ask for what is not there with a page, programs with the reason."""

    @app.exception_handler(404)
    async def missing(request: Request, _why: Exception) -> Response:
        reads = "text/html" in request.headers.get("accept", "")
        if not reads or request.url.path.startswith(FOR_PROGRAMS):
            return error_answer(404, Reason.of("not-found"), request)
        language = _language(request)
        text = catalog(language).text
        return _document(
            request,
            "missing",
            language,
            status=404,
            title=text("refusal.not-found"),
            description=text("reading.about"),
        )


def _language(request: Request) -> str:
    """The language of the address, else the one that the browser wishes for."""
    first = request.url.path.split("/")[1]
    if first in LANGUAGES:
        return first
    return choice.of_header(request.headers.get("accept-language", ""))


def _check(game: str, page: str) -> None:
    if game not in GAME_IDS or page not in PAGES:
        raise HTTPException(404)


def _document(
    request: Request, template: str, language: str, *, status: int = 200, **told: Any
) -> Response:
    """A page from its template; `alternates` are its addresses in each language."""
    text = catalog(language).text
    written = _TEMPLATES.get_template(f"{template}.html").render(
        {
            "alternates": {},
            "default": None,
            "game": None,
            "page": None,
            "site": pages.site(request),
            "path": request.url.path,
            "root": pages.release().root,
            "sky": pages.SKY,
            "language": language,
            "languages": {each: catalog(each).text("language") for each in LANGUAGES},
            "letters": catalog(language).letters,
            "text": text,
            "address": address,
            "games": GAME_IDS,
            "pages": {each: text(f"reading.{each}") for each in PAGES},
            **told,
        }
    )
    return HTMLResponse(written, status)
