"""What the commands say when they refuse, and how they end."""

import functools
import sys
from collections.abc import Callable
from typing import Any, NoReturn, ParamSpec

import click

from lunaria import i18n
from lunaria.core.errors import LunariaError, Reason

P = ParamSpec("P")

#: How a command ends; `OPEN` where there was no time for an answer.
DONE, NO, UNREADABLE, OPEN = 0, 1, 2, 3

TEXTS = i18n.catalog()


def refusing(command: Callable[P, None]) -> Callable[P, None]:
    """Says in words what a command refuses, and ends with `UNREADABLE`."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except LunariaError as error:
            fail(error.reason)

    return run


def fail(reason: Reason, status: int = UNREADABLE) -> NoReturn:
    """Say why on standard error and end with `status`."""
    click.echo(TEXTS.text("cli.error", message=TEXTS.reason(reason)), err=True)
    sys.exit(status)


def error_data(reason: Reason) -> dict[str, Any]:
    """A refusal as `--json` tells it."""
    return {"error": {"reason": reason.code, "message": TEXTS.reason(reason)}}
