"""The figures for Prometheus: right, of all processes, and for nobody but the host."""

import asyncio
import re
import socket
import time
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from command_line import run_program
from lunaria.server import watching
from lunaria.server.app import create_app
from serving import Server


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def figures(address: str) -> dict[str, float]:
    """The samples at an address, with those of several labels added up."""
    text = httpx.get(address, timeout=30).text
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0) + sample.value
    return found


def play(server: Server, moves: int) -> None:
    """A game of so many actions."""
    with server.page(server.new_table()) as page:
        for _ in range(moves):
            page.turn()


def test_what_is_asked_open_and_stored_is_counted(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        address = f"{server.url}metrics"
        with server.page(server.new_table()) as page, server.page(server.new_table()):
            for _ in range(10):
                page.turn()
            httpx.get(f"{server.url}api/tables/nothing/record")
            found = figures(address)
            assert found["lunaria_open_tables"] == found["lunaria_open_sockets"] == 2
            assert found["lunaria_stored_actions_total"] == 10
            assert found["lunaria_store_write_seconds_count"] == 10
        text = httpx.get(address).text
        asked = re.findall(r"lunaria_request_seconds_count\{(.*)\} (\S+)", text)
        assert ('method="POST",route="/api/tables",status="201"', "2.0") in asked
        labels = 'method="GET",route="/api/tables/{table_id}/record",status="404"'
        assert (labels, "1.0") in asked
        for _ in range(50):
            found = figures(address)
            if found["lunaria_open_sockets"] == 0:
                break
            time.sleep(0.1)
        assert found["lunaria_open_tables"] == found["lunaria_open_sockets"] == 0


def test_the_figures_of_several_processes_are_added_up_at_a_port_of_their_own(
    tmp_path: Path,
) -> None:
    port = free_port()
    with Server(tmp_path, "--workers", "2", "--metrics-port", str(port)) as server:
        for _ in range(6):
            play(server, 5)
        with server.page(server.new_table()):
            found = figures(f"http://127.0.0.1:{port}/metrics")
        assert found["lunaria_stored_actions_total"] == 30
        assert found["lunaria_open_sockets"] == 1
        assert httpx.get(f"{server.url}metrics").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"x-forwarded-for": "192.0.2.1"},
        {"forwarded": "for=192.0.2.1"},
        {"via": "1.1 proxy"},
        {"x-real-ip": "192.0.2.1"},
    ],
)
def test_who_comes_by_a_proxy_is_told_no_figures(server: Server, headers: dict[str, str]) -> None:
    assert httpx.get(f"{server.url}metrics").status_code == 200
    assert httpx.get(f"{server.url}metrics", headers=headers).status_code == 404


def test_nothing_in_the_figures_names_anybody(server: Server) -> None:
    with server.player() as player:
        table = player.post("api/tables", json={"code": "EH1-N-AAAAAAB"}).json()["table"]
        with server.page(table) as page:
            page.turn()
        player.get(f"api/tables/{table}/record")
        player.request("BREW", "coffee/secret")
        text = player.get("metrics").text
        for secret in (table, player.cookies["lunaria_player"], "secret", "BREW", "AAAAAAB"):
            assert secret not in text


def test_a_port_that_is_taken_is_told(server: Server, tmp_path: Path) -> None:
    port = str(httpx.URL(server.url).port)
    database = f"sqlite:///{tmp_path / 'other.sqlite'}"
    ran = run_program("serve", "--port", "0", "--metrics-port", port, "--database", database)
    assert ran.code == 2
    assert port in ran.err


def test_a_server_is_alive_and_ready(server: Server) -> None:
    assert httpx.get(f"{server.url}healthz").text == "ok"
    assert httpx.get(f"{server.url}readyz").text == "ready"


class Broken:
    """A store whose database is gone, or says nothing."""

    def __init__(self, silent: bool) -> None:
        self.store = self
        self.silent = silent

    async def ready(self) -> None:
        if self.silent:
            await asyncio.sleep(30)
        raise OperationalError("update", {}, Exception("gone"))


@pytest.mark.parametrize("silent", [False, True])
def test_a_server_without_its_database_is_alive_and_not_ready(
    monkeypatch: pytest.MonkeyPatch, silent: bool
) -> None:
    monkeypatch.setattr(watching, "READY_SECONDS", 0.1)
    app = create_app("sqlite://")
    app.state.hall = Broken(silent)

    async def ask() -> list[int]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return [(await client.get(path)).status_code for path in ("/readyz", "/healthz")]

    assert asyncio.run(ask()) == [503, 200]
