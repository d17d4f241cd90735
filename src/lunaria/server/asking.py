"""Who asks: the device of a cookie, and the player whose device it is."""

import hashlib
import re
import secrets
from typing import Annotated

from fastapi import Cookie, Depends, Request, Response
from starlette.requests import HTTPConnection

from lunaria.core.errors import LunariaError
from lunaria.server.limits import Asker
from lunaria.server.store import Store, players

PLAYER_COOKIE = "lunaria_player"
#: Its name over TLS: by this prefix a browser takes it from this very host alone.
SECURE_COOKIE = "__Host-lunaria_player"
PLAYER_SECONDS = 400 * 24 * 3600
#: A secret as `secrets.token_urlsafe(32)` makes it; what has another form was never given away.
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


class NotThere(LunariaError):
    """What is asked for is not there, or not for this player; answered with 404."""


async def device_of(
    secure: Annotated[str | None, Cookie(alias=SECURE_COOKIE, include_in_schema=False)] = None,
    plain: Annotated[str | None, Cookie(alias=PLAYER_COOKIE, include_in_schema=False)] = None,
) -> str | None:
    """The id of the device that asks; None where it has no secret of this server's form.

    The plain cookie holds where there is no other.
    """
    secret = secure or plain
    return digest(secret) if secret is not None and _SECRET.fullmatch(secret) else None


Device = Annotated[str | None, Depends(device_of)]


async def player_of(request: Request, device: Device) -> str | None:
    """The id of the player who asks; None where the device has none, or was signed out."""
    if device is None:
        return None
    store: Store = request.app.state.hall.store
    return await store.read(lambda connection: players.of_device(connection, device))


Player = Annotated[str | None, Depends(player_of)]


def asker_of(asked: HTTPConnection) -> Asker:
    """Who is to be counted for a request or a socket."""
    secret = asked.cookies.get(SECURE_COOKIE) or asked.cookies.get(PLAYER_COOKIE)
    address = asked.client.host if asked.client else ""
    return Asker(address, None if secret is None else digest(secret))


def owner_of(player: str | None, request: Request, response: Response) -> str:
    """The player who asks and is to own something: a new one is given a cookie."""
    return new_device(request, response) if player is None else player


def new_device(request: Request, response: Response) -> str:
    """Give who asks a new secret; the id of the device, which is a player of its own."""
    secret = secrets.token_urlsafe(32)
    secure = request.url.scheme == "https"
    response.set_cookie(
        SECURE_COOKIE if secure else PLAYER_COOKIE,
        secret,
        max_age=PLAYER_SECONDS,
        httponly=True,
        samesite="lax",
        secure=secure,
    )
    return digest(secret)


def take_cookie(request: Request, response: Response) -> None:
    """Let a browser forget its secret."""
    response.delete_cookie(PLAYER_COOKIE)
    if request.url.scheme == "https":
        response.delete_cookie(SECURE_COOKIE, secure=True, httponly=True, samesite="lax")


def digest(secret: str) -> str:
    """What the store knows of a secret: its SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()
