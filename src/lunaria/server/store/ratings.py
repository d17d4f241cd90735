"""The ratings of those who play against each other, and the list of them.

Each function is the work of one transaction, or a part of it.
"""

from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    tuple_,
    update,
)

from lunaria.server.glicko import SCALE, SURE, UNKNOWN, WEEK, Rating, rated, rested
from lunaria.server.store.finishes import LINES, insert_new
from lunaria.server.store.schema import (
    actions,
    players,
    rated_matches,
    ratings,
    seats,
    tables,
)

#: So many matches of the same two are rated in so many seconds, so that nobody is fed with wins.
AT_MOST, WITHIN = 5, 24 * 3600.0


class Rated(NamedTuple):
    """A line of the list; `name` is None where the player has taken none.

    `replay` is that of the last rated match.
    """

    place: int
    name: str | None
    own: bool
    rating: float
    deviation: float
    matches: int
    replay: str | None

    @property
    def provisional(self) -> bool:
        """Whether too little is known to compare it with others."""
        return self.deviation > SURE


class Ratings(NamedTuple):
    """A page of the list: how many lines there are in all, and that of who asks."""

    total: int
    lines: tuple[Rated, ...]
    own: Rated | None


def rate(connection: Connection, table_id: str, game: str, score: float, now: float) -> None:
    """Rate the two players of a match that is over; `score` is what the first seat made of it.

    A match is rated once, and only between two different players, after a first action, where no
    more than `AT_MOST` of theirs were in the last `WITHIN` seconds.
    """
    taken = select(seats.c.player).where(seats.c.table_id == table_id).order_by(seats.c.seat)
    sitting = [player for player in connection.scalars(taken) if player]
    begun = exists().where(actions.c.table_id == table_id)
    if len(set(sitting)) < 2 or not connection.scalar(select(begun)):
        return
    one, other = sorted(sitting)
    for player in (one, other):
        row = {"player": player, "game": game, "matches": 0, "changed": now}
        insert_new(connection, ratings, row | Rating()._asdict())
    # From here on nobody else rates one of the two: the count below is right, too.
    both = and_(ratings.c.game == game, ratings.c.player.in_(sitting))
    locked = select(ratings).where(both).order_by(ratings.c.player).with_for_update()
    before = {
        row.player: rested(Rating(row.rating, row.deviation, row.volatility), now - row.changed)
        for row in connection.execute(locked)
    }
    of_two = and_(rated_matches.c.one == one, rated_matches.c.other == other)
    lately = select(func.count()).where(of_two, rated_matches.c.rated > now - WITHIN)
    if (connection.scalar(lately) or 0) >= AT_MOST:
        return
    match = {"table_id": table_id, "one": one, "other": other, "rated": now}
    if not insert_new(connection, rated_matches, match):
        return
    first, second = sitting
    for player, against, own_score in ((first, second, score), (second, first, 1 - score)):
        after = rated(before[player], before[against], own_score)._asdict()
        mine = and_(ratings.c.game == game, ratings.c.player == player)
        counted = {"matches": ratings.c.matches + 1, "changed": now, "last": table_id}
        connection.execute(update(ratings).where(mine).values(**after, **counted))


def merge(connection: Connection, source: str, target: str) -> None:
    """Give the ratings of one player to another, who keeps an own one, and the matches."""
    rated_too = select(ratings.c.game).where(ratings.c.player == target)
    theirs = (ratings.c.player == source) & ratings.c.game.not_in(rated_too)
    connection.execute(update(ratings).where(theirs).values(player=target))
    connection.execute(delete(ratings).where(ratings.c.player == source))
    played = or_(rated_matches.c.one == source, rated_matches.c.other == source)
    for row in connection.execute(select(rated_matches).where(played)).all():
        one, other = sorted(target if each == source else each for each in (row.one, row.other))
        same = rated_matches.c.table_id == row.table_id
        connection.execute(update(rated_matches).where(same).values(one=one, other=other))


def _deviation(now: float) -> ColumnElement[float]:
    """The square of a deviation as it is by now (`glicko.rested`)."""
    weeks = (now - ratings.c.changed) / WEEK
    wider = ratings.c.volatility * ratings.c.volatility * (SCALE * SCALE) * weeks
    return ratings.c.deviation * ratings.c.deviation + case((weeks > 0, wider), else_=0.0)


def listed(connection: Connection, game: str, page: int, player: str | None, now: float) -> Ratings:
    """A page of the list, from 1: of the players who took a name, the highest rating first.

    Provisional ones come after the others. Who asks is told their own line in any case.
    """
    query = _query(game, now).join(players, players.c.id == ratings.c.player)
    columns = _order(now)
    place = func.rank().over(order_by=columns).label("place")
    part = (
        query.add_columns(place, players.c.name)
        .order_by(*columns, ratings.c.changed, ratings.c.player)
        .limit(LINES)
        .offset((page - 1) * LINES)
    )
    found = connection.execute(part)
    lines = tuple(_line(row, row.place, own=row.player == player) for row in found)
    return Ratings(_named(connection, game), lines, _own(connection, game, player, now))


def _own(connection: Connection, game: str, player: str | None, now: float) -> Rated | None:
    """The line of a player, with the place that it has among those who took a name."""
    columns = _order(now)
    asked = (
        _query(game, now)
        .outerjoin(players, players.c.id == ratings.c.player)
        .add_columns(players.c.name, columns[0].label("after"), columns[1].label("low"))
        .where(ratings.c.player == player)
    )
    row = connection.execute(asked).first()
    if row is None:
        return None
    better = tuple_(*columns) < tuple_(row.after, row.low)
    return _line(row, _named(connection, game, better) + 1, own=True)


def _order(now: float) -> list[ColumnElement[Any]]:
    """What is compared, in order: whether a rating is provisional, and how low it is."""
    return [case((_deviation(now) > SURE * SURE, 1), else_=0), -ratings.c.rating]


def _query(game: str, now: float) -> Any:
    return (
        select(ratings, _deviation(now).label("square"), tables.c.replay)
        .select_from(ratings)
        .outerjoin(tables, tables.c.id == ratings.c.last)
        .where(ratings.c.game == game, ratings.c.matches > 0)
    )


def _named(connection: Connection, game: str, *wanted: ColumnElement[bool]) -> int:
    """How many players who took a name were rated."""
    named = select(func.count()).select_from(ratings)
    named = named.join(players, players.c.id == ratings.c.player)
    rated_ones = (ratings.c.game == game, ratings.c.matches > 0, *wanted)
    return connection.scalar(named.where(*rated_ones)) or 0


def _line(row: Any, place: int, *, own: bool) -> Rated:
    deviation = min(UNKNOWN, row.square**0.5)
    return Rated(place, row.name, own, row.rating, deviation, row.matches, row.replay)


def of_player(connection: Connection, player: str) -> list[dict[str, Any]]:
    """The ratings of a player, by game."""
    query = select(ratings).where(ratings.c.player == player, ratings.c.matches > 0)
    left_out = ("player", "last")
    return [
        {name: value for name, value in row._mapping.items() if name not in left_out}
        for row in connection.execute(query.order_by(ratings.c.game))
    ]


def forget(connection: Connection, player: str) -> None:
    """Delete the ratings of a player, who is taken out of the matches of others."""
    connection.execute(ratings.delete().where(ratings.c.player == player))
    for column in (rated_matches.c.one, rated_matches.c.other):
        mine = update(rated_matches).where(column == player)
        connection.execute(mine.values({column: ""}))
