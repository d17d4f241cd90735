"""One WebSocket for each page at a table."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic_core import to_json
from starlette.websockets import WebSocketState

from lunaria.core.errors import LunariaError, Reason
from lunaria.core.table import Message, reason_of, refused
from lunaria.server.hall import NOT_STORED, Forgotten, Gone, Hall
from lunaria.server.opened import Send
from lunaria.server.routes import words_for
from lunaria.server.store import StoreFailed

log = logging.getLogger("lunaria.server")
router = APIRouter()

#: The longest message that a page may send, in bytes; the longest sensible one has under 200.
MAX_FRAME = 4096
#: How long a page may take to accept what it is sent before it is given up, in seconds.
SEND_SECONDS = 10

#: How a page comes to look at a table: by a key or a name, the table's id.
Look = Callable[[str, object, Send], Awaitable[str | None]]

NO_TABLE = Reason.of("no-table")
TOO_LONG = Reason.of("message-long", limit=MAX_FRAME)

POLICY, NOT_FOUND, TOO_BIG, FAILED = 1008, 4404, 1009, 1011


@router.websocket("/api/tables/{table_id}/socket")
async def table_socket(socket: WebSocket, table_id: str) -> None:
    """Carry messages between a page and its table until one of them goes."""
    await _carry(socket, socket.app.state.hall.join, table_id[:64])


@router.websocket("/api/watch/{name}/socket")
async def watching_socket(socket: WebSocket, name: str) -> None:
    """Tell a page that looks on at a match what both seats may see."""
    await _carry(socket, socket.app.state.hall.watch, name[:64])


async def _carry(socket: WebSocket, look: Look, name: str) -> None:
    if not _same_origin(socket):
        await socket.close(POLICY)
        return
    await socket.accept()
    hall: Hall = socket.app.state.hall

    async def send(message: Message) -> None:
        if message["type"] == "refused":
            message = {**message, "message": words_for(socket, reason_of(message["reason"]))}
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(_text(message))
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            pass  # a page that is gone is noticed where its messages are read

    joined: str | None = None
    try:
        joined = await look(name, socket, send)
        if joined is None:
            await send(refused(NO_TABLE))
            await _close(socket, NOT_FOUND)
            return
        while True:
            frame = await _receive(socket)
            if len(frame.encode()) > MAX_FRAME:
                await send(refused(TOO_LONG))
            else:
                await hall.receive(joined, socket, _message(frame))
    except WebSocketDisconnect:
        pass
    except LunariaError as error:
        await send(refused(error.reason))
        await _close(socket, FAILED)
    except Gone:
        await send(refused(NO_TABLE))
        await _close(socket, NOT_FOUND)
    except (Forgotten, StoreFailed) as error:
        log.error("table %s: a page has to ask again: %s", joined, type(error).__name__)
        await send(refused(NOT_STORED))
        await _close(socket, FAILED)
    except Exception:
        log.exception("table socket failed")
        await _close(socket, FAILED)
    finally:
        if joined is not None:
            await hall.leave(joined, socket)


def _text(message: Message) -> str:
    """A message as JSON."""
    if message["type"] == "refused":  # it may quote what is no text in UTF-8
        return json.dumps(message, separators=(",", ":"))
    return to_json(message).decode()


def _message(frame: str) -> object:
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


async def _close(socket: WebSocket, code: int) -> None:
    if socket.application_state is WebSocketState.CONNECTED:
        with suppress(RuntimeError, WebSocketDisconnect):  # it may have gone by itself
            await socket.close(code)


def _same_origin(socket: WebSocket) -> bool:
    """Whether a browser's page of this very host asks; other programs send no origin."""
    origin = socket.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        return False
