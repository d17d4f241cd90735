"""A WebSocket that costs the load generator little.

The library that the tests use takes longer to read an answer than the server to give it.
"""

import asyncio
import base64
import os
from collections import deque
from typing import Self, cast
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_LAST, _MASKED = 0x80, 0x80
#: A mask that leaves what it masks as it is.
_MASK = bytes(4)


class Wire(asyncio.Protocol):
    """A socket to a table; whoever waits for a message gets ConnectionError where it is closed."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._upgraded = False
        self._messages: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._closed = ""

    @classmethod
    async def open(cls, address: str) -> Self:
        """A new socket."""
        url = urlsplit(address)
        asked = f"{url.path}?{url.query}" if url.query else url.path
        place = (url.hostname or "", url.port or 80)
        _, wire = await asyncio.get_running_loop().create_connection(cls, *place)
        key = base64.b64encode(os.urandom(16)).decode()
        wire._transport.write(
            f"GET {asked} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            "\r\n".encode()
        )
        return wire

    def send(self, text: str) -> None:
        """Send a message."""
        self._send(_TEXT, text.encode())

    async def hear(self) -> bytes:
        """The next message."""
        if not self._messages:
            if self._closed:
                raise ConnectionError(self._closed)
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._messages.popleft()

    def close(self) -> None:
        """Go away."""
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by the loop."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's only looks like one

    def connection_lost(self, why: Exception | None) -> None:
        """Called by the loop."""
        self._fail("the socket was closed")

    def data_received(self, data: bytes) -> None:
        """Called by the loop."""
        self._bytes += data
        if not self._upgraded:
            head, blank, rest = self._bytes.partition(b"\r\n\r\n")
            if not blank:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self._fail(head.decode("latin-1"))
                return
            self._upgraded, self._bytes = True, rest
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Take a frame out of what was heard; False where there is no whole one."""
        heard = self._bytes
        if len(heard) < 2:
            return False
        kind, size, begins = heard[0] & 0x0F, heard[1] & 0x7F, 2
        if size >= 126:
            begins = 4 if size == 126 else 10
            size = int.from_bytes(heard[2:begins], "big")
        if len(heard) < begins + size:
            return False
        body = bytes(heard[begins : begins + size])
        del heard[: begins + size]
        if kind == _TEXT:
            self._messages.append(body)
            if self._waiting is not None and not self._waiting.done():
                self._waiting.set_result(None)
        elif kind == _PING:
            self._send(_PONG, body)
        elif kind == _CLOSE:
            self._fail(f"closed with {int.from_bytes(body[:2], 'big')}")
        return True

    def _send(self, kind: int, body: bytes) -> None:
        length = bytes((len(body) | _MASKED,))
        if len(body) >= 126:
            length = bytes((126 | _MASKED,)) + len(body).to_bytes(2, "big")
        self._transport.write(bytes((kind | _LAST,)) + length + _MASK + body)

    def _fail(self, why: str) -> None:
        self._closed = self._closed or why
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ConnectionError(self._closed))
