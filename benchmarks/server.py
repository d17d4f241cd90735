"""The real server in a process of its own, and what it costs."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from socket import socket
from typing import NamedTuple

import httpx

from lunaria.server import launch

_PROC = Path("/proc")


class Server(NamedTuple):
    """A running server; what its processes cost is known where the system tells it (Linux)."""

    address: str
    database: str
    pid: int

    def processes(self) -> list[int]:
        """Its process and all that it has started."""
        found = [self.pid]
        for pid in found:
            for task in (_PROC / str(pid) / "task").glob("*"):
                found += map(int, (task / "children").read_text("utf-8").split())
        return found

    def spent(self) -> float | None:
        """The seconds that the processors have spent on it so far, user and system."""
        ticks = [_fields(pid, "stat") for pid in self.processes()]
        if not all(ticks):
            return None
        # The name stands in brackets and may hold blanks; 11 fields after it come the times.
        times = (text.rpartition(")")[2].split()[11:13] for text in ticks)
        return sum(int(user) + int(system) for user, system in times) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int | None:
        """The bytes of memory that it holds now."""
        pages = [_fields(pid, "statm") for pid in self.processes()]
        if not all(pages):
            return None
        return sum(int(text.split()[1]) for text in pages) * os.sysconf("SC_PAGE_SIZE")


def _fields(pid: int, name: str) -> str:
    try:
        return (_PROC / str(pid) / name).read_text("utf-8")
    except OSError:
        return ""


@contextmanager
def new_database() -> Iterator[str]:
    """The URL of an SQLite file that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'benchmark.sqlite'}"


def _serve(listening: socket, database: str, workers: int) -> None:
    # A worker would take over the standard input of this process, which has none.
    sys.stdin = None
    launch.serve(listening, database, workers)


@contextmanager
def running(database: str, workers: int = 1) -> Iterator[Server]:
    """A server on that database, stopped afterwards."""
    listening = launch.listen(launch.HOST, 0)
    arguments = (listening, database, workers)
    process = get_context("spawn").Process(target=_serve, args=arguments)
    process.start()
    try:
        address = launch.address(listening)
        listening.close()
        httpx.get(f"{address}healthz", timeout=60).raise_for_status()
        assert process.pid is not None
        yield Server(address, database, process.pid)
    finally:
        process.terminate()
        process.join()
