"""New matches in the store, with the secret keys of their seats."""

import asyncio
import secrets
from typing import NamedTuple

from lunaria.core.code import Code, Sealed
from lunaria.core.deal import sealed
from lunaria.core.match import PERSON
from lunaria.games import game_of
from lunaria.server.store import Conflict, Seat, Store, StoredMatch, StoredTable, replay_name
from lunaria.server.stored import deal_of, line_of


class Seated(NamedTuple):
    """A new match over the network: its invitation, the key of each seat that is taken, its name.

    The name is that under which others look at it.
    """

    invitation: str
    keys: dict[int, str]
    replay: str


def _random() -> str:
    return secrets.token_urlsafe(16)


async def numbered(store: Store, owner: str, code: Code, match: StoredMatch) -> str:
    """A new match of a numbered deal, against the computer or at one page; the key to it."""
    table_id, key = _random(), _random()
    seat = Seat(table_id, 0 if match.screen else 1, key, owner)
    await store.create(table_id, owner, str(code), match=match, seats=[seat])
    return key


async def unfinished(store: Store, owner: str, code: Code, match: StoredMatch) -> str | None:
    """The key to the player's last match of that deal, if it is the same one and still goes on."""
    stored = await store.last_of_deal(owner, str(code))
    if stored is None or stored.match != match:
        return None
    line, _ = await asyncio.to_thread(line_of, stored)
    if line.outcome:
        return None
    taken = await store.seats(stored.id)
    return next((seat.key for seat in taken if seat.player == owner), None)


async def network(
    store: Store,
    deals: Sealed,
    players: dict[int, str],
    *,
    listed: bool = False,
    previous: str | None = None,
) -> Seated:
    """A new sealed match of people over the network; `players` tells who sits at which seat.

    `listed` tells whether anybody may take the other seat, and `previous` which match it follows.
    """
    table_id, invitation = _random(), _random()
    taken = [Seat(table_id, seat, _random(), player) for seat, player in sorted(players.items())]
    match = StoredMatch(
        len(deals.seeds),
        (PERSON, PERSON),
        seeds=" ".join(seed.hex() for seed in deals.seeds),
        invitation=invitation,
        listed=listed,
        previous=previous,
    )
    await store.create(table_id, taken[0].player, str(deals), match=match, seats=taken)
    return _seated(table_id, invitation, taken)


async def rematch(store: Store, stored: StoredTable) -> Seated | None:
    """The rematch of the same two people, who change seats; None where one is there no more.

    There is but one, however often and by whichever process it is asked for.
    """
    taken = await store.seats(stored.id)
    players = {3 - seat.seat: seat.player for seat in taken if seat.player}
    if stored.match is None or len(players) < 2:
        return None
    deal, match = deal_of(stored), stored.match
    deals = sealed(game_of(deal), deal.variant, match.rounds)
    try:
        return await network(store, deals, players, listed=match.listed, previous=stored.id)
    except Conflict:
        made = await store.load(await store.rematch(stored.id) or "")
    if made is None or made.match is None or made.match.invitation is None:
        return None
    return _seated(made.id, made.match.invitation, await store.seats(made.id))


def _seated(table_id: str, invitation: str, taken: list[Seat]) -> Seated:
    return Seated(invitation, {seat.seat: seat.key for seat in taken}, replay_name(table_id))
