"""Connections with bounds: on how slowly and how long somebody asks, and how slowly they listen.

The HTTP and WebSocket protocols are uvicorn's. What is added are the times that it does not keep,
the size of a request's head, answers with the headers of all others, and an orderly end: a socket
that the server closes as it stops has its last message carried out and answered before.
"""

import json
from asyncio import TimerHandle, Transport
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from lunaria import i18n
from lunaria.core.errors import Reason
from lunaria.server.headers import HEADERS

#: How long the head of a request may take to come whole, in seconds.
HEAD_SECONDS = 10
#: The longest head: the request line and all headers, in bytes; and the most headers.
MAX_HEAD = 32 * 1024
MAX_HEADERS = 100
#: How long an idle connection is kept for another request, in seconds.
IDLE_SECONDS = 15
#: How long whoever is sent more than they take may stand still, in seconds.
SEND_SECONDS = 10
#: How long the other side may take to answer when a socket is closed, in seconds.
CLOSE_SECONDS = 3
#: How often a silent socket is asked whether it is there, and how long it may take to say so.
PING_SECONDS = 20
#: Tells the application that the server stops; the page is to come back.
RESTART = 1012
#: The extension of a socket that sends a text at once, past all that handles requests; it tells
#: whether the other side takes it now.
TELL = "lunaria.tell"

FULL = Reason.of("server-full")
LATE = Reason.of("request-slow")
LONG = Reason.of("request-long", limit=MAX_HEAD)
BAD = Reason.of("request")


class _Steadfast:
    """Gives up whoever does not take what was sent: the buffer is full, and stays full."""

    loop: Any
    transport: Any
    _stands: TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._stands = self.loop.call_later(SEND_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self.moves()

    def moves(self) -> None:
        if self._stands is not None:
            self._stands.cancel()
            self._stands = None


class Connection(_Steadfast, HttpToolsProtocol):
    """Requests over one connection."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        # uvicorn would let sockets pass, and answer others without the headers.
        self.limit_concurrency = None
        self._late: TimerHandle | None = None
        #: Whether the head of a request is being read, and how much of it has come.
        self._in_head, self._head = False, 0
        #: Whether no request is being read.
        self._whole = True

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        most = self.config.limit_concurrency
        if most is not None and len(self.connections) > most:
            self._turn_away(503, FULL)
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_there()
        self.moves()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        answered = self.cycle is None or self.cycle.response_complete
        if self._late is None and self._whole and answered:
            self._await_head()
        began = self._in_head
        super().data_received(data)
        if began and self._in_head:
            self._head += len(data)
            if self._head > MAX_HEAD and not self.transport.is_closing():
                self._turn_away(431, LONG)

    def on_message_begin(self) -> None:
        self._in_head, self._head, self._whole = True, 0, False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._head_is_there()
        length = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if length > MAX_HEAD or len(self.headers) > MAX_HEADERS:
            self._head = MAX_HEAD + 1
            raise ValueError("the head is too long")  # which the parser answers as not HTTP
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._whole = True
        self._head_is_there()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._whole and not self.transport.is_closing():
            # The rest of a body that was refused is read, so that its sender reads the answer.
            self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def handle_websocket_upgrade(self) -> None:
        self.moves()
        super().handle_websocket_upgrade()
        # As when a connection is lost: the two would keep each other until garbage is looked for.
        self.parser = None  # type: ignore[assignment]

    def send_400_response(self, msg: str) -> None:
        if self._head > MAX_HEAD:
            self._turn_away(431, LONG)
        else:
            self._turn_away(400, BAD)

    def _await_head(self) -> None:
        self._late = self.loop.call_later(HEAD_SECONDS, self._is_late)

    def _head_is_there(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _is_late(self) -> None:
        if self.transport.is_closing():
            return
        if self._in_head:
            self._turn_away(408, LATE)
        else:
            self.transport.close()

    def _turn_away(self, status: int, reason: Reason) -> None:
        """Answer before there is a request that the application could answer, and hang up."""
        self._head_is_there()
        told = {
            "reason": reason.code,
            "params": dict(reason.params),
            "message": i18n.catalog(i18n.DEFAULT).reason(reason),
        }
        body = json.dumps({"error": told}).encode()
        headers = {
            **HEADERS,
            b"content-type": b"application/json",
            b"content-length": str(len(body)).encode(),
            b"connection": b"close",
        }
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            headers[b"retry-after"] = b"30"
        lines = [name + b": " + value + b"\r\n" for name, value in headers.items()]
        self.transport.write(b"".join([STATUS_LINE[status], *lines, b"\r\n", body]))
        self.transport.close()


class Socket(_Steadfast, WebSocketsSansIOProtocol):
    """One WebSocket."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.close_timeout = CLOSE_SECONDS

    async def run_asgi(self) -> None:
        app = self.app

        async def answering(scope: Any, receive: Any, send: Any) -> None:
            scope["extensions"] = {**(scope.get("extensions") or {}), TELL: self.tell}
            await app(scope, receive, send)
            # uvicorn would take a handshake that was refused for one that was forgotten.
            self.handshake_complete |= self.initial_response is not None

        self.app = answering
        try:
            await super().run_asgi()
        finally:
            del self.app, self.scope  # they hold the socket as it holds them

    def tell(self, text: bytes) -> bool:
        """Send a text in UTF-8 where the other side takes it now; whether it was sent."""
        # A lost connection is closed some time before anybody is told of it.
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:  # gone, or going
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.moves()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # Whoever is not there does not take the farewell either.
        self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def shutdown(self) -> None:
        """Let the application finish what it is at; it closes the socket itself."""
        if self.handshake_complete and not self.close_sent:
            self.stop_keepalive()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": RESTART})
        else:
            super().shutdown()
