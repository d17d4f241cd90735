"""Opening a match of two, and the way in by an invitation (APP-14, APP-15)."""

import secrets
from typing import Any, Literal

from fastapi import APIRouter, Request, Response

from lunaria.bots import LEVELS
from lunaria.core.code import Code
from lunaria.core.deal import sealed
from lunaria.core.errors import NotLegal, NotReadable, Reason
from lunaria.core.game import WON, Game
from lunaria.core.match import PERSON
from lunaria.core.replay import check_rounds
from lunaria.games import game_of
from lunaria.server import seating
from lunaria.server.asking import NotThere, Player, owner_of
from lunaria.server.hall import Hall
from lunaria.server.store import Entry, Seat, StoredMatch, StoredTable
from lunaria.server.stored import deal_of

router = APIRouter()

SCREEN = "screen"
#: Who is played against: a level of the computer, somebody at the page, or over the network who
#: is invited, or whoever takes the seat that is offered.
Against = Literal["easy", "normal", "master", "screen", "person", "anybody"]
ANYBODY = "anybody"
USUAL: Against = "normal"

#: How a match ends that nobody leaves.
ENDS = ("won1", "won2", "draw")

NO_INVITATION = Reason.of("no-invitation")
TAKEN = Reason.of("seat-taken")
SEALED_ONLY = Reason.of("sealed-only")


async def open_match(
    hall: Hall,
    owner: str,
    game: Game[Any],
    code: Code,
    *,
    against: Against | None,
    rounds: int | None,
    chosen: bool,
    again: bool,
) -> dict[str, Any]:
    """A match of that deal, or a sealed one with a person: the key of the first seat.

    `chosen` tells whether the deal was asked for by its code. Raises NotReadable where the rounds
    are none that the game has, or a sealed match is to be of a chosen deal.
    """
    against = against or USUAL
    rounds = check_rounds(game.rounds[0] if rounds is None else rounds, game)
    if against in (PERSON, ANYBODY):
        if chosen:
            raise NotReadable(SEALED_ONLY)
        deals, listed = sealed(game, code.variant, rounds), against == ANYBODY
        made = await seating.network(hall.store, deals, {1: owner}, listed=listed)
        return _told(made.keys[1], game, None, made.invitation)
    if against in LEVELS:
        await hall.computer.ready(against)
    match = StoredMatch(
        rounds, (PERSON, PERSON if against == SCREEN else against), screen=against == SCREEN
    )
    key = None if again else await seating.unfinished(hall.store, owner, code, match)
    if key is None:
        key = await seating.numbered(hall.store, owner, code, match)
    return _told(key, game, code, None)


def _told(key: str, game: Game[Any], code: Code | None, invitation: str | None) -> dict[str, Any]:
    return {
        "table": key,
        "game": game.id,
        "code": None if code is None else str(code),
        "invitation": invitation,
    }


def is_over(entry: Entry, result: str) -> bool:
    """Whether a game is a match that has ended, after which nothing is taken back."""
    return entry.gone > 0 or result in ENDS


def result_for(entry: Entry, result: str) -> str:
    """What came of a game for its player: of a match at two seats, who won it for the own one."""
    if entry.gone:
        result = f"won{3 - entry.gone}"
    if not entry.seat or not result.startswith("won") or result == WON:
        return result
    return WON if result == f"{WON}{entry.seat}" else "lost"


@router.get("/api/invitations/{name}")
async def invitation(name: str, request: Request, player: Player) -> dict[str, Any]:
    """What an invitation is to, whether the seat is free, and the key where it is one's own."""
    stored, match = await _invited(name, request)
    deal = deal_of(stored)
    return {
        "game": game_of(deal).id,
        "variant": deal.variant,
        "rounds": match.rounds,
        "free": match.free,
        "own": await _own(stored, request, player),
    }


@router.post("/api/invitations/{name}", status_code=201)
async def follow(name: str, request: Request, response: Response, player: Player) -> dict[str, Any]:
    """Take the free seat of a match, or one's own again; raises NotLegal where others sit there."""
    hall: Hall = request.app.state.hall
    stored, _ = await _invited(name, request)
    key = await _own(stored, request, player)
    if key is None:
        key = secrets.token_urlsafe(16)
        if not await hall.store.sit(Seat(stored.id, 2, key, owner_of(player, request, response))):
            raise NotLegal(TAKEN)
        await hall.taken(stored.id)
    return _told(key, game_of(deal_of(stored)), None, name)


async def _invited(name: str, request: Request) -> tuple[StoredTable, StoredMatch]:
    """The match that an invitation is to; raises NotThere."""
    hall: Hall = request.app.state.hall
    table_id = await hall.store.invited(name[:32])
    stored = None if table_id is None else await hall.store.load(table_id)
    if stored is None or stored.match is None:
        raise NotThere(NO_INVITATION)
    return stored, stored.match


async def _own(stored: StoredTable, request: Request, player: str | None) -> str | None:
    """The key of the seat that is the player's own."""
    if player is None:
        return None
    hall: Hall = request.app.state.hall
    taken = await hall.store.seats(stored.id)
    return next((seat.key for seat in taken if seat.player == player), None)
