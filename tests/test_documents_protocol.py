"""The conversation in `docs/protocol.md`, held with a running server."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from documents import ROOT, blocks
from lunaria.core.game import Game
from lunaria.core.match import PERSON, Match
from lunaria.core.table import Table, game_data
from lunaria.games import start
from registry import every_game, every_match, numbered
from serving import Server

PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")

#: Fields that differ from one conversation to the next; their kind is compared.
VARYING = {"table", "time", "touched"}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with Server(tmp_path) as server:
        yield server.url.removeprefix("http://").rstrip("/")


def holds(example: Any, truth: Any, name: str = "") -> bool:
    """Whether `truth` has all that an example shows."""
    if name in VARYING:
        return type(example) is type(truth)
    if isinstance(example, dict) and isinstance(truth, dict):
        return all(key in truth and holds(example[key], truth[key], key) for key in example)
    if isinstance(example, list) and example and isinstance(example[0], dict):
        return len(example) == len(truth) and all(map(holds, example, truth))
    return bool(example == truth)


def test_the_conversation_goes_as_the_page_says(address: str) -> None:
    with closing(HTTPConnection(address, timeout=30)) as connection, ExitStack() as sockets:
        converse(address, connection, sockets)


def converse(address: str, connection: HTTPConnection, sockets: ExitStack) -> None:
    headers: dict[str, str] = {}
    answer: Any = None
    status, table, socket = 0, "", None
    for block in blocks(PAGE):
        if block.language != "json":
            continue
        said = json.loads(block.text)
        if block.name.startswith(("GET ", "POST ")):
            method, path = block.name.split()
            body = json.dumps(said) if method == "POST" else None
            connection.request(method, path, body, {"content-type": "application/json", **headers})
            response = connection.getresponse()
            status, answer = response.status, json.loads(response.read())
            for morsel in SimpleCookie(response.getheader("set-cookie") or "").values():
                headers["cookie"] = f"{morsel.key}={morsel.value}"
            if method == "POST":
                if answer.get("table", table) != table:
                    table, socket = answer["table"], None
            else:
                assert holds(said, answer), answer
        elif block.name.startswith("answer "):
            assert status == int(block.name.split()[1])
            assert holds(said, answer), answer
        else:
            if socket is None:
                opened = connect(f"ws://{address}/api/tables/{table}/socket")
                socket = sockets.enter_context(opened)
            if block.name == "sent":
                socket.send(json.dumps(said))
            else:
                assert block.name == "received"
                answer = json.loads(socket.recv(10))
                assert holds(said, answer), answer
    assert socket is not None


def test_an_unknown_table_is_closed_as_the_page_says(address: str) -> None:
    with connect(f"ws://{address}/api/tables/nobody/socket") as socket:
        assert json.loads(socket.recv(10))["reason"] == {"code": "no-table"}
        with pytest.raises(Exception, match="4404"):
            socket.recv(10)


def fields_of(section: str) -> set[str]:
    """The names in the first column of the tables of a section."""
    parts = re.split(rf"^##+ {re.escape(section)}\n", PAGE, flags=re.MULTILINE)
    text = re.split(r"^##+ ", parts[1], maxsplit=1, flags=re.MULTILINE)[0]
    rows = re.findall(r"^\|([^|]+)\|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


@every_game
def test_every_field_of_a_table_is_explained(game: Game[Any]) -> None:
    view = Table(start(numbered(game, 1))).view(0.0)
    assert fields_of("The socket") == set(view)


@every_game
def test_every_field_of_a_game_is_explained(game: Game[Any]) -> None:
    assert fields_of("GET /api/games") == {*game_data(game), "winnable", "levels", "layout"}


@every_match
def test_every_field_of_a_match_is_explained(game: Game[Any]) -> None:
    match = Match(start(numbered(game, 1)), (PERSON, PERSON))
    match.join("page", 1, 0.0)
    assert set(match.told("page", 0.0)) <= fields_of("Matches")


@every_game
def test_nothing_is_legal_in_a_finished_table(game: Game[Any]) -> None:
    table = Table(start(numbered(game, 1)))
    ended = game.with_cards(table.line.state, dict.fromkeys(game.places, ()))
    if game.outcome(ended) != "won":
        pytest.skip("a game that is not won by an empty table")
    table.line._now = table.line._now._replace(state=ended)
    view = table.view(0.0)
    assert view["outcome"] == "won"
    for field in ("legal", "taps", "doubles", "areas", "kinds"):
        assert view[field] == {}
