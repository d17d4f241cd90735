"""All games of one player: the list of them with what came of each, taking in, and forgetting.

Each function is the work of one transaction.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, update

from lunaria.server.store import matches as agreed
from lunaria.server.store import players, ratings
from lunaria.server.store.schema import (
    actions,
    finishes,
    known_deals,
    matches,
    rated_matches,
    results,
    seats,
    tables,
)


class Result(NamedTuple):
    """What came of a game after so many actions: its result and its moves now.

    `won` is the count of moves that it was first won with; a win that is taken back stays one.
    """

    actions: int
    result: str
    moves: int
    won: int | None


class Entry(NamedTuple):
    """A game in a player's list, without its actions; no `result` where none is known of all."""

    id: str
    code: str
    created: float
    touched: float
    played: float
    replay: str
    study: bool
    result: Result | None
    #: The key to play there, and the player's seat; 0 where two play at one page.
    key: str
    seat: int
    #: The seat that has lost a match because it was left; 0 where none has.
    gone: int


class Foreign(NamedTuple):
    """A game that is taken in from elsewhere; `replay` is the public name that it is given."""

    id: str
    code: str
    created: float
    touched: float
    played: float
    replay: str
    study: bool
    actions: tuple[str, ...]
    result: Result
    #: Of a match that is over: what was agreed, and the seat that the player had, for its key.
    match: agreed.StoredMatch | None = None
    seat: agreed.Seat | None = None


#: How many actions a table has: their numbers count up from 1.
_LENGTH = (
    select(func.max(actions.c.number))
    .where(actions.c.table_id == tables.c.id)
    .correlate(tables)
    .scalar_subquery()
)


def entries(
    connection: Connection, player: str, before: float | None = None, most: int | None = None
) -> list[Entry]:
    """The player's games that were begun, the last touched first; at most so many.

    With `before`, only those that were touched before that time.
    """
    kept = (column.label(f"kept_{column.name}") for column in results.c)
    query = (
        select(tables, _LENGTH.label("length"), seats.c.key, seats.c.seat, matches.c.gone, *kept)
        .select_from(tables)
        .outerjoin(results)
        .outerjoin(matches)
        .outerjoin(seats, and_(seats.c.table_id == tables.c.id, seats.c.player == player))
        .where(or_(tables.c.player == player, seats.c.player == player))
        .where(exists().where(actions.c.table_id == tables.c.id))
        .order_by(tables.c.touched.desc(), tables.c.id)
        .limit(most)
    )
    if before is not None:
        query = query.where(tables.c.touched < before)
    return [_entry(row) for row in connection.execute(query)]


def _entry(row: Any) -> Entry:
    result = None
    if row.kept_actions == row.length:
        result = Result(row.length, row.kept_result, row.kept_moves, row.kept_won)
    return Entry(
        row.id,
        row.code,
        row.created,
        row.touched,
        row.played,
        row.replay,
        row.study,
        result,
        row.key or row.id,
        1 if row.seat is None else row.seat,
        row.gone or 0,
    )


def keep_results(connection: Connection, found: Mapping[str, Result]) -> None:
    """Keep what came of tables, in place of what was known of them; one may be gone by now."""
    there = connection.scalars(select(tables.c.id).where(tables.c.id.in_(found))).all()
    connection.execute(delete(results).where(results.c.table_id.in_(there)))
    if there:
        connection.execute(insert(results), [_row(each, found[each]) for each in there])


def _row(table_id: str, result: Result) -> dict[str, Any]:
    return {"table_id": table_id, **result._asdict()}


def take_in(connection: Connection, player: str, games: Iterable[Foreign]) -> list[bool]:
    """Store games of elsewhere; of each, whether it was new, or went on from what was there."""
    return [_take_in(connection, player, game) for game in games]


def _take_in(connection: Connection, player: str, game: Foreign) -> bool:
    """A game is the same where deal and beginning are, and one goes on from the other."""
    seated = select(seats.c.table_id).where(seats.c.player == player)
    same = select(tables).where(
        or_(tables.c.player == player, tables.c.id.in_(seated)),
        tables.c.code == game.code,
        tables.c.created == game.created,
    )
    for row in connection.execute(same).all():
        query = (
            select(actions.c.token).where(actions.c.table_id == row.id).order_by(actions.c.number)
        )
        own = tuple(connection.scalars(query))
        if own[: len(game.actions)] == game.actions:
            return False
        if game.match is None and game.actions[: len(own)] == own:
            newer = {
                "touched": max(row.touched, game.touched),
                "played": max(row.played, game.played),
                "study": row.study or game.study,
                "taken_in": True,
            }
            connection.execute(update(tables).where(tables.c.id == row.id).values(newer))
            _go_on(connection, row.id, len(own), game)
            return True
    columns = {name: value for name, value in game._asdict().items() if name in tables.c}
    connection.execute(insert(tables).values(player=player, taken_in=True, **columns))
    if game.match is not None and game.seat is not None:
        agreed.begin(connection, game.match, [game.seat._replace(player=player)])
    _go_on(connection, game.id, 0, game)
    return True


def _go_on(connection: Connection, table_id: str, number: int, game: Foreign) -> None:
    """Store the actions of a game after the first `number`, and what came of it."""
    rows = [
        {"table_id": table_id, "number": at, "token": token}
        for at, token in enumerate(game.actions[number:], start=number + 1)
    ]
    connection.execute(insert(actions), rows)
    keep_results(connection, {table_id: game.result})


def forget(connection: Connection, player: str) -> list[str]:
    """Delete everything that there is of a player; the ids of the tables that were theirs."""
    agreed.forget(connection, player)
    players.forget(connection, player)
    ratings.forget(connection, player)
    connection.execute(delete(known_deals).where(known_deals.c.player == player))
    own = select(tables.c.id).where(tables.c.player == player)
    gone = list(connection.scalars(own))
    for table in (finishes, rated_matches, results, actions, seats, matches):
        connection.execute(delete(table).where(table.c.table_id.in_(own)))
    connection.execute(delete(tables).where(tables.c.player == player))
    return gone
