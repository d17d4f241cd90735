"""Who asks: the player of a cookie."""

import hashlib
import secrets
from typing import Annotated

from fastapi import Cookie, Request, Response

from lunaria.core.errors import LunariaError

PLAYER_COOKIE = "lunaria_player"
PLAYER_SECONDS = 400 * 24 * 3600
Player = Annotated[str | None, Cookie(alias=PLAYER_COOKIE, max_length=100)]


class NotThere(LunariaError):
    """What is asked for is not there, or not for this player; answered with 404."""


def owner_of(player: str | None, request: Request, response: Response) -> str:
    """Whose table is to be opened: the player of the cookie, or a new one who is given one."""
    if player is None:
        player = secrets.token_urlsafe(32)
        response.set_cookie(
            PLAYER_COOKIE,
            player,
            max_age=PLAYER_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return digest(player)


def digest(player: str) -> str:
    """What the store knows of a player: the SHA-256 of the secret in the cookie."""
    return hashlib.sha256(player.encode()).hexdigest()
