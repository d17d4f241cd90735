"""The players whom `benchmarks.boardgame` puts on the server of boardgame.io.

What stands in for that server needs no Node, says what it says, and pings before every answer.
"""

import asyncio
import json

from benchmarks.boardgame.players import Crowd
from websockets.asyncio.server import ServerConnection, serve

EVENT = "42/counter,"


async def speak(socket: ServerConnection) -> None:
    """Be the server to one player."""

    async def tell(event: str, *arguments: object) -> None:
        await socket.send(EVENT + json.dumps([event, *arguments]))

    assert socket.request is not None
    assert socket.request.path == "/socket.io/?EIO=4&transport=websocket"
    await socket.send('0{"sid":"a"}')
    assert await socket.recv() == "40/counter,"
    await socket.send('40/counter,{"sid":"b"}')
    count = 0
    async for text in socket:
        event, *arguments = json.loads(str(text).removeprefix(EVENT))
        if event == "sync":
            match, *rest = arguments
            assert rest == ["0", None, 1]
            await tell("sync", match, {"state": {"G": {"count": 0}, "_stateID": 0}})
            await tell("matchData", match, [{"id": 0, "isConnected": True}])
            continue
        move, revision, match, seat = arguments
        assert event == "update"
        assert (move["payload"]["type"], revision, seat) == ("count", count, "0")
        await socket.send("2")
        assert await socket.recv() == "3"
        count += 1
        await tell("update", match, {"G": {"count": count}, "_stateID": count}, [])


async def crowd_of_two() -> Crowd:
    """Two players after a short while."""
    async with serve(speak, "127.0.0.1", 0) as server:
        crowd = Crowd(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", ())
        await crowd.sit(2)
        await crowd.play(0.5, None)
        await crowd.close()
    return crowd


def test_players_move_as_soon_as_they_are_answered() -> None:
    crowd = asyncio.run(crowd_of_two())
    assert crowd.faults == []
    assert {"match1", "match2"} <= set(crowd.acknowledged)
    assert len(crowd.answers) == sum(map(len, crowd.acknowledged.values())) > 2
