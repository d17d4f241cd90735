"""What is asked of the rankings, and what is noted for them."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from lunaria.server.store import finishes, ratings
from lunaria.server.store.finishes import Ranking, Which
from lunaria.server.store.ratings import Ratings

Found = TypeVar("Found")


class Read(Protocol):
    """Asks the database."""

    def __call__(self, job: Callable[[Connection], Found]) -> Awaitable[Found]:
        """What the job finds."""


class Rankings:
    """The rankings in a database that `read` asks and `write` changes."""

    def __init__(
        self, read: Read, write: Callable[[Callable[[Connection], Any]], Awaitable[Any]]
    ) -> None:
        self._read = read
        self._write = write

    async def games(self, which: Which, page: int, player: str | None) -> Ranking:
        """A page of a list of won games, from 1, and the line of who asks."""
        return await self._read(partial(finishes.listed, which=which, page=page, player=player))

    async def ratings(self, game: str, page: int, player: str | None, now: float) -> Ratings:
        """A page of the ratings of a game, from 1, and the line of who asks."""
        asked = partial(ratings.listed, game=game, page=page, player=player, now=now)
        return await self._read(asked)

    async def know(self, player: str, code: str) -> None:
        """Note that a player has seen how somebody else played a deal."""
        if not await self._read(partial(finishes.knows, player=player, code=code)):
            await self._write(partial(finishes.know, player=player, code=code))

    async def of_player(self, player: str) -> dict[str, list[dict[str, Any]]]:
        """Everything that counts of a player."""

        def asked(connection: Connection) -> dict[str, list[dict[str, Any]]]:
            return {
                "games": finishes.of_player(connection, player),
                "ratings": ratings.of_player(connection, player),
            }

        return await self._read(asked)
