"""What lasts: tables and their actions in a database.

Writes that come together are committed together: while one transaction is being written the next
ones wait and then share a transaction, so that many tables cost few commits. A write is over for
its caller only when its transaction is on the disk.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

import alembic.command
import alembic.config
from alembic.util.exc import CommandError
from sqlalchemy import (
    Connection,
    Engine,
    Row,
    create_engine,
    event,
    exists,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from lunaria.core.errors import NotReadable, Reason
from lunaria.server.store.schema import actions, tables

Result = TypeVar("Result")
Job = Callable[[Connection], Any]

#: What every call raises where the database fails.
StoreFailed = SQLAlchemyError

#: The longest that a write waits for another process to finish its own.
BUSY_SECONDS = 10
#: How many of a player's tables are listed at a time.
PAGE = 50


class Conflict(Exception):
    """Somebody else has stored another action under the same number."""


class StoredTable(NamedTuple):
    """A game as it is stored."""

    id: str
    code: str
    played: float
    touched: float
    actions: tuple[str, ...]


class Store:
    """The database at `url`, brought up to the newest schema."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        migrate(self._engine)
        # One thread writes, so that transactions never wait for each other in this process.
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="store-reader")
        self._waiting: list[tuple[Job, asyncio.Future[Any]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def create(self, table_id: str, player: str, code: str) -> None:
        """Store a new table without actions."""
        now = time.time()
        row = {
            "id": table_id,
            "player": player,
            "code": code,
            "created": now,
            "touched": now,
            "played": 0.0,
        }
        await self._write(lambda connection: connection.execute(insert(tables).values(row)))

    async def append(self, table_id: str, number: int, token: str, played: float) -> None:
        """Store action `number` of a table; raises Conflict where that number is taken."""
        row = {"table_id": table_id, "number": number, "token": token}

        def job(connection: Connection) -> None:
            connection.execute(insert(actions), row)
            touched = _played(table_id, played).values(touched=time.time())
            connection.execute(touched)

        try:
            await self._write(job)
        except IntegrityError as error:
            raise Conflict(f"action {number} of table {table_id}") from error

    async def keep_time(self, table_id: str, played: float) -> None:
        """Store the seconds played; to look at a table, or to leave it, is not to touch it."""
        await self._write(lambda connection: connection.execute(_played(table_id, played)))

    async def load(self, table_id: str) -> StoredTable | None:
        """A table with its actions in order; None where there is none of that id."""
        return await self._read(lambda connection: _load(connection, table_id))

    async def of_player(self, player: str, before: float | None = None) -> list[StoredTable]:
        """The player's tables on which something was done, the last touched first.

        At most `PAGE` of them; with `before`, only those that were touched before that time.
        """

        def job(connection: Connection) -> list[StoredTable]:
            begun = exists().where(actions.c.table_id == tables.c.id)
            query = (
                select(tables)
                .where(tables.c.player == player, begun)
                .order_by(tables.c.touched.desc())
                .limit(PAGE)
            )
            if before is not None:
                query = query.where(tables.c.touched < before)
            return _with_actions(connection, connection.execute(query).all())

        return await self._read(job)

    async def last_of_deal(self, player: str, code: str) -> StoredTable | None:
        """The player's table of that deal that was touched last."""

        def job(connection: Connection) -> StoredTable | None:
            query = (
                select(tables)
                .where(tables.c.player == player, tables.c.code == code)
                .order_by(tables.c.touched.desc())
                .limit(1)
            )
            found = _with_actions(connection, connection.execute(query).all())
            return found[0] if found else None

        return await self._read(job)

    async def close(self) -> None:
        """Finish what is being written and let the database go."""
        while self._writing is not None:
            await self._writing
        self._writer.shutdown()
        self._readers.shutdown()
        self._engine.dispose()

    async def _read(self, job: Callable[[Connection], Result]) -> Result:
        def run() -> Result:
            with self._engine.connect() as connection:
                return job(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def _write(self, job: Job) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._flush())
        await done

    async def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                jobs = [job for job, _ in batch]
                errors = await loop.run_in_executor(self._writer, self._commit, jobs)
                for (_, done), error in zip(batch, errors, strict=True):
                    if done.cancelled():
                        continue
                    if error is None:
                        done.set_result(None)
                    else:
                        done.set_exception(error)
        finally:
            self._writing = None

    def _commit(self, jobs: Sequence[Job]) -> list[Exception | None]:
        """Run the jobs in one transaction; where one of them fails, each in its own.

        Where it is the database that fails, all fail: they would only wait for it one by one.
        """
        try:
            with self._engine.begin() as connection:
                for job in jobs:
                    job(connection)
        except OperationalError as error:
            return [error] * len(jobs)
        except Exception as error:
            if len(jobs) == 1:
                return [error]
            return [self._commit([job])[0] for job in jobs]
        return [None] * len(jobs)


def _played(table_id: str, played: float) -> Any:
    return update(tables).where(tables.c.id == table_id).values(played=played)


def _load(connection: Connection, table_id: str) -> StoredTable | None:
    rows = connection.execute(select(tables).where(tables.c.id == table_id)).all()
    found = _with_actions(connection, rows)
    return found[0] if found else None


def _with_actions(connection: Connection, rows: Sequence[Row[Any]]) -> list[StoredTable]:
    """The tables of these rows, each with its actions in order."""
    query = (
        select(actions.c.table_id, actions.c.token)
        .where(actions.c.table_id.in_([row.id for row in rows]))
        .order_by(actions.c.table_id, actions.c.number)
    )
    tokens: dict[str, list[str]] = {row.id: [] for row in rows}
    for table_id, token in connection.execute(query):
        tokens[table_id].append(token)
    return [
        StoredTable(row.id, row.code, row.played, row.touched, tuple(tokens[row.id]))
        for row in rows
    ]


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # An acknowledged move outlives a power cut, not only the end of the process.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    cursor.close()


def prepare(url: str) -> None:
    """Bring the database at `url` up to the newest schema.

    Raises NotReadable where it cannot be used. Several processes may start on it afterwards.
    """
    try:
        engine = _engine(url)
        migrate(engine)
        engine.dispose()
    except (SQLAlchemyError, CommandError, ImportError) as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise NotReadable(Reason.of("database", why=why)) from error


def _engine(url: str) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the database's schema to `revision`."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(files("lunaria.server.store") / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, revision)
