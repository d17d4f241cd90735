"""What lasts: tables and their actions in a database.

A write is over for its caller only when its transaction is on the disk.
"""

import asyncio
import hashlib
import logging
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, false, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from lunaria.server.store import matches, own
from lunaria.server.store.acts import Act
from lunaria.server.store.database import connect, migrate, prepare
from lunaria.server.store.matches import Listed, Seat, StoredMatch
from lunaria.server.store.news import Heard, Message, News, news_of
from lunaria.server.store.own import Entry, Foreign, Result
from lunaria.server.store.players import Joining, Name, Passkey, Person
from lunaria.server.store.rankings import Rankings
from lunaria.server.store.schema import actions, tables
from lunaria.server.store.writing import Writer

__all__ = [
    "Conflict",
    "Entry",
    "Foreign",
    "Job",
    "Joining",
    "Listed",
    "Name",
    "Passkey",
    "Person",
    "Result",
    "Seat",
    "Store",
    "StoreFailed",
    "StoredMatch",
    "StoredTable",
    "Taken",
    "migrate",
    "prepare",
    "replay_name",
]

log = logging.getLogger("lunaria.server")

Found = TypeVar("Found")
#: The work of a transaction, or a part of it.
Job = Callable[[Connection], Any]

#: What every call raises where the database fails.
StoreFailed = SQLAlchemyError
#: What a write raises that would store twice what may be there once.
Taken = IntegrityError

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
        self._writer = Writer(self._engine, self._news)
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="store-reader")
        self.rankings = Rankings(self.read, self.write)

    @property
    def process(self) -> str | None:
        """The name of this process among those on the database; None where it is alone there."""
        return None if self._news is None else self._news.process

    async def ready(self) -> None:
        """Raises StoreFailed where nothing can be written: a change of no row is tried."""
        nothing = update(tables).where(false()).values(touched=tables.c.touched)
        await self.write(lambda connection: connection.execute(nothing))

    async def tell(self, *told: Message) -> None:
        """Tell the other processes."""
        if self._news is not None and told:
            await self.write(lambda connection: None, *told)

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
            await self.write(job)
        except IntegrityError as error:
            raise Conflict(f"table {table_id}") from error

    async def append(
        self, table_id: str, number: int, token: str, played: float, also: Job | None = None
    ) -> None:
        """Store action `number` of a table, and with it what `also` does.

        Raises Conflict where that number is taken.
        """
        told = {"kind": "action", "table": table_id, "number": number, "token": token}
        try:
            await self._writer.act(
                Act(table_id, number, token, played, time.time(), also), {**told, "played": played}
            )
        except IntegrityError as error:
            raise Conflict(f"action {number} of table {table_id}") from error

    async def keep_time(self, table_id: str, played: float) -> None:
        """Store the seconds played; to look at a table, or to leave it, is not to touch it."""
        await self.write(lambda connection: connection.execute(_played(table_id, played)))

    async def load(self, table_id: str) -> StoredTable | None:
        """A table with its actions in order; None where there is none of that id."""
        return await self.read(lambda connection: _find(connection, tables.c.id == table_id))

    async def seat(self, key: str) -> Seat | None:
        """The seat of a match that a key opens."""
        return await self.read(lambda connection: matches.with_key(connection, key))

    async def seats(self, table_id: str) -> list[Seat]:
        """The seats that are taken at a match, in order."""
        return await self.read(lambda connection: matches.at_table(connection, table_id))

    async def invited(self, name: str) -> str | None:
        """The id of the match that an invitation is to; None where there is none."""
        return await self.read(lambda connection: matches.of_invitation(connection, name))

    async def rematch(self, table_id: str) -> str | None:
        """The id of the rematch of a match; None where there is none yet."""
        return await self.read(lambda connection: matches.after(connection, table_id))

    async def offer(self, table_ids: Sequence[str]) -> None:
        """Somebody is there at these matches who waits for the other seat to be taken."""
        now = time.time()
        await self.write(lambda connection: matches.offer(connection, table_ids, now))

    async def listed(
        self, offered_since: float, touched_since: float, most: int
    ) -> tuple[list[Listed], list[Listed]]:
        """The matches whose free seat is offered to anyone, and those that are played."""
        return await self.read(
            lambda connection: matches.listed(connection, offered_since, touched_since, most)
        )

    async def sit(self, seat: Seat) -> bool:
        """Take a seat; False where it is taken."""
        try:
            await self.write(
                lambda connection: matches.sit(connection, seat), _changed(seat.table_id)
            )
        except IntegrityError:
            return False
        return True

    async def leave_seat(self, table_id: str, gone: int, also: Job | None = None) -> None:
        """Store that a seat has lost because it was left, and with it what `also` does."""

        def job(connection: Connection) -> None:
            matches.leave(connection, table_id, gone)
            if also is not None:
                also(connection)

        await self.write(job, _changed(table_id))

    async def replay(self, name: str) -> StoredTable | None:
        """The table whose replay has that name; None where there is none."""
        return await self.read(lambda connection: _find(connection, tables.c.replay == name))

    async def mark_studied(self, table_id: str) -> bool:
        """Mark a game as studied, for good; False where there is no such table."""
        marked = update(tables).where(tables.c.id == table_id).values(study=True)
        return await self.write(
            lambda connection: connection.execute(marked).rowcount > 0, _changed(table_id)
        )

    async def of_player(
        self, player: str, before: float | None = None, most: int | None = PAGE
    ) -> list[Entry]:
        """The player's tables on which something was done, the last touched first.

        At most so many, or all; with `before`, only those that were touched before that time.
        """
        return await self.read(lambda connection: own.entries(connection, player, before, most))

    async def load_all(self, table_ids: Sequence[str]) -> list[StoredTable]:
        """The tables of these ids, in any order; those that are not there are left out."""

        def job(connection: Connection) -> list[StoredTable]:
            query = select(tables).where(tables.c.id.in_(table_ids))
            return _with_actions(connection, connection.execute(query).all())

        return await self.read(job)

    async def keep_results(self, results: Mapping[str, Result]) -> None:
        """Keep what came of tables, by their ids."""
        try:
            await self.write(lambda connection: own.keep_results(connection, results))
        except IntegrityError:
            log.info("another process has kept the same results")

    async def take_in(self, player: str, games: Sequence[Foreign]) -> list[bool]:
        """Store games of elsewhere; of each, whether it was new, or went on from one's own."""
        return await self.write(lambda connection: own.take_in(connection, player, games))

    async def forget(self, player: str) -> list[str]:
        """Delete everything that there is of a player; the ids of the tables that were theirs."""
        gone = await self.write(lambda connection: own.forget(connection, player))
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

        return await self.read(job)

    async def write(self, job: Callable[[Connection], Found], *told: Message) -> Found:
        """What `job` comes to in a transaction, once it is on the disk; raises what it raises.

        Other processes are told `told` with it.
        """
        return await self._writer.write(job, *told)

    async def close(self) -> None:
        """Finish what is being written and let the database go."""
        await self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def read(self, job: Callable[[Connection], Found]) -> Found:
        """What `job` finds."""

        def run() -> Found:
            with self._engine.connect() as connection:
                return job(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)


def _changed(table_id: str) -> Message:
    """The others are to look at a table again."""
    return {"kind": "changed", "table": table_id}


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
