"""The rankings as the server tells them: a win with its replay, every list, and bad questions."""

import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from hands import moment
from lunaria.core.deal import daily
from lunaria.core.game import WON
from lunaria.games import GAMES, HALF_MOON
from lunaria.server.asking import PLAYER_COOKIE, digest
from serving import Server

CODE, ACTIONS = moment("half-moon")


def name(server: Server, player: httpx.Client, as_: str) -> None:
    """Give the player of a cookie a name."""
    row = (digest(player.cookies[PLAYER_COOKIE]), as_, as_, as_, 0.0)
    with closing(sqlite3.connect(server.database, timeout=10)) as connection, connection:
        connection.execute("insert into players values (?, ?, ?, ?, ?)", row)


def wins(server: Server, player: httpx.Client, code: str = CODE) -> str:
    """The player wins the recorded game; its table."""
    table: str = player.post("api/tables", json={"code": code, "again": True}).json()["table"]
    with server.page(table) as page:
        for revision, token in enumerate(ACTIONS):
            page.send(token, revision)
        for token in ACTIONS:
            assert page.hear()["last"] == token
    return table


def asked(player: httpx.Client, path: str = "half-moon", **params: Any) -> dict[str, Any]:
    answer = player.get(f"api/rankings/{path}", params=params)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_win_is_listed_with_its_replay_and_gone_with_its_player(server: Server) -> None:
    with server.player() as ada, server.player() as bob, server.player() as guest:
        wins(server, ada)
        before = asked(ada)
        assert (before["total"], before["lines"]) == (0, [])
        assert (before["own"]["place"], before["own"]["name"]) == (1, None)
        name(server, ada, "Ada")
        (line,) = asked(guest)["lines"]
        assert set(line) == {"place", "name", "own", "moves", "time", "undone", "replay"}
        assert (line["place"], line["name"], line["own"], line["moves"]) == (1, "Ada", False, 48)
        assert guest.get(f"api/replays/{line['replay']}").json()["result"] == WON
        # Bob has seen how it is done.
        bob.post("api/tables", json={"code": CODE})
        assert bob.get(f"api/replays/{line['replay']}").status_code == 200
        wins(server, bob)
        assert asked(bob)["own"] is None
        file = ada.get("api/export").json()["rankings"]
        assert [game["code"] for game in file["games"]] == [CODE]
        assert "ada" not in str(file).lower()
        ada.delete("api/player")
        assert asked(guest)["total"] == 0


def test_every_game_has_its_lists(player: httpx.Client) -> None:
    for game in GAMES:
        told = asked(player, game.id)
        assert (told["by"], told["day"], told["lines"]) == (list(game.ranked_by), None, [])
    today = datetime.now(UTC).date()
    told = asked(player, day=today.isoformat())
    assert told["code"] == str(daily(HALF_MOON, today))
    assert (told["over"], asked(player, day="2026-01-01")["over"]) == (
        False,
        time.time() > datetime(2026, 1, 2, 12, tzinfo=UTC).timestamp(),
    )
    assert asked(player, "crescent", variant="F")["variant"] == "F"


@pytest.mark.parametrize(
    ("path", "params", "reason"),
    [
        ("chess", {}, "game"),
        ("x" * 5000, {}, "game"),
        ("half-moon", {"day": "2025-12-31"}, "day-without"),
        ("half-moon", {"day": "2037-01-01"}, "day-without"),
        ("half-moon", {"day": "0001-01-01"}, "day-without"),
        ("half-moon", {"day": "9999-12-31"}, "day-without"),
        ("half-moon", {"day": "2026-02-30"}, "date"),
        ("half-moon", {"day": "tomorrow"}, "date"),
        ("half-moon", {"day": ""}, "date"),
        ("half-moon", {"variant": "X"}, "code-variant"),
        ("half-moon", {"variant": "X" * 5000}, "request"),
        ("crescent", {"variant": "F", "day": "2026-11-30"}, "day-variant"),
        ("comet", {"day": "2026-11-30"}, "ranking-no-days"),
        ("half-moon", {"page": 0}, "request"),
        ("half-moon", {"page": -1}, "request"),
        ("half-moon", {"page": 1001}, "request"),
        ("half-moon", {"page": "9" * 400}, "request"),
        ("half-moon", {"page": "two"}, "request"),
    ],
)
def test_a_list_that_there_is_not_is_refused(
    player: httpx.Client, path: str, params: dict[str, Any], reason: str
) -> None:
    answer = player.get(f"api/rankings/{path}", params=params)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["reason"] == reason
    assert error["message"]
