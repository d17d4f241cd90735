"""What is acknowledged is kept: through a crash, a restart and a reload (APP-1, APP-9)."""

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from lunaria.core import record
from serving import Page, Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path) as running:
        yield running


def stored(server: Server, table: str) -> tuple[str, ...]:
    (read,) = record.read(server.record(table))
    return read.actions


#: More turns than the stock of Easy Harp has cards, with undo and redo among them.
TURNS = ("draw", "draw", "undo", "redo", "draw", "undo", "undo", "draw") * 4


def test_every_acknowledged_move_is_there_after_a_crash(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as page:
        for token in TURNS:
            assert page.act(token)["type"] == "table"
        before = page.view
        server.kill()
    server.start()
    assert stored(server, table) == TURNS
    with server.page(table) as page:
        assert {**page.view, "time": 0} == {**before, "time": 0}
        assert page.turn()["revision"] == len(TURNS) + 1


@pytest.mark.parametrize("acknowledged", [3, 20, 41])
def test_a_crash_in_a_burst_loses_at_most_what_was_not_acknowledged(
    server: Server, acknowledged: int
) -> None:
    """The page sends without waiting; the server dies while answers are on their way."""
    tokens = [TURNS[at % len(TURNS)] for at in range(60)]
    table = server.new_table()
    with server.page(table) as page:
        for revision, token in enumerate(tokens):
            page.send(token, revision)
        while page.view["revision"] < acknowledged:
            page.hear()
        server.kill()
        told = last_told(page)
    server.start()
    kept = stored(server, table)
    assert list(kept) == tokens[: len(kept)]
    assert len(kept) >= told >= acknowledged
    with server.page(table) as page:
        assert page.view["revision"] == len(kept)
        assert page.act(tokens[len(kept)])["revision"] == len(kept) + 1


def last_told(page: Page) -> int:
    """The last revision that reached the page before its connection broke."""
    try:
        while True:
            page.hear()
    except (ConnectionClosed, json.JSONDecodeError):
        told: int = page.view["revision"]
        return told


def test_of_moves_sent_one_by_one_only_the_unanswered_one_may_be_lost(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as page:
        for _ in range(25):
            page.turn()
        page.send("draw")
        server.kill()
    server.start()
    assert stored(server, table) in (("draw",) * 25, ("draw",) * 26)


def test_a_server_that_is_told_to_stop_stops_and_has_everything(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as page:
        for _ in range(5):
            page.turn()
        time.sleep(0.3)
        started = time.monotonic()
        assert server.stop() in (0, -signal.SIGTERM)
        assert time.monotonic() - started < 5
    server.start()
    assert stored(server, table) == ("draw",) * 5
    with server.page(table) as page:
        assert page.view["time"] >= 0.3


def test_a_reload_keeps_the_time(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as page:
        page.turn()
        time.sleep(0.5)
    time.sleep(0.4)
    with server.page(table) as page:
        assert 0.5 <= page.view["time"] < 0.9
        assert page.view["runs"]


def test_a_hidden_or_paused_page_stops_the_time(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as page:
        page.turn()
        for stop, go in (("hidden", "visible"), ("pause", "resume")):
            page.say(type=stop)
            stopped = page.hear()
            assert not stopped["runs"]
            time.sleep(0.3)
            page.say(type=go)
            assert page.hear()["time"] - stopped["time"] < 0.2
            assert page.view["runs"]


def test_a_paused_table_takes_no_move(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as page:
        page.say(type="pause")
        assert page.hear()["paused"]
        refusal = page.act("draw")
        assert refusal["reason"]["code"] == "paused"
        assert refusal["message"]
    assert stored(server, table) == ()


def test_an_end_is_kept_and_can_be_taken_back_after_a_restart(server: Server) -> None:
    table = server.new_table("HM1-N-AAAAAAB")
    with server.page(table) as page:
        while page.view["legal"]:
            page.act(next(iter(page.view["legal"])))
        ended = page.view
        assert ended["outcome"] in ("blocked", "won")
        server.kill()
    server.start()
    with server.page(table) as page:
        assert (page.view["outcome"], page.view["runs"]) == (ended["outcome"], False)
        assert page.view["time"] == ended["time"]
        assert page.act("undo")["outcome"] is None
        assert page.view["runs"]
