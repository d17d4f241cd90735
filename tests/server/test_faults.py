"""What is acknowledged is stored once, in order, and nothing else, whatever breaks.

`LUNARIA_FAULT_RUNS` says how often each fault is tried; `make nightly` tries each a hundred times.
"""

import asyncio
import os
import random
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from faults import TURNS, Hasty, Player
from lunaria.games import read_deal
from lunaria.server.computer import Computer
from lunaria.server.hall import Hall
from lunaria.server.store import Store, StoredTable
from postgres import Postgres
from serving import SECONDS, Server

RUNS = int(os.environ.get("LUNARIA_FAULT_RUNS", "5"))
#: Players and how many actions each does: about a thousand together.
PLAYERS, MOVES = 8, 125
#: Of those who send each message twice or never, each answer takes a while.
HASTY_MOVES = 40

pytestmark = pytest.mark.xdist_group("faults")


def through(url: str, players: list[Player], fault: Awaitable[None] | None = None) -> None:
    """Let players play while something breaks, and look at what the database has at the end."""

    async def play() -> None:
        async with asyncio.timeout(90):
            playing = asyncio.gather(*(player.play() for player in players))
            if fault is not None:
                await fault
            await playing

    asyncio.run(play())
    check(url, players)


def new_table(url: str) -> str:
    answer = httpx.post(f"{url}api/tables", json={"code": "EH1-N-AAAAAAB"}, timeout=SECONDS)
    table: str = answer.json()["table"]
    return table


def check(url: str, players: list[Player]) -> None:
    """Each table has the actions in order, each of them once, all that was told among them."""

    async def read() -> list[tuple[str, ...]]:
        store = Store(url)
        found = {each.id: each.actions for each in await store.load_all([p.table for p in players])}
        await store.close()
        return [found[player.table] for player in players]

    for player, actions in zip(players, asyncio.run(read()), strict=True):
        assert actions == tuple(TURNS[at % len(TURNS)] for at in range(player.moves))
        assert player.told.items() <= dict(enumerate(actions, start=1)).items()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as running:
        yield running


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def server(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two workers on PostgreSQL."""
    folder = tmp_path_factory.mktemp("faults")
    with Server(folder, "--workers", "2", url=database, troubled=True) as running:
        yield running


def players_at(server: Server, luck: random.Random) -> list[Player]:
    return [Player(server.url, new_table(server.url), MOVES, luck) for _ in range(PLAYERS)]


@pytest.mark.parametrize("seed", range(RUNS))
def test_a_worker_is_killed(server: Server, database: str, seed: int) -> None:
    luck = random.Random(seed)

    async def kill() -> None:
        await asyncio.sleep(luck.uniform(0.1, 0.6))
        luck.choice(server.workers()).kill()

    through(database, players_at(server, luck), kill())
    until(lambda: len(server.workers()) == 2)


@pytest.mark.parametrize("seed", range(RUNS))
def test_postgresql_is_killed(server: Server, postgres: Postgres, database: str, seed: int) -> None:
    luck = random.Random(seed)

    async def kill() -> None:
        await asyncio.sleep(luck.uniform(0.1, 0.6))
        await asyncio.to_thread(postgres.kill)
        await asyncio.sleep(luck.uniform(0.0, 0.5))
        await asyncio.to_thread(postgres.start)

    through(database, players_at(server, luck), kill())


def test_a_worker_that_begins_without_a_database_waits_for_it(
    server: Server, postgres: Postgres, database: str
) -> None:
    async def kill() -> None:
        for worker in server.workers():
            worker.kill()
        await asyncio.to_thread(postgres.kill)
        await asyncio.sleep(6)  # the workers have begun again meanwhile
        await asyncio.to_thread(postgres.start)

    through(database, players_at(server, random.Random(0)), kill())


@pytest.mark.parametrize("seed", range(RUNS))
def test_frames_come_twice_late_out_of_order_or_never(
    server: Server, database: str, seed: int
) -> None:
    tables = [new_table(server.url) for _ in range(PLAYERS)]
    hasty = [Hasty(server.url, each, HASTY_MOVES, random.Random(seed)) for each in tables]
    through(database, list(hasty))


class Proxy:
    """A proxy in front of a server, in a process of its own."""

    def __init__(self, server: Server) -> None:
        self._target = httpx.URL(server.url).port
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}/"
        self.start()

    def start(self) -> None:
        program = Path(__file__).parent.parent / "faults.py"
        self._process = subprocess.Popen(
            [sys.executable, program, str(self._port), str(self._target)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.mark.parametrize("seed", range(RUNS))
def test_the_proxy_is_killed(server: Server, database: str, seed: int) -> None:
    proxy, luck = Proxy(server), random.Random(seed)
    players = [Player(proxy.url, new_table(server.url), MOVES, luck) for _ in range(PLAYERS)]

    async def kill() -> None:
        await asyncio.sleep(luck.uniform(0.1, 0.6))
        await asyncio.to_thread(proxy.kill)
        await asyncio.to_thread(proxy.start)

    through(database, players, kill())
    proxy.kill()
    assert all(player.broken for player in players)


@pytest.mark.parametrize("seed", range(RUNS))
def test_two_workers_race_on_one_table(server: Server, database: str, seed: int) -> None:
    table = new_table(server.url)
    through(database, [Player(server.url, table, MOVES, random.Random(seed)) for _ in range(4)])


def test_the_disk_is_full(tmp_path: Path) -> None:
    with Server(tmp_path, troubled=True) as server:
        files = [server.database, server.database.with_name("lunaria.sqlite-wal")]
        process = psutil.Process(server.pid)

        async def fill() -> None:
            await asyncio.sleep(0.2)
            most, before = max(path.stat().st_size for path in files), (-1, -1)
            process.rlimit(resource.RLIMIT_FSIZE, (most, -1))
            await asyncio.sleep(1.0)
            process.rlimit(resource.RLIMIT_FSIZE, before)

        through(f"sqlite:///{server.database}", players_at(server, random.Random(0)), fill())
        assert "not stored" in server.errors()


def test_the_clock_is_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing goes by the time of day but what a list is sorted by."""
    url = f"sqlite:///{tmp_path / 'lunaria.sqlite'}"

    async def play() -> StoredTable | None:
        store = Store(url)
        hall = Hall(store, Computer())
        table = await hall.create("player", read_deal("easy-harp:1"))
        for number, back in enumerate((0, 3600, -86400)):
            monkeypatch.setattr(time, "time", lambda back=back: 1_800_000_000 - back)
            assert await hall.join(table, number, _silent)
            for revision in (2 * number, 2 * number + 1):
                act = {"type": "act", "token": "draw", "revision": revision}
                await hall.receive(table, number, act)
        found = await store.load(table)
        await store.close()
        return found

    found = asyncio.run(play())
    assert found is not None
    assert found.actions == ("draw",) * 6
    assert 0 <= found.played < SECONDS


async def _silent(_message: object) -> None:
    """A page that is told something."""


def until(wanted: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + SECONDS
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.05)
