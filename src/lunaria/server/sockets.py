"""One WebSocket for each page at a table."""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic_core import to_json
from starlette.websockets import WebSocketState

from lunaria.core.errors import LunariaError, Reason
from lunaria.core.table import Message, reason_of, refused
from lunaria.server import garbage
from lunaria.server.asking import asker_of
from lunaria.server.connections import RESTART, TELL
from lunaria.server.hall import NOT_STORED, Forgotten, Gone, Hall
from lunaria.server.limits import LATER, Asker, Limits
from lunaria.server.logs import log, tag
from lunaria.server.metrics import Metrics
from lunaria.server.opened import Send
from lunaria.server.refusals import words_for
from lunaria.server.store import StoreFailed

router = APIRouter()

#: The longest message that a page may send, in bytes; the longest sensible one has under 200.
MAX_FRAME = 4096

#: How a page comes to look at a table: by a key or a name, the table's id.
Look = Callable[[str, object, Send], Awaitable[str | None]]

NO_TABLE = Reason.of("no-table")
TOO_LONG = Reason.of("message-long", limit=MAX_FRAME)

NOT_FOUND, TOO_OFTEN, FAILED = 4404, 4429, 1011

VIEWS = ("table", "match")


class Line:
    """What one page is sent, in order. Nobody waits for a page that does not take it.

    Of views that it has not taken only the newest is kept, as each one replaces what was known.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: deque[Message] = deque()
        #: Sends a text at once where the page takes it; not known of every kind of socket.
        self._tell: Callable[[bytes], bool] = socket.scope.get("extensions", {}).get(TELL, _later)
        self._carrier: asyncio.Task[None] | None = None
        self._stands = False
        #: How many refusals were sent.
        self.refusals = 0

    async def send(self, message: Message) -> None:
        """Send a message as soon as the page takes it."""
        if message["type"] == "refused":
            self.refusals += 1
            message = {**message, "message": words_for(self._socket, reason_of(message["reason"]))}
        if self._carrier is None and self._tell(_text(message)):
            return
        if message["type"] in VIEWS and self._stands and self._waiting:
            before = self._waiting.pop()
            if before["type"] not in VIEWS:
                self._waiting.append(before)
        self._waiting.append(message)
        if self._carrier is None:
            self._carrier = asyncio.create_task(self._carry())

    async def _carry(self) -> None:
        try:
            while self._waiting:
                text = _text(self._waiting.popleft())
                self._stands = True
                await self._socket.send_text(text.decode())
                self._stands = False
        except (RuntimeError, WebSocketDisconnect):
            self._waiting.clear()  # a page that is gone is noticed where its messages are read
        finally:
            self._carrier = None

    async def sent(self) -> None:
        """Wait until the page has been sent everything, or is gone."""
        while self._carrier is not None:
            await asyncio.wait([self._carrier])

    async def close(self, code: int) -> None:
        """Close the socket after what was to be sent."""
        await self.sent()
        if self._socket.application_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):  # it may have gone by itself
                await self._socket.close(code)


@router.websocket("/api/tables/{table_id}/socket")
async def table_socket(socket: WebSocket, table_id: str) -> None:
    """Carry messages between a page and its table until one of them goes."""
    await _carry(socket, socket.app.state.hall.join, table_id[:64])


@router.websocket("/api/watch/{name}/socket")
async def watching_socket(socket: WebSocket, name: str) -> None:
    """Tell a page that looks on at a match what both seats may see."""
    await _carry(socket, socket.app.state.hall.watch, name[:64])


async def _carry(socket: WebSocket, look: Look, name: str) -> None:
    await socket.accept()
    limits: Limits = socket.app.state.limits
    metrics: Metrics = socket.app.state.metrics
    asker, line = asker_of(socket), Line(socket)
    often = limits.take("sockets", asker)
    often = limits.spent("guesses", asker) if often is None else often
    with limits.opened(asker, name) as room, metrics.sockets.track_inprogress():
        if often is not None or not room:
            seconds = LATER if often is None else often
            reason = Reason.of("too-often", seconds=seconds)
            metrics.limited.labels("open" if often is None else "sockets").inc()
            log.info("refused a socket", address=asker.address)
            await line.send(refused(reason))
            await line.close(TOO_OFTEN)
            return
        # In a task of its own: else each message would wake up all that stands around a request.
        await asyncio.create_task(_converse(socket, line, look, name, asker))


async def _converse(socket: WebSocket, line: Line, look: Look, name: str, asker: Asker) -> None:
    hall: Hall = socket.app.state.hall
    limits: Limits = socket.app.state.limits
    patience = limits.patience(asker)
    joined: str | None = None
    try:
        joined = await look(name, socket, line.send)
        if joined is None:
            limits.take("guesses", asker)
            await line.send(refused(NO_TABLE))
            await line.close(NOT_FOUND)
            return
        _count(hall)
        while True:
            # Whoever does not take the answers is not heard: they cannot pile up.
            await line.sent()
            frame = await _receive(socket)
            before = line.refusals
            if len(frame.encode()) > MAX_FRAME:
                await line.send(refused(TOO_LONG))
            else:
                await hall.receive(joined, socket, readable(frame))
            if line.refusals > before and patience.ends():
                hall.metrics.limited.labels("refused").inc()
                await line.send(refused(Reason.of("too-often", seconds=LATER)))
                await line.close(TOO_OFTEN)
                return
    except WebSocketDisconnect as gone:
        if gone.code == RESTART:
            await line.close(RESTART)
    except LunariaError as error:
        await line.send(refused(error.reason))
        await line.close(FAILED)
    except Gone:
        await line.send(refused(NO_TABLE))
        await line.close(NOT_FOUND)
    except (Forgotten, StoreFailed) as error:
        log.error("a page has to ask again", table=tag(name), error=type(error).__name__)
        await line.send(refused(NOT_STORED))
        await line.close(FAILED)
    except Exception:
        log.exception("a table's socket failed", table=tag(name))
        await line.close(FAILED)
    finally:
        if joined is not None:
            await hall.leave(joined, socket)
            _count(hall)


def _count(hall: Hall) -> None:
    hall.metrics.tables.set(hall.open_tables)
    garbage.expect(hall.open_tables)


def _text(message: Message) -> bytes:
    """A message as JSON."""
    if message["type"] == "refused":  # it may quote what is no text in UTF-8
        return json.dumps(message, separators=(",", ":")).encode()
    return to_json(message)


def _later(text: bytes) -> bool:
    return False


def readable(frame: str) -> object:
    """The frame's JSON; None, which the table refuses, where it is none."""
    try:
        return json.loads(frame)
    except (ValueError, RecursionError):
        return None


async def _receive(socket: WebSocket) -> str:
    """The next frame as text; bytes are taken as UTF-8."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1005))
    text = event.get("text")
    if text is None:
        text = event.get("bytes", b"").decode("utf-8", "replace")
    return str(text)
