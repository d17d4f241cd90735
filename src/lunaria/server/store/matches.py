"""What a match of two has beside a game: who sits there, and what was agreed.

Each function is the work of one transaction, or a part of it.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from lunaria.server.store.schema import matches, seats, tables


class Seat(NamedTuple):
    """A seat of a match, 1 or 2, or 0 for both at one page; `key` is the key to play there."""

    table_id: str
    seat: int
    key: str
    player: str


class StoredMatch(NamedTuple):
    """What was agreed before the first card, and whether somebody left.

    `players` are as `core.match.Match` has them; `seeds`, of a sealed match, are hexadecimal and
    separated by blanks. `invitation` is the name of the invitation where there was one; `free`
    tells whether nobody has followed it yet, `listed` whether anybody may, and look on.
    `previous` is the id of the match that this one is the rematch of.
    """

    rounds: int
    players: tuple[str, str]
    screen: bool = False
    seeds: str | None = None
    invitation: str | None = None
    free: bool = False
    gone: int = 0
    listed: bool = False
    previous: str | None = None


def begin(connection: Connection, match: StoredMatch, taken: Sequence[Seat]) -> None:
    """Store a new match of a table, with the seats that are taken."""
    first, second = match.players
    row = {
        "table_id": taken[0].table_id,
        "rounds": match.rounds,
        "first": first,
        "second": second,
        "screen": match.screen,
        "seeds": match.seeds,
        "invitation": match.invitation,
        "gone": match.gone,
        "listed": match.listed,
        "offered": time.time() if match.listed else None,
        "previous": match.previous,
    }
    connection.execute(insert(matches).values(row))
    connection.execute(insert(seats), [seat._asdict() for seat in taken])


def of_tables(connection: Connection, table_ids: Sequence[str]) -> dict[str, StoredMatch]:
    """The matches among tables, by their ids."""
    rows = connection.execute(select(matches).where(matches.c.table_id.in_(table_ids))).all()
    if not rows:
        return {}
    asked = select(seats.c.table_id).where(seats.c.table_id.in_(table_ids), seats.c.seat == 2)
    second = set(connection.scalars(asked))
    return {
        row.table_id: StoredMatch(
            row.rounds,
            (row.first, row.second),
            row.screen,
            row.seeds,
            row.invitation,
            row.invitation is not None and row.table_id not in second,
            row.gone,
            row.listed,
            row.previous,
        )
        for row in rows
    }


def with_key(connection: Connection, key: str) -> Seat | None:
    """The seat that a key opens."""
    row = connection.execute(select(seats).where(seats.c.key == key)).first()
    return None if row is None else Seat(row.table_id, row.seat, row.key, row.player)


def at_table(connection: Connection, table_id: str) -> list[Seat]:
    """The seats that are taken at a match, in order."""
    query = select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
    rows = connection.execute(query)
    return [Seat(row.table_id, row.seat, row.key, row.player) for row in rows]


def of_invitation(connection: Connection, name: str) -> str | None:
    """The id of the match that an invitation is to."""
    query = select(matches.c.table_id).where(matches.c.invitation == name)
    return connection.scalars(query).first()


def after(connection: Connection, table_id: str) -> str | None:
    """The id of the rematch of a match, where there is one."""
    return connection.scalars(
        select(matches.c.table_id).where(matches.c.previous == table_id)
    ).first()


class Listed(NamedTuple):
    """A match that anyone may see: its table, who sits first, and its invitation or None."""

    table_id: str
    player: str
    invitation: str | None
    created: float


def offer(connection: Connection, table_ids: Sequence[str], now: float) -> None:
    """Somebody is there at these matches who waits for the other seat to be taken."""
    there = matches.c.table_id.in_(table_ids) & matches.c.listed
    connection.execute(update(matches).where(there).values(offered=now))


def listed(
    connection: Connection, offered_since: float, touched_since: float, most: int
) -> tuple[list[Listed], list[Listed]]:
    """The matches whose free seat is offered, and those that are played; the newest first."""
    second = select(seats.c.table_id).where(
        seats.c.table_id == matches.c.table_id, seats.c.seat == 2
    )
    query = (
        select(matches.c.table_id, tables.c.player, matches.c.invitation, tables.c.created)
        .join(tables)
        .where(matches.c.listed, matches.c.gone == 0)
        .limit(most)
    )
    free = query.where(~second.exists(), matches.c.offered > offered_since)
    played = query.where(second.exists(), tables.c.touched > touched_since)
    return (
        [Listed(*row) for row in connection.execute(free.order_by(tables.c.created.desc()))],
        [Listed(*row) for row in connection.execute(played.order_by(tables.c.touched.desc()))],
    )


def sit(connection: Connection, seat: Seat) -> None:
    """Take a seat; raises IntegrityError where it is taken."""
    connection.execute(insert(seats).values(seat._asdict()))


def leave(connection: Connection, table_id: str, gone: int) -> None:
    """Mark the seat that has lost because it was left, where none has yet."""
    going_on = (matches.c.table_id == table_id) & (matches.c.gone == 0)
    connection.execute(update(matches).where(going_on).values(gone=gone))


def forget(connection: Connection, player: str) -> None:
    """Take a player out of the matches that others play too, which stay theirs."""
    own = select(seats.c.table_id).where(seats.c.player == player)
    others = select(seats).where(seats.c.table_id.in_(own), seats.c.player != player)
    for row in connection.execute(others.where(seats.c.player != "")).all():
        mine = (seats.c.table_id == row.table_id) & (seats.c.player == player)
        # The seat stays taken, by nobody: its key opens nothing any more.
        connection.execute(update(seats).where(mine).values(player="", key=f"-{row.key[:31]}"))
        heir = update(tables).where(tables.c.id == row.table_id, tables.c.player == player)
        connection.execute(heir.values(player=row.player))
