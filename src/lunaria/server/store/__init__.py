"""What lasts: tables and their actions in a database.

Writes that come together are committed together: while one transaction is being written the next
ones wait and then share a transaction, so that many tables cost few commits. A write is over for
its caller only when its transaction is on the disk.
"""

import asyncio
import hashlib
import logging
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

import alembic.command
import alembic.config
from alembic.util.exc import CommandError
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    create_engine,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from lunaria.core.errors import NotReadable, Reason
from lunaria.server.store import matches, own
from lunaria.server.store.matches import Seat, StoredMatch
from lunaria.server.store.own import Entry, Foreign, Result
from lunaria.server.store.rankings import Rankings
from lunaria.server.store.schema import actions, tables

__all__ = [
    "Conflict",
    "Entry",
    "Foreign",
    "Job",
    "Result",
    "Seat",
    "Store",
    "StoreFailed",
    "StoredMatch",
    "StoredTable",
    "migrate",
    "prepare",
    "replay_name",
]

log = logging.getLogger("lunaria.server")

Found = TypeVar("Found")
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
    replay: str
    study: bool
    player: str
    #: What a match of two has beside it.
    match: StoredMatch | None = None


def replay_name(table_id: str) -> str:
    """The name under which a game may be looked at; the id, the key to play, does not follow."""
    digest = hashlib.sha256(b"replay:" + table_id.encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


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
        self.rankings = Rankings(self._read, self._write)

    async def create(
        self,
        table_id: str,
        player: str,
        code: str,
        tokens: Sequence[str] = (),
        *,
        study: bool = False,
        match: StoredMatch | None = None,
        seats: Sequence[Seat] = (),
    ) -> None:
        """Store a new table, and the match with the seats that are taken where it is one."""
        now = time.time()
        row = {
            "id": table_id,
            "player": player,
            "code": code,
            "created": now,
            "touched": now,
            "played": 0.0,
            "replay": replay_name(table_id),
            "study": study,
        }
        numbered = [
            {"table_id": table_id, "number": number, "token": token}
            for number, token in enumerate(tokens, start=1)
        ]

        def job(connection: Connection) -> None:
            connection.execute(insert(tables).values(row))
            if numbered:
                connection.execute(insert(actions), numbered)
            if match is not None:
                matches.begin(connection, match, seats)

        await self._write(job)

    async def append(
        self, table_id: str, number: int, token: str, played: float, also: Job | None = None
    ) -> None:
        """Store action `number` of a table, and with it what `also` does.

        Raises Conflict where that number is taken.
        """
        row = {"table_id": table_id, "number": number, "token": token}

        def job(connection: Connection) -> None:
            connection.execute(insert(actions), row)
            touched = _played(table_id, played).values(touched=time.time())
            connection.execute(touched)
            if also is not None:
                also(connection)

        try:
            await self._write(job)
        except IntegrityError as error:
            raise Conflict(f"action {number} of table {table_id}") from error

    async def keep_time(self, table_id: str, played: float) -> None:
        """Store the seconds played; to look at a table, or to leave it, is not to touch it."""
        await self._write(lambda connection: connection.execute(_played(table_id, played)))

    async def load(self, table_id: str) -> StoredTable | None:
        """A table with its actions in order; None where there is none of that id."""
        return await self._read(lambda connection: _find(connection, tables.c.id == table_id))

    async def seat(self, key: str) -> Seat | None:
        """The seat of a match that a key opens."""
        return await self._read(lambda connection: matches.with_key(connection, key))

    async def seats(self, table_id: str) -> list[Seat]:
        """The seats that are taken at a match, in order."""
        return await self._read(lambda connection: matches.at_table(connection, table_id))

    async def invited(self, name: str) -> str | None:
        """The id of the match that an invitation is to; None where there is none."""
        return await self._read(lambda connection: matches.of_invitation(connection, name))

    async def sit(self, seat: Seat) -> bool:
        """Take a seat; False where it is taken."""
        try:
            await self._write(lambda connection: matches.sit(connection, seat))
        except IntegrityError:
            return False
        return True

    async def leave_seat(self, table_id: str, gone: int, also: Job | None = None) -> None:
        """Store that a seat has lost because it was left, and with it what `also` does."""

        def job(connection: Connection) -> None:
            matches.leave(connection, table_id, gone)
            if also is not None:
                also(connection)

        await self._write(job)

    async def replay(self, name: str) -> StoredTable | None:
        """The table whose replay has that name; None where there is none."""
        return await self._read(lambda connection: _find(connection, tables.c.replay == name))

    async def mark_studied(self, table_id: str) -> bool:
        """Mark a game as studied, for good; False where there is no such table."""
        marked = update(tables).where(tables.c.id == table_id).values(study=True)
        found = 0

        def job(connection: Connection) -> None:
            nonlocal found
            found = connection.execute(marked).rowcount

        await self._write(job)
        return found > 0

    async def of_player(
        self, player: str, before: float | None = None, most: int | None = PAGE
    ) -> list[Entry]:
        """The player's tables on which something was done, the last touched first.

        At most so many, or all; with `before`, only those that were touched before that time.
        """
        return await self._read(lambda connection: own.entries(connection, player, before, most))

    async def load_all(self, table_ids: Sequence[str]) -> list[StoredTable]:
        """The tables of these ids, in any order; those that are not there are left out."""

        def job(connection: Connection) -> list[StoredTable]:
            query = select(tables).where(tables.c.id.in_(table_ids))
            return _with_actions(connection, connection.execute(query).all())

        return await self._read(job)

    async def keep_results(self, results: Mapping[str, Result]) -> None:
        """Keep what came of tables, by their ids."""
        try:
            await self._write(lambda connection: own.keep_results(connection, results))
        except IntegrityError:
            log.info("another process has kept the same results")

    async def take_in(self, player: str, games: Sequence[Foreign]) -> list[bool]:
        """Store games of elsewhere; of each, whether it was new, or went on from one's own."""
        taken: list[bool] = []

        def job(connection: Connection) -> None:
            taken[:] = own.take_in(connection, player, games)

        await self._write(job)
        return taken

    async def forget(self, player: str) -> list[str]:
        """Delete everything that there is of a player; the ids of the tables that were theirs."""
        gone: list[str] = []

        def job(connection: Connection) -> None:
            gone[:] = own.forget(connection, player)

        await self._write(job)
        return gone

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

    async def _read(self, job: Callable[[Connection], Found]) -> Found:
        def run() -> Found:
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


def _find(connection: Connection, which: ColumnElement[bool]) -> StoredTable | None:
    rows = connection.execute(select(tables).where(which)).all()
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
    agreed = matches.of_tables(connection, list(tokens))
    return [
        StoredTable(
            row.id,
            row.code,
            row.played,
            row.touched,
            tuple(tokens[row.id]),
            row.replay,
            row.study,
            row.player,
            agreed.get(row.id),
        )
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
