"""The ASGI application: its parts put together, and what every answer carries."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from lunaria import __version__
from lunaria.server import (
    analyses,
    data_file,
    garbage,
    identity,
    lobby,
    logs,
    matches,
    pages,
    passkeys,
    pictures,
    player,
    rankings,
    reading,
    refusals,
    replays,
    routes,
    sockets,
    watching,
)
from lunaria.server.computer import Computer
from lunaria.server.gate import BodyLimit, Gate
from lunaria.server.hall import Hall
from lunaria.server.headers import Headers
from lunaria.server.hosting import Hosting
from lunaria.server.limits import Limits
from lunaria.server.metrics import Metrics
from lunaria.server.store import Store, StoreFailed

#: How long a process that begins waits for a database that is gone for a moment, in seconds.
WAITS, AGAIN = 60.0, 0.2


async def _store(database: str, *, alone: bool) -> Store:
    """The store at that URL. The database was there when the server began; it may come back.

    A worker that could not begin would end all the others with it.
    """
    until = time.monotonic() + WAITS
    while True:
        try:
            return Store(database, alone=alone)
        except StoreFailed as error:
            if time.monotonic() > until:
                raise
            logs.log.error("the database does not answer", error=type(error).__name__)
        await asyncio.sleep(AGAIN)


def create_app(database: str, workers: int = 1, hosting: Hosting | None = None) -> FastAPI:
    """The application on the database at that URL, as one of so many processes.

    Without `hosting` it answers to every name.
    """
    hosting = hosting or Hosting()
    metrics = Metrics()
    limits = Limits(dict(hosting.limits), proxied=bool(hosting.proxies))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(logs.lost_error)
        pages.release()  # read before anything asks for it, and may find another
        store = await _store(database, alone=workers == 1)
        computer = Computer()
        app.state.hall = Hall(store, computer, metrics)
        app.state.hall.news.begin()
        offers = asyncio.create_task(lobby.keep_offers(app.state.hall))
        app.state.replaying = asyncio.Semaphore(replays.AT_ONCE)
        app.state.analyses = analyses.Analyses()
        analyses.stop_with_server(app.state.analyses)
        garbage.begin()
        looks = asyncio.create_task(garbage.follow(lambda: app.state.hall.open_tables))
        yield
        looks.cancel()
        offers.cancel()
        await app.state.hall.news.close()
        await app.state.analyses.close()
        await computer.close()
        await store.close()

    app = FastAPI(
        title="Lunaria",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses=refusals.ANSWERS,
    )
    app.state.metrics, app.state.limits = metrics, limits
    app.state.tells_figures = hosting.tells_figures
    app.add_middleware(GZipMiddleware, minimum_size=500)
    app.add_middleware(BodyLimit)
    app.add_middleware(Gate, hosting.names, limits, metrics)
    app.add_middleware(watching.Watch, metrics)
    app.add_middleware(Headers)
    # What is asked most often comes first: one after the other is tried.
    app.include_router(sockets.router)
    app.include_router(routes.router)
    app.include_router(pages.router)
    app.include_router(watching.router)
    app.include_router(replays.router)
    app.include_router(analyses.router)
    app.include_router(matches.router)
    app.include_router(lobby.router)
    app.include_router(identity.router)
    app.include_router(passkeys.router)
    app.include_router(player.router)
    app.include_router(rankings.router)
    app.include_router(data_file.router)
    app.include_router(pictures.router)
    app.include_router(reading.router)
    refusals.add_error_answers(app)
    reading.add_missing_page(app)
    return app
