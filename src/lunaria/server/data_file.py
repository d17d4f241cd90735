"""All that is kept of a player as one file, taken in elsewhere, or deleted (APP-10).

`docs/data-file.md` describes the file.
"""

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from lunaria.core.errors import LunariaError, NotReadable, Reason, UnknownVersion
from lunaria.core.record import MAX_ACTIONS
from lunaria.core.replay import Fault
from lunaria.core.table import reason_data
from lunaria.games import game_of, read_deal
from lunaria.server import match_data
from lunaria.server.asking import Player, owner_of, take_cookie
from lunaria.server.hall import Hall
from lunaria.server.match_data import Times
from lunaria.server.results import PART, result_of
from lunaria.server.store import Entry, Foreign, players, replay_name
from lunaria.server.stored import game_of_code

router = APIRouter()

VERSION = 2
#: The versions that are read; the first one had no matches.
READ = (1, VERSION)
#: How many games may come in one request.
AT_ONCE = 200
#: How far another server's clock may be ahead of this one, in seconds.
AHEAD = 24 * 3600
#: More seconds than there have been.
MANY = 1e11

NO_GAME = Reason.of("data-game")
NO_TIMES = Reason.of("data-times")


class Part(BaseModel):
    """A file of a player's data, or one with a part of its games; what else it has is not read."""

    lunaria: int
    games: list[Any] = Field(max_length=AT_ONCE)
    matches: list[Any] = Field([], max_length=AT_ONCE)


class Refused(NamedTuple):
    """A game or a match that is not taken in: its number in the part from 1, and why."""

    kind: str
    number: int
    fault: Fault


@router.get("/api/export")
async def export(request: Request, player: Player) -> StreamingResponse:
    """All that is kept of the player; of the games and matches, those that were begun, in order."""
    now = datetime.now(UTC)
    hall: Hall = request.app.state.hall
    entries = [] if player is None else await hall.store.of_player(player, most=None)
    entries.sort(key=lambda entry: (entry.created, entry.code))
    person = None
    if player is not None:
        person = await hall.store.read(lambda connection: players.person(connection, player))
    head = {
        "lunaria": VERSION,
        "exported": now.isoformat(timespec="seconds"),
        "player": person
        and {
            "name": person.name,
            "since": person.since,
            "devices": [each.since for each in person.devices],
            "passkeys": [each.since for each in person.passkeys],
        },
        # For the player to read: what counts here is not taken in elsewhere.
        "rankings": await hall.store.rankings.of_player(player or ""),
    }
    written = _written(hall, entries, head)
    headers = {"content-disposition": f'attachment; filename="lunaria-{now:%Y-%m-%d}.json"'}
    return StreamingResponse(written, headers=headers, media_type="application/json")


async def _written(
    hall: Hall, entries: Sequence[Entry], head: dict[str, Any]
) -> AsyncIterator[str]:
    """The file, some games at a time, a game on a line."""
    yield json.dumps(head, ensure_ascii=False)[:-1]
    alone = [entry for entry in entries if game_of_code(entry.code).seats == 1]
    together = [entry for entry in entries if game_of_code(entry.code).seats > 1]
    for name, part in (("games", alone), ("matches", together)):
        yield f', "{name}": ['
        between = "\n"
        async for told in _all_told(hall, part):
            yield between + json.dumps(told, separators=(",", ":"))
            between = ",\n"
        yield "\n]"
    yield "}\n"


async def _all_told(hall: Hall, entries: Sequence[Entry]) -> AsyncIterator[dict[str, Any]]:
    """Each game or match, without those that were deleted a moment ago."""
    for begin in range(0, len(entries), PART):
        part = entries[begin : begin + PART]
        found = {table.id: table for table in await hall.store.load_all([x.id for x in part])}
        for entry in part:
            stored = found.get(entry.id)
            if stored is not None and stored.match is not None:
                # A record is had by a replay, and the tables do not wait for it.
                yield await asyncio.to_thread(match_data.told, entry, stored)
            elif stored is not None:
                yield _told(entry, stored.actions)


def _told(entry: Entry, actions: Sequence[str]) -> dict[str, Any]:
    return {
        "code": entry.code,
        "created": entry.created,
        # A clock that was set back in between makes no file that is refused.
        "touched": max(entry.created, entry.touched),
        "played": entry.played,
        "study": entry.study,
        "actions": actions,
    }


@router.post("/api/import")
async def take_in(
    part: Part, request: Request, response: Response, player: Player
) -> dict[str, Any]:
    """Take in games of a file; what is there already stays as it is, and bad games are told."""
    if part.lunaria not in READ:
        raise UnknownVersion(Reason.of("data-version", given=part.lunaria, known=VERSION))
    hall: Hall = request.app.state.hall
    async with request.app.state.replaying:
        games, refused = await asyncio.to_thread(_read_all, part, time.time())
    owner = owner_of(player, request, response)
    taken = await hall.store.take_in(owner, games)
    return {
        "taken": taken.count(True),
        "there": taken.count(False),
        "refused": [
            {kind: number, "action": fault.action, "reason": reason_data(fault.reason)}
            for kind, number, fault in refused
        ],
    }


def _read_all(part: Part, now: float) -> tuple[list[Foreign], list[Refused]]:
    good: list[Foreign] = []
    refused: list[Refused] = []
    kinds = (("game", read_game, part.games), ("match", read_match, part.matches))
    for kind, read, all_data in kinds:
        for number, data in enumerate(all_data, start=1):
            try:
                found = read(data, now)
            except LunariaError as error:
                found = Fault(0, error.reason)
            if isinstance(found, Fault):
                refused.append(Refused(kind, number, found))
            else:
                good.append(found)
    return good, refused


def read_match(data: Any, now: float) -> Foreign | Fault:
    """A match of a file under a new id, or the action that is not legal and why.

    Raises NotReadable or UnknownVersion where anything else is wrong with it, or it is not over.
    """
    if not isinstance(data, dict):
        raise NotReadable(match_data.NO_MATCH)
    return match_data.read(data, _times(data, now))


def read_game(data: Any, now: float) -> Foreign | Fault:
    """A game of a file under a new id, or the action that is not legal and why.

    Raises NotReadable or UnknownVersion where anything else is wrong with it.
    """
    if not isinstance(data, dict):
        raise NotReadable(NO_GAME)
    code, actions, study = data.get("code"), data.get("actions"), data.get("study", False)
    if not isinstance(code, str) or not isinstance(actions, list) or not isinstance(study, bool):
        raise NotReadable(NO_GAME)
    if not actions or not all(isinstance(action, str) for action in actions):
        raise NotReadable(NO_GAME)
    if len(actions) > MAX_ACTIONS:
        raise NotReadable(Reason.of("too-many-actions", limit=MAX_ACTIONS))
    times = _times(data, now)
    deal = read_deal(code)
    if game_of(deal).seats > 1:
        raise NotReadable(match_data.GOES_ON)
    result, fault = result_of(deal, actions)
    if fault is not None:
        return fault
    table_id = secrets.token_urlsafe(16)
    return Foreign(
        table_id, str(deal), *times, replay_name(table_id), study, tuple(actions), result
    )


def _times(data: dict[str, Any], now: float) -> Times:
    """The times of a game; raises NotReadable where they cannot be."""
    created, touched, played = (
        _number(data.get(name)) for name in ("created", "touched", "played")
    )
    if not (created <= touched <= now + AHEAD and played <= now + AHEAD - created):
        raise NotReadable(NO_TIMES)
    return Times(created, touched, played)


def _number(value: Any) -> float:
    """A number of seconds, or of those since 1970; raises NotReadable where it is none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value < MANY:
        raise NotReadable(NO_TIMES)
    return float(value)


@router.delete("/api/player")
async def forget(request: Request, response: Response, player: Player) -> dict[str, bool]:
    """Delete all that is kept of the player, and take back the cookie."""
    if player is not None:
        hall: Hall = request.app.state.hall
        await hall.forget(player)
        take_cookie(request, response)
    return {"deleted": player is not None}
