"""What the server writes down of its work: lines for people or for programs, and no secret.

A key to a table, a cookie or a card stands in no line. Requests are told by the template of their
route, tables by a digest, and errors by their kind and place: what an error says of itself may
quote what was asked for.
"""

import asyncio
import hashlib
import logging
import sys
import traceback
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import structlog
from structlog.typing import EventDict

#: `auto` is for people where somebody looks on, and JSON elsewhere.
FORMS = ("auto", "console", "json")
LEVELS = ("debug", "info", "warning", "error")

#: Loggers of others that would quote requests, frames or parameters of statements.
QUIET = {
    "uvicorn": logging.ERROR,
    "uvicorn.error": logging.ERROR,
    "websockets": logging.ERROR,
    "sqlalchemy": logging.WARNING,
    "alembic": logging.WARNING,
    "psycopg": logging.WARNING,
}
#: The name of the handler that writes.
OURS = "lunaria"
PACKAGES = Path(__file__).parents[2]


def _placed(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """An error by its kind and the places it came through, without its own words."""
    told = event.pop("exc_info", None)
    if told is True:
        told = sys.exc_info()
    error = told[1] if isinstance(told, tuple) else told
    if isinstance(error, BaseException):
        event["error"] = type(error).__name__
        event["where"] = " < ".join(
            f"{_short(frame.filename)}:{frame.lineno} {frame.name}"
            for frame in reversed(traceback.extract_tb(error.__traceback__))
        )
    return event


def _short(file: str) -> str:
    try:
        return Path(file).relative_to(PACKAGES).as_posix()
    except ValueError:
        return Path(file).name


_SHARED: list[structlog.typing.Processor] = [
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper("iso", utc=True),
    _placed,
]

structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_SHARED,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger("lunaria.server")


def write(level: str, form: str) -> None:
    """Write lines of that level and above to standard error, in one of `FORMS`."""
    people = sys.stderr.isatty() if form == "auto" else form == "console"
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
        if people
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    handler.addFilter(_is_ours_to_tell)
    handler.set_name(OURS)
    root = logging.getLogger()
    for before in [each for each in root.handlers if each.get_name() == OURS]:
        root.removeHandler(before)
    root.addHandler(handler)
    root.setLevel(level.upper())
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(least, root.level))


def _is_ours_to_tell(record: logging.LogRecord) -> bool:
    """Whether a line is no mere answer to a page that sends no UTF-8: whoever likes could ask."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def tag(key: str) -> str:
    """What stands for a key in a line: the same each time, and no way back to it."""
    return hashlib.sha256(b"log:" + key.encode()).hexdigest()[:12]


def lost_error(_loop: asyncio.AbstractEventLoop, context: MutableMapping[str, Any]) -> None:
    """Write down an error of a task that nobody waits for; a handler for event loops."""
    error = context.get("exception")
    log.error("a task failed", exc_info=error if isinstance(error, BaseException) else None)
