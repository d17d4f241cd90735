"""What a player asks for all that is theirs: the days and the statistics."""

import time
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from lunaria.core.deal import read_date
from lunaria.games import GAMES, game_of, read_deal
from lunaria.games.days import FIRST, LAST
from lunaria.server import days, results
from lunaria.server.hall import Hall
from lunaria.server.routes import Player, digest
from lunaria.server.statistics import Game, statistics

router = APIRouter()

#: How far a clock may be from UTC, in minutes.
FARTHEST = 14 * 60


async def games_of(hall: Hall, player: str | None) -> list[Game]:
    """All games of a player on which something was done."""
    if player is None:
        return []
    entries = await hall.store.of_player(digest(player), most=None)
    return [
        Game(entry.code, entry.created, entry.touched, entry.played, result.won, entry.study)
        for entry, result in await results.complete(hall.store, entries)
    ]


@router.get("/api/days")
async def days_of_month(
    month: str, request: Request, today: str | None = None, player: Player = None
) -> dict[str, Any]:
    """The deals of the day of a month such as 2026-11, and what the player did on each.

    With the player's date as `today`, also how many days in a row were won.
    """
    first = days.read_month(month)
    until = read_date(today) if today is not None else None
    done = days.results(await games_of(request.app.state.hall, player))
    told: dict[str, Any] = {
        "month": first.isoformat()[:7],
        "first": FIRST.isoformat(),
        "last": LAST.isoformat(),
        "days": days.month_told(first, done),
    }
    if until is not None:
        told["streaks"] = {
            name: streak._asdict() for name, streak in days.streaks(done, until).items()
        }
    return told


@router.get("/api/statistics")
async def own_statistics(
    request: Request,
    offset: Annotated[int, Query(ge=-FARTHEST, le=FARTHEST)] = 0,
    player: Player = None,
) -> dict[str, Any]:
    """The player's statistics by game; their clock is `offset` minutes ahead of UTC."""
    now = time.time()
    own: dict[str, list[Game]] = {game.id: [] for game in GAMES}
    for game in await games_of(request.app.state.hall, player):
        own[game_of(read_deal(game.code)).id].append(game)
    return {name: _told(statistics(games, now, offset)) for name, games in own.items()}


def _told(value: Any) -> Any:
    """Named tuples within each other as objects."""
    if hasattr(value, "_asdict"):
        return {name: _told(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [_told(part) for part in value]
    return value
