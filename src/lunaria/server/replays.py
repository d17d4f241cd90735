"""Games to be looked at again: stored ones by the name of their replay, and others as records."""

import asyncio
import gzip
import json
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Header, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field, model_validator

from lunaria import i18n
from lunaria.core import record
from lunaria.core.cards import HIDDEN
from lunaria.core.code import Code, example
from lunaria.core.errors import NotLegal, NotReadable, Reason
from lunaria.core.frames import frames, path_frames, seen
from lunaria.core.game import WON
from lunaria.core.replay import Fault, Line, replay
from lunaria.core.table import Message, reason_data
from lunaria.games import GAMES
from lunaria.i18n import choice
from lunaria.pictures.position import position_svg
from lunaria.server.asking import NotThere, Player, owner_of
from lunaria.server.hall import Hall
from lunaria.server.routes import record_of
from lunaria.server.store import StoredTable
from lunaria.server.stored import is_open, line_of, outcome_of

router = APIRouter()

#: How many actions of a game are shown; no game that was ever played came near.
MAX_FRAMES = 20_000
#: How many games are replayed at a time; more wait, so that tables keep their pace.
AT_ONCE = 2

NO_REPLAY = Reason.of("no-replay")

#: A picture has its style within, and needs nothing else.
PICTURE = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}


#: What cards are lettered with; by the reader's language where it is not said.
Letters = Literal["JQK", "VDR", "KnDK"]
Languages = Annotated[str, Header(alias="accept-language")]


class Source(BaseModel):
    """A game to be looked at: a stored one by the name of its replay, or one written down."""

    model_config = ConfigDict(extra="forbid")

    replay: str | None = Field(None, max_length=64)
    record: str | None = None

    @model_validator(mode="after")
    def _just_one(self) -> "Source":
        if (self.replay is None) == (self.record is None):
            raise ValueError("either the name of a replay or a record")
        return self


class Written(BaseModel):
    """A game written down."""

    model_config = ConfigDict(extra="forbid")

    record: str


class Moment(Source):
    """A position of a game, by the number of actions before it."""

    at: int = Field(ge=0)


class Drawing(Moment):
    """A position, and the letters of jack, queen and king in its picture."""

    letters: Letters | None = None


class Found(NamedTuple):
    """A game that may be looked at, and what is known of it beside its actions."""

    line: Line[Any]
    record: str
    #: What stopped the reading, where the record is not good.
    fault: Fault | None = None
    #: How many games the text had.
    games: int = 1
    time: float | None = None
    replay: str | None = None
    study: bool = False
    #: How a match ended of which the actions do not tell it.
    result: str | None = None
    #: The id of the player's own table.
    table: str | None = None
    #: The id of a game of the player's, of the same deal and not won, that an analysis marks.
    marks: str | None = None


def read_written(text: str) -> Found:
    """The first game of a text, as far as it is good.

    Raises NotReadable or UnknownVersion where nothing of it can be shown.
    """
    first, *others = record.read(text)
    if not first.tags:
        raise NotReadable(Reason.of("record-foreign", example=f'[Code "{example(GAMES[0])}"]'))
    line, fault = record.verify(first, GAMES)
    if line is None:
        assert fault is not None
        raise NotReadable(fault.reason)
    if len(line.actions) > MAX_FRAMES:
        line, _ = replay(line.game, line.code, line.actions[:MAX_FRAMES], line.rounds)
        fault = Fault(MAX_FRAMES + 1, Reason.of("replay-long", limit=MAX_FRAMES))
    tags = {tag: value for tag, value in first.tags if tag in ("Date", "Time", "Study")}
    found = Found(line, record.write(line, **tags), fault, 1 + len(others))
    return found._replace(study=first.tag("Study") == "yes")


async def read_stored(hall: Hall, name: str, player: str | None) -> Found:
    """A stored game that is over or the player's own; raises NotThere."""
    stored = await hall.store.replay(name)
    if stored is None:
        raise NotThere(NO_REPLAY)
    line, fault = await asyncio.to_thread(line_of, stored, MAX_FRAMES)
    own = player is not None and player == stored.player
    outcome = outcome_of(stored, line)
    if outcome is None and (not own or not is_open(stored, line)):
        raise NotThere(NO_REPLAY)
    return Found(
        line,
        record_of(line, stored),
        fault,
        time=stored.played,
        replay=name,
        study=stored.study,
        result=outcome,
        table=stored.id if own and stored.match is None else None,
        marks=stored.id if own and _counts(stored, line) else None,
    )


def _counts(stored: StoredTable, line: Line[Any]) -> bool:
    """Whether a game that is not won yet would be won without having been studied."""
    return stored.match is None and not stored.study and line.outcome != WON


async def _of_own_deal(hall: Hall, found: Found, player: str) -> Found:
    """What an analysis of that deal would mark: the player's last game of it (APP-6)."""
    stored = await hall.store.last_of_deal(player, str(found.line.code))
    if stored is None:
        return found
    line, _ = await asyncio.to_thread(line_of, stored)
    return found._replace(marks=stored.id) if _counts(stored, line) else found


async def _note(hall: Hall, found: Found, player: str) -> None:
    """Who sees how somebody else played a deal does not rank with it any more."""
    code, game = found.line.code, found.line.game
    if isinstance(code, Code) and game.seats == 1:
        await hall.store.rankings.know(player, str(code._replace(variant=game.variants[0])))


async def read(source: Source, request: Request, player: str | None) -> Found:
    """The game that is asked for; raises LunariaError where it is none to be shown."""
    hall: Hall = request.app.state.hall
    async with request.app.state.replaying:
        if source.record is None:
            found = await read_stored(hall, source.replay or "", player)
        else:
            found = await asyncio.to_thread(read_written, source.record)
        if player is None or found.table is not None:
            return found
        await _note(hall, found, player)
        return await _of_own_deal(hall, found, player)


def told(found: Found) -> Message:
    """Everything that a page needs to show a game."""
    line = found.line
    shown = list(frames(Line(line.game, line.code, line.rounds), line.actions))
    fault = found.fault
    return {
        "replay": found.replay,
        "table": found.table,
        "game": line.game.id,
        "code": str(line.code) if isinstance(line.code, Code) else None,
        "result": found.result or line.result,
        "time": found.time,
        "study": found.study,
        "marks": found.marks is not None,
        # Solvers judge what one plays alone.
        "analysed": line.game.seats == 1,
        "hides": any(HIDDEN in cards for frame in shown for cards in frame["places"].values()),
        "record": found.record,
        "games": found.games,
        "fault": fault and {"action": fault.action, "reason": reason_data(fault.reason)},
        "path": path_frames(line.actions),
        "frames": shown,
    }


async def _answer(source: Source, request: Request, player: str | None) -> Response:
    found = await read(source, request, player)
    packs = "gzip" in request.headers.get("accept-encoding", "")
    async with request.app.state.replaying:
        data = await asyncio.to_thread(_data, found, packs)
    headers = {"vary": "accept-encoding", **({"content-encoding": "gzip"} if packs else {})}
    return Response(data, headers=headers, media_type="application/json")


def _data(found: Found, packs: bool) -> bytes:
    """The answer as bytes; a long game takes a while to write and to pack as well."""
    data = json.dumps(told(found), separators=(",", ":")).encode()
    return gzip.compress(data, 6) if packs else data


@router.get("/api/replays/{name}")
async def stored_replay(name: str, request: Request, player: Player) -> Response:
    """A game that is over, or one of the player's own, action by action (APP-11)."""
    return await _answer(Source(replay=name[:64], record=None), request, player)


@router.post("/api/replay")
async def written_replay(written: Written, request: Request, player: Player) -> Response:
    """The first game of a text with records, action by action."""
    return await _answer(Source(replay=None, record=written.record), request, player)


@router.post("/api/replay/table", status_code=201)
async def play_on(
    moment: Moment, request: Request, response: Response, player: Player
) -> dict[str, str]:
    """A new table of the player's own that begins in the middle of a game; it counts as study."""
    line = (await read(moment, request, player)).line
    hall: Hall = request.app.state.hall
    actions = line.actions[: moment.at]
    owner = owner_of(player, request, response)
    if not isinstance(line.code, Code) or line.game.seats > 1:
        raise NotLegal(Reason.of("no-analysis", game=line.game.id))
    table_id = await hall.create(owner, line.code, actions, study=True)
    return {"table": table_id, "game": line.game.id, "code": str(line.code)}


@router.get("/api/replays/{name}/{at}.svg")
async def stored_position(
    name: str,
    at: Annotated[int, Path(ge=0)],
    request: Request,
    player: Player,
    letters: Letters | None = None,
    accept_language: Languages = "",
) -> Response:
    """A position of a stored game as a picture."""
    wanted = Drawing(replay=name[:64], record=None, at=at, letters=letters)
    return await _picture(wanted, request, player, accept_language)


@router.post("/api/replay/picture")
async def position(
    wanted: Drawing, request: Request, player: Player, accept_language: Languages = ""
) -> Response:
    """A position of a game as a picture."""
    return await _picture(wanted, request, player, accept_language)


async def _picture(
    wanted: Drawing, request: Request, player: str | None, languages: str
) -> Response:
    line = (await read(wanted, request, player)).line
    usual = i18n.catalog(choice.of_header(languages)).letters
    drawn = await asyncio.to_thread(_drawn, line, wanted.at, wanted.letters or usual)
    headers = {**PICTURE, "vary": "accept-language"}
    return Response(drawn, headers=headers, media_type="image/svg+xml")


def _drawn(line: Line[Any], at: int, letters: str) -> str:
    then, _ = replay(line.game, line.code, line.actions[:at], line.rounds)
    return position_svg(line.game.id, seen(then), labels=True, letters=letters)
