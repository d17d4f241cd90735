"""What the server writes down: of every request a line, of every error its place, and no secret."""

import asyncio
import json
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from lunaria.server import logs
from serving import Message, Page, Server

CARD = re.compile(r"\b(10|[2-9AJQK])[SHDC]\b")


def lines(server: Server) -> list[Message]:
    """What a server has written."""
    return [json.loads(line) for line in server.errors().splitlines()]


def hear_all(page: Page) -> None:
    try:
        while True:
            page.hear(0.02)
    except TimeoutError:
        pass


def test_no_line_of_a_played_match_tells_a_secret(tmp_path: Path) -> None:
    server = Server(tmp_path, "--log-level", "debug", "--log-format", "json")
    try:
        with server.player() as one, server.player() as two:
            asked = {"game": "comet", "against": "person", "rounds": 2}
            opened = one.post("api/tables", json=asked).json()
            invited = two.post(f"api/invitations/{opened['invitation']}", json={}).json()
            two.get(f"join/{opened['invitation']}")
            one.get(f"api/tables/{opened['table']}/record")
            alone = one.post("api/tables", json={"code": "HM1-N-AAAAAAB"}).json()
            with server.page(alone["table"]) as page:
                page.act("2+11")
            one.post("api/replay", json={"record": '[Code "HM1-N-AAAAAAB"] 1. 2+11 2. 4+5'})
            one.get("api/nothing/here", params={"secret": "x-query-x"})
            with server.page(opened["table"]) as first, server.page(invited["table"]) as second:
                pages = [first, second]
                for page in pages:
                    hear_all(page)
                for turn in range(60):
                    move(pages, turn)
            cookies = [client.cookies["lunaria_player"] for client in (one, two)]
        with closing(sqlite3.connect(server.database)) as database:
            ids = [row[0] for row in database.execute("select id from tables")]
            players = [row[0] for row in database.execute("select player from tables")]
            (seeds,) = next(database.execute("select seeds from matches where seeds <> ''"))
    finally:
        server.stop()
    written = server.errors()
    secrets = [opened["table"], opened["invitation"], invited["table"], alone["table"]]
    for secret in [*secrets, *cookies, *ids, *players, *seeds.split(), "x-query-x"]:
        assert secret not in written
    assert not CARD.search(written)
    routes = {line.get("route") for line in lines(server)}
    assert {"/api/tables", "/api/invitations/{name}", "/api/tables/{table_id}/record"} <= routes


def move(pages: list[Page], turn: int) -> None:
    """One of the two plays if it can; now and then one says what is not legal."""
    for page in pages:
        view = page.view
        if view["legal"]:
            token = sorted(view["legal"])[turn % len(view["legal"])]
            page.say(type="act", token=token, revision=view["revision"])
        elif turn % 10 == 0:
            page.say(type="act", token="9x3", revision=view["revision"])
        hear_all(page)


def test_every_request_has_a_line(tmp_path: Path) -> None:
    server = Server(tmp_path, "--log-level", "info")
    try:
        httpx.get(f"{server.url}api/daily", params={"day": "2026-11-29"})
        httpx.get(f"{server.url}api/tables/nothing/record")
        httpx.delete(f"{server.url}nothing")
    finally:
        server.stop()
    told = [line for line in lines(server) if line["event"] == "request"]
    assert [(line["method"], line["route"], line["status"]) for line in told] == [
        ("GET", "/api/daily", 200),
        ("GET", "/api/tables/{table_id}/record", 404),
        ("DELETE", "none", 404),
    ]
    assert all(line["ms"] and line["timestamp"] and line["level"] == "info" for line in told)


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """What is written to standard error; the loggers are as they were afterwards."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield lambda: capsys.readouterr().err
    root.handlers[:] = before
    root.setLevel(level)


def broken(secret: str) -> None:
    raise KeyError(secret)


def test_an_error_is_told_by_its_kind_and_place_alone(written: Callable[[], str]) -> None:
    logs.write("warning", "json")
    try:
        broken("very-secret-key")
    except KeyError:
        logs.log.exception("something failed", table=logs.tag("very-secret-key"))
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    text = written()
    ours, theirs = (json.loads(line) for line in text.splitlines())
    assert ours["error"] == theirs["error"] == "KeyError"
    assert re.match(r"test_logs\.py:\d+ broken < test_logs\.py:\d+ test_an_error", ours["where"])
    assert ours["table"] == logs.tag("very-secret-key") != logs.tag("another")
    assert "very-secret-key" not in text


def test_lines_for_people_are_no_json(written: Callable[[], str]) -> None:
    logs.write("info", "console")
    logs.log.info("request", route="/", status=200)
    text = written()
    assert "route=/" in text
    assert not text.startswith("{")


def test_an_error_of_a_task_that_nobody_waits_for_is_told_likewise(
    written: Callable[[], str],
) -> None:
    logs.write("warning", "json")
    context: Message = {"message": "quotes secret", "exception": KeyError("secret")}
    loop = asyncio.new_event_loop()
    logs.lost_error(loop, context)
    loop.close()
    text = written()
    assert json.loads(text)["error"] == "KeyError"
    assert "secret" not in text


@pytest.mark.parametrize("name", ["uvicorn.error", "sqlalchemy.engine", "websockets.server"])
def test_loggers_that_quote_are_quiet_even_when_all_is_asked_for(
    written: Callable[[], str], name: str
) -> None:
    logs.write("debug", "json")
    logging.getLogger(name).info("GET /api/tables/key/socket")
    logging.getLogger(name).debug('< TEXT \'{"token": "draw"}\'')
    assert written() == ""
