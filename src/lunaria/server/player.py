"""What a player asks for all that is theirs: the days and the statistics."""

import time
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from lunaria.core.deal import read_date
from lunaria.core.game import WON
from lunaria.core.game import Game as Rules
from lunaria.games import GAMES
from lunaria.games.days import FIRST, LAST
from lunaria.server import days, matches, results
from lunaria.server.asking import Player
from lunaria.server.hall import Hall
from lunaria.server.statistics import Game, Statistics, statistics
from lunaria.server.store import Entry, Result
from lunaria.server.stored import game_of_code

router = APIRouter()

#: How far a clock may be from UTC, in minutes.
FARTHEST = 14 * 60


async def games_of(hall: Hall, player: str | None) -> list[Game]:
    """All games of a player on which something was done, without those of two at one page."""
    if player is None:
        return []
    entries = await hall.store.of_player(player, most=None)
    return [
        _game(entry, result)
        for entry, result in await results.complete(hall.store, entries)
        if entry.seat
    ]


def _game(entry: Entry, result: Result) -> Game:
    won, over = _won(entry, result), matches.is_over(entry, result.result)
    return Game(entry.code, entry.created, entry.touched, entry.played, won, entry.study, over)


def _won(entry: Entry, result: Result) -> int | None:
    """The count of moves that a game was won with; None where it was not."""
    if game_of_code(entry.code).seats == 1:
        return result.won
    return result.moves if matches.result_for(entry, result.result) == WON else None


@router.get("/api/days")
async def days_of_month(
    month: str, request: Request, player: Player, today: str | None = None
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
    player: Player,
    offset: Annotated[int, Query(ge=-FARTHEST, le=FARTHEST)] = 0,
) -> dict[str, Any]:
    """The player's statistics by game; their clock is `offset` minutes ahead of UTC."""
    now = time.time()
    own: dict[str, list[Game]] = {game.id: [] for game in GAMES}
    for game in await games_of(request.app.state.hall, player):
        own[game_of_code(game.code).id].append(game)
    return {
        game.id: _told(_sensible(game, statistics(own[game.id], now, offset))) for game in GAMES
    }


def _sensible(game: Rules[Any], found: Statistics) -> Statistics:
    """The statistics of a game; of a match of two neither time nor moves say how well it went."""
    return found if game.seats == 1 else found._replace(time=None, moves=None)


def _told(value: Any) -> Any:
    """Named tuples within each other as objects."""
    if hasattr(value, "_asdict"):
        return {name: _told(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [_told(part) for part in value]
    return value
