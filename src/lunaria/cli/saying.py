"""What the commands say when they refuse, and how they end."""

import functools
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn, ParamSpec

import click

from lunaria import i18n
from lunaria.core.errors import LunariaError, Reason
from lunaria.i18n import choice

P = ParamSpec("P")

#: How a command ends; `OPEN` where there was no time for an answer.
DONE, NO, UNREADABLE, OPEN = 0, 1, 2, 3


class Texts:
    """The texts in the language of the environment, until another is chosen."""

    def __init__(self) -> None:
        self.speak(choice.of_environment(os.environ))

    def speak(self, language: str) -> None:
        """Choose a language in `i18n.LANGUAGES`."""
        self.catalog = i18n.catalog(language)

    def text(self, key: str, **params: str | int) -> str:
        """The text of `key`, filled in."""
        return self.catalog.text(key, **params)

    def reason(self, reason: Reason) -> str:
        """A reason in words."""
        return self.catalog.reason(reason)


TEXTS = Texts()


def refusing(command: Callable[P, None]) -> Callable[P, None]:
    """Says in words what a command refuses, or that it had no memory, and ends it."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except LunariaError as error:
            fail(error.reason)
        except MemoryError:
            fail(Reason.of("no-memory"), OPEN)

    return run


def fail(reason: Reason, status: int = UNREADABLE) -> NoReturn:
    """Say why on standard error and end with `status`."""
    click.echo(TEXTS.text("cli.error", message=TEXTS.reason(reason)), err=True)
    sys.exit(status)


def error_data(reason: Reason) -> dict[str, Any]:
    """A refusal as `--json` tells it."""
    return {"error": {"reason": reason.code, "message": TEXTS.reason(reason)}}
