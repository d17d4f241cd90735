"""Pages and plain requests."""

import asyncio
import hashlib
import logging
import secrets
from datetime import date
from functools import cache
from importlib.resources import files
from json import loads
from typing import Annotated, Any

from fastapi import APIRouter, Cookie, FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException as StarletteHTTPException

from lunaria import i18n
from lunaria.core import record
from lunaria.core.code import FIRST_NUMBER, LAST_NUMBER, Code
from lunaria.core.deal import daily, read_date
from lunaria.core.errors import LunariaError, NotReadable, Reason
from lunaria.core.game import Game
from lunaria.core.replay import replay
from lunaria.core.table import game_data
from lunaria.games import GAMES, game_named, game_of, read_deal
from lunaria.server.hall import NOT_STORED, Hall
from lunaria.server.store import StoreFailed
from lunaria.solvers import known
from lunaria.solvers.verdict import WINNABLE

log = logging.getLogger("lunaria.server")
router = APIRouter()

PLAYER_COOKIE = "lunaria_player"
PLAYER_SECONDS = 400 * 24 * 3600
Player = Annotated[str | None, Cookie(alias=PLAYER_COOKIE, max_length=100)]


class NewTable(BaseModel):
    """What is asked for: a deal by its code, or a random one of a game."""

    model_config = ConfigDict(extra="forbid")

    code: str | None = Field(None, max_length=500)
    game: str | None = Field(None, max_length=40)
    #: Whether a game of the same deal that still goes on is left alone.
    again: bool = False
    #: Whether a random deal must be one that can be won (APP-3).
    winnable: bool = False


@router.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
@router.api_route("/play/{game}", methods=["GET", "HEAD"], include_in_schema=False)
@router.api_route("/play/{game}/{code}", methods=["GET", "HEAD"], include_in_schema=False)
async def page() -> FileResponse:
    """The page; what it shows follows from its address."""
    return FileResponse(str(files("lunaria") / "web" / "index.html"))


@router.get("/healthz", include_in_schema=False)
async def healthy() -> PlainTextResponse:
    """Whether the server answers."""
    return PlainTextResponse("ok")


@router.get("/api/games")
async def games() -> list[dict[str, Any]]:
    """What a page must know of each game, with its layout."""
    return _games()


@cache
def _games() -> list[dict[str, Any]]:
    layouts = files("lunaria") / "layouts"
    return [
        {**game_data(game), "layout": loads((layouts / f"{game.id}.json").read_text("utf-8"))}
        for game in GAMES
    ]


@router.get("/api/texts/{language}")
async def texts(language: str) -> dict[str, Any]:
    """The page's catalog in that language."""
    if language not in i18n.LANGUAGES:
        raise HTTPException(404)
    return i18n.catalog(language).for_pages()


@router.get("/api/daily")
async def deals_of_the_day(day: str) -> dict[str, str]:
    """The code of each game's deal of the day, a date such as 2026-11-29."""
    when: date = read_date(day)
    return {game.id: str(daily(game, when)) for game in GAMES}


@router.post("/api/tables", status_code=201)
async def new_table(
    wanted: NewTable, request: Request, response: Response, player: Player = None
) -> dict[str, str]:
    """A table of the deal asked for: the player's own that still goes on, or a new one."""
    hall: Hall = request.app.state.hall
    if wanted.code is not None:
        code = read_deal(wanted.code)
    else:
        code = _random_deal(game_named(wanted.game or ""), winnable=wanted.winnable)
    if player is None:
        player = secrets.token_urlsafe(32)
        response.set_cookie(
            PLAYER_COOKIE,
            player,
            max_age=PLAYER_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    owner = _digest(player)
    table_id = None if wanted.again else await hall.unfinished(owner, code)
    if table_id is None:
        table_id = await hall.create(owner, code)
    return {"table": table_id, "game": game_of(code).id, "code": str(code)}


def _random_deal(game: Game[Any], *, winnable: bool) -> Code:
    """A random deal; raises NotReadable where it must be winnable and none is known to be."""
    table = known.known(game.id) if winnable else None
    if winnable and (table is None or table.total(WINNABLE) == 0):
        raise NotReadable(Reason.of("no-winnable", game=game.id))
    while True:
        number = FIRST_NUMBER + secrets.randbelow(LAST_NUMBER - FIRST_NUMBER + 1)
        if table is None or table.outcome(number) == WINNABLE:
            return Code(game.prefix, game.version, game.variants[0], number)


@router.get("/api/tables")
async def own_tables(request: Request, player: Player = None) -> list[dict[str, Any]]:
    """The player's games that were begun, the last touched first."""
    if player is None:
        return []
    hall: Hall = request.app.state.hall
    found = []
    for stored in await hall.store.of_player(_digest(player)):
        try:
            code = read_deal(stored.code)
        except LunariaError:
            continue  # of a version that this server no longer plays
        line, _ = await asyncio.to_thread(replay, game_of(code), code, stored.actions)
        found.append(
            {
                "table": stored.id,
                "game": line.game.id,
                "code": stored.code,
                "result": line.result,
                "moves": line.moves,
                "time": stored.played,
                "touched": stored.touched,
            }
        )
    return found


@router.get("/api/tables/{table_id}/record")
async def table_record(table_id: str, request: Request) -> PlainTextResponse:
    """A game's record."""
    hall: Hall = request.app.state.hall
    stored = await hall.store.load(table_id[:64])
    if stored is None:
        raise HTTPException(404)
    code = read_deal(stored.code)
    line, _ = await asyncio.to_thread(replay, game_of(code), code, stored.actions)
    return PlainTextResponse(record.write(line, Time=str(round(stored.played, 3))))


def add_error_answers(app: FastAPI) -> None:
    """Answer what was refused with its reason and the words for it, never with a traceback."""

    @app.exception_handler(LunariaError)
    async def refused(_request: Request, error: LunariaError) -> JSONResponse:
        return error_answer(422, error.reason)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, _why: RequestValidationError) -> JSONResponse:
        return error_answer(422, Reason.of("request"))

    @app.exception_handler(StoreFailed)
    async def not_stored(request: Request, error: StoreFailed) -> JSONResponse:
        log.error("%s: %s", request.url.path, type(error).__name__)
        return error_answer(503, NOT_STORED)

    @app.exception_handler(StarletteHTTPException)
    async def unfit(_request: Request, error: StarletteHTTPException) -> JSONResponse:
        answer = error_answer(error.status_code, Reason.of("request"))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(404)
    async def missing(_request: Request, _why: Exception) -> JSONResponse:
        return error_answer(404, Reason.of("not-found"))


def error_answer(status: int, reason: Reason) -> JSONResponse:
    """A refusal as JSON: reason code, parameters and words."""
    told = {
        "reason": reason.code,
        "params": dict(reason.params),
        "message": i18n.catalog().reason(reason),
    }
    return JSONResponse({"error": told}, status)


def _digest(player: str) -> str:
    return hashlib.sha256(player.encode()).hexdigest()
