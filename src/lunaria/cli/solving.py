"""`solve` and `analyse`: could it have been won, and where was it lost?"""

import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from lunaria.cli.reading import read_text
from lunaria.cli.saying import OPEN, TEXTS, fail, refusing
from lunaria.cli.thinking import STATUS, clear, seconds_option, showing, thought
from lunaria.core import record
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.replay import Line, replay
from lunaria.games import GAMES, read_deal, start
from lunaria.solvers import solve as solve_state
from lunaria.solvers.analysis import Analysis, AnalysisProgress
from lunaria.solvers.analysis import analyse as analyse_line
from lunaria.solvers.difficulty import shorten
from lunaria.solvers.verdict import WINNABLE, Limits, Verdict


@click.command()
@click.argument("deal")
@seconds_option(60.0)
@click.option("--short", is_flag=True)
@click.option("--record", "file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True)
@refusing
def solve(deal: str, seconds: float, short: bool, file: Path | None, as_json: bool) -> None:
    """Say whether a deal, or the last position of a record, can be won.

    DEAL is a code, a game and a number, or a file with a record. Ends with 0 where it can be won,
    1 where it is lost, 3 where the time was too short.
    """
    line = _line_of(deal)
    limits, watch = Limits(seconds=seconds), showing(thought)
    verdict = solve_state(line.state, limits, watch)
    if short and verdict.line is not None:
        shorter = shorten(line.game, line.state, verdict.line, limits, watch)
        verdict = verdict._replace(line=shorter)
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
@seconds_option(60.0)
@click.option("--json", "as_json", is_flag=True)
@refusing
def analyse(file: Path, seconds: float, as_json: bool) -> None:
    """Say where the game of a record could still be won, and how.

    The time holds for each position that is looked at. Ends with 0 where the last position can be
    won, 1 where it is lost, 3 where it stays open.
    """
    line = _line_in(read_text(file))
    found = analyse_line(line, Limits(seconds=seconds), showing(_looking))
    click.echo(json.dumps(_analysis_data(found)) if as_json else _analysis_text(found))
    sys.exit(STATUS.get(found.now, OPEN))


def _line_of(deal: str) -> Line[Any]:
    """The game that is meant: a new one of a deal, or that of a record."""
    if os.path.exists(deal):
        return _line_in(read_text(Path(deal)))
    return start(read_deal(deal))


def _line_in(text: str) -> Line[Any]:
    """The game of the first record in `text`; raises NotReadable where it does not hold."""
    line, fault = record.verify(next(record.read(text)), GAMES)
    if line is None or fault is not None:
        raise NotReadable(fault.reason if fault else Reason.of("record-empty"))
    return line


def _looking(progress: AnalysisProgress) -> str:
    """Which position is looked at, and what the solver is at."""
    said = TEXTS.text(
        "cli.analysing",
        position=progress.position,
        number=progress.number,
        about=progress.about,
    )
    return f"{said} {thought(progress.solver)}"


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
        "certificate": certificate and certificate.told(),
        "limit": verdict.limit,
    }


def _verdict_text(verdict: Verdict) -> str:
    clear()
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
    clear()
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
