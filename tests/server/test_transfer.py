"""Backups, their return, and the move from a file to PostgreSQL with nothing lost."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy

from command_line import run
from lunaria.core.deal import sealed
from lunaria.core.errors import NotReadable
from lunaria.games import COMET
from lunaria.server import seating
from lunaria.server.store import (
    Result,
    Store,
    StoredTable,
    StoreFailed,
    database,
    prepare,
    transfer,
)
from postgres import Postgres

pytestmark = pytest.mark.xdist_group("postgres")


def silent(_copied: int, _total: int) -> None:
    """Progress that nobody looks at."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as running:
        yield running


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with games, a studied one among them, a result and a sealed match."""
    url = f"sqlite:///{tmp_path / 'played.sqlite'}"

    async def play() -> None:
        store = Store(url)
        for number in range(7):
            study = number == 3
            await store.create(f"t{number}", "pl", "EH1-N-AAAAAAB", ["draw"] * 700, study=study)
            await store.append(f"t{number}", 701, "recycle", 0.1 + number / 3)
        await store.keep_results({"t1": Result(701, "open", 700, None)})
        await seating.network(store, sealed(COMET, "N", 2), {1: "pl", 2: "other"})
        await store.close()

    asyncio.run(play())
    return url


def everything(url: str) -> list[StoredTable]:
    """All games, with what was agreed of matches."""

    async def read() -> list[StoredTable]:
        store = Store(url)
        found = await store.load_all([entry.id for entry in await store.of_player("pl", most=None)])
        await store.close()
        return sorted(found)

    return asyncio.run(read())


def test_a_backup_brings_everything_back(url: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    copied = transfer.back_up(url, backup, silent)
    assert copied > 7 * 701
    before = backup.read_bytes()
    again = f"sqlite:///{tmp_path / 'again.sqlite'}"
    assert transfer.restore(backup, again, silent) == copied
    assert everything(again) == everything(url)
    assert len(everything(url)) == 7
    assert backup.read_bytes() == before
    assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup.sqlite"]


def test_what_is_written_meanwhile_does_not_spoil_a_backup(url: str, tmp_path: Path) -> None:
    engine = database.connect(url)

    def write(copied: int, _total: int) -> None:
        with engine.begin() as connection:
            add = "insert into actions values ('t0', :number, 'draw')"
            connection.execute(sqlalchemy.text(add), {"number": 1000 + copied})

    backup = tmp_path / "backup.sqlite"
    transfer.back_up(url, backup, write)
    engine.dispose()
    again = f"sqlite:///{tmp_path / 'again.sqlite'}"
    transfer.restore(backup, again, silent)
    assert all(len(game.actions) == 701 for game in everything(again))
    assert max(len(game.actions) for game in everything(url)) > 701


def test_a_file_moves_to_postgresql_and_back(url: str, postgres: Postgres, tmp_path: Path) -> None:
    there = postgres.new_database()
    copied = transfer.move(url, there, silent)
    assert everything(there) == everything(url)
    backup = tmp_path / "backup.sqlite"
    assert transfer.back_up(there, backup, silent) == copied
    assert transfer.restore(backup, postgres.new_database(), silent) == copied


def test_games_go_on_after_the_move(url: str, postgres: Postgres) -> None:
    there = postgres.new_database()
    transfer.move(url, there, silent)

    async def play() -> None:
        store = Store(there)
        await store.append("t0", 702, "draw", 9.0)
        found = await store.load("t0")
        assert found is not None
        assert found.actions[700:] == ("recycle", "draw")
        await store.close()

    asyncio.run(play())


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0004"])
def test_a_backup_of_every_older_schema_is_brought_up_to_date(
    revision: str, postgres: Postgres, tmp_path: Path
) -> None:
    old = tmp_path / "old.sqlite"
    engine = database.connect(f"sqlite:///{old}")
    database.migrate(engine, revision)
    columns = "id, player, code, created, touched, played"
    values = "'t', 'pl', 'HM1-N-AAAAAAB', 1, 2, 3"
    if revision > "0001":
        columns, values = f"{columns}, replay, study", f"{values}, 'name', false"
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text(f"insert into tables ({columns}) values ({values})"))
        connection.execute(sqlalchemy.text("insert into actions values ('t', 1, '1+8')"))
    engine.dispose()
    backup = tmp_path / "backup.sqlite"
    assert transfer.back_up(f"sqlite:///{old}", backup, silent) == 2
    for target in (f"sqlite:///{tmp_path / 'new.sqlite'}", postgres.new_database()):
        assert transfer.restore(backup, target, silent) == 2
        assert [(each.id, each.actions, each.played) for each in everything(target)] == [
            ("t", ("1+8",), 3.0)
        ]


def test_what_cannot_be_restored_is_refused_and_changes_nothing(url: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    transfer.back_up(url, backup, silent)
    whole = backup.read_bytes()
    newer = tmp_path / "newer.sqlite"
    newer.write_bytes(whole)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
        connection.commit()
    foreign = tmp_path / "foreign.sqlite"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("create table games (id)")
    files = {
        "backup-damaged": whole[: len(whole) // 2],
        "no-backup": b"not a database at all",
        "database-newer": newer.read_bytes(),
        "database-foreign": foreign.read_bytes(),
    }
    target = f"sqlite:///{tmp_path / 'target.sqlite'}"
    for code, content in files.items():
        bad = tmp_path / f"{code}.sqlite"
        bad.write_bytes(content)
        with pytest.raises(NotReadable) as refused:
            transfer.restore(bad, target, silent)
        assert refused.value.reason.code == code
    with pytest.raises(NotReadable, match="file"):
        transfer.restore(tmp_path / "missing.sqlite", target, silent)
    assert everything(target) == []


def test_a_database_with_games_is_not_copied_into(url: str) -> None:
    with pytest.raises(NotReadable) as refused:
        transfer.move(url, url, silent)
    assert refused.value.reason.code == "database-full"
    assert len(everything(url)) == 7


def test_a_missing_database_is_not_made_by_reading_it(tmp_path: Path) -> None:
    missing = tmp_path / "missing.sqlite"
    with pytest.raises(NotReadable):
        transfer.back_up(f"sqlite:///{missing}", tmp_path / "backup.sqlite", silent)
    assert list(tmp_path.iterdir()) == []


def test_the_server_tells_a_database_that_is_newer(url: str) -> None:
    engine = database.connect(url)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("update alembic_version set version_num = '9999'"))
    engine.dispose()
    with pytest.raises(NotReadable) as refused:
        prepare(url)
    assert refused.value.reason.code == "database"


def test_the_server_does_not_start_on_a_database_that_can_only_be_read(
    url: str, postgres: Postgres
) -> None:
    there = postgres.new_database()
    prepare(there)
    file = sqlalchemy.make_url(url).database
    for read in (
        f"sqlite:///file:{file}?mode=ro&uri=true",
        f"{there}?options=-c%20default_transaction_read_only%3Don",
    ):
        with pytest.raises(NotReadable, match=r"read-?only"):
            prepare(read)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_server_is_not_ready_where_nothing_can_be_written_any_more(
    url: str, postgres: Postgres, kind: str
) -> None:
    there = url if kind == "sqlite" else postgres.new_database()
    spoilt = "PRAGMA query_only = ON" if kind == "sqlite" else "SET TRANSACTION READ ONLY"

    async def ask() -> None:
        store = Store(there)
        try:
            await store.ready()
            sqlalchemy.event.listen(
                store._engine, "begin", lambda connection: connection.exec_driver_sql(spoilt)
            )
            with pytest.raises(StoreFailed, match=r"read-?only"):
                await store.ready()
        finally:
            await store.close()

    asyncio.run(ask())


def test_the_command_says_what_it_did(url: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    told = run("db", "backup", str(backup), "--database", url)
    assert (told.code, "rows" in told.out) == (0, True)
    again = run("db", "backup", str(backup), "--database", url)
    assert (again.code, "already exists" in again.err) == (2, True)
    target = f"sqlite:///{tmp_path / 'target.sqlite'}"
    assert run("db", "restore", str(backup), "--database", target).code == 0
    moved = run("db", "migrate-to", f"sqlite:///{tmp_path / 'moved.sqlite'}", "--database", target)
    assert (moved.code, moved.out.split()[0]) == (0, told.out.split()[0])
