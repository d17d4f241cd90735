"""Whatever comes over the network: an answer that says what is wrong, and no table is harmed."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from statistics import median

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from serving import HEADERS, Page, Server

#: A walk through the stock of Easy Harp, from number 0 on.
DRAWS = ("recycle", *["draw"] * 59)
JSON = {"content-type": "application/json"}


@pytest.fixture
def page(server: Server) -> Iterator[Page]:
    with server.page(server.new_table()) as opened:
        yield opened
        if opened.socket.protocol.close_code is None:
            assert opened.turn()["last"] == "draw"


UNREADABLE: dict[str, str | bytes] = {
    "empty": "",
    "no JSON": "draw",
    "half a message": '{"type": "act"',
    "a list": '["act", "draw", 0]',
    "a number": "7",
    "a NUL": "\0",
    "a NUL in JSON": '{"type": "act\\u0000", "token": "draw", "revision": 0}',
    "deep brackets": "[" * 4000,
    "a number without end": "9" * 4096,
    "a fraction": '{"type": "act", "token": "draw", "revision": 0.0}',
    "half a question": '{"type": "why", "revision": 0}',
    "a question of a fraction": '{"type": "why", "token": "draw", "revision": 0.5}',
    "a truth": '{"type": "act", "token": "draw", "revision": false}',
    "not a number": '{"type": "act", "token": "draw", "revision": NaN}',
    "no UTF-8": b"\xff\xfe\x00",
    "binary of nothing": b"",
}


@pytest.mark.parametrize("frame", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_frame_that_is_no_message_is_refused(page: Page, frame: str | bytes) -> None:
    page.socket.send(frame)
    told = page.hear()
    assert (told["type"], told["reason"]["code"]) == ("refused", "message")
    assert told["message"] == "This message cannot be read."


@pytest.mark.parametrize("token", ["", "draw\0", "no-such", "\ud800", "🂡", "x" * 3000, "1>1"])
def test_an_action_that_the_game_has_not_is_refused(page: Page, token: str) -> None:
    told = page.act(token)
    assert (told["type"], told["reason"]["code"]) == ("refused", "token")
    assert len(json.dumps(told)) < 1000


@pytest.mark.parametrize("token", ["", "draw\0", "no-such", "\ud800", "🂡", "x" * 3000, "1>1"])
@pytest.mark.parametrize("revision", [0, 7])
def test_a_question_of_what_the_game_has_not_is_refused(
    page: Page, token: str, revision: int
) -> None:
    page.say(type="why", token=token, revision=revision)
    told = page.hear()
    assert (told["type"], told["reason"]["code"]) == ("refused", "token")


def test_a_question_of_any_revision_is_answered(page: Page) -> None:
    for revision in (-1, 10**30, int("9" * 4000)):
        page.say(type="why", token="recycle", revision=revision)
        told = page.hear()
        assert told == {"type": "why", "token": "recycle", "revision": revision, "reason": None}


def test_a_message_as_bytes_counts_like_text(page: Page) -> None:
    page.socket.send(json.dumps({"type": "act", "token": "draw", "revision": 0}).encode())
    assert page.hear()["revision"] == 1


def test_a_long_frame_is_refused_and_the_page_plays_on(page: Page) -> None:
    page.socket.send(json.dumps({"type": "act", "token": "x" * 5000, "revision": 0}))
    assert page.hear()["reason"] == {"code": "message-long", "limit": 4096}


@pytest.mark.parametrize("length", [100_000, 10_000_000])
def test_a_huge_frame_closes_its_socket_and_harms_no_table(server: Server, length: int) -> None:
    table = server.new_table()
    with server.page(table) as other:
        with server.page(table) as page:
            page.turn()
            other.hear()
            with suppress(ConnectionClosed):  # which may come while it is being sent, or after
                page.socket.send("x" * length)
            with pytest.raises(ConnectionClosed):
                page.hear()
            # Where a page goes on sending, the end of the line may come before the reason for it.
            assert page.socket.protocol.close_code in (
                (1009,) if length < 1_000_000 else (1009, 1006)
            )
        assert other.turn()["revision"] == 2
    with server.page(table) as page:
        assert page.view["revision"] == 2


def test_a_flood_of_nonsense_does_not_keep_others_waiting(server: Server) -> None:
    with server.page(server.new_table()) as flood, server.page(server.new_table()) as plays:
        for _ in range(2000):
            flood.socket.send("nonsense")
        started = time.monotonic()
        plays.turn()
        assert time.monotonic() - started < 2
        for _ in range(2000):
            assert flood.hear()["type"] == "refused"


def test_a_game_of_ten_thousand_actions_is_opened_and_played_like_a_new_one(
    server: Server,
) -> None:
    short, long = server.new_table(), server.new_table()
    actions = [(long, number, DRAWS[number % len(DRAWS)]) for number in range(1, 10_001)]
    with closing(sqlite3.connect(server.database)) as database, database:
        database.executemany("insert into actions values (?, ?, ?)", actions)
    started = time.perf_counter()
    with server.page(short) as new, server.page(long) as old:
        assert time.perf_counter() - started < 3
        assert old.view["revision"] == old.view["moves"] == 10_000
        waits: dict[Page, list[float]] = {new: [], old: []}
        for _ in range(300):
            for page, took in waits.items():
                started = time.perf_counter()
                page.turn()
                took.append(time.perf_counter() - started)
        assert old.view["revision"] == 10_300
    assert median(waits[old]) < 2 * median(waits[new]) + 0.002
    assert server.record(long).count("recycle") == 10_300 // len(DRAWS)


BODIES: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"", 422, "request"),
    "no JSON": (b"half-moon", 422, "request"),
    "a list": (b"[]", 422, "request"),
    "a truth": (b"true", 422, "request"),
    "a number for a code": (b'{"code": 5}', 422, "request"),
    "a list for a game": (b'{"game": ["half-moon"]}', 422, "request"),
    "a word for again": (b'{"game": "half-moon", "again": "perhaps"}', 422, "request"),
    "an unknown field": (b'{"game": "half-moon", "seed": 1}', 422, "request"),
    "a NUL": (b'{"code": "\\u0000"}', 422, "code-character"),
    "half a pair": (b'{"code": "\\ud800:5"}', 422, "request"),
    "a long code": (b'{"code": "' + b"A" * 501 + b'"}', 422, "request"),
    "deep brackets": (b"[" * 60_000, 400, "request"),
    "no text": (b"\xff\xfe\x00", 400, "request"),
    "ten megabytes": (b"x" * 10_000_000, 413, "request-long"),
}


@pytest.mark.parametrize(("body", "status", "reason"), BODIES.values(), ids=BODIES.keys())
def test_a_body_that_asks_for_nothing_sensible_is_refused_in_words(
    server: Server, body: bytes, status: int, reason: str
) -> None:
    answer = httpx.post(f"{server.url}api/tables", content=body, headers=JSON, timeout=30)
    error = answer.json()["error"]
    assert (answer.status_code, error["reason"]) == (status, reason)
    assert error["message"]
    assert set(answer.headers) >= HEADERS


def test_a_cookie_without_end_is_nobodys(server: Server) -> None:
    headers = {"cookie": "lunaria_player=" + "x" * 999}
    assert httpx.get(f"{server.url}api/tables", headers=headers).json() == []
    made = httpx.post(f"{server.url}api/tables", json={"game": "crescent"}, headers=headers)
    assert len(made.cookies["lunaria_player"]) == 43


ADDRESSES = {
    "": 200,
    "play/half-moon": 200,
    "play/half-moon/HM1-N-AAAAAAB": 200,
    "play/%00/%ff": 200,
    "healthz": 200,
    "api/games": 200,
    "api/texts": 200,
    "api/daily?day=2026-11-29": 200,
    "api/tables": 200,
    "openapi.json": 200,
    "sw.js": 200,
    "start.js": 200,
    "manifest.webmanifest": 200,
    "icons/icon.svg": 200,
    "api/release": 200,
    "web/index.html": 404,
    "icons/..%2findex.html": 404,
    "icons/nothing.svg": 404,
    "nothing": 404,
    "api": 404,
    "web/": 404,
    "web/%00": 404,
    "web/..%2f..%2f..%2fpyproject.toml": 404,
    "web/..%5c..%5ccli.py": 404,
    "web/%2e%2e/cli.py": 404,
    "web//etc/passwd": 404,
    "web/" + "a" * 3000: 404,
    "//etc/passwd": 404,
    "api/texts/%00": 404,
    "api/tables/%00/record": 404,
    "api/tables/%ff%fe/record": 404,
    "api/tables/" + "a" * 3000 + "/record": 404,
    "api/daily": 422,
    "api/daily?day=%00": 422,
    "api/daily?day=2026-02-30": 422,
    "api/daily?day=" + "9" * 3000: 422,
}


@pytest.mark.parametrize(("address", "status"), ADDRESSES.items(), ids=lambda it: str(it)[:30])
def test_every_address_is_answered_with_what_protects_a_browser(
    server: Server, address: str, status: int
) -> None:
    answer = httpx.get(server.url + address, timeout=30)
    assert answer.status_code == status
    assert set(answer.headers) >= HEADERS
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    if status != 200:
        assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("method", "address"), [("DELETE", "api/tables"), ("POST", "api/games"), ("PUT", "")]
)
def test_a_method_that_an_address_has_not_is_refused(
    server: Server, method: str, address: str
) -> None:
    answer = httpx.request(method, server.url + address)
    assert answer.status_code == 405
    assert answer.headers["allow"]
    assert answer.json()["error"]["message"]
    assert set(answer.headers) >= HEADERS


def test_long_answers_are_sent_compressed(server: Server) -> None:
    answer = httpx.get(f"{server.url}api/games", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"


def test_nothing_that_was_sent_left_a_traceback(server: Server) -> None:
    assert server.errors() == ""


def test_what_may_be_asked_at_an_address_is_what_the_document_of_the_api_says(
    server: Server,
) -> None:
    paths = httpx.get(f"{server.url}openapi.json").json()["paths"]
    for path, operations in paths.items():
        answer = httpx.options(server.url + path[1:].replace("{", "").replace("}", ""))
        assert answer.status_code == 405, path
        allowed = set(answer.headers["allow"].split(", ")) - {"HEAD"}
        assert allowed == {method.upper() for method in operations} - {"HEAD"}, path
