"""What lasts: the schema, the writes that share a transaction, and the conflicts among them."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import alembic.command
import alembic.config
import pytest
import sqlalchemy
from alembic.migration import MigrationContext
from sqlalchemy.exc import OperationalError

from lunaria.core.errors import NotReadable
from lunaria.server.store import (
    Conflict,
    Entry,
    Store,
    StoredTable,
    database,
    migrate,
    prepare,
    replay_name,
)
from lunaria.server.store.schema import metadata
from lunaria.server.store.writing import Writer

Play = Callable[[Store], Awaitable[Any]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


def on(file: Path, play: Play) -> Any:
    """What `play` comes to on a store that is opened and closed for it."""

    async def run() -> Any:
        store = Store(f"sqlite:///{file}")
        try:
            return await play(store)
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.fixture
def engine(file: Path) -> Iterator[sqlalchemy.Engine]:
    engine = sqlalchemy.create_engine(f"sqlite:///{file}")
    yield engine
    engine.dispose()


def shape(engine: sqlalchemy.Engine) -> dict[str, Any]:
    """The columns, keys and indexes of each table but that of the migrations."""
    seen = sqlalchemy.inspect(engine)
    return {
        name: (
            [(column["name"], str(column["type"])) for column in seen.get_columns(name)],
            seen.get_pk_constraint(name)["constrained_columns"],
            [(index["name"], index["column_names"]) for index in seen.get_indexes(name)],
            [key["referred_table"] for key in seen.get_foreign_keys(name)],
        )
        for name in seen.get_table_names()
        if name != "alembic_version"
    }


def downgrade(engine: sqlalchemy.Engine) -> None:
    config = alembic.config.Config()
    config.set_main_option("script_location", str(files("lunaria.server.store") / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        alembic.command.downgrade(config, "base")


def test_the_migrations_make_the_schema_that_the_program_uses(
    engine: sqlalchemy.Engine, tmp_path: Path
) -> None:
    migrate(engine)
    other = sqlalchemy.create_engine(f"sqlite:///{tmp_path / 'other.sqlite'}")
    metadata.create_all(other)
    assert shape(engine) == shape(other)
    other.dispose()


def test_the_schema_goes_up_and_down_and_up_again(engine: sqlalchemy.Engine) -> None:
    migrate(engine)
    up = shape(engine)
    players = {"players", "devices", "codes", "passkeys", "challenges"}
    games = {"tables", "actions", "results", "matches", "news", "seats"}
    ranks = {"finishes", "known_deals", "ratings", "rated_matches"}
    assert set(up) == games | players | ranks
    migrate(engine)
    assert shape(engine) == up
    downgrade(engine)
    assert shape(engine) == {}
    migrate(engine)
    assert shape(engine) == up


def test_each_step_of_the_schema_is_noted(engine: sqlalchemy.Engine) -> None:
    migrate(engine)
    with engine.connect() as connection:
        assert MigrationContext.configure(connection).get_current_revision()


def test_games_outlive_the_store_and_a_second_look_at_the_schema(file: Path) -> None:
    async def play(store: Store) -> None:
        await store.create("t", "p", "HM1-N-AAAAAAB")
        await store.append("t", 1, "1+8", 2.5)

    on(file, play)
    prepare(f"sqlite:///{file}")
    found: StoredTable = on(file, lambda store: store.load("t"))
    assert (found.code, found.actions, found.played) == ("HM1-N-AAAAAAB", ("1+8",), 2.5)


def test_the_games_of_an_older_database_get_a_name_for_their_replay(
    engine: sqlalchemy.Engine, file: Path
) -> None:
    migrate(engine, "0001")
    old = (
        "insert into tables (id, player, code, created, touched, played)"
        " values (:id, 'p', 'HM1-N-AAAAAAB', 1, 2, 3)"
    )
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text(old), [{"id": "one"}, {"id": "two"}])
        connection.execute(sqlalchemy.text("insert into actions values ('one', 1, '1+8')"))
    migrate(engine)
    found: StoredTable = on(file, lambda store: store.load("one"))
    assert (found.played, found.actions, found.study) == (3, ("1+8",), False)
    assert found.replay == replay_name("one") != replay_name("two")


@pytest.mark.parametrize(
    "url", ["nonsense", "sqlite:////nowhere/at/all.sqlite", "postgresql+none://u:secret@h/d", ""]
)
def test_a_database_that_cannot_be_used_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(NotReadable) as refused:
        prepare(url)
    assert refused.value.reason.code == "database"
    assert "secret" not in str(refused.value)


def test_a_file_that_is_no_database_or_a_newer_one_is_refused(file: Path) -> None:
    url = f"sqlite:///{file}"
    prepare(url)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(NotReadable):
        prepare(url)
    file.write_bytes(b"no database at all " * 100)
    with pytest.raises(NotReadable):
        prepare(url)


def test_a_table_that_is_not_there_is_none(file: Path) -> None:
    assert on(file, lambda store: store.load("t")) is None


def test_writes_that_come_together_keep_their_order(file: Path) -> None:
    tokens = tuple(f"token{number}" for number in range(1, 201))

    async def play(store: Store) -> StoredTable | None:
        await store.create("t", "p", "c")
        await asyncio.gather(
            *(store.append("t", at, token, float(at)) for at, token in enumerate(tokens, 1))
        )
        return await store.load("t")

    found = on(file, play)
    assert found.actions == tokens
    assert found.played == 200


def test_writes_that_come_together_share_a_transaction(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    commit = Writer._commit

    def counted(self: Writer, jobs: Any) -> list[Any]:
        batches.append(len(jobs))
        return commit(self, jobs)

    monkeypatch.setattr(Writer, "_commit", counted)

    async def play(store: Store) -> None:
        await store.create("t", "p", "c")
        await asyncio.gather(*(store.append("t", at, "x", 0) for at in range(1, 101)))

    on(file, play)
    assert sum(batches) == 101
    assert len(batches) < 10


def test_a_second_action_of_a_number_is_a_conflict_and_harms_no_other(file: Path) -> None:
    async def play(store: Store) -> Any:
        await store.create("t", "p", "c")
        await store.create("u", "p", "c")
        await store.append("t", 1, "first", 1)
        results = await asyncio.gather(
            store.append("u", 1, "before", 5),
            store.append("t", 1, "second", 9),
            store.append("t", 2, "next", 2),
            store.append("nowhere", 1, "x", 1),
            store.append("u", 2, "after", 6),
            return_exceptions=True,
        )
        return results, await store.load("t"), await store.load("u")

    results, one, other = on(file, play)
    kinds = [type(result) for result in results]
    assert kinds == [type(None), Conflict, type(None), Conflict, type(None)]
    assert (one.actions, one.played) == (("first", "next"), 2)
    assert (other.actions, other.played) == (("before", "after"), 6)


def test_two_programs_on_one_database_cannot_both_store_a_number(file: Path) -> None:
    async def play(store: Store) -> tuple[list[Any], StoredTable | None]:
        other = Store(f"sqlite:///{file}")
        await store.create("t", "p", "c")
        results: list[Any] = []
        for number in range(1, 21):
            results += await asyncio.gather(
                store.append("t", number, "one", 0),
                other.append("t", number, "other", 0),
                return_exceptions=True,
            )
        await other.close()
        return results, await store.load("t")

    results, found = on(file, play)
    assert sum(isinstance(result, Conflict) for result in results) == 20
    assert found is not None
    assert len(found.actions) == 20


def test_a_cancelled_write_does_not_stop_the_others(file: Path) -> None:
    async def play(store: Store) -> StoredTable | None:
        await store.create("t", "p", "c")
        gone = asyncio.create_task(store.append("t", 1, "gone", 0))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        await store.append("t", 2, "stays", 0)
        return await store.load("t")

    assert "stays" in on(file, play).actions


def test_a_database_that_another_program_holds_fails_all_that_wait_at_once(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0)

    async def play(store: Store) -> tuple[list[Any], Any]:
        await store.create("t", "p", "c")
        with closing(sqlite3.connect(file, isolation_level=None)) as holder:
            holder.execute("begin immediate")
            results = await asyncio.gather(
                *(store.append("t", at, "lost", 0) for at in range(1, 6)), return_exceptions=True
            )
            holder.execute("rollback")
        await store.append("t", 1, "kept", 0)
        return results, await store.load("t")

    results, found = on(file, play)
    assert {type(result) for result in results} == {OperationalError}
    assert found.actions == ("kept",)


def test_closing_waits_for_what_is_being_written(file: Path) -> None:
    async def play(store: Store) -> None:
        await store.create("t", "p", "c")
        writes = [asyncio.create_task(store.append("t", at, "x", 0)) for at in range(1, 51)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writes)

    on(file, play)
    assert len(on(file, lambda store: store.load("t")).actions) == 50


def test_the_games_of_a_player_come_the_last_touched_first(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = iter(range(1000))
    monkeypatch.setattr("lunaria.server.store.time.time", lambda: float(next(now)))

    async def play(store: Store) -> list[Entry]:
        for table in ("a", "b", "c"):
            await store.create(table, "p", "c")
        await store.create("foreign", "q", "c")
        for table in ("b", "foreign", "a"):
            await store.append(table, 1, "x", 0)
        await store.keep_time("b", 4)
        return await store.of_player("p")

    assert [table.id for table in on(file, play)] == ["a", "b"]  # nothing was done on c


def test_acknowledged_moves_are_on_the_disk_not_in_its_cache(file: Path) -> None:
    async def play(store: Store) -> Any:
        def asked(connection: sqlalchemy.Connection) -> list[Any]:
            names = ("journal_mode", "synchronous", "foreign_keys")
            return [connection.exec_driver_sql(f"pragma {name}").scalar() for name in names]

        return await store.read(asked)

    assert on(file, play) == ["wal", 2, 1]
