"""What happens to each request: written down, measured, and answered whatever goes wrong."""

import asyncio
import time

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lunaria.core.errors import Reason
from lunaria.server.gate import is_loopback, name_of
from lunaria.server.hall import Hall
from lunaria.server.logs import log
from lunaria.server.metrics import Metrics
from lunaria.server.refusals import error_answer
from lunaria.server.store import StoreFailed

router = APIRouter(include_in_schema=False)

BROKEN = Reason.of("server-broken")
#: How long the database may take to say that it is there.
READY_SECONDS = 3
#: What a proxy adds to what it passes on: who asks so does not ask from here.
PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class Watch:
    """Measures requests by the template of their route, and answers where nothing else could."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        started = time.perf_counter()
        try:
            await self.app(scope, receive, noting)
        except Exception:
            log.exception("a request failed", route=route_of(scope), method=scope["method"])
            if status:
                raise
            answer = error_answer(500, BROKEN, HTTPConnection(scope))
            await answer(scope, receive, noting)
        finally:
            took = time.perf_counter() - started
            route, method = route_of(scope), _method(scope)
            self.metrics.requests.labels(method, route, str(status)).observe(took)
            log.info("request", method=method, route=route, status=status, ms=round(1000 * took, 1))


def route_of(scope: Scope) -> str:
    """The template of the route that answered, such as `/api/tables/{table_id}/record`."""
    return getattr(scope.get("route"), "path", None) or "none"


def _method(scope: Scope) -> str:
    known = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
    return scope["method"] if scope["method"] in known else "other"


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """Whether the server can do its work: the database answers, and takes what is written."""
    hall: Hall = request.app.state.hall
    try:
        async with asyncio.timeout(READY_SECONDS):
            await hall.store.ready()
    except (StoreFailed, TimeoutError):
        return PlainTextResponse("nothing can be stored in the database", 503)
    return PlainTextResponse("ready")


@router.get("/metrics")
async def figures(request: Request) -> Response:
    """The figures, for this machine itself; nobody else learns that there are any."""
    here = request.client is not None and is_loopback(request.client.host)
    named = is_loopback(name_of(request.headers.get("host", "")))
    passed_on = any(name in request.headers for name in PASSED_ON)
    if not request.app.state.tells_figures or not here or not named or passed_on:
        raise HTTPException(404)
    metrics: Metrics = request.app.state.metrics
    return Response(generate_latest(metrics.told()), media_type=CONTENT_TYPE_LATEST)
