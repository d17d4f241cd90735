"""What the processes on one database tell each other, in the transaction that it is about.

PostgreSQL carries it by NOTIFY and LISTEN. In SQLite it is written into a table, at which the
others look whenever the file has changed. What is told means nothing here: JSON in, JSON out.
"""

import asyncio
import json
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from lunaria.server.store.schema import news

Message = dict[str, Any]
#: Who listens is handed each message of another process, or None where some may be missing.
Heard = Callable[[Message | None], None]

#: The name under which PostgreSQL carries the news, and the most characters of one notification.
CHANNEL, LONGEST = "lunaria", 7500
#: How often a file is looked at, and how long its news are kept, in seconds.
LOOKS, KEPT = 0.03, 60.0
#: A listening connection is given up where the database is gone without a word.
SURE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
#: How long to wait before a database that does not answer is asked again, in seconds.
AGAIN = 0.2


class News(ABC):
    """The news of one process to the others, and theirs to it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        #: The name of this process among those on the database.
        self.process = secrets.token_hex(4)

    @abstractmethod
    def tell(self, connection: Connection, told: Sequence[Message]) -> None:
        """Tell the others, once the transaction of `connection` is over."""

    @abstractmethod
    async def _listen(self, heard: Heard) -> None:
        """Hand over news until the database fails."""

    async def listen(self, heard: Heard) -> None:
        """Hand over what others tell, until it is cancelled; whatever the database does."""
        while True:
            with suppress(SQLAlchemyError, OSError):
                await self._listen(heard)
            await asyncio.sleep(AGAIN)

    def _texts(self, told: Sequence[Message]) -> Iterator[str]:
        """The messages as JSON lists that are short enough, each with the name of the process."""
        part: list[str] = []
        length = 0
        for message in told:
            one = json.dumps([self.process, message], separators=(",", ":"))
            if part and length + len(one) > LONGEST:
                yield f"[{','.join(part)}]"
                part, length = [], 0
            part.append(one)
            length += len(one) + 1
        yield f"[{','.join(part)}]"

    def _read(self, texts: str, heard: Heard) -> None:
        for process, message in json.loads(texts):
            if process != self.process:
                heard({**message, "process": process})


class Notifications(News):
    """News through PostgreSQL."""

    def tell(self, connection: Connection, told: Sequence[Message]) -> None:
        for each in self._texts(told):
            connection.execute(select(func.pg_notify(CHANNEL, each)))

    async def _listen(self, heard: Heard) -> None:
        # Only here: who plays on a file needs no driver for another database.
        import psycopg

        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        with suppress(psycopg.Error):
            connection = await psycopg.AsyncConnection.connect(
                *arguments, autocommit=True, **{**SURE, **options}
            )
            async with connection:
                await connection.execute(f"listen {CHANNEL}")
                heard(None)
                async for notification in connection.notifies():
                    self._read(notification.payload, heard)


class Notices(News):
    """News through a table of a database file."""

    def tell(self, connection: Connection, told: Sequence[Message]) -> None:
        now = time.time()
        rows = [{"told": now, "text": each} for each in self._texts(told)]
        connection.execute(insert(news), rows)
        connection.execute(delete(news).where(news.c.told < now - KEPT))

    async def _listen(self, heard: Heard) -> None:
        with self._engine.connect() as connection:
            last = connection.scalar(select(func.max(news.c.id))) or 0
            heard(None)
            seen = None
            while True:
                connection.rollback()  # else the file is seen as it was
                # The number changes whenever another connection has written.
                version = connection.scalar(text("pragma data_version"))
                if version != seen:
                    seen = version
                    later = select(news.c.id, news.c.text).where(news.c.id > last)
                    for row in connection.execute(later.order_by(news.c.id)).all():
                        last = row.id
                        self._read(row.text, heard)
                await asyncio.sleep(LOOKS)


def news_of(engine: Engine, *, alone: bool) -> News | None:
    """The news of a database; None where nobody else can be there to hear them."""
    if engine.dialect.name != "sqlite":
        return Notifications(engine)
    return None if alone else Notices(engine)
