"""All games of a player as one file to take along, taken in elsewhere, or deleted (APP-10).

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
from lunaria.server.asking import PLAYER_COOKIE, Player, digest, owner_of
from lunaria.server.hall import Hall
from lunaria.server.results import PART, result_of
from lunaria.server.store import Entry, Foreign, replay_name
from lunaria.server.stored import game_of_code

router = APIRouter()

VERSION = 1
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


class Refused(NamedTuple):
    """A game that is not taken in: its number in the part from 1, and why."""

    game: int
    fault: Fault


@router.get("/api/export")
async def export(request: Request, player: Player = None) -> StreamingResponse:
    """All games of the player on which something was done, the one begun first at the top."""
    now = datetime.now(UTC)
    hall: Hall = request.app.state.hall
    entries = [] if player is None else await hall.store.of_player(digest(player), most=None)
    # A match is two people's, or is played again with the computer: it stays where it was played.
    entries = [entry for entry in entries if game_of_code(entry.code).seats == 1]
    entries.sort(key=lambda entry: (entry.created, entry.code))
    head = {
        "lunaria": VERSION,
        "exported": now.isoformat(timespec="seconds"),
        # For the player to read: what counts here is not taken in elsewhere.
        "rankings": await hall.store.rankings.of_player(digest(player or "")),
    }
    written = _written(hall, entries, head)
    headers = {"content-disposition": f'attachment; filename="lunaria-{now:%Y-%m-%d}.json"'}
    return StreamingResponse(written, headers=headers, media_type="application/json")


async def _written(
    hall: Hall, entries: Sequence[Entry], head: dict[str, Any]
) -> AsyncIterator[str]:
    """The file, some games at a time, a game on a line."""
    yield json.dumps(head)[:-1] + ', "games": ['
    between = "\n"
    for begin in range(0, len(entries), PART):
        part = entries[begin : begin + PART]
        stored = await hall.store.load_all([entry.id for entry in part])
        actions = {table.id: table.actions for table in stored}
        for entry in part:
            if entry.id in actions:  # else it was deleted a moment ago
                game = _told(entry, actions[entry.id])
                yield between + json.dumps(game, separators=(",", ":"))
                between = ",\n"
    yield "\n]}\n"


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
    part: Part, request: Request, response: Response, player: Player = None
) -> dict[str, Any]:
    """Take in games of a file; what is there already stays as it is, and bad games are told."""
    if part.lunaria != VERSION:
        raise UnknownVersion(Reason.of("data-version", given=part.lunaria, known=VERSION))
    hall: Hall = request.app.state.hall
    async with request.app.state.replaying:
        games, refused = await asyncio.to_thread(_read_all, part.games, time.time())
    owner = owner_of(player, request, response)
    taken = await hall.store.take_in(owner, games)
    return {
        "taken": taken.count(True),
        "there": taken.count(False),
        "refused": [
            {
                "game": number,
                "action": fault.action,
                "reason": reason_data(fault.reason),
            }
            for number, fault in refused
        ],
    }


def _read_all(games: Sequence[Any], now: float) -> tuple[list[Foreign], list[Refused]]:
    good: list[Foreign] = []
    refused: list[Refused] = []
    for number, data in enumerate(games, start=1):
        try:
            found = read_game(data, now)
        except LunariaError as error:
            found = Fault(0, error.reason)
        if isinstance(found, Fault):
            refused.append(Refused(number, found))
        else:
            good.append(found)
    return good, refused


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
    created, touched, played = (
        _number(data.get(name)) for name in ("created", "touched", "played")
    )
    if not (created <= touched <= now + AHEAD and played <= now + AHEAD - created):
        raise NotReadable(NO_TIMES)
    deal = read_deal(code)
    if game_of(deal).seats > 1:
        raise NotReadable(Reason.of("data-match", game=game_of(deal).id))
    result, fault = result_of(deal, actions)
    if fault is not None:
        return fault
    table_id = secrets.token_urlsafe(16)
    return Foreign(
        id=table_id,
        code=str(deal),
        created=created,
        touched=touched,
        played=played,
        replay=replay_name(table_id),
        study=study,
        actions=tuple(actions),
        result=result,
    )


def _number(value: Any) -> float:
    """A number of seconds, or of those since 1970; raises NotReadable where it is none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value < MANY:
        raise NotReadable(NO_TIMES)
    return float(value)


@router.delete("/api/player")
async def forget(request: Request, response: Response, player: Player = None) -> dict[str, bool]:
    """Delete all games of the player and what came of them, and take back the cookie."""
    if player is not None:
        hall: Hall = request.app.state.hall
        await hall.forget(digest(player))
        response.delete_cookie(PLAYER_COOKIE)
    return {"deleted": player is not None}
