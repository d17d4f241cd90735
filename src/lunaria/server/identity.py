"""Who a player is: the name, the devices, and the code by which another device comes."""

import asyncio
import re
import secrets
import time
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from lunaria.core.errors import NotLegal, NotReadable, Reason
from lunaria.server.asking import (
    PLAYER_COOKIE,
    Device,
    NotThere,
    Player,
    digest,
    new_device,
    owner_of,
)
from lunaria.server.names import read_name
from lunaria.server.store import Joining, Store, Taken, players

router = APIRouter()

#: The letters of a code: none is taken for another one. So many codes there are that nobody finds
#: one by trying.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
GROUPS, GROUP = 3, 4
#: How long a code can be used, in seconds.
VALID = 600

EXAMPLE = "H4KM-7TQX-WB2E"
NAME_TAKEN = Reason.of("name-taken")
NO_DEVICE = Reason.of("no-device")


class WantedName(BaseModel):
    """The name that a player wishes for."""

    model_config = ConfigDict(extra="forbid")

    name: str


class SignIn(BaseModel):
    """A code, and whether the device's own games are to come along."""

    model_config = ConfigDict(extra="forbid")

    code: str = Field(max_length=500)
    merge: bool = False


def store_of(request: Request) -> Store:
    """The store of the server that is asked."""
    store: Store = request.app.state.hall.store
    return store


async def told(store: Store, player: str | None, device: str | None) -> dict[str, Any]:
    """What a page is told of who its player is."""
    if player is None:
        return {"name": None, "games": 0, "devices": [], "passkeys": []}
    known = await store.read(lambda connection: players.person(connection, player))
    return {
        "name": known.name,
        "games": known.games,
        "devices": [
            {"id": each.name, "since": each.since, "own": each.id == device}
            for each in known.devices
        ],
        "passkeys": [{"id": each.id, "since": each.since} for each in known.passkeys],
    }


@router.get("/api/player")
async def who(request: Request, player: Player, device: Device) -> dict[str, Any]:
    """The player's name, devices and passkeys, and how many games there are."""
    return await told(store_of(request), player, device)


@router.post("/api/player/name")
async def take_name(
    wanted: WantedName, request: Request, response: Response, player: Player
) -> dict[str, str]:
    """Take a name, or another one; raises NotLegal where somebody has it or one like it."""
    # A first name reads which letters look alike, and the tables do not wait for it.
    name = await asyncio.to_thread(read_name, wanted.name)
    owner = owner_of(player, request, response)
    now = time.time()
    try:
        taken = await store_of(request).write(
            lambda connection: players.take_name(connection, owner, name, now)
        )
    except Taken:
        taken = False
    if not taken:
        raise NotLegal(NAME_TAKEN)
    await request.app.state.hall.renamed(owner)
    return {"name": name.text}


@router.delete("/api/player/name")
async def give_up_name(request: Request, player: Player) -> dict[str, None]:
    """Have no name any more."""
    if player is not None:
        await store_of(request).write(lambda connection: players.give_up_name(connection, player))
        await request.app.state.hall.renamed(player)
    return {"name": None}


@router.post("/api/player/code", status_code=201)
async def new_code(request: Request, response: Response, player: Player) -> dict[str, Any]:
    """A code by which another device comes to this player, once and soon; older ones are void."""
    owner = owner_of(player, request, response)
    letters = "".join(secrets.choice(ALPHABET) for _ in range(GROUPS * GROUP))
    now = time.time()
    kept = digest(letters)
    await store_of(request).write(
        lambda connection: players.offer(connection, owner, kept, now, now + VALID)
    )
    code = "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))
    return {"code": code, "seconds": VALID}


def read_code(text: str) -> str:
    """The letters of a code, as people write it down; raises NotReadable where it is none."""
    letters = re.sub(r"[\s-]", "", text).upper()
    if len(letters) != GROUPS * GROUP or not set(letters) <= set(ALPHABET):
        raise NotReadable(Reason.of("device-code-form", example=EXAMPLE))
    return letters


@router.post("/api/player/sign-in")
async def sign_in(
    wanted: SignIn, request: Request, response: Response, device: Device
) -> dict[str, Any]:
    """Make this device one of the player's who was shown the code; it is given a new secret."""
    code = digest(read_code(wanted.code))
    joining = Joining(device, new_device(request, response), time.time(), wanted.merge)
    store = store_of(request)
    player = await store.write(lambda connection: players.redeem(connection, code, joining))
    return await told(store, player, joining.fresh)


@router.delete("/api/player/devices/{name}")
async def sign_out(
    name: str, request: Request, response: Response, player: Player, device: Device
) -> dict[str, Any]:
    """Let a device be the player's no more; raises NotThere where it is none of theirs."""
    store = store_of(request)
    now = time.time()
    gone = None
    if player is not None:
        gone = await store.write(lambda connection: players.sign_out(connection, player, name, now))
    if gone is None:
        raise NotThere(NO_DEVICE)
    if gone == device:
        response.delete_cookie(PLAYER_COOKIE)
        return await told(store, None, None)
    return await told(store, player, device)
