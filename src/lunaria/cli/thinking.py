"""How long a solver may think, and what a terminal shows meanwhile."""

import math
import sys
import time
from collections.abc import Callable
from typing import TypeVar

import click

from lunaria.cli.saying import DONE, NO, TEXTS
from lunaria.core.errors import Reason
from lunaria.solvers.verdict import LOST, WINNABLE, Progress

P = TypeVar("P")

#: The longest that a solver may be asked to think, in seconds: a day.
LONGEST = 86_400
#: The progress is shown anew after so many seconds.
SHOWN = 0.2

#: How a command ends by the outcome; where there is none, with `OPEN`.
STATUS = {WINNABLE: DONE, LOST: NO}


def seconds_option(default: float) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option `--time` of a command, of a number of seconds from 0 to `LONGEST`."""
    return click.option(
        "--time", "seconds", default=default, show_default=True, type=time_limit, metavar="SECONDS"
    )


def time_limit(text: str) -> float:
    """The seconds that somebody typed; raises BadParameter beyond 0 to `LONGEST`."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    # What is no number is in no range either, and would never be over.
    if not 0 <= seconds <= LONGEST:
        reason = Reason.of("seconds", given=str(text)[:40], most=LONGEST)
        raise click.BadParameter(TEXTS.reason(reason))
    return seconds


def showing(said: Callable[[P], str]) -> Callable[[P], bool]:
    """A watch that shows on a terminal what it is told, in the words that `said` finds for it."""
    shown = 0.0

    def watch(progress: P) -> bool:
        nonlocal shown
        now = time.monotonic()
        if sys.stderr.isatty() and now - shown > SHOWN:
            shown = now
            click.echo(f"\r\x1b[K{said(progress)}", err=True, nl=False)
        return True

    return watch


def thought(progress: Progress) -> str:
    """What a solver is at."""
    return TEXTS.text(
        "cli.thinking",
        stage=progress.stage,
        work=progress.work,
        seconds=f"{progress.seconds:.1f}",
    )


def clear() -> None:
    """Take the progress off the terminal."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)
