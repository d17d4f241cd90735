"""The games that rank, and the lists of them.

Each function is the work of one transaction, or a part of it.
"""

from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from lunaria.games import game_named
from lunaria.server.store.schema import finishes, known_deals, players, tables

#: How many lines a page of a list has.
LINES = 50


class Finish(NamedTuple):
    """A game that was won at this server, as far as its line and the clock tell it.

    `codes` are those of all deals with the same cards, that of the standard rule set first. `day`
    is the date whose deal of the day it is, which began first on earth at `began`. `by` is what the
    game is ranked by.
    """

    game: str
    variant: str
    code: str
    codes: tuple[str, ...]
    day: str | None
    began: float
    moves: int
    seconds: int
    undone: bool
    finished: float
    by: tuple[str, ...]


class Which(NamedTuple):
    """Which list is asked for: of a day's deal, or each player's best game of a rule set."""

    game: str
    variant: str
    day: str | None
    by: tuple[str, ...]


class Ranked(NamedTuple):
    """A line of a list. `name` is None where the player has taken none; `replay` names the game."""

    place: int
    name: str | None
    own: bool
    moves: int
    seconds: int
    undone: bool
    replay: str


class Ranking(NamedTuple):
    """A page of a list: how many lines there are in all, and that of who asks, on whatever page."""

    total: int
    lines: tuple[Ranked, ...]
    own: Ranked | None


def insert_new(connection: Connection, table: Any, row: dict[str, Any]) -> bool:
    """Store a row; False where there is one of its key, which another process may have stored."""
    dialect: Any = {"sqlite": sqlite, "postgresql": postgresql}[connection.dialect.name]
    made = dialect.insert(table).values(row).on_conflict_do_nothing()
    return connection.execute(made.returning(*table.primary_key)).first() is not None


def know(connection: Connection, player: str, code: str) -> None:
    """Note that a player has seen how somebody else played a deal."""
    insert_new(connection, known_deals, {"player": player, "code": code})


def knows(connection: Connection, player: str, code: str) -> bool:
    """Whether that was noted."""
    asked = exists().where(known_deals.c.player == player, known_deals.c.code == code)
    return bool(connection.scalar(select(asked)))


def finish(connection: Connection, table_id: str, won: Finish) -> None:
    """Let a game that is won rank, once, where it was played here and its deal was new.

    It was, where the player has opened no other game of it and looked at nobody else's.
    """
    table = connection.execute(select(tables).where(tables.c.id == table_id)).one()
    there = exists().where(finishes.c.table_id == table_id)
    again = exists().where(
        tables.c.player == table.player, tables.c.code.in_(won.codes), tables.c.id != table_id
    )
    if table.study or table.taken_in or connection.scalar(select(or_(there, again))):
        return
    if knows(connection, table.player, won.codes[0]):
        return
    told = {name: value for name, value in won._asdict().items() if name in finishes.c}
    row = {"table_id": table_id, "player": table.player, **told}
    if table.created < won.began:
        row["day"] = None
    row["best"] = _improves(connection, row, won.by)
    connection.execute(insert(finishes).values(row))


def _improves(connection: Connection, row: dict[str, Any], by: tuple[str, ...]) -> bool:
    """Whether a game is its player's best of its kind; then the one before is so no more."""
    kind = [finishes.c[name] == row[name] for name in ("player", "game", "variant")]
    best = select(finishes).where(*kind, finishes.c.best).with_for_update()
    before = connection.execute(best).one_or_none()
    if before is None:
        return True
    columns = _columns(by)
    if [row[each.name] for each in columns] >= [before._mapping[each.name] for each in columns]:
        return False
    same = finishes.c.table_id == before.table_id
    connection.execute(update(finishes).where(same).values(best=False))
    return True


def merge(connection: Connection, source: str, target: str) -> None:
    """Give what counts of one player to another, but for deals that rank for the other already."""
    codes = connection.scalars(select(known_deals.c.code).where(known_deals.c.player == source))
    for code in codes.all():
        know(connection, target, code)
    connection.execute(delete(known_deals).where(known_deals.c.player == source))
    ranked = select(finishes.c.code).where(finishes.c.player == target)
    again = (finishes.c.player == source) & finishes.c.code.in_(ranked)
    connection.execute(delete(finishes).where(again))
    moved = connection.execute(select(finishes).where(finishes.c.player == source)).all()
    for each in moved:
        here = finishes.c.table_id == each.table_id
        connection.execute(update(finishes).where(here).values(best=False))
        row = {**each._mapping, "player": target}
        best = _improves(connection, row, game_named(each.game).ranked_by)
        connection.execute(update(finishes).where(here).values(player=target, best=best))


def _columns(by: tuple[str, ...]) -> list[Column[Any]]:
    """What is compared, in order."""
    return [{"moves": finishes.c.moves, "time": finishes.c.seconds}[name] for name in by]


def listed(connection: Connection, which: Which, page: int, player: str | None) -> Ranking:
    """A page of a list, from 1: of the players who took a name, the best first.

    Who asks is told their own line in any case. Equals share a place; who was first stands first.
    """
    columns = _columns(which.by)
    named = (
        select(finishes, players.c.name, tables.c.replay)
        .join(players, players.c.id == finishes.c.player)
        .join(tables, tables.c.id == finishes.c.table_id)
        .where(_listed(which))
    )
    place = func.rank().over(order_by=columns).label("place")
    part = (
        named.add_columns(place)
        .order_by(*columns, finishes.c.finished, finishes.c.table_id)
        .limit(LINES)
        .offset((page - 1) * LINES)
    )
    lines = tuple(
        _line(row, row.place, row.name, own=row.player == player)
        for row in connection.execute(part)
    )
    total = _named(connection, _listed(which))
    return Ranking(total, lines, _own(connection, which, player))


def _own(connection: Connection, which: Which, player: str | None) -> Ranked | None:
    """The line of a player, with the place that it has among those who took a name."""
    asked = (
        select(finishes, players.c.name, tables.c.replay)
        .outerjoin(players, players.c.id == finishes.c.player)
        .join(tables, tables.c.id == finishes.c.table_id)
        .where(_listed(which), finishes.c.player == player)
    )
    row = connection.execute(asked).first()
    if row is None:
        return None
    columns = _columns(which.by)
    own = tuple_(*(row._mapping[column.name] for column in columns))
    better = _named(connection, and_(_listed(which), tuple_(*columns) < own))
    return _line(row, better + 1, row.name, own=True)


def _listed(which: Which) -> ColumnElement[bool]:
    if which.day is not None:
        return and_(finishes.c.game == which.game, finishes.c.day == which.day)
    kind = and_(finishes.c.game == which.game, finishes.c.variant == which.variant)
    return and_(kind, finishes.c.best)


def _named(connection: Connection, wanted: ColumnElement[bool]) -> int:
    """How many games of players who took a name there are."""
    asked = (
        select(func.count())
        .select_from(finishes)
        .join(players, players.c.id == finishes.c.player)
        .where(wanted)
    )
    return connection.scalar(asked) or 0


def _line(row: Any, place: int, name: str | None, *, own: bool) -> Ranked:
    return Ranked(place, name, own, row.moves, row.seconds, row.undone, row.replay)


def of_player(connection: Connection, player: str) -> list[dict[str, Any]]:
    """All games of a player that rank, the first one first."""
    query = select(finishes).where(finishes.c.player == player).order_by(finishes.c.finished)
    left_out = ("table_id", "player", "best")
    return [
        {name: value for name, value in row._mapping.items() if name not in left_out}
        for row in connection.execute(query)
    ]
