"""The real server as a process of its own, and pages that talk to it over the loopback."""

import json
import os
import re
import subprocess
import sys
from contextlib import AbstractContextManager, ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import psutil
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]

COMMAND = (sys.executable, "-m", "lunaria", "serve")
SECONDS = 30
#: What every answer carries, also one that refuses.
HEADERS = {
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-opener-policy",
    "permissions-policy",
    "cache-control",
}


class Page(AbstractContextManager["Page"]):
    """A page that looks at a table."""

    def __init__(self, address: str, **options: Any) -> None:
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, max_size=None, **options)
        )
        self.view: Message = {}
        self.view = self.first = self.hear()

    def __exit__(self, *_why: object) -> None:
        self._open.close()

    def hear(self, seconds: float = SECONDS) -> Message:
        """The next message; raises TimeoutError where none comes."""
        message: Message = json.loads(self.socket.recv(timeout=seconds))
        if message["type"] in ("table", "match"):
            self.view = message
        return message

    def say(self, **message: Any) -> None:
        """Send a message without waiting for what comes of it."""
        self.socket.send(json.dumps(message))

    def send(self, token: str, revision: int | None = None) -> None:
        """Send an action on the revision shown, or another, without waiting for the answer."""
        on = self.view["revision"] if revision is None else revision
        self.say(type="act", token=token, revision=on)

    def act(self, token: str, revision: int | None = None) -> Message:
        """Send an action; the answer to it."""
        self.send(token, revision)
        return self.hear()

    def turn(self) -> Message:
        """Draw a card, or recycle where the stock is empty."""
        return self.act("draw" if self.view["places"]["stock"] else "recycle")


class Server(AbstractContextManager["Server"]):
    """The server on a database in `folder`, on a free port that it keeps.

    `package` is a folder with another package `lunaria` than the tests run with, `url` names
    another database, and `troubled` tells that errors are to be expected.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        package: Path | None = None,
        url: str | None = None,
        troubled: bool = False,
    ) -> None:
        self._options = options
        self._environment = dict(os.environ)
        if package is not None:
            self._environment["PYTHONPATH"] = str(package)
        self.database = folder / "lunaria.sqlite"
        self._database_url = url or f"sqlite:///{self.database}"
        self._troubled = troubled
        self._errors = folder / "errors.txt"
        self._port = "0"
        self.start()

    def __exit__(
        self, kind: type[BaseException] | None, _why: object, _where: TracebackType | None
    ) -> None:
        self.stop()
        if kind is None and not self._troubled:
            assert self.errors() == ""

    def start(self) -> None:
        """Start it, or start it again on the same database."""
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                [
                    *COMMAND,
                    "--port",
                    self._port,
                    "--database",
                    self._database_url,
                    *self._options,
                ],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=self._environment,
            )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        found = re.search(r"http://\S+/", said)
        assert found is not None, said + self.errors()
        self.url = found[0]
        self._port = str(httpx.URL(self.url).port)

    @property
    def pid(self) -> int:
        """The process that was started."""
        return self._process.pid

    def workers(self) -> list[psutil.Process]:
        """The processes that serve, where there are several."""
        found = []
        for each in psutil.Process(self.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):  # or one that is dead, and was not buried yet
                if any("spawn_main" in part for part in each.cmdline()):
                    found.append(each)
        return found

    def stop(self) -> int:
        """Ask it to end, as `Ctrl+C` and a host's supervisor do; its exit code."""
        self._process.terminate()
        return self._over()

    def kill(self) -> None:
        """End it at once, as a crash does."""
        self._process.kill()
        self._over()

    def _over(self) -> int:
        status = self._process.wait(SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status

    def errors(self) -> str:
        """Everything that it has written on standard error."""
        return self._errors.read_text()

    def player(self) -> httpx.Client:
        """A browser without a cookie yet."""
        return httpx.Client(base_url=self.url, timeout=SECONDS)

    def new_table(self, code: str = "EH1-N-AAAAAAB") -> str:
        """The id of a new table of that deal."""
        asked = httpx.post(f"{self.url}api/tables", json={"code": code}, timeout=SECONDS)
        table: str = asked.json()["table"]
        return table

    def page(self, table: str, **options: Any) -> Page:
        """A page at that table."""
        address = self.url.replace("http", "ws", 1)
        return Page(f"{address}api/tables/{table}/socket", **options)

    def record(self, table: str) -> str:
        """The record of that table."""
        answer = httpx.get(f"{self.url}api/tables/{table}/record", timeout=SECONDS)
        assert answer.status_code == 200
        return answer.text
