"""The database behind a URL, SQLite by default or PostgreSQL, with its schema up to date."""

from contextlib import suppress
from importlib.resources import files
from typing import Any

import alembic.command
import alembic.config
from alembic.util.exc import CommandError
from sqlalchemy import Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from lunaria.core.errors import NotReadable, Reason

#: The longest that a write waits for another process to finish its own.
BUSY_SECONDS = 10
#: How PostgreSQL is named in a URL, without and with the driver that is used.
POSTGRESQL = ("postgresql", "postgres")
DRIVER = "postgresql+psycopg"
#: Whoever brings the schema up to date holds this lock of PostgreSQL, so that others wait.
MIGRATING = 0x6C756E61


def connect(url: str) -> Engine:
    """The engine of the database at `url`; nothing is asked of it yet."""
    address = make_url(url)
    if address.drivername in POSTGRESQL:
        address = address.set(drivername=DRIVER)
    if address.get_backend_name() == "sqlite":
        engine = create_engine(address)
        event.listen(engine, "connect", _prepare_sqlite)
        return engine
    # A connection that the database has closed meanwhile is replaced before it is used.
    engine = create_engine(address, pool_pre_ping=True, connect_args={"connect_timeout": 5})
    event.listen(engine, "connect", _prepare_postgresql)
    return engine


def _prepare_postgresql(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"set lock_timeout = {BUSY_SECONDS * 1000}")
    connection.commit()
    cursor.close()


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

    Raises NotReadable where it cannot be used, or only read. Several processes may start on it
    afterwards.
    """
    try:
        engine = connect(url)
        try:
            migrate(engine)
            with engine.begin() as connection:  # else the first move would be the one to find out
                connection.execute(text("update alembic_version set version_num = version_num"))
        finally:
            engine.dispose()
    except (SQLAlchemyError, CommandError, ImportError) as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise NotReadable(Reason.of("database", why=without_password(why, url))) from None


def without_password(text: str, database: str) -> str:
    """A text that may quote a database's URL, without the password in it."""
    url, password = database, ""
    with suppress(ArgumentError, ValueError):
        password = make_url(database).password or ""
    _, _, rest = database.partition("://")
    written = rest.rpartition("@")[0].partition(":")[2]
    for secret in sorted({str(password), written, url if written else ""}, key=len, reverse=True):
        if secret:
            text = text.replace(secret, "***")
    return text


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the database's schema to `revision`."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(files("lunaria.server.store") / "migrations"))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("set local lock_timeout = 0"))
            connection.execute(text(f"select pg_advisory_xact_lock({MIGRATING})"))
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, revision)
