"""Matches in the file of a player's data: told as far as they are known, and read where over."""

import secrets
from typing import Any, NamedTuple

from lunaria.bots import LEVELS
from lunaria.core import record
from lunaria.core.code import Code
from lunaria.core.errors import LunariaError, NotReadable, Reason
from lunaria.core.match import PERSON
from lunaria.core.replay import Fault
from lunaria.games import GAMES
from lunaria.server.results import result_of
from lunaria.server.routes import record_of
from lunaria.server.store import Entry, Foreign, Seat, StoredMatch, StoredTable, replay_name
from lunaria.server.stored import game_of_code, is_open, is_sealed, line_of

NO_MATCH = Reason.of("data-no-match")
GOES_ON = Reason.of("data-match")


class Times(NamedTuple):
    """When a game was begun and last touched, in Unix seconds, and the seconds played."""

    created: float
    touched: float
    played: float


def told(entry: Entry, stored: StoredTable) -> dict[str, Any]:
    """A match as a file has it.

    Its record is there when the match is over; before, nothing tells more than its player has seen.
    """
    match = stored.match
    assert match is not None
    try:
        line, _ = line_of(stored)
        written = record_of(line, stored) if is_open(stored, line) else None
    except LunariaError:
        written = None  # of a version that this server no longer plays
    return {
        "game": game_of_code(entry.code).id,
        "code": None if is_sealed(entry.code) else entry.code,
        "rounds": match.rounds,
        "players": match.players,
        "seat": entry.seat,
        "created": entry.created,
        "touched": max(entry.created, entry.touched),
        "played": entry.played,
        "actions": stored.actions,
        "record": written,
    }


def read(data: dict[str, Any], times: Times) -> Foreign | Fault:
    """A match of a file under a new id, or what its record has wrong; `times` are read already.

    Raises NotReadable or UnknownVersion where anything else is wrong with it, or it is not over.
    """
    text, sitting, seat = data.get("record"), data.get("players"), data.get("seat")
    if sitting not in [[PERSON, other] for other in (PERSON, *LEVELS)]:
        raise NotReadable(NO_MATCH)
    alone = sitting[1] != PERSON
    if type(seat) is not int or seat not in ((1,) if alone else (0, 1, 2)):
        raise NotReadable(NO_MATCH)
    if text is None:
        raise NotReadable(GOES_ON)
    if not isinstance(text, str):
        raise NotReadable(NO_MATCH)
    first, *others = record.read(text)
    line, fault = record.verify(first, GAMES)
    if fault is not None:
        return fault
    if others or line is None or line.game.seats != 2:
        raise NotReadable(NO_MATCH)
    left = first.tag("Result") or ""
    gone = int(left[-1]) if left in record.ABANDONED and line.outcome is None else 0
    if line.outcome is None and not gone:
        raise NotReadable(GOES_ON)
    table_id = secrets.token_urlsafe(16)
    seeds = None if isinstance(line.code, Code) else " ".join(x.hex() for x in line.code.seeds)
    result, _ = result_of(line.code, line.actions, line.rounds)
    agreed = StoredMatch(
        line.rounds, (PERSON, sitting[1]), screen=seat == 0, seeds=seeds, gone=gone
    )
    return Foreign(
        table_id,
        str(line.code),
        *times,
        replay_name(table_id),
        study=False,
        actions=tuple(line.actions),
        result=result,
        match=agreed,
        seat=Seat(table_id, seat, secrets.token_urlsafe(16), ""),
    )
