"""Who asks: the player of a cookie."""

import hashlib
import secrets
from typing import Annotated

from fastapi import Cookie, Depends, Request, Response
from starlette.requests import HTTPConnection

from lunaria.core.errors import LunariaError
from lunaria.server.limits import Asker

PLAYER_COOKIE = "lunaria_player"
#: Its name over TLS: by this prefix a browser takes it from this very host alone.
SECURE_COOKIE = "__Host-lunaria_player"
PLAYER_SECONDS = 400 * 24 * 3600


class NotThere(LunariaError):
    """What is asked for is not there, or not for this player; answered with 404."""


def _player(
    secure: Annotated[str | None, Cookie(alias=SECURE_COOKIE, max_length=100)] = None,
    plain: Annotated[str | None, Cookie(alias=PLAYER_COOKIE, max_length=100)] = None,
) -> str | None:
    """The secret in the player's cookie; the plain one holds where there is no other."""
    return secure or plain


#: The player who asks, by their secret; None where nobody is known.
Player = Annotated[str | None, Depends(_player)]


def asker_of(asked: HTTPConnection) -> Asker:
    """Who is to be counted for a request or a socket."""
    secret = asked.cookies.get(SECURE_COOKIE) or asked.cookies.get(PLAYER_COOKIE)
    address = asked.client.host if asked.client else ""
    return Asker(address, None if secret is None else digest(secret))


def owner_of(player: str | None, request: Request, response: Response) -> str:
    """Whose table is to be opened: the player of the cookie, or a new one who is given one."""
    if player is None:
        player = secrets.token_urlsafe(32)
        give_cookie(player, request, response)
    return digest(player)


def give_cookie(player: str, request: Request, response: Response) -> None:
    """Let a browser keep the player's secret."""
    secure = request.url.scheme == "https"
    response.set_cookie(
        SECURE_COOKIE if secure else PLAYER_COOKIE,
        player,
        max_age=PLAYER_SECONDS,
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def take_cookie(request: Request, response: Response) -> None:
    """Let a browser forget it."""
    response.delete_cookie(PLAYER_COOKIE)
    if request.url.scheme == "https":
        response.delete_cookie(SECURE_COOKIE, secure=True, httponly=True, samesite="lax")


def digest(player: str) -> str:
    """What the store knows of a player: the SHA-256 of the secret in the cookie."""
    return hashlib.sha256(player.encode()).hexdigest()
