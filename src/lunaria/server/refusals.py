"""What is answered where something is refused: a reason, and the words for it."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import HTTPConnection
from starlette.routing import compile_path

from lunaria import i18n
from lunaria.core.errors import LunariaError, Reason
from lunaria.i18n import choice
from lunaria.server.asking import NotThere
from lunaria.server.hall import NOT_STORED
from lunaria.server.logs import log
from lunaria.server.store import StoreFailed


class Refusal(BaseModel):
    """Why something is refused: a code, its parameters, and words in the asker's language."""

    reason: str
    params: dict[str, Any]
    message: str


class Refused(BaseModel):
    """The answer to what is refused."""

    error: Refusal


#: What every address may answer beside what it is for.
ANSWERS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused, "description": why}
    for status, why in {
        400: "The request is none that can be read.",
        403: "Another page than this server's own asks.",
        404: "What is asked for is not there.",
        405: "The address is asked in another way than it can be.",
        408: "The request came too slowly.",
        413: "The request is too long.",
        421: "The server has another name.",
        422: "The request, or what it asks for, is refused.",
        429: "It is asked too often; Retry-After says in how many seconds it may be asked again.",
        503: "The database does not answer, or too much is asked for at once.",
    }.items()
}


def add_error_answers(app: FastAPI) -> None:
    """Answer what was refused with its reason and the words for it, never with a traceback."""

    @app.exception_handler(LunariaError)
    async def refused(request: Request, error: LunariaError) -> JSONResponse:
        return error_answer(422, error.reason, request)

    @app.exception_handler(NotThere)
    async def not_there(request: Request, error: NotThere) -> JSONResponse:
        return error_answer(404, error.reason, request)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, _why: RequestValidationError) -> JSONResponse:
        return error_answer(422, Reason.of("request"), request)

    @app.exception_handler(StoreFailed)
    async def not_stored(request: Request, error: StoreFailed) -> JSONResponse:
        route = getattr(request.scope.get("route"), "path", None)
        log.error("the store failed", route=route, error=type(error).__name__)
        return error_answer(503, NOT_STORED, request)

    @app.exception_handler(StarletteHTTPException)
    async def unfit(request: Request, error: StarletteHTTPException) -> JSONResponse:
        answer = error_answer(error.status_code, Reason.of("request"), request)
        answer.headers.update(error.headers or {})
        if error.status_code == 405 and (ways := _ways(app, request.url.path)):
            answer.headers["allow"] = ", ".join(ways)
        return answer


def _ways(app: FastAPI, path: str) -> list[str]:
    """The ways in which an address for programs can be asked, of all routes that are at it."""
    return sorted(
        way.upper()
        for template, ways in app.openapi()["paths"].items()
        if compile_path(template)[0].match(path)
        for way in ways
    )


def error_answer(status: int, reason: Reason, asked: HTTPConnection) -> JSONResponse:
    """A refusal as JSON: reason code, parameters, and words in the asker's language."""
    told = {
        "reason": reason.code,
        "params": dict(reason.params),
        "message": words_for(asked, reason),
    }
    return JSONResponse({"error": told}, status)


def words_for(asked: HTTPConnection, reason: Reason) -> str:
    """A reason in the language that a request or socket wishes for."""
    language = choice.of_header(asked.headers.get("accept-language", ""))
    return i18n.catalog(language).reason(reason)
