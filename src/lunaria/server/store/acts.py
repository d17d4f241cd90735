"""The actions of a batch, stored together: two statements, however many tables act at a time."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, update

from lunaria.server.store.schema import actions, tables


class Act(NamedTuple):
    """An action, and when its table was touched by it and had been played for how long.

    `also` is what is done in the same transaction, once it is stored.
    """

    table_id: str
    number: int
    token: str
    played: float
    touched: float
    also: Callable[[Connection], Any] | None = None


_INSERT = insert(actions)
_TOUCH = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"))
    .values(played=bindparam("played"), touched=bindparam("touched"))
)


def store(connection: Connection, acts: Sequence[Act]) -> None:
    """Store actions; raises IntegrityError where the number of one is taken."""
    # Where all go by the tables in one order, two processes do not wait for each other.
    acts = sorted(acts, key=lambda act: act.table_id)
    rows = [{"table_id": act.table_id, "number": act.number, "token": act.token} for act in acts]
    times = [
        {"table_id": act.table_id, "played": act.played, "touched": act.touched} for act in acts
    ]
    connection.execute(_INSERT, rows)
    connection.execute(_TOUCH, times)
    for act in acts:
        if act.also is not None:
            act.also(connection)
