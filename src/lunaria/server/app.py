"""The ASGI application: its parts put together, and what every answer carries."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lunaria import __version__
from lunaria.core.errors import Reason
from lunaria.server import (
    analyses,
    data_file,
    matches,
    pages,
    pictures,
    player,
    reading,
    replays,
    routes,
    sockets,
)
from lunaria.server.computer import Computer
from lunaria.server.hall import Hall
from lunaria.server.store import Store

#: Only what comes from this server runs or shows; nothing inline, no other page frames it.
HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        b"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
    # Kept by the browser, but asked for again each time, so that no page runs old code.
    b"cache-control": b"no-cache",
}


#: After how many new objects, and rounds of it, garbage is looked for. Nearly everything goes away
#: by itself; looking through ten thousand tables as often as Python does by default would hold up
#: every move.
GARBAGE = (50_000, 20, 100)

#: The longest body of a request, in bytes; and of one to an address that takes games.
MAX_BODY = 64 * 1024
MAX_LONG_BODY = 4_000_000
LONG_BODIES = ("/api/replay", "/api/analysis", "/api/import")


class Headers:
    """Adds `HEADERS` to every HTTP answer that does not set them itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name, value) for name, value in HEADERS.items() if name not in present),
                ]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class BodyLimit:
    """Refuses requests whose body is too long before anything reads them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = MAX_LONG_BODY if scope["path"].startswith(LONG_BODIES) else MAX_BODY
        body = bytearray()
        message = await receive()
        while message["type"] == "http.request":
            body += message.get("body", b"")
            if len(body) > most:
                reason = Reason.of("request-long", limit=most)
                answer = routes.error_answer(413, reason, HTTPConnection(scope))
                await answer(scope, receive, send)
                return
            if not message.get("more_body", False):
                break
            message = await receive()
        whole = iter([{"type": "http.request", "body": bytes(body), "more_body": False}])

        async def receive_whole() -> Message:
            return next(whole, None) or await receive()

        await self.app(scope, receive_whole, send)


def create_app(database: str, workers: int = 1) -> FastAPI:
    """The application on the database at that URL, as one of so many processes."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pages.release()  # read before anything asks for it, and may find another
        store = Store(database)
        computer = Computer()
        app.state.hall = Hall(store, computer)
        app.state.alone = workers == 1
        app.state.replaying = asyncio.Semaphore(replays.AT_ONCE)
        app.state.analyses = analyses.Analyses()
        analyses.stop_with_server(app.state.analyses)
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        yield
        await app.state.analyses.close()
        await computer.close()
        await store.close()

    app = FastAPI(
        title="Lunaria", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None
    )
    app.add_middleware(GZipMiddleware, minimum_size=500)
    app.add_middleware(BodyLimit)
    app.add_middleware(Headers)
    app.include_router(pages.router)
    app.include_router(routes.router)
    app.include_router(replays.router)
    app.include_router(analyses.router)
    app.include_router(matches.router)
    app.include_router(player.router)
    app.include_router(data_file.router)
    app.include_router(pictures.router)
    app.include_router(sockets.router)
    app.include_router(reading.router)
    routes.add_error_answers(app)
    reading.add_missing_page(app)
    return app
