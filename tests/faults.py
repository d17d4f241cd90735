"""Players who go on whatever happens to the server, and know what was acknowledged to them."""

import asyncio
import json
import random
import sys
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Message = dict[str, Any]

#: What players do, over and over: it is always legal in Easy Harp, whose stock has 52 cards.
TURNS = ("draw", "draw", "undo", "draw", "undo", "redo")
#: How long to wait for an answer, and before another try, in seconds.
ANSWER, AGAIN = 4.0, 0.1

TROUBLE = (OSError, TimeoutError, WebSocketException, asyncio.IncompleteReadError)


class Player:
    """A player at one table, who does `moves` actions and joins again where the line breaks.

    `told` are the actions as views told them, each under its number: what is acknowledged.
    """

    def __init__(self, url: str, table: str, moves: int, luck: random.Random) -> None:
        self.address = f"{url.replace('http', 'ws', 1)}api/tables/{table}/socket"
        self.table = table
        self.moves = moves
        self.luck = luck
        self.told: dict[int, str] = {}
        self.revision = 0
        self.broken = 0

    def note(self, view: Message) -> None:
        """What a view says was done last; the number of an action never means another."""
        revision, last = view["revision"], view["last"]
        assert revision >= max(self.told, default=0), "an acknowledged action is gone"
        if revision:
            assert self.told.setdefault(revision, last) == last
        self.revision = revision

    async def play(self) -> None:
        """Play to the end."""
        while self.revision < self.moves:
            try:
                async with connect(self.address, open_timeout=ANSWER, close_timeout=1) as socket:
                    await self.hear(socket)
                    while self.revision < self.moves:
                        await self.act(socket)
            except TROUBLE:
                self.broken += 1
                await asyncio.sleep(AGAIN)

    async def act(self, socket: ClientConnection) -> None:
        """One action, and what it is answered."""
        await socket.send(self.action(self.revision))
        await self.hear(socket)

    def action(self, revision: int) -> str:
        """The message for the action on that revision."""
        token = TURNS[revision % len(TURNS)]
        return json.dumps({"type": "act", "token": token, "revision": revision})

    async def hear(self, socket: ClientConnection) -> None:
        """The next view; whatever else is told is passed over."""
        async with asyncio.timeout(ANSWER):
            while True:
                message = json.loads(await socket.recv())
                if message["type"] == "table":
                    self.note(message)
                    return


class Hasty(Player):
    """One who sends messages twice, late, out of order, or not at all."""

    async def act(self, socket: ClientConnection) -> None:
        revisions = range(self.revision, min(self.revision + 4, self.moves))
        frames = [self.action(each) for each in revisions for _ in range(self.luck.randint(0, 3))]
        frames.sort(key=lambda frame: json.loads(frame)["revision"] + self.luck.uniform(0, 1.5))
        for frame in frames:
            await socket.send(frame)
            if self.luck.random() < 0.1:
                await asyncio.sleep(self.luck.uniform(0, 0.02))
        try:
            async with asyncio.timeout(0.05):
                while self.revision < self.moves:
                    await self.hear(socket)
        except TimeoutError:
            pass


async def forward(port: int, target: int) -> None:
    """Carry bytes between a port and another, as a proxy in front of a server does."""

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while part := await reader.read(65536):
                writer.write(part)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def both(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer))

    server = await asyncio.start_server(both, "127.0.0.1", port)
    async with server:
        print("ready", flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(forward(int(sys.argv[1]), int(sys.argv[2])))
