"""Who goes leaves nothing behind that would have to be looked for among ten thousand tables."""

import asyncio
import gc
from pathlib import Path

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import connect

from lunaria.server import garbage, launch
from lunaria.server.app import create_app
from lunaria.server.connections import Connection, Socket
from lunaria.server.hosting import Hosting
from lunaria.server.opened import OpenTable
from lunaria.server.store import prepare

#: How long what was closed may take to be gone, in seconds.
PATIENCE = 20.0
#: When garbage is looked for where ten tables are open.
ENOUGH = garbage.FEW + 10 * garbage.PER_TABLE
KINDS = (Connection, Socket, OpenTable)


def _kept() -> list[str]:
    return [type(each).__name__ for each in gc.get_objects() if type(each) in KINDS]


async def _visit(address: str) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        made = await http.post("api/tables", json={"game": "half-moon"})
        table = made.json()["table"]
        line = address.replace("http", "ws", 1) + f"api/tables/{table}/socket"
        async with connect(line) as socket:
            assert "half-moon" in str(await socket.recv())
            assert set(_kept()) == {"Connection", "Socket", "OpenTable"}


async def _visits(database: str) -> list[str]:
    listening = launch.listen(launch.HOST, 0)
    app = create_app(database, hosting=Hosting())
    server = uvicorn.Server(launch._config(lambda: app, Hosting()))
    serving = asyncio.create_task(server.serve([listening]))
    gc.disable()
    try:
        for _ in range(3):
            await _visit(launch.address(listening))
        async with asyncio.timeout(PATIENCE):
            while _kept() and not serving.done():  # noqa: ASYNC110 (nothing tells it)
                await asyncio.sleep(0.05)
        return _kept()
    finally:
        gc.enable()
        server.should_exit = True
        await serving


def test_who_has_gone_is_gone_at_once(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    prepare(database)
    assert asyncio.run(_visits(database)) == []


def test_the_more_tables_are_open_the_more_seldom_it_is_looked_for() -> None:
    before = gc.get_threshold()
    try:
        garbage.expect(10_000)
        many = gc.get_threshold()[0]
        garbage.expect(10)  # those that have just been closed are not gone yet
        assert gc.get_threshold()[0] == many
        assert many > 10_000 * garbage.PER_TABLE
    finally:
        gc.set_threshold(*before)


def test_it_is_looked_for_more_often_again_where_tables_were_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def follow() -> None:
        garbage.expect(10_000)
        following = asyncio.create_task(garbage.follow(lambda: 10))
        async with asyncio.timeout(PATIENCE):
            while gc.get_threshold()[0] > ENOUGH:  # noqa: ASYNC110 (nothing tells it)
                await asyncio.sleep(0.01)
        following.cancel()

    before = gc.get_threshold()
    monkeypatch.setattr(garbage, "GONE_SECONDS", 0)
    try:
        asyncio.run(follow())
    finally:
        gc.set_threshold(*before)
