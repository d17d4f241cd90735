"""Who comes from elsewhere, too slowly, too long, or not at all any more."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed

from lunaria.server import connections, gate, launch
from lunaria.server.app import create_app
from lunaria.server.hosting import Hosting
from lunaria.server.sockets import Line
from serving import HEADERS, Page


class Host(NamedTuple):
    """A server in a thread of the tests, whose times are short."""

    url: str
    app: FastAPI
    port: int

    def table(self) -> str:
        made: str = httpx.post(f"{self.url}api/tables", json={"code": "EH1-N-AAAAAAB"}).json()[
            "table"
        ]
        return made

    def page(self, table: str) -> Page:
        return Page(f"{self.url.replace('http', 'ws', 1)}api/tables/{table}/socket")

    def raw(self, *, room: int | None = None) -> socket.socket:
        """A connection; with so much room for what it does not read."""
        made = socket.socket()
        if room is not None:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        made.settimeout(10)
        made.connect(("127.0.0.1", self.port))
        return made


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    for name in ("HEAD_SECONDS", "SEND_SECONDS", "CLOSE_SECONDS"):
        monkeypatch.setattr(connections, name, 0.6)
    monkeypatch.setattr(gate, "BODY_SECONDS", 0.6)
    monkeypatch.setattr(launch, "PING_SECONDS", 0.6)
    app = create_app(f"sqlite:///{tmp_path / 'lunaria.sqlite'}")
    listening = launch.listen("127.0.0.1", 0)
    hosting = Hosting(limits=(("connections", "8"),))
    running = uvicorn.Server(launch._config(lambda: app, hosting))
    thread = threading.Thread(target=running.run, args=([listening],))
    thread.start()
    until(lambda: running.started)
    address = launch.address(listening)
    yield Host(address, app, listening.getsockname()[1])
    running.should_exit = True
    thread.join()


def until(holds: Callable[[], bool], seconds: float = 8) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def rest(connection: socket.socket) -> bytes:
    """All that is still said until the other side hangs up."""
    said = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(65536):
            said += part
    return said


def refusal(said: bytes) -> tuple[int, str]:
    """The status and the reason of an answer, which has the headers of all."""
    head, _, body = said.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert {line.partition(":")[0] for line in lines[1:]} >= HEADERS
    return int(lines[0].split()[1]), json.loads(body)["error"]["reason"]


# Slow, long and absent.


def test_who_says_nothing_is_not_waited_for(host: Host) -> None:
    with closing(host.raw()) as silent:
        started = time.monotonic()
        assert rest(silent) == b""
        assert time.monotonic() - started < 5


def test_a_head_that_comes_drop_by_drop_is_given_up(host: Host) -> None:
    with closing(host.raw()) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with suppress(BrokenPipeError, ConnectionResetError):
            for number in range(20):
                slow.sendall(b"X-%d: y\r\n" % number)
                time.sleep(0.1)
        assert refusal(rest(slow)) == (408, "request-slow")


def test_so_is_the_second_one_of_a_connection(host: Host) -> None:
    with closing(host.raw()) as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert slow.recv(65536).startswith(b"HTTP/1.1 200")
        slow.sendall(b"GET /")
        assert b"request-slow" in rest(slow)


def test_a_body_that_comes_drop_by_drop_is_given_up(host: Host) -> None:
    with closing(host.raw()) as slow:
        slow.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"
        )
        with suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(20):
                slow.sendall(b"{")
                time.sleep(0.1)
        assert refusal(rest(slow)) == (408, "request-slow")


def test_the_rest_of_a_long_body_is_not_read_for_ever(host: Host) -> None:
    with closing(host.raw()) as endless:
        endless.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999999\r\n\r\n"
        )
        started = time.monotonic()
        with suppress(BrokenPipeError, ConnectionResetError):
            while time.monotonic() - started < 8:
                endless.sendall(b"x" * 65536)
                time.sleep(0.01)
        assert time.monotonic() - started < 6


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 40_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 101 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 200_000,
    ],
    ids=["address", "header", "many headers", "header without end"],
)
def test_a_head_that_is_too_long_is_refused(host: Host, head: bytes) -> None:
    with closing(host.raw()) as long:
        with suppress(BrokenPipeError, ConnectionResetError):
            for at in range(0, len(head), 20_000):
                long.sendall(head[at : at + 20_000])
                time.sleep(0.01)
        said = rest(long)
    assert said == b"" or refusal(said) == (431, "request-long")
    assert httpx.get(f"{host.url}healthz").text == "ok"


def test_what_is_no_request_is_refused_with_the_headers_of_all(host: Host) -> None:
    with closing(host.raw()) as other:
        other.sendall(b"\x16\x03\x01\x02\x00 TLS to the wrong port\r\n\r\n")
        assert refusal(rest(other)) == (400, "request")


def test_more_connections_than_there_is_room_for_are_told_so(host: Host) -> None:
    others = [host.raw() for _ in range(8)]
    try:
        time.sleep(0.1)
        with closing(host.raw()) as more:
            said = rest(more)
        assert refusal(said) == (503, "server-full")
        assert b"retry-after: 30" in said
    finally:
        for other in others:
            other.close()
    until(lambda: httpx.get(f"{host.url}healthz").status_code == 200)


def test_an_error_that_nobody_foresaw_is_answered_in_words(tmp_path: Path) -> None:
    app = create_app("sqlite://")  # whose lifespan was never begun: it has no hall
    client = httpx.Client(transport=Synchronous(app), base_url="http://127.0.0.1")
    with client:
        answer = client.get("/api/tables/key/record", headers={"accept-language": "sv"})
    assert answer.status_code == 500
    assert answer.json()["error"]["reason"] == "server-broken"
    assert answer.json()["error"]["message"] == "Något gick fel i servern. Försök igen."
    assert set(answer.headers) >= HEADERS


def test_a_request_with_two_hosts_is_none(host: Host) -> None:
    with closing(host.raw()) as two:
        two.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")
        assert b" 400 " in two.recv(65536)


class Synchronous(httpx.BaseTransport):
    """Requests to an application within the tests."""

    def __init__(self, app: FastAPI) -> None:
        self.transport = httpx.ASGITransport(app, raise_app_exceptions=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        async def ask() -> httpx.Response:
            answer = await self.transport.handle_async_request(
                httpx.Request(request.method, request.url, headers=request.headers)
            )
            return httpx.Response(
                answer.status_code, headers=answer.headers, content=await answer.aread()
            )

        return asyncio.run(ask())


def upgrade(host: Host, table: str, *, room: int | None = None) -> socket.socket:
    """A socket at a table that answers nothing, not even a ping."""
    raw = host.raw(room=room)
    raw.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert raw.recv(12) == b"HTTP/1.1 101"
    return raw


def test_a_socket_that_is_refused_is_told_why_in_words(host: Host) -> None:
    with closing(host.raw()) as raw:
        raw.sendall(
            b"GET /api/tables/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
            b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nOrigin: http://evil.example\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAccept-Language: ko\r\n\r\n"
        )
        said = rest(raw)
    assert refusal(said.lower()) == (403, "foreign-page")
    assert "다른 사이트".encode() in said or "\\ub2e4" in said.decode("latin-1")


def test_a_page_that_is_not_there_any_more_leaves_its_table(host: Host) -> None:
    hall = host.app.state.hall
    with closing(upgrade(host, host.table())):
        until(lambda: hall.open_tables == 1)
        until(lambda: hall.open_tables == 0)


def test_a_page_that_does_not_read_keeps_nobody_waiting_and_is_given_up(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "PING_SECONDS", 60)
    lines: list[Line] = []
    made = Line.__init__

    def watched(line: Line, given: object) -> None:
        lines.append(line)
        made(line, given)  # type: ignore[arg-type]

    monkeypatch.setattr(Line, "__init__", watched)
    table = host.table()
    sockets = host.app.state.metrics.sockets
    with closing(upgrade(host, table, room=4096)), host.page(table) as plays:
        until(lambda: len(lines) == 2)
        waits, longest = [], 0
        for _ in range(1500):
            started = time.perf_counter()
            plays.turn()
            waits.append(time.perf_counter() - started)
            longest = max(longest, *(len(line._waiting) for line in lines))
            if sockets._value.get() == 1:
                break
        until(lambda: bool(sockets._value.get() == 1))
        assert longest <= 1
        assert max(waits) < 0.5
        assert plays.turn()["revision"] == len(waits) + 1


def test_nothing_more_is_heard_of_a_closed_socket(host: Host) -> None:
    with host.page(host.table()) as page:
        page.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            page.hear()
