"""Plain requests."""

import asyncio
import secrets
from datetime import date
from functools import cache
from importlib.resources import files
from json import loads
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from lunaria import i18n
from lunaria.bots import LEVELS
from lunaria.core import record
from lunaria.core.code import FIRST_NUMBER, LAST_NUMBER, Code, check_number, check_variant
from lunaria.core.deal import daily, read_date
from lunaria.core.errors import NotLegal, NotReadable, Reason
from lunaria.core.game import Game
from lunaria.core.replay import Line
from lunaria.core.table import game_data
from lunaria.games import GAMES, game_named, game_of, read_deal
from lunaria.i18n import choice
from lunaria.server import matches, results
from lunaria.server.asking import Player, owner_of
from lunaria.server.hall import Hall
from lunaria.server.store import PAGE, StoredTable
from lunaria.server.stored import game_of_code, is_open, is_sealed, line_of, outcome_of
from lunaria.solvers import known
from lunaria.solvers.verdict import WINNABLE

router = APIRouter()

MATCH_GOES_ON = Reason.of("match-goes-on")


class NewTable(BaseModel):
    """What is asked for: a deal by its code, the one beside it, or a random one of a game."""

    model_config = ConfigDict(extra="forbid")

    code: str | None = Field(None, max_length=500)
    #: 1 for the deal after that of the code, -1 for the one before it.
    beside: int = Field(0, ge=-1, le=1)
    game: str | None = Field(None, max_length=40)
    #: The letter of the rule set of a random deal; the standard one where it is not given.
    variant: str | None = Field(None, max_length=1)
    #: Whether a game of the same deal that still goes on is left alone.
    again: bool = False
    #: Whether a random deal must be one that can be won (APP-3).
    winnable: bool = False
    #: In a game of two, who is played against, and how many rounds.
    against: matches.Against | None = None
    rounds: int | None = None


@router.get("/healthz", include_in_schema=False)
async def healthy() -> PlainTextResponse:
    """Whether the server answers."""
    return PlainTextResponse("ok")


@router.get("/api/games")
async def games() -> list[dict[str, Any]]:
    """What a page must know of each game, with its layout."""
    return game_list()


@cache
def game_list() -> list[dict[str, Any]]:
    """What a page must know of each game."""
    layouts = files("lunaria") / "layouts"
    return [
        {
            **game_data(game),
            "winnable": _winnable(game) is not None,
            "levels": LEVELS if game.seats > 1 else (),
            "layout": loads((layouts / f"{game.id}.json").read_text("utf-8")),
        }
        for game in GAMES
    ]


@cache
def _winnable(game: Game[Any]) -> known.Known | None:
    """The table of a game's verdicts, where it names deals that can be won."""
    table = known.known(game.id)
    return table if table is not None and table.total(WINNABLE) else None


@router.get("/api/texts")
async def texts(response: Response, accept_language: Annotated[str, Header()] = "") -> Any:
    """The page's texts in the language that the request wishes for, and which others there are."""
    response.headers["vary"] = "accept-language"
    return texts_in(choice.of_header(accept_language))


def texts_in(language: str) -> dict[str, Any]:
    """The page's texts in a language, and which others there are."""
    return {
        "language": language,
        "languages": {each: i18n.catalog(each).text("language") for each in i18n.LANGUAGES},
        "texts": i18n.catalog(language).for_pages(),
    }


@router.get("/api/daily")
async def deals_of_the_day(day: str) -> dict[str, str]:
    """The code of each game's deal of the day, a date such as 2026-11-29."""
    when: date = read_date(day)
    return {game.id: str(daily(game, when)) for game in GAMES}


@router.post("/api/tables", status_code=201)
async def new_table(
    wanted: NewTable, request: Request, response: Response, player: Player
) -> dict[str, Any]:
    """A table of the deal asked for: the player's own that still goes on, or a new one."""
    hall: Hall = request.app.state.hall
    if wanted.code is not None:
        code = read_deal(wanted.code)
        number = check_number(code.number + wanted.beside, game_of(code))
        code = code._replace(number=number)
    else:
        game = game_named(wanted.game or "")
        code = _random_deal(game, wanted.variant, winnable=wanted.winnable)
    game = game_of(code)
    if game.seats == 1 and (wanted.against or wanted.rounds is not None):
        raise NotReadable(Reason.of("no-match", game=game.id))
    owner = owner_of(player, request, response)
    if game.seats > 1:
        return await matches.open_match(
            hall,
            owner,
            game,
            code,
            against=wanted.against,
            rounds=wanted.rounds,
            chosen=wanted.code is not None,
            again=wanted.again,
        )
    new = wanted.again or player is None
    table_id = None if new else await hall.unfinished(owner, code)
    if table_id is None:
        table_id = await hall.create(owner, code)
    return {"table": table_id, "game": game.id, "code": str(code)}


def _random_deal(game: Game[Any], variant: str | None, *, winnable: bool) -> Code:
    """A random deal; raises NotReadable where it must be winnable and none is known to be."""
    variant = game.variants[0] if variant is None else check_variant(variant, game)
    table = _winnable(game) if winnable else None
    if winnable and table is None:
        raise NotReadable(Reason.of("no-winnable", game=game.id))
    while True:
        number = FIRST_NUMBER + secrets.randbelow(LAST_NUMBER - FIRST_NUMBER + 1)
        if table is None or table.outcome(number) == WINNABLE:
            return Code(game.prefix, game.version, variant, number)


@router.get("/api/tables")
async def own_tables(
    request: Request, response: Response, player: Player, before: float | None = None
) -> list[dict[str, Any]]:
    """The player's games that were begun, the last touched first, some at a time."""
    if player is None:
        return []
    hall: Hall = request.app.state.hall
    part = await hall.store.of_player(player, before)
    if len(part) == PAGE:
        rest = f"{request.url.path}?before={part[-1].touched}"
        response.headers["link"] = f'<{rest}>; rel="next"'
    return [
        {
            "table": entry.key,
            "game": game_of_code(entry.code).id,
            "code": None if is_sealed(entry.code) else entry.code,
            "match": game_of_code(entry.code).seats > 1,
            "result": matches.result_for(entry, result.result),
            "moves": result.moves,
            "time": entry.played,
            "touched": entry.touched,
            "replay": entry.replay,
            "study": entry.study,
        }
        for entry, result in await results.complete(hall.store, part)
    ]


@router.get("/api/tables/{table_id}/record")
async def table_record(table_id: str, request: Request) -> PlainTextResponse:
    """A game's record."""
    hall: Hall = request.app.state.hall
    seat = await hall.store.seat(table_id[:64])
    stored = await hall.store.load(table_id[:64] if seat is None else seat.table_id)
    if stored is None or (stored.match is not None and seat is None):
        raise HTTPException(404)
    line, _ = await asyncio.to_thread(line_of, stored)
    if not is_open(stored, line):
        raise NotLegal(MATCH_GOES_ON)
    return PlainTextResponse(record_of(line, stored))


def record_of(line: Line[Any], stored: StoredTable) -> str:
    """The record of a stored game, with the time played and the mark of a studied one."""
    marks = {"Study": "yes"} if stored.study else {}
    outcome = outcome_of(stored, line)
    if outcome is not None:
        marks["Result"] = outcome
    return record.write(line, Time=str(round(stored.played, 3)), **marks)


@router.post("/api/tables/{table_id}/study")
async def study(table_id: str, request: Request) -> dict[str, bool]:
    """Mark a game as studied, for good (APP-6)."""
    hall: Hall = request.app.state.hall
    if not await hall.study(table_id[:64]):
        raise HTTPException(404)
    return {"study": True}
