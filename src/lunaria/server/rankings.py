"""The rankings: won games by day and of all time, and the ratings of those who play each other.

Only games count that this server played, see `finishes` and `store.finishes`.
"""

import time
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from lunaria.core.code import check_variant
from lunaria.core.deal import daily, read_date
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.game import Game
from lunaria.games import game_named
from lunaria.games.days import FIRST, LAST
from lunaria.server import days
from lunaria.server.asking import Player
from lunaria.server.hall import Hall
from lunaria.server.store.finishes import LINES, Ranked, Which
from lunaria.server.store.ratings import Rated

router = APIRouter()

#: The last page of a list that can be asked for.
LAST_PAGE = 1000
RATING = "rating"


@router.get("/api/rankings/{game}")
async def ranking(
    game: str,
    request: Request,
    day: str | None = None,
    variant: Annotated[str | None, Query(max_length=1)] = None,
    page: Annotated[int, Query(ge=1, le=LAST_PAGE)] = 1,
    player: Player = None,
) -> dict[str, Any]:
    """A page of a ranking: of the deal of a day, of all time by rule set, or the ratings.

    Raises NotReadable where there is none such.
    """
    hall: Hall = request.app.state.hall
    rules, own = game_named(game), player
    letter = rules.variants[0] if variant is None else check_variant(variant, rules)
    when = None if day is None else _day(day, rules, letter)
    told: dict[str, Any] = {
        "game": rules.id,
        "variant": letter,
        "day": when and when.isoformat(),
        "first": FIRST.isoformat(),
        "code": None if when is None else str(daily(rules, when)),
        "over": when is not None and days.is_over(when, time.time()),
        "by": rules.ranked_by,
        "marks": rules.marks_undo,
        "page": page,
        "size": LINES,
    }
    if RATING in rules.ranked_by:
        ratings = await hall.store.rankings.ratings(rules.id, page, own, time.time())
        return {
            **told,
            "total": ratings.total,
            "lines": [_rated(line) for line in ratings.lines],
            "own": ratings.own and _rated(ratings.own),
        }
    which = Which(rules.id, letter, told["day"], rules.ranked_by)
    games = await hall.store.rankings.games(which, page, own)
    return {
        **told,
        "total": games.total,
        "lines": [_ranked(line, rules) for line in games.lines],
        "own": games.own and _ranked(games.own, rules),
    }


def _day(text: str, game: Game[Any], variant: str) -> date:
    """The day of a ranking; raises NotReadable where there is no ranking of that day."""
    day = read_date(text)
    if RATING in game.ranked_by:
        raise NotReadable(Reason.of("ranking-no-days", game=game.id))
    if not FIRST <= day <= LAST:
        first, last = FIRST.isoformat(), LAST.isoformat()
        raise NotReadable(Reason.of("day-without", given=day.isoformat(), first=first, last=last))
    if variant != game.variants[0]:
        raise NotReadable(Reason.of("day-variant", given=variant, variant=game.variants[0]))
    return day


def _ranked(line: Ranked, game: Game[Any]) -> dict[str, Any]:
    told = {**line._asdict(), "undone": line.undone and game.marks_undo}
    return {"time" if name == "seconds" else name: value for name, value in told.items()}


def _rated(line: Rated) -> dict[str, Any]:
    figures = {"rating": round(line.rating), "deviation": round(line.deviation)}
    return {**line._asdict(), **figures, "provisional": line.provisional}
