"""Players who load the server of boardgame.io; it is spoken to in the frames of socket.io.

The first digit of a text is the kind of a packet of Engine.IO, and the second one, where the first
tells a message, that of a packet of Socket.IO. The game's name follows as its namespace.
"""

import asyncio
import json
from typing import Any

from benchmarks import players
from benchmarks.players import PATIENCE, Message
from benchmarks.wire import Wire

_PATH = "socket.io/?EIO=4&transport=websocket"
_OPEN, _PING, _PONG = b"0", b"2", "3"
_CONNECT, _EVENT = b"40/counter,", b"42/counter,"
#: The one seat of a match, and its one move.
_SEAT, _MOVE = "0", "count"


def _packet(event: str, *arguments: object) -> str:
    """An event of the game as a text for the socket."""
    return _EVENT.decode() + json.dumps([event, *arguments])


class Crowd(players.Crowd):
    """Players at a server of boardgame.io, who otherwise do what those at ours do."""

    async def _new_table(self) -> str:
        """A match comes into being when somebody joins it."""
        self._opened += 1
        return f"match{self._opened}"

    async def _join(self, table: str) -> tuple[Wire, Message]:
        address = self._address.replace("http", "ws", 1)
        async with self._opening:
            wire = await Wire.open(f"{address}{_PATH}")
            await _heard(wire, _OPEN)
            wire.send(_CONNECT.decode())
            await _heard(wire, _CONNECT)
            wire.send(_packet("sync", table, _SEAT, None, 1))
            _, told = await _told(wire, "sync")
        return wire, _view(told["state"])

    async def _act(self, wire: Wire, table: str, token: str, revision: int) -> Message:
        payload = {"type": token, "args": [], "playerID": _SEAT}
        move = {"type": "MAKE_MOVE", "payload": payload}
        wire.send(_packet("update", move, revision, table, _SEAT))
        _, state, _ = await _told(wire, "update")
        return _view(state)


def _view(state: Message) -> Message:
    """What a player needs to know, as our own server tells it."""
    revision = state["_stateID"]
    last = _MOVE if state["G"]["count"] == revision else None
    return {
        "type": "table",
        "revision": revision,
        "last": last,
        "legal": [_MOVE],
        "undo": False,
    }


async def _heard(wire: Wire, beginning: bytes) -> bytes:
    """The next text that begins so; a ping before it is answered, and all else passed over."""
    async with asyncio.timeout(PATIENCE):
        while not (text := await wire.hear()).startswith(beginning):
            if text == _PING:
                wire.send(_PONG)
    return text


async def _told(wire: Wire, event: str) -> list[Any]:
    """The arguments of the next event of that name."""
    name, arguments = "", list[Any]()
    while name != event:
        name, *arguments = json.loads((await _heard(wire, _EVENT)).removeprefix(_EVENT))
    return arguments
