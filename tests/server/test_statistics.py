"""What statistics say, by histories made by hand (APP-10)."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from lunaria.core.errors import NotReadable
from lunaria.games import GAMES
from lunaria.server import days
from lunaria.server.statistics import (
    CLASSES,
    GOING,
    NOT_WON,
    PATIENCE,
    STUDIED,
    WON,
    Class,
    Game,
    Streak,
    classes,
    standings,
    statistics,
    streak,
)

NOW = 1_796_000_000.0  # 30 November 2026, 00:53:20 UTC
DAY = 24 * 3600.0


def game(
    begun: float, won: int | None = None, *, code: str = "", seconds: float = 60, ago: float = 0
) -> Game:
    """A game that was begun so many days before now, and touched last `ago` days before now."""
    at = NOW - begun * DAY
    return Game(code or f"HM1-N-{begun}", at, max(at, NOW - ago * DAY), seconds, won)


def how(*games: Game) -> list[str]:
    return [state for _, state in standings(games, NOW)]


def test_nobody_who_never_played_has_lost() -> None:
    told = statistics([], NOW)
    assert (told.played, told.won, told.going, told.studied) == (0, 0, 0, 0)
    assert (told.streak, told.time, told.moves, told.course) == (Streak(0, 0), None, None, ())


def test_a_game_that_is_not_won_goes_on_for_a_week_since_it_was_touched() -> None:
    week = PATIENCE / DAY
    assert how(game(30, ago=week - 0.001)) == [GOING]
    assert how(game(30, ago=week)) == [NOT_WON]
    assert how(game(30, 40, ago=30)) == [WON]


def test_a_deal_that_was_begun_again_was_not_won() -> None:
    first, again = game(2, code="same"), game(1, code="same")
    assert how(first, again) == [NOT_WON, GOING]
    assert how(again, first) == [NOT_WON, GOING]
    assert how(first, game(1, 40, code="same")) == [NOT_WON, WON]
    assert how(game(2, 40, code="same"), again) == [WON, GOING]


def test_a_studied_game_counts_for_nothing_and_begins_no_deal_again() -> None:
    studied = game(1, 40, code="same")._replace(studied=True)
    assert how(game(2, code="same"), studied) == [GOING, STUDIED]
    told = statistics([studied], NOW)
    assert (told.played, told.won, told.studied, told.time) == (0, 0, 1, None)


def test_a_clock_that_was_set_back_makes_no_game_old() -> None:
    later = Game("HM1-N-AAAAAAB", NOW + 30 * DAY, NOW + 29 * DAY, 10, None)
    told = statistics([later, game(1, 50)], NOW)
    assert (told.played, told.won, told.going) == (1, 1, 1)
    won = later._replace(won=40)
    assert [period.won for period in statistics([won, game(1, 50)], NOW).course if period.won] == [
        1,
        1,
    ]


@pytest.mark.parametrize(
    ("course", "current", "longest"),
    [("", 0, 0), ("+", 1, 1), ("-", 0, 0), ("++-+", 1, 2), ("+-++", 2, 2), ("+++-", 0, 3)],
)
def test_a_streak_is_what_is_won_in_a_row(course: str, current: int, longest: int) -> None:
    assert streak(each == "+" for each in course) == Streak(current, longest)


def test_games_that_go_on_do_not_break_a_streak() -> None:
    told = statistics([game(3, 40), game(2), game(1, 40)], NOW)
    assert told.streak == Streak(2, 2)
    later = statistics([game(3, 40), game(2), game(1, 40)], NOW + PATIENCE)
    assert later.streak == Streak(1, 1)


def test_best_and_median_are_those_of_won_games() -> None:
    games = [
        game(9, 60, seconds=300),
        game(8, 50, seconds=100),
        game(7, 58, seconds=200),
        game(20, seconds=5, ago=19),
    ]
    told = statistics(games, NOW)
    assert (told.played, told.won) == (4, 3)
    assert told.time is not None
    assert told.moves is not None
    assert (told.time.best, told.time.median) == (100, 200)
    assert (told.moves.best, told.moves.median) == (50, 58)
    even = statistics([*games, game(6, 52, seconds=400)], NOW)
    assert even.time is not None
    assert even.moves is not None
    assert (even.time.median, even.moves.median) == (250, 55)


@pytest.mark.parametrize(
    "values",
    [[0.0], [48.0] * 9, [1, 2, 3], list(range(200)), [59.9, 60, 3599.9, 7200.5], [0, 0, 5e7]],
)
def test_classes_hold_each_value_once_without_a_gap(values: list[float]) -> None:
    found = list(classes(values))
    assert 1 <= len(found) <= CLASSES
    assert sum(each.size for each in found) == len(values)
    for one, next_one in pairwise(found):
        assert one.below == next_one.least
    for each in found:
        inside = [v for v in values if each.least <= v and (each.below is None or v < each.below)]
        assert len(inside) == each.size


def test_a_page_left_open_over_night_does_not_squeeze_the_others() -> None:
    values = [100.0, 130, 150, 170, 210, 36_000]
    found = list(classes(values))
    assert found[-1].below is None
    assert sum(each.size > 0 for each in found) >= 4
    assert found[0] == Class(90, 105, 1) or found[0].size == 1


def test_a_course_tells_days_then_months_then_years_and_leaves_none_out() -> None:
    told = statistics([game(3, 40, seconds=10), game(1, 40, seconds=30)], NOW).course
    assert [(each.name, each.played, each.won, each.seconds) for each in told] == [
        ("2026-11-27", 1, 1, 10),
        ("2026-11-28", 0, 0, None),
        ("2026-11-29", 1, 1, 30),
    ]
    months = statistics([game(90, ago=80), game(1, 40)], NOW).course
    assert [each.name for each in months] == ["2026-09", "2026-10", "2026-11"]
    assert [(each.played, each.won) for each in months] == [(1, 0), (0, 0), (1, 1)]
    years = statistics([game(1300, 40), game(1, 40)], NOW).course
    assert [each.name for each in years] == ["2023", "2024", "2025", "2026"]


def test_a_day_is_that_of_the_players_clock() -> None:
    late = [game(0, 40)]  # 00:53 in London
    names = [statistics(late, NOW, offset).course[0].name for offset in (0, 540, -60, -480)]
    assert names == ["2026-11-30", "2026-11-30", "2026-11-29", "2026-11-29"]


# The days.

TODAY = date(2026, 11, 30)


def won_on(*ago: int, of: str = GAMES[0].id) -> dict[str, str]:
    """What is done after winning the deals of so many days ago."""
    done = {}
    for each in ago:
        day = TODAY - timedelta(days=each)
        done[days.deals(day.replace(day=1))[day][of]] = days.WON
    return done


@pytest.mark.parametrize(
    ("ago", "current", "longest"),
    [
        ((), 0, 0),
        ((0,), 1, 1),
        ((1,), 1, 1),  # today is not over yet
        ((2,), 0, 1),
        ((0, 1, 2), 3, 3),
        ((1, 2, 4, 5, 6, 7), 2, 4),
        (tuple(range(28, 33)), 0, 5),  # over the end of a month
    ],
)
def test_a_streak_of_days(ago: tuple[int, ...], current: int, longest: int) -> None:
    found = days.streaks(won_on(*ago), TODAY)
    assert found[GAMES[0].id] == found[days.ANY] == Streak(current, longest)
    assert found[GAMES[1].id] == Streak(0, 0)


def test_the_streak_of_any_game_goes_from_game_to_game() -> None:
    done = won_on(0, 2) | won_on(1, 3, of=GAMES[1].id)
    found = days.streaks(done, TODAY)
    assert found[days.ANY] == Streak(4, 4)
    assert found[GAMES[0].id] == Streak(1, 1)


def test_a_begun_deal_is_no_won_one_and_a_won_one_stays_so() -> None:
    begun, won = game(2, code="same"), game(1, 40, code="same")
    assert days.results([begun]) == {"same": days.BEGUN}
    assert days.results([won, begun]) == days.results([begun, won]) == {"same": days.WON}
    assert days.results([won._replace(studied=True)]) == {}


def test_every_day_of_a_month_has_a_deal_of_every_game() -> None:
    for month, length in ((date(2026, 1, 1), 31), (date(2028, 2, 1), 29), (date(2036, 12, 1), 31)):
        found = days.deals(month)
        assert len(found) == length
        assert all(set(codes) == {game.id for game in GAMES} for codes in found.values())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2026-13", "month"),
        ("2026-1", "month"),
        ("2026", "month"),
        ("", "month"),
        ("2026-11-30", "month"),
        ("12026-11", "month"),
        ("0000-01", "month"),
        ("2025-12", "month-without"),
        ("2037-01", "month-without"),
        ("9999-12", "month-without"),
    ],
)
def test_a_month_that_there_is_not_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotReadable) as refused:
        days.read_month(text)
    assert refused.value.reason.code == reason
