"""What the statistics of a player are, as the page tells it (APP-10); pure functions.

A game counts from its first action. It is *won* where it was ever won, also if the win was taken
back. It is *not won* where that never happened and nobody has touched it for a week, or the same
deal was begun again, or it is a match that is over; until then it *goes on* and counts neither way.
A game that was studied before it was won counts apart, and begins no deal again. Games stand in the
order in which they were begun.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from itertools import groupby
from statistics import median
from typing import NamedTuple

#: How long a game that is not won goes on without being touched, in seconds.
PATIENCE = 7 * 24 * 3600

WON, NOT_WON, GOING, STUDIED = "won", "not-won", "going", "studied"

#: The widths that the classes of a distribution may have, in seconds or moves; wider ones double.
WIDTHS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600)
#: The most classes of a distribution, and the most days and months of a course.
CLASSES, DAYS, MONTHS = 10, 31, 36
#: What is larger than so many times the middle value makes no classes of its own.
FAR = 4


class Game(NamedTuple):
    """A game on which something was done; times in Unix seconds.

    `won` is the count of moves that it was first won with, None where it was never won. `over`
    tells of a match that it has ended.
    """

    code: str
    begun: float
    touched: float
    seconds: float
    won: int | None
    studied: bool = False
    over: bool = False


class Streak(NamedTuple):
    """How many in a row up to now, and at most."""

    current: int
    longest: int


class Class(NamedTuple):
    """How many values are at least `least` and below `below`; None: however large they are."""

    least: int
    below: int | None
    size: int


class Figures(NamedTuple):
    """The least and the middle of values, and how they are distributed."""

    best: float
    median: float
    classes: tuple[Class, ...]


class Period(NamedTuple):
    """The games that were begun in a day (`2026-11-30`), month or year, and are decided."""

    name: str
    played: int
    won: int
    #: The middle of the seconds of those that were won, None where none was.
    seconds: float | None


class Statistics(NamedTuple):
    """The statistics of one game; `played` are the decided games."""

    played: int
    won: int
    going: int
    studied: int
    streak: Streak
    #: Of won games; None where there is none.
    time: Figures | None
    moves: Figures | None
    course: tuple[Period, ...]


def statistics(games: Iterable[Game], now: float, offset: int = 0) -> Statistics:
    """The statistics of games of one kind at the time `now`.

    Days and months are those of a clock that is `offset` minutes ahead of UTC.
    """
    standing = list(standings(games, now))
    decided = [(game, how) for game, how in standing if how in (WON, NOT_WON)]
    won = [game for game, how in decided if how == WON]
    states = [how for _, how in standing]
    return Statistics(
        played=len(decided),
        won=len(won),
        going=states.count(GOING),
        studied=states.count(STUDIED),
        streak=streak(how == WON for _, how in decided),
        time=figures([game.seconds for game in won]),
        moves=figures([game.won for game in won if game.won is not None]),
        course=tuple(course(decided, timezone(timedelta(minutes=offset)))),
    )


def standings(games: Iterable[Game], now: float) -> Iterator[tuple[Game, str]]:
    """Each game with how it stands, in the order in which they were begun."""
    ordered = sorted(games, key=lambda game: (game.begun, game.code))
    last = {game.code: at for at, game in enumerate(ordered) if not game.studied}
    for at, game in enumerate(ordered):
        if game.studied:
            yield game, STUDIED
        elif game.won is not None:
            yield game, WON
        elif game.over or last[game.code] != at or now - game.touched >= PATIENCE:
            yield game, NOT_WON
        else:
            yield game, GOING


def streak(successes: Iterable[bool]) -> Streak:
    """The successes in a row at the end, and the most in a row anywhere."""
    current = longest = 0
    for success in successes:
        current = current + 1 if success else 0
        longest = max(longest, current)
    return Streak(current, longest)


def figures(values: Sequence[float]) -> Figures | None:
    """What values come to; None where there are none."""
    if not values:
        return None
    return Figures(min(values), median(values), tuple(classes(values)))


def classes(values: Sequence[float]) -> Iterator[Class]:
    """At most `CLASSES` classes of equal width for values of at least 0; none for no values.

    A few values that are much larger than the others do not make the classes wider: the last class
    takes them too, and has no end then.
    """
    if not values:
        return
    ordered = sorted(values)
    least, limit = ordered[0], FAR * median(ordered)
    most = max(value for value in ordered if value <= limit)
    width = next(width for width in _widths() if most // width - least // width < CLASSES)
    first, last = int(least // width), int(most // width)
    counts = [0] * (last - first + 1)
    for value in ordered:
        counts[min(int(value // width), last) - first] += 1
    for at, count in enumerate(counts, start=first):
        is_open = at == last and ordered[-1] >= (last + 1) * width
        yield Class(at * width, None if is_open else (at + 1) * width, count)


def _widths() -> Iterator[int]:
    yield from WIDTHS
    width = WIDTHS[-1]
    while True:
        width *= 2
        yield width


def course(decided: Sequence[tuple[Game, str]], zone: timezone) -> Iterator[Period]:
    """Days where that is few enough, else months, else years; none between is left out."""
    if not decided:
        return
    named = [(game, how, _day(game.begun, zone)) for game, how in decided]
    first, last = named[0][2], named[-1][2]
    size = _size(first, last)
    games = {name: list(group) for name, group in groupby(named, key=lambda each: each[2][:size])}
    for name in _names(first, last, size):
        group = games.get(name, [])
        won = [game.seconds for game, how, _ in group if how == WON]
        yield Period(name, len(group), len(won), median(won) if won else None)


def _day(moment: float, zone: timezone) -> str:
    return datetime.fromtimestamp(moment, zone).date().isoformat()


def _size(first: str, last: str) -> int:
    """How many characters of a date name its day, month or year."""
    begin, end = datetime.fromisoformat(first), datetime.fromisoformat(last)
    if (end - begin).days < DAYS:
        return 10
    months = (end.year - begin.year) * 12 + end.month - begin.month
    return 7 if months < MONTHS else 4


def _names(first: str, last: str, size: int) -> Iterator[str]:
    day, end = datetime.fromisoformat(first).date(), datetime.fromisoformat(last).date()
    names: dict[str, None] = {}
    while day <= end:
        names[day.isoformat()[:size]] = None
        day += timedelta(days=1)
    yield from names
