"""The lobby: the free seats that are offered to anyone, and the matches that anyone may watch."""

import asyncio
import time
from typing import Any

from fastapi import APIRouter, Request

from lunaria.core.errors import LunariaError
from lunaria.core.match import Match
from lunaria.games import game_of
from lunaria.server.asking import Player
from lunaria.server.hall import Hall
from lunaria.server.logs import log
from lunaria.server.store import Listed, StoredTable, StoreFailed
from lunaria.server.stored import deal_of, line_of, outcome_of

router = APIRouter()

#: How often it is noted who waits, and how long a seat is offered after that, in seconds.
NOTED, OFFERED = 15.0, 40.0
#: How long a match is watched at which nothing is played, in seconds.
PLAYED = 600.0
#: How many seats and how many matches are told at most.
MOST = 50


async def keep_offers(hall: Hall) -> None:
    """Note who waits in this process for somebody to sit down, until it is cancelled."""
    while True:
        waits = [
            table_id
            for table_id, opened in hall.opened().items()
            if isinstance(opened.table, Match) and opened.table.invitation
        ]
        if waits:
            try:
                await hall.store.offer(waits)
            except StoreFailed as error:
                log.error("offers were not noted", error=type(error).__name__)
        await asyncio.sleep(NOTED)


@router.get("/api/lobby")
async def lobby(request: Request, player: Player = None) -> dict[str, Any]:
    """The seats that are offered to anyone, and the matches that are played, the newest first."""
    store, now = request.app.state.hall.store, time.time()
    free, played = await store.listed(now - OFFERED, now - PLAYED, MOST)
    stored = {
        each.id: each for each in await store.load_all([each.table_id for each in (*free, *played)])
    }
    seats = [_seat(each, stored[each.table_id], player) for each in free if each.table_id in stored]
    watched = await asyncio.to_thread(
        lambda: [_match(stored[each.table_id]) for each in played if each.table_id in stored]
    )
    return {"seats": seats, "matches": [match for match in watched if match is not None]}


def _seat(listed: Listed, stored: StoredTable, own: str | None) -> dict[str, Any]:
    assert stored.match is not None
    return {
        "invitation": listed.invitation,
        "own": listed.player == own,
        **_told(stored),
        "since": listed.created,
    }


def _match(stored: StoredTable) -> dict[str, Any] | None:
    """What is told of a match that goes on; None where it is over, or cannot be read."""
    try:
        line, fault = line_of(stored)
    except LunariaError:
        return None
    if fault is not None or outcome_of(stored, line) is not None:
        return None
    details = line.game.details(line.state)
    return {
        "watch": stored.replay,
        **_told(stored),
        "round": min(details["round"], line.rounds),
        "totals": details["totals"],
    }


def _told(stored: StoredTable) -> dict[str, Any]:
    deal = deal_of(stored)
    assert stored.match is not None
    rounds = stored.match.rounds
    return {"game": game_of(deal).id, "variant": deal.variant, "rounds": rounds}
