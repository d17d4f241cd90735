"""`solve` and `analyse`: could it have been won, and where was it lost?"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import click

from lunaria.cli.reading import read_text
from lunaria.cli.saying import DONE, NO, OPEN, TEXTS, fail, refusing
from lunaria.core import record
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.replay import Line, replay
from lunaria.games import GAMES, read_deal, start
from lunaria.solvers import solve as solve_state
from lunaria.solvers.analysis import Analysis
from lunaria.solvers.analysis import analyse as analyse_line
from lunaria.solvers.verdict import LOST, WINNABLE, Limits, Progress, Verdict, Watch

#: The longest that a solver may be asked to think, in seconds: a day.
LONGEST = 86_400
#: The progress is shown anew after so many seconds.
SHOWN = 0.2

STATUS = {WINNABLE: DONE, LOST: NO}

seconds = click.option(
    "--time",
    "seconds",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0, LONGEST),
    help="Seconds to think at most.",
)


@click.command()
@click.argument("deal")
@seconds
@click.option("--record", "file", type=click.Path(path_type=Path), help="Write the win there.")
@click.option("--json", "as_json", is_flag=True)
@refusing
def solve(deal: str, seconds: float, file: Path | None, as_json: bool) -> None:
    """Say whether a deal, or the last position of a record, can be won.

    DEAL is a code, a game and a number, or a file with a record. Ends with 0 where it can be won,
    1 where it is lost, 3 where the time was too short.
    """
    line = _line_of(deal)
    verdict = solve_state(line.state, Limits(seconds=seconds), _watch())
    won = None
    if verdict.line is not None:
        won, _ = replay(line.game, line.code, (*line.path, *verdict.line))
    if file is not None and won is not None:
        try:
            file.write_text(record.write(won), "utf-8")
        except OSError as error:
            fail(Reason.of("not-written", file=str(file), why=error.strerror or str(error)))
    click.echo(json.dumps(_verdict_data(line, verdict)) if as_json else _verdict_text(verdict))
    sys.exit(STATUS.get(verdict.outcome, OPEN))


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@seconds
@click.option("--json", "as_json", is_flag=True)
@refusing
def analyse(file: Path, seconds: float, as_json: bool) -> None:
    """Say where the game of a record could still be won, and how.

    The time holds for each position that is looked at. Ends with 0 where the last position can be
    won, 1 where it is lost, 3 where it stays open.
    """
    line = _line_in(read_text(file))
    found = analyse_line(line, Limits(seconds=seconds), _watch())
    click.echo(json.dumps(_analysis_data(found)) if as_json else _analysis_text(found))
    sys.exit(STATUS.get(found.now, OPEN))


def _line_of(deal: str) -> Line[Any]:
    """The game that is meant: a new one of a deal, or that of a record."""
    if Path(deal).is_file():
        return _line_in(read_text(Path(deal)))
    return start(read_deal(deal))


def _line_in(text: str) -> Line[Any]:
    """The game of the first record in `text`; raises NotReadable where it does not hold."""
    line, fault = record.verify(next(record.read(text)), GAMES)
    if line is None or fault is not None:
        raise NotReadable(fault.reason if fault else Reason.of("record-empty"))
    return line


def _watch() -> Watch:
    """Shows on a terminal what the solver is at."""
    shown = 0.0

    def watch(progress: Progress) -> bool:
        nonlocal shown
        now = time.monotonic()
        if sys.stderr.isatty() and now - shown > SHOWN:
            shown = now
            seconds = f"{progress.seconds:.1f}"
            said = TEXTS.text(
                "cli.thinking", stage=progress.stage, work=progress.work, seconds=seconds
            )
            click.echo(f"\r\x1b[K{said}", err=True, nl=False)
        return True

    return watch


def _verdict_data(line: Line[Any], verdict: Verdict) -> dict[str, Any]:
    certificate = verdict.certificate
    return {
        "code": str(line.code),
        "actions": len(line.path),
        "verdict": verdict.outcome,
        "how": verdict.how,
        "work": verdict.work,
        "seconds": round(verdict.seconds, 4),
        "line": verdict.line,
        "certificate": certificate and {"kind": certificate.kind, **certificate.data},
        "limit": verdict.limit,
    }


def _verdict_text(verdict: Verdict) -> str:
    _clear()
    said = TEXTS.text(
        f"cli.verdict-{verdict.outcome}",
        how=verdict.how,
        seconds=f"{verdict.seconds:.3f}",
        limit=verdict.limit or "",
        count=len(verdict.line or ()),
    )
    return f"{said}\n{' '.join(verdict.line)}" if verdict.line else said


def _analysis_data(found: Analysis) -> dict[str, Any]:
    return {
        "actions": len(found.path),
        "now": found.now,
        "lastWinnable": found.last_winnable,
        "firstLost": found.first_lost,
        "exact": found.exact,
        "lostBy": _lost_by(found),
        "line": found.line,
    }


def _lost_by(found: Analysis) -> str | None:
    """The action that lost the game, where it is known."""
    at = found.last_winnable
    if at is None or not found.exact or found.now == WINNABLE:
        return None
    return found.path[at]


def _analysis_text(found: Analysis) -> str:
    _clear()
    at, of = found.last_winnable, len(found.path)
    if found.now == WINNABLE:
        said = TEXTS.text("cli.analysis-winnable")
    elif at is None:
        said = TEXTS.text("cli.analysis-lost" if found.exact else "cli.analysis-open")
    elif (token := _lost_by(found)) is not None:
        said = TEXTS.text("cli.analysis-lost-by", number=at + 1, of=of, token=token)
    else:
        said = TEXTS.text("cli.analysis-between", at=at, of=of)
    return f"{said}\n{' '.join(found.line)}" if found.line else said


def _clear() -> None:
    """Take the progress off the terminal."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)
