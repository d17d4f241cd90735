"""Who a player is: the name, the devices, and the ways to bring another one.

Each function is the work of one transaction, or a part of it.
"""

from typing import NamedTuple

from sqlalchemy import Connection, delete, exists, func, insert, or_, select, update

from lunaria.core.errors import NotLegal, Reason
from lunaria.server.store import finishes, ratings
from lunaria.server.store.schema import (
    actions,
    challenges,
    codes,
    devices,
    passkeys,
    players,
    seats,
    tables,
)

#: How many devices, and how many passkeys, a player may have.
MOST_DEVICES, MOST_PASSKEYS = 50, 20


class Name(NamedTuple):
    """A name, with what it looks like and what it comes to in small letters."""

    text: str
    skeleton: str
    folded: str


class Device(NamedTuple):
    """A device of a player; `since` is None for the one that the player began with."""

    id: str
    since: float | None

    @property
    def name(self) -> str:
        """What the player is told of its id."""
        return self.id[:16]


class Joining(NamedTuple):
    """A device that comes to a player: its id before, if it had one, and the fresh one.

    The fresh one is that of a secret which nobody knew before. `merge` tells whether all that the
    device's own player has is to go over to the other.
    """

    device: str | None
    fresh: str
    now: float
    merge: bool


class Passkey(NamedTuple):
    """A passkey; `signs` is the count of its signatures, as it tells it itself."""

    id: str
    player: str
    public_key: bytes
    signs: int
    since: float


class Person(NamedTuple):
    """What is kept of a player beside the games; `games` tells how many were begun."""

    name: str | None
    since: float | None
    games: int
    devices: tuple[Device, ...]
    passkeys: tuple[Passkey, ...]


def of_device(connection: Connection, device: str) -> str | None:
    """The player whose device it is; None where it was signed out."""
    query = select(devices.c.player, devices.c.gone).where(devices.c.id == device)
    row = connection.execute(query).first()
    if row is None:
        return device
    return None if row.gone else str(row.player)


def person(connection: Connection, player: str) -> Person:
    """What is kept of a player."""
    named = connection.execute(select(players).where(players.c.id == player)).first()
    return Person(
        None if named is None else named.name,
        None if named is None else named.since,
        _games(connection, player),
        tuple(_devices(connection, player)),
        tuple(_passkeys(connection, player)),
    )


def _games(connection: Connection, player: str) -> int:
    seated = select(seats.c.table_id).where(seats.c.player == player)
    query = (
        select(func.count())
        .select_from(tables)
        .where(or_(tables.c.player == player, tables.c.id.in_(seated)))
        .where(exists().where(actions.c.table_id == tables.c.id))
    )
    return connection.scalar(query) or 0


def _devices(connection: Connection, player: str) -> list[Device]:
    """The devices that are signed in, the first one first."""
    query = select(devices).where(devices.c.player == player).order_by(devices.c.since)
    rows = connection.execute(query).all()
    later = [Device(row.id, row.since) for row in rows if not row.gone]
    began = connection.scalar(select(devices.c.id).where(devices.c.id == player)) is None
    return [Device(player, None), *later] if began else later


def _passkeys(connection: Connection, player: str) -> list[Passkey]:
    query = select(passkeys).where(passkeys.c.player == player).order_by(passkeys.c.since)
    return [Passkey(*row) for row in connection.execute(query)]


def names_at(connection: Connection, table_id: str) -> tuple[str | None, str | None]:
    """The names of those who sit at the first and the second seat of a match."""
    query = select(seats.c.seat, players.c.name).join(players, players.c.id == seats.c.player)
    found = connection.execute(query.where(seats.c.table_id == table_id))
    names = {row.seat: row.name for row in found}
    return names.get(1), names.get(2)


def seats_of(connection: Connection, player: str, since: float, most: int) -> list[str]:
    """The matches at which a player sits that were touched since then, the last one first."""
    query = select(seats.c.table_id).join(tables, tables.c.id == seats.c.table_id)
    mine = query.where(seats.c.player == player, tables.c.touched > since)
    return list(connection.scalars(mine.order_by(tables.c.touched.desc()).limit(most)))


def take_name(connection: Connection, player: str, name: Name, now: float) -> bool:
    """Give a player a name in place of another one.

    False where somebody else has it, or one that can be taken for it; raises IntegrityError where
    somebody takes such a one at the same moment.
    """
    alike = or_(players.c.skeleton == name.skeleton, players.c.folded == name.folded)
    if connection.scalar(select(players.c.id).where(alike, players.c.id != player)) is not None:
        return False
    values = {"name": name.text, "skeleton": name.skeleton, "folded": name.folded, "since": now}
    changed = connection.execute(update(players).where(players.c.id == player).values(values))
    if not changed.rowcount:
        connection.execute(insert(players).values(id=player, **values))
    return True


def give_up_name(connection: Connection, player: str) -> None:
    """Take away a player's name; anyone may take it then."""
    connection.execute(delete(players).where(players.c.id == player))


def offer(connection: Connection, player: str, code: str, now: float, until: float) -> None:
    """Keep the digest of a code by which a device may come to a player, in place of others."""
    old = or_(codes.c.player == player, codes.c.until < now)
    connection.execute(delete(codes).where(old))
    connection.execute(insert(codes).values(id=code, player=player, until=until))


def redeem(connection: Connection, code: str, joining: Joining) -> str:
    """Sign a device in by a code, which nobody can use again; the player to whom it led.

    Raises NotLegal where there is no such code, or no more, and as `sign_in` does.
    """
    valid = (codes.c.id == code) & (codes.c.until >= joining.now)
    used = delete(codes).where(valid).returning(codes.c.player)
    player: str | None = connection.scalar(used)
    if player is None:
        raise NotLegal(Reason.of("device-code"))
    sign_in(connection, player, joining)
    return player


def sign_in(connection: Connection, player: str, joining: Joining) -> None:
    """Make a device one of the player's.

    Raises NotLegal where it is already, where its own player has other devices, or where that
    player has something and nobody agreed that it goes over.
    """
    device, fresh, now, merge = joining
    before = None if device is None else of_device(connection, device)
    if before == player:
        raise NotLegal(Reason.of("device-own"))
    if len(_devices(connection, player)) >= MOST_DEVICES:
        raise NotLegal(Reason.of("device-many", limit=MOST_DEVICES))
    if device is not None and before is not None:
        own = person(connection, before)
        if len(own.devices) > 1:
            raise NotLegal(Reason.of("device-shared"))
        if (own.games or own.name or own.passkeys) and not merge:
            raise NotLegal(Reason.of("merge-asked", games=own.games))
        _merge(connection, before, player)
        _retire(connection, player, device, now)
    connection.execute(insert(devices).values(id=fresh, player=player, since=now, gone=False))


def _merge(connection: Connection, source: str, target: str) -> None:
    """Give all that is one player's to another, who keeps a name that both have."""
    for table in (tables, seats, passkeys, devices):
        moved = update(table).where(table.c.player == source).values(player=target)
        connection.execute(moved)
    if connection.scalar(select(players.c.id).where(players.c.id == target)) is None:
        connection.execute(update(players).where(players.c.id == source).values(id=target))
    else:
        give_up_name(connection, source)
    connection.execute(delete(codes).where(codes.c.player == source))
    finishes.merge(connection, source, target)
    ratings.merge(connection, source, target)


def _retire(connection: Connection, player: str, device: str, now: float) -> None:
    """Let a device's secret open nothing any more."""
    gone = update(devices).where(devices.c.id == device).values(player=player, gone=True)
    if not connection.execute(gone).rowcount:
        row = {"id": device, "player": player, "since": now, "gone": True}
        connection.execute(insert(devices).values(row))


def sign_out(connection: Connection, player: str, name: str, now: float) -> str | None:
    """Let the device of that name be the player's no more; its id, None where it is none of theirs.

    Raises NotLegal where nothing else leads to the player's games.
    """
    known = person(connection, player)
    device = next((each.id for each in known.devices if each.name == name), None)
    if device is None:
        return None
    if len(known.devices) == 1 and not known.passkeys:
        raise NotLegal(Reason.of("device-last"))
    _retire(connection, player, device, now)
    return device


def challenge(connection: Connection, device: str, digest: str, now: float, until: float) -> None:
    """Keep the digest of what a passkey is to sign for a device, in place of what was before."""
    old = or_(challenges.c.device == device, challenges.c.until < now)
    connection.execute(delete(challenges).where(old))
    connection.execute(insert(challenges).values(id=digest, device=device, until=until))


def answered(connection: Connection, device: str, digest: str, now: float) -> bool:
    """Whether a device was given that challenge; nobody can answer it again."""
    given = (challenges.c.id == digest) & (challenges.c.device == device)
    used = connection.execute(delete(challenges).where(given, challenges.c.until >= now))
    return used.rowcount > 0


def passkey(connection: Connection, name: str) -> Passkey | None:
    """The passkey of that id."""
    row = connection.execute(select(passkeys).where(passkeys.c.id == name)).first()
    return None if row is None else Passkey(*row)


def add_passkey(connection: Connection, added: Passkey) -> None:
    """Keep a new passkey; raises NotLegal where the player has too many."""
    if len(_passkeys(connection, added.player)) >= MOST_PASSKEYS:
        raise NotLegal(Reason.of("passkey-many", limit=MOST_PASSKEYS))
    connection.execute(insert(passkeys).values(added._asdict()))


def prove(connection: Connection, name: str, signs: int, joining: Joining) -> str:
    """Sign a device in by the signature of a passkey, which has signed so often; its player.

    Raises NotLegal where that count does not go up, as of a copy, and as `sign_in` does. A passkey
    that does not count says 0 each time.
    """
    counted = or_(passkeys.c.signs < signs, (passkeys.c.signs == 0) & (signs == 0))
    noted = update(passkeys).where(passkeys.c.id == name, counted).values(signs=signs)
    player: str | None = connection.scalar(noted.returning(passkeys.c.player))
    if player is None:
        raise NotLegal(Reason.of("passkey-copy"))
    sign_in(connection, player, joining)
    return player


def remove_passkey(connection: Connection, player: str, name: str) -> bool:
    """Forget a passkey; False where it is none of the player's."""
    own = (passkeys.c.id == name) & (passkeys.c.player == player)
    return connection.execute(delete(passkeys).where(own)).rowcount > 0


def forget(connection: Connection, player: str) -> None:
    """Delete all that is kept of a player beside the games."""
    known = [device.id for device in _devices(connection, player)]
    connection.execute(delete(challenges).where(challenges.c.device.in_(known)))
    for table in (codes, passkeys, devices):
        connection.execute(delete(table).where(table.c.player == player))
    give_up_name(connection, player)
