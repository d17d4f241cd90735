"""The deals of the day of a month, and which of them a player has won."""

from calendar import monthrange
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any

from lunaria.core.code import Code
from lunaria.core.deal import daily, read_date
from lunaria.core.errors import NotReadable, Reason
from lunaria.games import GAMES, game_of
from lunaria.games.days import FIRST, LAST
from lunaria.server.statistics import Game, Streak, streak

WON, BEGUN = "won", "begun"

#: How far the clocks of the world are ahead of UTC at most, and behind it.
EARLIEST, LATEST = timedelta(hours=14), timedelta(hours=12)

#: The name of the streak of days on which the deal of any game was won.
ANY = "any"


def read_month(text: str) -> date:
    """The first day of a month that is written as 2026-11.

    Raises NotReadable where it is none, or none of those whose deals are chosen.
    """
    try:
        month = read_date(f"{text.strip()}-01")
    except NotReadable:
        raise NotReadable(Reason.of("month", given=text[:40], example=_name(FIRST))) from None
    if not FIRST.replace(day=1) <= month <= LAST:
        raise NotReadable(
            Reason.of("month-without", given=_name(month), first=_name(FIRST), last=_name(LAST))
        )
    return month


def _name(month: date) -> str:
    return month.isoformat()[:7]


@cache
def deals(month: date) -> dict[date, dict[str, str]]:
    """The codes of each game by the days of a month, which is told by its first day."""
    _, length = monthrange(month.year, month.month)
    days = (month + timedelta(days=at) for at in range(length))
    return {day: {game.id: str(daily(game, day)) for game in GAMES} for day in days if day >= FIRST}


def begin(day: date) -> float:
    """When a day begins where it begins first, in Unix seconds."""
    return (datetime.combine(day, time(), UTC) - EARLIEST).timestamp()


def is_over(day: date, now: float) -> bool:
    """Whether a day is over everywhere."""
    end = datetime.combine(day, time(), UTC) + timedelta(days=1) + LATEST
    return now >= end.timestamp()


def day_of(code: Code, now: float) -> date | None:
    """The day whose deal of the day it is, if that is today somewhere; the later one of two."""
    moment = datetime.fromtimestamp(now, UTC)
    day, first = (moment + EARLIEST).date(), (moment - LATEST).date()
    while day >= max(first, FIRST):
        if day <= LAST and deals(day.replace(day=1))[day][game_of(code).id] == str(code):
            return day
        day -= timedelta(days=1)
    return None


def results(games: list[Game]) -> dict[str, str]:
    """What a player did on deals, by their codes; games that were studied do not count."""
    done: dict[str, str] = {}
    for game in games:
        if not game.studied:
            won = game.won is not None or done.get(game.code) == WON
            done[game.code] = WON if won else BEGUN
    return done


def month_told(month: date, done: Mapping[str, str]) -> list[dict[str, Any]]:
    """The days of a month with the deal of each game, and what was done on it (None: nothing)."""
    return [
        {
            "day": day.isoformat(),
            "deals": {
                game: {"code": code, "result": done.get(code)} for game, code in codes.items()
            },
        }
        for day, codes in deals(month).items()
    ]


def streaks(done: Mapping[str, str], today: date) -> dict[str, Streak]:
    """The days in a row whose deal was won, by game and of any game, up to `today`.

    A day counts whenever its deal was won, and today breaks nothing: it is not over yet.
    """
    wins: dict[str, list[bool]] = {name: [] for name in (*(game.id for game in GAMES), ANY)}
    for month in _months(min(today, LAST)):
        for day, codes in deals(month).items():
            if day > today:
                break
            won = {game for game, code in codes.items() if done.get(code) == WON}
            for name, course in wins.items():
                course.append(bool(won) if name == ANY else name in won)
    return {
        name: streak(course if not course or course[-1] else course[:-1])
        for name, course in wins.items()
    }


def _months(last: date) -> list[date]:
    """The first days of the months from the first with chosen deals to that of `last`."""
    months, month = [], FIRST.replace(day=1)
    while month <= last:
        months.append(month)
        month = (month + timedelta(days=31)).replace(day=1)
    return months
