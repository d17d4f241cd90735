"""Players who load a server: each at a table of its own, with legal actions over its socket."""

import asyncio
import json
import math
import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import httpx

from benchmarks.wire import Wire

#: One action of so many is an undo; where nothing is legal any more, every one is.
UNDOES = 20
#: After so many actions a player goes to another table.
MOST_ACTIONS = 300
#: The longest that an answer may take before it counts as none, in seconds.
PATIENCE = 30
#: How many tables are opened at a time.
AT_ONCE = 50

Message = dict[str, Any]


class Answered(NamedTuple):
    """An action that was answered: when, and how many seconds after it was sent."""

    at: float
    took: float


class Crowd:
    """All players and onlookers at a server, and what they found."""

    def __init__(self, address: str, games: Sequence[str], seed: int = 1) -> None:
        self._address = address
        self._games = games
        self._chance = Random(seed)
        self._http = httpx.AsyncClient(base_url=address, timeout=PATIENCE)
        self._opening = asyncio.Semaphore(AT_ONCE)
        self._opened = 0
        self._over = asyncio.Event()
        self._onlookers: list[Wire] = []
        self._seated: dict[str, tuple[Wire, Message]] = {}
        self.answers: list[Answered] = []
        #: The acknowledged actions of each table, in order.
        self.acknowledged: dict[str, list[str]] = {}
        #: What was answered otherwise than by the position after the action.
        self.faults: list[str] = []

    async def look(self, tables: Sequence[str]) -> None:
        """Look at tables, and do nothing there."""
        joined = await asyncio.gather(*map(self._join, tables))
        self._onlookers += [wire for wire, _ in joined]

    async def sit(self, players: int, tables: Sequence[str] = ()) -> None:
        """Let so many sit down: at `tables`, as far as there are any, and else at new ones."""
        new = await asyncio.gather(*(self._new_table() for _ in range(players - len(tables))))
        taken = (*tables[:players], *new)
        joined = await asyncio.gather(*map(self._join, taken))
        self._seated = dict(zip(taken, joined, strict=True))

    async def play(self, seconds: float, rate: float | None) -> None:
        """Let those who sit play, as fast as they are answered or, together, at a rate.

        `rate` are actions a second. Whose game is over goes to a new table.
        """
        pause = None if rate is None else len(self._seated) / rate
        playing = [
            asyncio.create_task(self._player(pause, table, wire, view))
            for table, (wire, view) in self._seated.items()
        ]
        await asyncio.sleep(seconds)
        self._over.set()
        await asyncio.gather(*playing)

    async def close(self) -> None:
        """Everybody leaves."""
        for wire in self._onlookers:
            wire.close()
        await self._http.aclose()

    async def _new_table(self) -> str:
        self._opened += 1
        code = f"{self._games[self._opened % len(self._games)]}:{self._opened}"
        async with self._opening:
            answer = await self._http.post("api/tables", json={"code": code, "again": True})
        self._http.cookies.clear()
        answer.raise_for_status()
        table: str = answer.json()["table"]
        return table

    async def _join(self, table: str) -> tuple[Wire, Message]:
        address = self._address.replace("http", "ws", 1)
        async with self._opening:
            wire = await Wire.open(f"{address}api/tables/{table}/socket")
            return wire, await _hear(wire)

    async def _player(self, pause: float | None, table: str, wire: Wire, view: Message) -> None:
        # As if they had played for long already: else fewer would act at first.
        first = None if pause is None else 2 * pause * (1 - math.sqrt(self._chance.random()))
        if first is not None and await self._waited(first):
            wire.close()
            return
        try:
            while True:
                await self._game(wire, view, table, pause)
                wire.close()
                if self._over.is_set():
                    return
                table = await self._new_table()
                wire, view = await self._join(table)
        except (OSError, TimeoutError, httpx.HTTPError) as error:
            self.faults.append(f"{table}: {type(error).__name__} {error}")

    async def _game(self, wire: Wire, view: Message, table: str, pause: float | None) -> None:
        """Play at one table; the first `MOST_ACTIONS` that are acknowledged there."""
        done = self.acknowledged.setdefault(table, [])
        while not self._over.is_set() and len(done) < MOST_ACTIONS:
            token = self._choice(view)
            if token is None:
                return
            revision = view["revision"]
            sent = time.perf_counter()
            view = await self._act(wire, table, token, revision)
            now = time.perf_counter()
            if view["type"] != "table" or (view["revision"], view["last"]) != (revision + 1, token):
                self.faults.append(f"{table}: {token} on {revision}: {view}"[:200])
                return
            done.append(token)
            self.answers.append(Answered(now, now - sent))
            if pause is not None and await self._waited(self._chance.uniform(0, 2 * pause)):
                return

    async def _act(self, wire: Wire, table: str, token: str, revision: int) -> Message:
        """What is answered to an action."""
        wire.send(json.dumps({"type": "act", "token": token, "revision": revision}))
        return await _hear(wire)

    async def _waited(self, seconds: float) -> bool:
        """Wait; whether all is over by then."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), seconds)
        return self._over.is_set()

    def _choice(self, view: Message) -> str | None:
        """A legal token or an undo; None where there is neither."""
        legal = list(view["legal"])
        if view["undo"] and (not legal or self._chance.randrange(UNDOES) == 0):
            return "undo"
        return self._chance.choice(legal) if legal else None


async def _hear(wire: Wire) -> Message:
    async with asyncio.timeout(PATIENCE):
        heard: Message = json.loads(await wire.hear())
    return heard
