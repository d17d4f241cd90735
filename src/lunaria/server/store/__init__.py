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
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from lunaria.server.store import acts, matches, own
from lunaria.server.store.acts import Act
from lunaria.server.store.database import connect, migrate, prepare
from lunaria.server.store.matches import Listed, Seat, StoredMatch
from lunaria.server.store.news import Heard, Message, News, news_of
from lunaria.server.store.own import Entry, Foreign, Result
from lunaria.server.store.schema import actions, tables

__all__ = [
    "Conflict",
    "Entry",
    "Foreign",
    "Listed",
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
Job = Callable[[Connection], Any] | Act


class Write(NamedTuple):
    """What is written in one transaction, and what the other processes are told of it."""

    job: Job
    told: tuple[Message, ...]


#: What every call raises where the database fails.
StoreFailed = SQLAlchemyError

#: What PostgreSQL calls it when two transactions wait for each other.
DEADLOCK = "40P01"
#: How many of a player's tables are listed at a time.
PAGE = 50


class Conflict(Exception):
    """Somebody else has stored another action under the same number, or the same rematch."""


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
    """The database at `url`, brought up to the newest schema.

    `alone` tells that no other process of this host uses it: the news that a change makes for
    others are then left out where the database is a file.
    """

    def __init__(self, url: str, *, alone: bool = True) -> None:
        self._engine = connect(url)
        migrate(self._engine)
        self._news: News | None = news_of(self._engine, alone=alone)
        # One thread writes, so that transactions never wait for each other in this process.
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="store-reader")
        self._waiting: list[tuple[Write, asyncio.Future[Any]]] = []
        self._writing: asyncio.Task[None] | None = None

    @property
    def process(self) -> str | None:
        """The name of this process among those on the database; None where it is alone there."""
        return None if self._news is None else self._news.process

    async def tell(self, *told: Message) -> None:
        """Tell the other processes."""
        if self._news is not None:
            await self._write(lambda connection: None, *told)

    async def listen(self, heard: Heard) -> None:
        """Hand over what other processes tell, until it is cancelled."""
        if self._news is not None:
            await self._news.listen(heard)

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
        """Store a new table, and the match with the seats that are taken where it is one.

        Raises Conflict where the match that it follows has a rematch already.
        """
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

        try:
            await self._write(job)
        except IntegrityError as error:
            raise Conflict(f"table {table_id}") from error

    async def append(self, table_id: str, number: int, token: str, played: float) -> None:
        """Store action `number` of a table; raises Conflict where that number is taken."""
        told = {"kind": "action", "table": table_id, "number": number, "token": token}
        try:
            await self._write(
                Act(table_id, number, token, played, time.time()), {**told, "played": played}
            )
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

    async def rematch(self, table_id: str) -> str | None:
        """The id of the rematch of a match; None where there is none yet."""
        return await self._read(lambda connection: matches.after(connection, table_id))

    async def offer(self, table_ids: Sequence[str]) -> None:
        """Somebody is there at these matches who waits for the other seat to be taken."""
        now = time.time()
        await self._write(lambda connection: matches.offer(connection, table_ids, now))

    async def listed(
        self, offered_since: float, touched_since: float, most: int
    ) -> tuple[list[Listed], list[Listed]]:
        """The matches whose free seat is offered to anyone, and those that are played."""
        return await self._read(
            lambda connection: matches.listed(connection, offered_since, touched_since, most)
        )

    async def sit(self, seat: Seat) -> bool:
        """Take a seat; False where it is taken."""
        try:
            await self._write(
                lambda connection: matches.sit(connection, seat), _changed(seat.table_id)
            )
        except IntegrityError:
            return False
        return True

    async def leave_seat(self, table_id: str, gone: int) -> None:
        """Store that a seat has lost because it was left."""
        await self._write(
            lambda connection: matches.leave(connection, table_id, gone), _changed(table_id)
        )

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

        await self._write(job, _changed(table_id))
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
        await self.tell(*({"kind": "forgotten", "table": each} for each in gone))
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

    async def _write(self, job: Job, *told: Message) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((Write(job, told), done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._flush())
        await done

    async def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                writes = [write for write, _ in batch]
                errors = await loop.run_in_executor(self._writer, self._commit, writes)
                for (_, done), error in zip(batch, errors, strict=True):
                    if done.cancelled():
                        continue
                    if error is None:
                        done.set_result(None)
                    else:
                        done.set_exception(error)
        finally:
            self._writing = None

    def _commit(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Write all in one transaction; where one of them fails, each in its own.

        Where it is the database that fails, all fail: they would only wait for it one by one.
        """
        try:
            with self._engine.begin() as connection:
                _run(connection, [write.job for write in writes])
                told = [message for write in writes for message in write.told]
                if self._news is not None and told:
                    self._news.tell(connection, told)
        except Exception as error:
            if isinstance(error, OperationalError) and not _in_each_others_way(error):
                return [error] * len(writes)
            if len(writes) == 1:
                return [error]
            return [self._commit([write])[0] for write in writes]
        return [None] * len(writes)


def _in_each_others_way(error: OperationalError) -> bool:
    """Whether two processes waited for each other, and the database sent one of them back."""
    return getattr(error.orig, "sqlstate", None) == DEADLOCK


def _changed(table_id: str) -> Message:
    """The others are to look at a table again."""
    return {"kind": "changed", "table": table_id}


def _run(connection: Connection, jobs: Sequence[Job]) -> None:
    """Do what a transaction is to do; actions wait for nothing in it and are stored together."""
    acted = [job for job in jobs if isinstance(job, Act)]
    if acted:
        acts.store(connection, acted)
    for job in jobs:
        if not isinstance(job, Act):
            job(connection)


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
