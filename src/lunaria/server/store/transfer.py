"""All rows of one database put into another: backups, their return, and the move to PostgreSQL.

A backup is an SQLite database, whatever it is of, so that one file can be read by anybody. Source
and target have the same schema while rows are copied, that of the source, which may be an older
one; the target is brought up to date when it has all of them.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from alembic.util.exc import CommandError
from sqlalchemy import (
    Connection,
    Engine,
    MetaData,
    Table,
    create_engine,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import SQLAlchemyError

from lunaria.core.errors import NotReadable, Reason
from lunaria.server.store.database import connect, migrate, without_password

#: What is not copied: the schema's version, which the target has itself, and what nobody misses.
NOT_COPIED = ("alembic_version", "news")
#: How many rows are handed over at a time.
PART = 2000

#: Is told how many rows are copied, and how many there are.
Progress = Callable[[int, int], None]


def back_up(url: str, file: Path, progress: Progress) -> int:
    """Write all of the database at `url` into a new file: how many rows.

    What is written while it runs is in it wholly or not at all. Raises NotReadable where the
    database cannot be used, or the file is there already.
    """
    if file.exists():
        raise NotReadable(Reason.of("file-there", file=str(file)))
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        copied = move(url, f"sqlite:///{part}", progress, newest=False)
        with closing(sqlite3.connect(part)) as connection:
            connection.execute("pragma journal_mode=delete")  # all of it in the one file
        os.replace(part, file)
    except OSError as error:
        why = error.strerror or str(error)
        raise NotReadable(Reason.of("file", file=str(file), why=why)) from error
    finally:
        for left in (part, *(Path(f"{part}{end}") for end in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)
    return copied


def restore(file: Path, url: str, progress: Progress) -> int:
    """Put a backup into the empty database at `url`: how many rows.

    Raises NotReadable where the file is no sound backup or of a newer version, or the database is
    not empty.
    """
    try:
        with file.open("rb") as opened:
            if opened.read(16) != b"SQLite format 3\0":
                raise NotReadable(Reason.of("no-backup", file=str(file)))
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as backup:
            sound = backup.execute("pragma integrity_check").fetchone() == ("ok",)
    except OSError as error:
        why = error.strerror or str(error)
        raise NotReadable(Reason.of("file", file=str(file), why=why)) from error
    except sqlite3.DatabaseError:
        sound = False
    if not sound:
        raise NotReadable(Reason.of("backup-damaged", file=str(file)))
    return move(f"sqlite:///{file.resolve()}", url, progress)


def move(source: str, target: str, progress: Progress, *, newest: bool = True) -> int:
    """Copy all rows of a database into another, an empty one, and compare them: how many.

    It is all there at the end, or nothing is. Raises NotReadable where either cannot be used, the
    source has a schema that is not known here, or the target is not empty.
    """
    with _refused(source, reads=True) as old, _refused(target) as new:
        with _as_it_is(old) as reading:
            revision = MigrationContext.configure(reading).get_current_revision()
            if revision is None:
                raise NotReadable(Reason.of("database-foreign"))
            _check_empty(new)
            try:
                migrate(new, revision)
            except CommandError as error:
                raise NotReadable(Reason.of("database-newer")) from error
            with new.begin() as writing:
                copied = _copy(reading, writing, progress)
        if newest:
            migrate(new)
    return copied


@contextmanager
def _refused(url: str, *, reads: bool = False) -> Iterator[Engine]:
    """The engine of a database; what it fails at is told as a reason, without its password."""
    try:
        engine = connect(url)
        if reads and engine.url.get_backend_name() == "sqlite":
            _check_file(engine)
            engine = create_engine(engine.url)  # a file that is only read is left as it is
        try:
            yield engine
        finally:
            engine.dispose()
    except (SQLAlchemyError, ImportError) as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise NotReadable(Reason.of("database", why=without_password(why, url))) from None


def _check_file(engine: Engine) -> None:
    """Else SQLite would make the file that is to be read."""
    name = engine.url.database or ""
    if not Path(name).is_file():
        raise NotReadable(Reason.of("file", file=name, why=os.strerror(2)))


@contextmanager
def _as_it_is(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            connection.exec_driver_sql("begin")  # which Python's driver leaves out for reading
        yield connection


def _check_empty(engine: Engine) -> None:
    with engine.connect() as connection:
        for name in inspect(connection).get_table_names():
            if name in NOT_COPIED:
                continue
            table = Table(name, MetaData(), autoload_with=connection)
            if connection.execute(select(table).limit(1)).first() is not None:
                raise NotReadable(Reason.of("database-full"))


def _copy(reading: Connection, writing: Connection, progress: Progress) -> int:
    tables = _tables(reading)
    total = sum(reading.scalar(select(func.count()).select_from(table)) or 0 for table in tables)
    copied = 0
    progress(0, total)
    here = {table.name: table for table in _tables(writing)}
    for table in tables:
        for rows in _rows(reading, table).partitions(PART):
            writing.execute(insert(here[table.name]), [dict(row._mapping) for row in rows])
            copied += len(rows)
            progress(copied, total)
        pairs = zip_longest(_rows(reading, table), _rows(writing, here[table.name]))
        if any(one is None or other is None or tuple(one) != tuple(other) for one, other in pairs):
            raise NotReadable(Reason.of("not-copied", table=table.name))
    return copied


def _tables(connection: Connection) -> list[Table]:
    """The tables with their rows, each after those that it refers to."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name not in NOT_COPIED]


def _rows(connection: Connection, table: Table) -> Any:
    """The rows in the order of their bytes, which is the same in every database."""
    keys = [
        column.collate("C" if connection.dialect.name == "postgresql" else "BINARY")
        if column.type.python_type is str
        else column
        for column in table.primary_key.columns
    ]
    query = select(table).order_by(*keys)
    return connection.execute(query, execution_options={"yield_per": PART})
