"""What a table does when the store fails, or when another process has stored a move first."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from lunaria.core.match import Match
from lunaria.core.table import Message, Table
from lunaria.games import read_deal
from lunaria.server.app import create_app
from lunaria.server.computer import Computer
from lunaria.server.hall import Forgotten, Hall
from lunaria.server.store import Store, database

DEAL = read_deal("easy-harp:1")


class Looker:
    """A page at a table of a hall, and what it has been told."""

    def __init__(self, hall: Hall, table: str) -> None:
        self.hall, self.table = hall, table
        self.told: list[Message] = []

    async def join(self) -> "Looker":
        assert await self.hall.join(self.table, self, self.hear)
        return self

    async def hear(self, message: Message) -> None:
        self.told.append(message)

    async def draw(self) -> None:
        """Draw on the revision that this page was told last."""
        views = [message for message in self.told if message["type"] == "table"]
        await self.hall.receive(
            self.table, self, {"type": "act", "token": "draw", "revision": views[-1]["revision"]}
        )

    def kinds(self) -> list[Any]:
        """What was told since the last call: revisions of views, codes of refusals."""
        told, self.told = self.told, self.told[-1:]
        return [
            message["revision"] if message["type"] == "table" else message["reason"]["code"]
            for message in told
        ]


def in_hall(folder: Path, play: Callable[[Hall, str], Awaitable[Any]]) -> Any:
    """What `play` comes to in a hall with one new table."""

    async def run() -> Any:
        store = Store(f"sqlite:///{folder / 'hall.sqlite'}")
        try:
            hall = Hall(store, Computer())
            return await play(hall, await hall.create("player", DEAL))
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that another program holds is given up at once."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0)


@pytest.mark.usefixtures("impatient")
def test_a_move_that_is_not_stored_is_not_made_and_is_told_to_be_so(tmp_path: Path) -> None:
    async def play(hall: Hall, table: str) -> None:
        one, other = await Looker(hall, table).join(), await Looker(hall, table).join()
        await one.draw()
        assert (one.kinds(), other.kinds()) == ([0, 1], [0, 1])
        with closing(sqlite3.connect(tmp_path / "hall.sqlite", isolation_level=None)) as holder:
            holder.execute("begin immediate")
            await one.draw()
            holder.execute("rollback")
        assert one.kinds() == [1, "not-stored", 1]
        assert other.kinds() == [1, 1]
        assert len(one.told[-1]["places"]["W"]) == 1
        await other.draw()
        assert (one.kinds(), other.kinds()) == ([1, 2], [1, 2])
        found = await hall.store.load(table)
        assert found is not None
        assert found.actions == ("draw", "draw")

    in_hall(tmp_path, play)


def test_where_the_store_cannot_be_read_either_the_table_is_opened_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_what: Any) -> None:
        raise OperationalError("disk", None, Exception("gone"))

    async def play(hall: Hall, table: str) -> None:
        one, other = await Looker(hall, table).join(), await Looker(hall, table).join()
        await one.draw()
        with monkeypatch.context() as broken:
            broken.setattr(hall.store, "append", fails)
            broken.setattr(hall.store, "load", fails)
            with pytest.raises(Forgotten):
                await one.draw()
        with pytest.raises(Forgotten):
            await other.draw()
        await hall.leave(table, one)
        again = await Looker(hall, table).join()
        assert again.kinds() == [1]
        with pytest.raises(Forgotten):
            await other.draw()
        await hall.leave(table, other)
        await again.draw()
        assert again.kinds() == [1, 2]
        found = await hall.store.load(table)
        assert found is not None
        assert found.actions == ("draw", "draw")

    in_hall(tmp_path, play)


def test_a_move_that_waits_behind_one_that_was_lost_is_not_made_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hall: Hall, table: str) -> None:
        one, other = await Looker(hall, table).join(), await Looker(hall, table).join()
        append = hall.store.append

        async def loses_the_first(at: str, number: int, *action: Any) -> None:
            if number == 1:
                await asyncio.sleep(0.01)  # while which the other move comes in
                raise OperationalError("disk", None, Exception("gone"))
            await append(at, number, *action)

        async def fails(*_what: Any) -> None:
            raise OperationalError("disk", None, Exception("gone"))

        monkeypatch.setattr(hall.store, "append", loses_the_first)
        monkeypatch.setattr(hall.store, "load", fails)
        second = {"type": "act", "token": "draw", "revision": 1}
        results = await asyncio.gather(
            one.draw(), hall.receive(table, other, second), return_exceptions=True
        )
        assert [type(result) for result in results] == [Forgotten, Forgotten]
        monkeypatch.undo()
        found = await hall.store.load(table)
        assert found is not None
        assert found.actions == ()

    in_hall(tmp_path, play)


def test_a_move_that_another_process_stored_first_is_shown(tmp_path: Path) -> None:
    async def play(hall: Hall, table: str) -> None:
        elsewhere = Hall(hall.store, Computer())
        one, other = await Looker(hall, table).join(), await Looker(elsewhere, table).join()
        await one.draw()
        await other.draw()
        assert one.kinds() == [0, 1]
        assert other.kinds() == [0, "stale", 1]
        await other.draw()
        assert other.kinds() == [1, 2]

    in_hall(tmp_path, play)


def test_time_that_cannot_be_stored_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_what: Any) -> None:
        raise OperationalError("disk", None, Exception("gone"))

    async def play(hall: Hall, table: str) -> None:
        one, other = await Looker(hall, table).join(), await Looker(hall, table).join()
        monkeypatch.setattr(hall.store, "keep_time", fails)
        await hall.receive(table, one, {"type": "hidden"})
        await hall.leave(table, one)
        await other.draw()
        assert other.kinds() == [0, 0, 1]

    in_hall(tmp_path, play)


def test_a_table_that_takes_long_to_open_keeps_no_other_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hall: Hall, slow: str) -> None:
        quick = await hall.create("player", DEAL)
        load, held = hall._load, asyncio.Event()

        async def load_slowly(table: str) -> Table | Match | None:
            if table == slow:
                await held.wait()
            return await load(table)

        monkeypatch.setattr(hall, "_load", load_slowly)
        waiting = [asyncio.create_task(Looker(hall, slow).join()) for _ in range(2)]
        looker = await asyncio.wait_for(Looker(hall, quick).join(), 5)
        await looker.draw()
        assert looker.kinds() == [0, 1]
        held.set()
        one, other = await asyncio.gather(*waiting)
        await one.draw()
        assert (one.kinds(), other.kinds()) == ([0, 1], [0, 1])

    in_hall(tmp_path, play)


def test_the_last_page_closes_the_table_and_keeps_its_time(tmp_path: Path) -> None:
    async def play(hall: Hall, table: str) -> None:
        one, other = await Looker(hall, table).join(), await Looker(hall, table).join()
        await one.draw()
        await hall.leave(table, one)
        await hall.leave(table, one)
        await other.draw()
        await asyncio.sleep(0.1)
        await hall.leave(table, other)
        assert not hall._open
        found = await hall.store.load(table)
        assert found is not None
        assert found.played >= 0.1

    in_hall(tmp_path, play)


def test_a_page_that_comes_while_the_last_one_goes_finds_the_game(tmp_path: Path) -> None:
    async def play(hall: Hall, table: str) -> None:
        looker = await Looker(hall, table).join()
        for number in range(1, 21):
            await looker.draw()
            _, coming = await asyncio.gather(hall.leave(table, looker), Looker(hall, table).join())
            assert coming.kinds() == [number]
            looker = coming

    in_hall(tmp_path, play)


@pytest.mark.usefixtures("impatient")
@pytest.mark.filterwarnings("default::ResourceWarning")
def test_a_request_that_cannot_be_stored_is_answered_in_words(tmp_path: Path) -> None:
    async def play(hall: Hall, _table: str) -> None:
        app = create_app("sqlite://")
        app.state.hall = hall
        transport = httpx.ASGITransport(app)
        file = tmp_path / "hall.sqlite"
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            with closing(sqlite3.connect(file, isolation_level=None)) as holder:
                holder.execute("begin immediate")
                answer = await client.post("/api/tables", json={"game": "half-moon"})
                holder.execute("rollback")
            assert answer.status_code == 503
            assert answer.json()["error"]["reason"] == "not-stored"
            assert "content-security-policy" in answer.headers
            answer = await client.post("/api/tables", json={"game": "half-moon"})
            assert answer.status_code == 201

    in_hall(tmp_path, play)
