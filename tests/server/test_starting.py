"""Starting the server: several processes on a new database, and databases it cannot use."""

import socket
import subprocess
from pathlib import Path

import httpx
import pytest

from lunaria.core.errors import NotReadable
from lunaria.server import launch
from serving import COMMAND, SECONDS, Server


@pytest.mark.parametrize("database", ["nonsense", "sqlite:////nowhere/at/all.sqlite"])
def test_a_database_that_cannot_be_used_is_told_in_one_line(database: str) -> None:
    ended = subprocess.run(
        [*COMMAND, "--port", "0", "--database", database],
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert ended.returncode == 2
    assert "database" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_several_processes_start_on_one_new_database(tmp_path: Path) -> None:
    with Server(tmp_path, "--workers", "3") as server:
        made = {
            httpx.post(
                f"{server.url}api/tables", json={"game": "crescent"}, timeout=SECONDS
            ).json()["table"]
            for _ in range(12)
        }
        assert len(made) == 12
        for table in made:
            with server.page(table) as page:
                assert page.act(next(iter(page.view["legal"])))["revision"] == 1
            assert httpx.get(f"{server.url}api/tables/{table}/record").status_code == 200


def test_answers_in_several_parts_are_sent_at_once() -> None:
    """Else each second part waits 40 ms for the acknowledgement of the first."""
    with (
        launch.listen(launch.HOST, 0) as listening,
        socket.create_connection(listening.getsockname()),
    ):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_that_is_taken_is_told() -> None:
    with launch.listen(launch.HOST, 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(NotReadable) as refused:
            launch.listen(launch.HOST, port)
    assert refused.value.reason.code == "listen"
