"""Who may ask for what: this host's own pages, under its own name, and not too often."""

import asyncio
from collections.abc import Iterable
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lunaria.core.errors import Reason
from lunaria.server.asking import asker_of
from lunaria.server.headers import protecting
from lunaria.server.limits import Limits
from lunaria.server.logs import log
from lunaria.server.metrics import Metrics
from lunaria.server.refusals import error_answer

#: The longest body of a request, in bytes; and of one to an address that takes games.
MAX_BODY = 64 * 1024
MAX_LONG_BODY = 4_000_000
LONG_BODIES = ("/api/replay", "/api/analysis", "/api/import")
#: How long a body may take to come, in seconds, and how many bytes buy it one more.
BODY_SECONDS, BYTES_A_SECOND = 15, 8 * 1024

#: What asks for something that is limited: method, the beginning of the path, the limit.
LIMITED = (
    ("POST", "/api/tables", "tables"),
    ("POST", "/api/invitations/", "invitations"),
    ("POST", "/api/player/", "players"),
    ("POST", "/api/passkeys", "players"),
    ("POST", "/api/passkeys/", "players"),
    *(("POST", path, "bodies") for path in LONG_BODIES),
)
#: Where keys and names are asked for, which can be guessed at.
KEYED = ("/api/tables/", "/api/invitations/", "/api/replay", "/api/analysis", "/pictures/")

SAFE = ("GET", "HEAD", "OPTIONS")
#: Asked by those who look after the server, under whatever address they find it.
LOOKED_AFTER = ("/healthz", "/readyz")

FOREIGN = Reason.of("foreign-page")
SLOW = Reason.of("request-slow")


class Refusal(NamedTuple):
    """Why somebody is not let in."""

    status: int
    reason: Reason
    retry: int | None = None


class Gate:
    """Refuses requests and sockets that another name, page or time would be right for.

    `names` are those that the server answers to; with none, it answers to any.
    """

    def __init__(
        self, app: ASGIApp, names: Iterable[str], limits: Limits, metrics: Metrics
    ) -> None:
        self.app = app
        self.limits = limits
        self.metrics = metrics
        self._names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            answer = error_answer(refusal.status, refusal.reason, HTTPConnection(scope))
            answer.raw_headers.extend(protecting(scope).items())
            if refusal.retry is not None:
                answer.headers["retry-after"] = str(refusal.retry)
            await answer(scope, receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(KEYED):
            await self.app(scope, receive, self._counting_guesses(scope, send))
        else:
            await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Refusal | None:
        headers = Headers(scope=scope)
        host, *more = headers.getlist("host") or [""]
        if more:
            return Refusal(400, Reason.of("request"))
        if not self._answers_to(host) and scope["path"] not in LOOKED_AFTER:
            return Refusal(421, Reason.of("host-name", name=host[:100]))
        safe = scope["type"] == "http" and scope["method"] in SAFE
        secure = scope["scheme"] in ("https", "wss")
        if not safe and not same_origin(headers, host, secure):
            return Refusal(403, FOREIGN)
        return self._too_often(scope) if scope["type"] == "http" else None

    def _answers_to(self, host: str) -> bool:
        if not self._names or not host:
            return True
        return name_of(host) in self._names

    def _too_often(self, scope: Scope) -> Refusal | None:
        path, method = scope["path"], scope["method"]
        asked = [
            name
            for asks, begin, name in LIMITED
            if asks == method and (path.startswith(begin) if begin[-1] == "/" else path == begin)
        ]
        keyed = path.startswith(KEYED)
        if not asked and not keyed:
            return None
        asker = asker_of(HTTPConnection(scope))
        waits = {name: self.limits.take(name, asker) for name in asked}
        if keyed:
            waits["guesses"] = self.limits.spent("guesses", asker)
        for name, seconds in waits.items():
            if seconds is not None:
                self.metrics.limited.labels(name).inc()
                log.info("refused as too often", limit=name, address=asker.address)
                return Refusal(429, Reason.of("too-often", seconds=seconds), seconds)
        return None

    def _counting_guesses(self, scope: Scope, send: Send) -> Send:
        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 404:
                self.limits.take("guesses", asker_of(HTTPConnection(scope)))
            await send(message)

        return counting


def name_of(host: str) -> str:
    """The name in a `Host` header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def same_origin(headers: Headers, host: str, secure: bool) -> bool:
    """Whether a page of this very host asks, or a program that is no browser.

    Where it asks over TLS, the page came over TLS as well.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    return page.netloc == host and (page.scheme == "https" or not secure)


def is_loopback(host: str) -> bool:
    """Whether a server that listens there is reached from its own machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class BodyLimit:
    """Reads bodies before anything else does; refuses those that are too long or too slow."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = MAX_LONG_BODY if scope["path"].startswith(LONG_BODIES) else MAX_BODY
        try:
            body = await _body(receive, most)
        except TimeoutError:
            answer = error_answer(408, SLOW, HTTPConnection(scope))
            answer.headers["connection"] = "close"
            await answer(scope, receive, send)
            return
        if body is None:
            return
        if len(body) > most:
            reason = Reason.of("request-long", limit=most)
            await error_answer(413, reason, HTTPConnection(scope))(scope, receive, send)
            return
        whole = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive_whole() -> Message:
            return next(whole, None) or await receive()

        await self.app(scope, receive_whole, send)


async def _body(receive: Receive, most: int) -> bytes | None:
    """A body, or so much of it as shows that it is too long; None where who asks has gone.

    Raises TimeoutError where it is too slow.
    """
    body = bytearray()
    async with asyncio.timeout(BODY_SECONDS) as patience:
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            part = message.get("body", b"")
            body += part
            if len(body) > most or not message.get("more_body", False):
                return bytes(body)
            patience.reschedule((patience.when() or 0) + len(part) / BYTES_A_SECOND)
