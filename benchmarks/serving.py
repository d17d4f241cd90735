"""How fast the real server is over the loopback, and how much the first page weighs."""

import json
import re
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from statistics import median, quantiles
from urllib.parse import urljoin, urlsplit

import httpx
from websockets.sync.client import connect

from benchmarks.figure import Figure
from benchmarks.server import new_database, running
from lunaria.games import GAMES

OPENINGS = 100
MOVES = 2000
TARGET_OPEN_MS = 50
TARGET_MOVE_MS = 10
TARGET_LOAD_KB = 150


def openings(address: str) -> Figure:
    """Milliseconds from asking for a new table until its first view is there."""
    waits: list[float] = []
    with httpx.Client(base_url=address) as client:
        for number in range(1, OPENINGS + 1):
            for game in GAMES:
                started = time.perf_counter()
                table = client.post("api/tables", json={"code": f"{game.id}:{number}"}).json()
                with connect(_socket(address, table["table"])) as socket:
                    socket.recv()
                    waits.append(time.perf_counter() - started)
    return Figure("opening a table, median", median(waits) * 1000, "ms", at_most=TARGET_OPEN_MS)


def moves(address: str) -> Iterator[Figure]:
    """Milliseconds from a move until it is stored and answered with the new view."""
    waits: list[float] = []
    chance, number = Random(1), 1000
    while len(waits) < MOVES:
        number += 1
        for game in GAMES:
            wanted = {"code": f"{game.id}:{number}"}
            table = httpx.post(f"{address}api/tables", json=wanted).json()["table"]
            with connect(_socket(address, table)) as socket:
                view = json.loads(socket.recv())
                for _ in range(60):
                    if not view["legal"]:
                        break
                    token = chance.choice(list(view["legal"]))
                    move = {"type": "act", "token": token, "revision": view["revision"]}
                    started = time.perf_counter()
                    socket.send(json.dumps(move))
                    answer = socket.recv()
                    waits.append(time.perf_counter() - started)
                    view = json.loads(answer)
    yield Figure("a move, median", median(waits) * 1000, "ms", at_most=TARGET_MOVE_MS)
    slow = quantiles(waits, n=100)[-1]
    yield Figure("a move, slowest of a hundred", slow * 1000, "ms", at_most=TARGET_MOVE_MS)


def _socket(address: str, table: str) -> str:
    return f"{address.replace('http', 'ws', 1)}api/tables/{table}/socket"


class _Loaded(HTMLParser):
    """The addresses that a browser loads for a page: not those that are there for later."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {"link": "href", "script": "src", "img": "src", "use": "href", "source": "src"}
        value = dict(attrs).get(names.get(tag, ""))
        if value and "disabled" not in dict(attrs):
            self.addresses.append(value)


#: What is imported by a call is loaded when it is wished for.
_IMPORTS = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.{0,2}/[^"'\n]+)["']""")
#: Other files and data that a script names, parts that it fills in left open.
_NAMED = re.compile(r"""["'`](/(?:web|api)/[^"'`\s]+)["'`]""")
#: Files and data of the release, which a script beside them names.
_OF_RELEASE = re.compile(r"""\bfile\(\s*["']([^"']+)["']\)""")
_STYLE = re.compile(r"""(?:@import\s+|url\(\s*)["']?([^"')\s]+)""")
_FILLED_IN = re.compile(r"\$\{[^}]*\}")
LANGUAGE = "en"


def _loads(kind: str, text: str) -> list[str]:
    """What a document of that kind makes a browser load."""
    if "html" in kind:
        return _Loaded(text).addresses
    if "javascript" in kind:
        named = [_FILLED_IN.sub(LANGUAGE, each) for each in _NAMED.findall(text)]
        of_release = [f"../{each}" for each in _OF_RELEASE.findall(text)]
        return [*_IMPORTS.findall(text), *of_release, *named]
    return _STYLE.findall(text) if "css" in kind else []


def first_load(address: str) -> Figure:
    """Kilobytes of the page and everything that it and its modules and styles load."""
    weight, waiting = 0, [address]
    seen: set[str] = set()
    with httpx.Client(headers={"accept-encoding": "gzip"}, timeout=30) as client:
        while waiting:
            here = waiting.pop().partition("#")[0]
            if here in seen or urlsplit(here).netloc != urlsplit(address).netloc:
                continue
            seen.add(here)
            answer = client.get(here)
            if answer.status_code != 200:
                continue
            weight += answer.num_bytes_downloaded
            found = _loads(answer.headers.get("content-type", ""), answer.text)
            waiting += [urljoin(here, each) for each in found]
    name = f"first load, compressed ({len(seen)} files)"
    return Figure(name, weight / 1000, "KB", at_most=TARGET_LOAD_KB)


def figures() -> Iterator[Figure]:
    """Every figure of the server."""
    with new_database() as database, running(database) as server:
        yield openings(server.address)
        yield from moves(server.address)
        yield first_load(server.address)
