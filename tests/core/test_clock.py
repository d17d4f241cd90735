"""The time played (APP-1): it runs only while somebody looks at a game that goes on."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lunaria.core.clock import Clock
from lunaria.core.game import Game
from lunaria.core.replay import Line
from lunaria.core.table import Table
from lunaria.games.crescent import CRESCENT
from lunaria.games.half_moon import HALF_MOON
from registry import every_game, numbered


def begun(game: Game[Any] = HALF_MOON, played: float = 0.0) -> Table:
    """A table with one page on which the first action was made at 100 seconds."""
    table = Table(Line(game, numbered(game, 1)), played)
    table.join("page", 0.0)
    act(table, table.line.legal()[0], 100.0)
    return table


def act(table: Table, token: str, now: float) -> float:
    """Play `token`; the time that is stored with it."""
    answer = table.receive("page", {"type": "act", "token": token, "revision": table.revision}, now)
    assert answer.action is not None
    return answer.action.played


def say(table: Table, word: str, now: float, page: str = "page") -> None:
    assert table.receive(page, {"type": word}, now).to_all


def test_a_clock_counts_the_time_between_start_and_stop() -> None:
    clock = Clock(5.0)
    assert (clock.runs, clock.played(50.0)) == (False, 5.0)
    clock.set(True, 100.0)
    assert (clock.runs, clock.played(103.0)) == (True, 8.0)
    clock.set(True, 104.0)
    clock.set(False, 110.0)
    assert (clock.runs, clock.played(500.0)) == (False, 15.0)


def test_a_clock_that_jumps_back_takes_no_time_away() -> None:
    clock = Clock(5.0)
    clock.set(True, 100.0)
    assert clock.played(40.0) == 5.0
    assert clock.played(43.0) == 8.0
    clock.set(False, 30.0)
    assert clock.played(1000.0) == 8.0


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1e9)), max_size=20))
def test_a_stopped_and_started_clock_never_loses_time(turns: list[tuple[bool, float]]) -> None:
    clock, before = Clock(), 0.0
    for runs, now in turns:
        clock.set(runs, now)
        assert clock.played(now) >= before
        before = clock.played(now)


@every_game
def test_time_starts_with_the_first_action(game: Game[Any]) -> None:
    table = Table(Line(game, numbered(game, 1)))
    table.join("page", 0.0)
    assert not table.view(60.0)["runs"]
    assert table.view(60.0)["time"] == 0
    assert act(table, table.line.legal()[0], 100.0) == 0
    view = table.view(107.5)
    assert (view["runs"], view["time"]) == (True, 7.5)


def test_the_time_of_each_action_is_stored_with_it() -> None:
    table = begun()
    assert act(table, table.line.legal()[0], 130.0) == 30.0
    assert act(table, "undo", 131.5) == 31.5


def test_a_refused_first_action_does_not_start_the_time() -> None:
    table = Table(Line(HALF_MOON, numbered(HALF_MOON, 1)))
    table.join("page", 0.0)
    for token in ("undo", "nonsense"):
        table.receive("page", {"type": "act", "token": token, "revision": 0}, 5.0)
    assert not table.view(10.0)["runs"]
    assert table.played(10.0) == 0


def test_time_stands_still_while_paused() -> None:
    table = begun()
    say(table, "pause", 110.0)
    say(table, "pause", 120.0)
    assert table.view(900.0)["time"] == 10
    assert not table.view(900.0)["runs"]
    say(table, "resume", 1000.0)
    assert table.view(1005.0)["time"] == 15


def test_time_stands_still_while_no_page_shows_the_table() -> None:
    table = begun()
    say(table, "hidden", 110.0)
    assert table.view(900.0)["time"] == 10
    say(table, "visible", 1000.0)
    assert table.view(1005.0)["time"] == 15


def test_who_acts_on_a_hidden_page_sees_it_and_the_time_runs() -> None:
    table = begun()
    say(table, "hidden", 110.0)
    assert act(table, table.line.legal()[0], 200.0) == 10
    assert table.view(203.0)["time"] == 13
    say(table, "hidden", 204.0)
    table.receive("page", {"type": "act", "token": "nonsense", "revision": 2}, 300.0)
    assert not table.view(300.0)["runs"]


def test_time_goes_on_while_one_of_two_pages_shows_the_table() -> None:
    table = begun()
    table.join("other", 105.0)
    say(table, "hidden", 110.0)
    assert table.view(120.0)["time"] == 20
    say(table, "hidden", 130.0, "other")
    assert table.view(900.0)["time"] == 30
    say(table, "visible", 1000.0)
    assert table.view(1001.0)["time"] == 31


def test_time_stands_still_when_the_last_page_is_gone_and_goes_on_with_the_next() -> None:
    table = begun()
    table.leave("page", 110.0)
    assert table.played(500.0) == 10
    table.join("again", 600.0)
    assert table.view(600.0)["time"] == 10
    assert table.view(604.0)["time"] == 14


def test_a_hidden_page_that_goes_leaves_the_time_standing() -> None:
    table = begun()
    table.join("other", 100.0)
    say(table, "hidden", 110.0, "other")
    table.leave("page", 120.0)
    assert table.played(500.0) == 20


def test_a_paused_table_stays_paused_when_a_page_comes_back_into_sight() -> None:
    table = begun()
    say(table, "pause", 110.0)
    say(table, "hidden", 120.0)
    say(table, "visible", 130.0)
    table.join("other", 140.0)
    assert table.view(900.0)["time"] == 10
    assert table.view(900.0)["paused"]


def test_time_comes_back_with_a_stored_game() -> None:
    line: Line[Any] = Line(HALF_MOON, numbered(HALF_MOON, 1))
    line.play(line.legal()[0])
    table = Table(line, 321.5)
    assert table.played(50.0) == 321.5
    table.join("page", 1000.0)
    view = table.view(1000.0)
    assert (view["time"], view["runs"]) == (321.5, True)
    assert table.view(1002.0)["time"] == 323.5


@pytest.mark.parametrize("game", [HALF_MOON, CRESCENT], ids=["half-moon", "crescent"])
def test_time_stops_with_the_end_and_goes_on_when_the_end_is_taken_back(game: Game[Any]) -> None:
    table = begun(game)
    now = 100.0
    while table.line.outcome is None:
        now += 1
        act(table, table.line.legal()[-1], now)
    ended = table.played(now)
    assert ended == now - 100
    assert table.view(now + 500)["time"] == ended
    assert not table.view(now + 500)["runs"]
    act(table, "undo", now + 1000)
    assert table.view(now + 1004)["time"] == ended + 4
    assert act(table, "redo", now + 1010) == ended + 10
    assert table.played(now + 9000) == ended + 10


def test_the_deal_taken_back_to_keeps_the_time_running() -> None:
    table = begun()
    act(table, "undo", 110.0)
    assert table.view(115.0)["time"] == 15


def test_a_server_clock_that_jumps_back_never_lowers_the_time_shown() -> None:
    table = begun(played=40.0)
    assert table.view(90.0)["time"] == 40
    assert act(table, "undo", 20.0) == 40
    say(table, "pause", 10.0)
    assert table.view(5.0)["time"] == 40
