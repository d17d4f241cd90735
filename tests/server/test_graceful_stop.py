"""A server that is asked to stop in the middle of play: everything is stored, everybody is told."""

import json
import signal
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from serving import Page, Server

RESTART = 1012
PLAYERS = 6


class Player(threading.Thread):
    """Plays as fast as it is answered until its socket is closed."""

    def __init__(self, server: Server, table: str) -> None:
        super().__init__()
        self.table = table
        self.page: Page = server.page(table)
        self.acknowledged = 0
        self.code: int | None = None

    def run(self) -> None:
        with self.page as page:
            try:
                while True:
                    self.acknowledged = page.turn()["revision"]
            except ConnectionClosed as closed:
                self.code = None if closed.rcvd is None else closed.rcvd.code
            except (TimeoutError, json.JSONDecodeError):  # pragma: no cover
                pass


@pytest.mark.parametrize("workers", [1, 2])
def test_whoever_plays_is_told_to_come_back_and_nothing_is_lost(
    tmp_path: Path, workers: int
) -> None:
    with Server(tmp_path, "--workers", str(workers)) as server:
        players = [Player(server, server.new_table()) for _ in range(PLAYERS)]
        for player in players:
            player.start()
        while min(player.acknowledged for player in players) < 20:
            time.sleep(0.02)
        started = time.monotonic()
        status = server.stop()
        took = time.monotonic() - started
        for player in players:
            player.join()
        assert status in (0, -signal.SIGTERM)
        assert took < 8
        assert [player.code for player in players] == [RESTART] * PLAYERS
        with closing(sqlite3.connect(server.database)) as database:
            numbers = "select number from actions where table_id = ? order by number"
            for player in players:
                stored = [number for (number,) in database.execute(numbers, [player.table])]
                assert stored == list(range(1, player.acknowledged + 1))
        if workers == 1:
            server.start()
            with server.page(players[0].table) as page:
                assert page.turn()["revision"] == players[0].acknowledged + 1


def test_a_page_that_does_not_answer_holds_no_server_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(tmp_path) as server:
        page = server.page(server.new_table())
        idle = httpx.Client(base_url=server.url)
        idle.get("healthz")
        page.turn()
        # A page that was frozen: nobody reads what comes, so nobody says goodbye.
        monkeypatch.setattr(page.socket.protocol, "receive_data", lambda _data: None)
        started = time.monotonic()
        server.stop()
        assert time.monotonic() - started < 8
        idle.close()
        page.socket.socket.close()


def test_it_stops_while_it_is_asked_for_something_long(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        body = {"record": '[Code "CR1-N-AAAAAAB"] 1. 15>C+'}
        with httpx.stream("POST", f"{server.url}api/analysis", json=body, timeout=30) as answer:
            assert answer.status_code == 200
            lines = answer.iter_lines()
            next(lines)
            started = time.monotonic()
            server.stop()
            assert time.monotonic() - started < 9
