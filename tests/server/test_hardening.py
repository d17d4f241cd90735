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
from websockets.exceptions import ConnectionClosed, InvalidStatus

from command_line import run
from lunaria.server import connections, gate, launch, logs
from lunaria.server.app import create_app
from lunaria.server.hosting import Hosting
from lunaria.server.sockets import Line
from lunaria.server.store import database
from serving import Page, Server

HEADERS = {
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-opener-policy",
    "permissions-policy",
    "cache-control",
}


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


# From elsewhere.


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy, with a name."""
    folder = tmp_path_factory.mktemp("named")
    options = ("--host-name", "cards.example", "--proxy", "127.0.0.1")
    with Server(folder, *options) as running:
        yield running


FOREIGN = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:1"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "http://evil.example", "sec-fetch-site": "same-origin"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_page_of_another_site_changes_nothing(server: Server, headers: dict[str, str]) -> None:
    with server.player() as own:
        table = own.post("api/tables", json={"code": "EH1-N-AAAAAAB"}).json()["table"]
        with server.page(table) as page:
            page.turn()
        for method, path, body in (
            ("POST", "api/tables", {"game": "half-moon"}),
            ("POST", f"api/tables/{table}/study", {}),
            ("DELETE", "api/player", None),
        ):
            answer = own.request(method, path, json=body, headers=headers)
            assert answer.status_code == 403
            assert answer.json()["error"]["reason"] == "foreign-page"
            assert set(answer.headers) >= HEADERS
        assert len(own.get("api/tables", headers=headers).json()) == 1
    with pytest.raises(InvalidStatus) as refused:
        server.page(table, additional_headers=headers)
    response = refused.value.response
    assert response.status_code == 403
    assert json.loads(response.body)["error"]["reason"] == "foreign-page"
    assert {name.lower() for name in response.headers} >= HEADERS


def test_its_own_pages_and_programs_are_let_in(server: Server) -> None:
    origin = server.url.rstrip("/")
    for headers in (
        {"origin": origin, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {},
    ):
        made = httpx.post(f"{server.url}api/tables", json={"game": "half-moon"}, headers=headers)
        assert made.status_code == 201
        with server.page(made.json()["table"], additional_headers=headers) as page:
            assert page.first["type"] == "table"


NAMES = {
    "localhost": True,
    "127.0.0.1:9": True,
    "[::1]:80": True,
    "LOCALHOST": True,
    "evil.example": False,
    "127.0.0.1.evil.example": False,
    "cards.example": False,
    "[": False,
}


@pytest.mark.parametrize(("name", "good"), NAMES.items())
def test_a_server_on_this_machine_answers_to_no_other_name(
    server: Server, name: str, good: bool
) -> None:
    """Else a page could give its own name this address, and read what is here."""
    headers = {"host": name}
    answer = httpx.get(f"{server.url}api/games", headers=headers)
    assert answer.status_code == (200 if good else 421)
    if not good:
        assert answer.json()["error"]["reason"] == "host-name"
        assert set(answer.headers) >= HEADERS
        address = f"{server.url.replace('http', 'ws', 1)}api/tables/x/socket"
        with pytest.raises(InvalidStatus):
            Page(address, additional_headers=headers)  # beside the one that it has
    assert httpx.get(f"{server.url}healthz", headers=headers).status_code == 200


@pytest.mark.parametrize("name", ["cards.example", "Cards.Example:443", "127.0.0.1:8317"])
def test_a_server_answers_to_the_names_that_it_was_given(named: Server, name: str) -> None:
    assert httpx.get(f"{named.url}api/games", headers={"host": name}).status_code == 200
    other = httpx.get(f"{named.url}api/games", headers={"host": "other.example"})
    assert other.status_code == 421


PROXIED = {"host": "cards.example", "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.5"}


def test_over_tls_the_cookie_and_the_host_are_for_tls_alone(named: Server) -> None:
    answer = httpx.post(f"{named.url}api/tables", json={"game": "crescent"}, headers=PROXIED)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-lunaria_player=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    origin = {**PROXIED, "origin": "https://cards.example"}
    assert httpx.post(
        f"{named.url}api/tables", json={"game": "crescent"}, headers=origin
    ).is_success


def test_a_proxy_that_was_not_named_is_not_believed(server: Server) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.5"}
    answer = httpx.post(f"{server.url}api/tables", json={"game": "crescent"}, headers=headers)
    assert answer.headers["set-cookie"].startswith("lunaria_player=")
    assert "Secure" not in answer.headers["set-cookie"]
    assert "strict-transport-security" not in answer.headers


def test_a_cookie_from_before_tls_still_names_its_player(named: Server) -> None:
    older, newer = (f"lunaria_player={letter * 43}" for letter in "on")
    old = {**PROXIED, "cookie": older}
    made = httpx.post(f"{named.url}api/tables", json={"code": "EH1-N-AAAAAAB"}, headers=old)
    with named.page(made.json()["table"]) as page:
        page.turn()
    assert len(httpx.get(f"{named.url}api/tables", headers=old).json()) == 1
    both = {**PROXIED, "cookie": f"{older}; __Host-{newer}"}
    assert httpx.get(f"{named.url}api/tables", headers=both).json() == []
    gone = httpx.delete(f"{named.url}api/player", headers=old)
    assert len(gone.headers.get_list("set-cookie")) == 2


# Secrets of the host.


@pytest.mark.parametrize("way", ["option", "variable", "file"])
def test_a_password_of_the_database_is_never_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    url = "postgresql+nothing://lunaria:p%40ss-word@127.0.0.1:1/lunaria"
    options = ["serve", "--port", "0"]
    if way == "option":
        options += ["--database", url]
    elif way == "variable":
        monkeypatch.setenv("LUNARIA_DATABASE", url)
    else:
        file = tmp_path / "database"
        file.write_text(f"{url}\n", "utf-8")
        monkeypatch.setenv("LUNARIA_DATABASE_FILE", str(file))
    monkeypatch.setattr(launch, "listen", lambda *_: Listening())
    monkeypatch.setattr(logs, "write", lambda *_: None)
    ran = run(*options)
    assert ran.code == 2
    assert "database" in ran.err
    for secret in ("p%40ss", "p@ss", "ss-word"):
        assert secret not in ran.err + ran.out


class Listening:
    """Stands for a socket that nobody will ask."""

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", 1


@pytest.mark.parametrize(
    "text",
    ["no host at postgresql://u:p%40ss@h/d", "password 'p@ss' is wrong", "u:p%40ss@h"],
)
def test_a_text_that_quotes_the_url_loses_the_password(text: str) -> None:
    told = database.without_password(text, "postgresql://u:p%40ss@h/d")
    assert "p%40ss" not in told
    assert "p@ss" not in told
    assert "***" in told


def test_a_file_that_cannot_be_read_is_told() -> None:
    ran = run("serve", "--database-file", "/nowhere/at/all")
    assert ran.code == 2
    assert "/nowhere/at/all" in ran.err


def test_nothing_more_is_heard_of_a_closed_socket(host: Host) -> None:
    with host.page(host.table()) as page:
        page.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            page.hear()
