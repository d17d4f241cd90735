"""The computer at a table: it is asked in another process, and answers in time.

It is told what its seat may see and nothing else (`lunaria.bots.seen`).
"""

import asyncio
import os
import secrets
from collections.abc import Sequence
from typing import Any

from lunaria.bots import PLAYERS, Seen, seen_by
from lunaria.games.comet import COMET, State
from lunaria.server.logs import log

#: The level that reckons long enough to need a process of its own.
MASTER = "master"
#: Who answers in its place where it has not answered after so many seconds.
DEPUTY, THINKS = "normal", 1.0


class Computer:
    """The players of this process."""

    def __init__(self) -> None:
        self._workers: Any = None
        self._ready: asyncio.Future[Any] | None = None

    async def ready(self, level: str) -> None:
        """Wait until that level can answer: the first time ever, its kernels are compiled.

        Where it cannot, another answers in its place.
        """
        if level != MASTER:
            return
        if self._ready is None:
            # Only here: the server starts without what solvers need.
            from lunaria.solvers.workers import Workers

            self._workers = self._workers or Workers(max(1, (os.cpu_count() or 1) - 1))
            self._ready = asyncio.ensure_future(self._workers.ask(_warm))
        try:
            await asyncio.shield(self._ready)
        except Exception as error:
            self._ready = None
            log.error("the computer is not ready", player=level, error=type(error).__name__)

    async def choose(self, level: str, state: State) -> str:
        """What a level plays in a position in which its seat has a choice."""
        seen, legal = seen_by(COMET, state, state.seat), COMET.legal(state)
        seed = secrets.randbits(63)
        if level != MASTER:
            return PLAYERS[level](seed).choose(seen, legal)
        try:
            await self.ready(level)
            asked = self._workers.ask(_chosen, tuple(seen)[1:], legal, seed)
            return await asyncio.wait_for(asyncio.shield(asyncio.ensure_future(asked)), THINKS)
        except Exception as error:
            log.error("the computer did not answer", player=level, error=type(error).__name__)
            return PLAYERS[DEPUTY](seed).choose(seen, legal)

    async def close(self) -> None:
        """End the processes."""
        if self._workers is not None:
            await asyncio.to_thread(self._workers.close)


def _warm(watch: Any = None) -> None:
    """Load and compile what the strongest level needs, by a choice of a deal."""
    from lunaria.core.code import Code
    from lunaria.games import start

    state = start(Code(COMET.prefix, COMET.version, COMET.variants[0], 1)).state
    PLAYERS[MASTER](0).choose(seen_by(COMET, state, state.seat), COMET.legal(state))


def _chosen(seen: Sequence[Any], legal: Sequence[str], seed: int, watch: Any = None) -> str:
    """The choice of the strongest level; the game itself is the same there, and is not sent."""
    return PLAYERS[MASTER](seed).choose(Seen(COMET, *seen), legal)
