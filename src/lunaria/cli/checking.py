"""`verify`: what records and tables claim, held against what comes out."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from lunaria.cli.reading import read_text
from lunaria.cli.saying import DONE, NO, TEXTS, UNREADABLE, error_data, refusing
from lunaria.cli.thinking import time_limit
from lunaria.core import record
from lunaria.core.code import Sealed
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.replay import Fault, Line
from lunaria.games import GAMES, SOLITAIRES, game_named

#: What `--tables` takes where nothing is said.
SAMPLE, SEED, SECONDS = 100, 0, 60.0
MOST_SAMPLED = 100_000


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--tables", is_flag=True)
@click.option("--sample", type=click.IntRange(1, MOST_SAMPLED), show_default=str(SAMPLE))
@click.option("--game")
@click.option("--seed", type=click.IntRange(0), show_default=str(SEED))
@click.option("--time", "seconds", type=time_limit, show_default=str(SECONDS))
@click.option("--from", "folder", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True)
@refusing
def verify(
    file: Path | None,
    tables: bool,
    sample: int | None,
    game: str | None,
    seed: int | None,
    seconds: float | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Replay the records in FILE (- for standard input) and check what they claim.

    With --tables instead of FILE, a sample of the decided deals is proved anew: half of it from the
    winnable ones, for which a win is found and replayed, half from the lost ones, whose
    certificates are checked. Ends with 0 where all is confirmed, 1 where something is refuted, 3
    where the time was too short.
    """
    of_tables = {
        "--sample": sample, "--game": game, "--seed": seed, "--time": seconds, "--from": folder,
    }  # fmt: skip
    if tables == (file is not None):
        raise NotReadable(Reason.of("verify-what"))
    if file is not None:
        for option, value in of_tables.items():
            if value is not None:
                raise NotReadable(Reason.of("verify-option", option=option))
        sys.exit(_records(file, as_json))
    # Here and not above, as records need no solver.
    from lunaria.cli.auditing import audit_tables
    from lunaria.solvers import check_alone
    from lunaria.solvers.known import TABLES

    games = SOLITAIRES if game is None else (game_named(game),)
    for each in games:
        check_alone(each)
    sys.exit(
        audit_tables(
            games,
            folder or TABLES,
            SAMPLE if sample is None else sample,
            SEED if seed is None else seed,
            SECONDS if seconds is None else seconds,
            as_json=as_json,
        )
    )


def _records(file: Path, as_json: bool) -> int:
    """Verify the records in a file; how to end."""
    text = read_text(file)
    bad = unreadable = False
    for number, each in enumerate(record.read(text), start=1):
        line, fault = record.verify(each, GAMES)
        click.echo(
            _verdict_json(each, line, fault) if as_json else _verdict(number, each, line, fault)
        )
        if fault is not None:
            if line is None:
                unreadable = True
            else:
                bad = True
            break
    return UNREADABLE if unreadable else NO if bad else DONE


def _verdict(number: int, told: record.Record, line: Line[Any] | None, fault: Fault | None) -> str:
    if fault is None and line is not None:
        game = TEXTS.text(f"game.{line.game.id}")
        result = TEXTS.text(f"result.{_result(told, line)}")
        if isinstance(line.code, Sealed):
            bound = told.tag("Commitments") is not None
            return TEXTS.text(
                "cli.verified-sealed" if bound else "cli.verified-seeds",
                number=number,
                game=game,
                variant=line.code.variant,
                result=result,
            )
        return TEXTS.text(
            "cli.verified", number=number, game=game, code=str(line.code), result=result
        )
    assert fault is not None
    reason = TEXTS.reason(fault.reason)
    if fault.action == 0:
        return TEXTS.text("cli.fault-tag", number=number, reason=reason)
    said = TEXTS.text("cli.fault", number=number, action=fault.action, reason=reason)
    good = TEXTS.text("cli.good-part", count=len(line.actions) if line else 0)
    return f"{said}\n{good}"


def _result(told: record.Record, line: Line[Any]) -> str:
    """The result; of a match that was left the record alone tells it."""
    claimed = told.tag("Result")
    return claimed if claimed in record.ABANDONED else line.result


def _verdict_json(told: record.Record, line: Line[Any] | None, fault: Fault | None) -> str:
    answer: dict[str, Any] = {"holds": fault is None}
    if line is not None:
        is_sealed = isinstance(line.code, Sealed)
        answer |= {
            "game": line.game.id,
            "code": None if is_sealed else str(line.code),
            "result": _result(told, line) if fault is None else line.result,
            "score": line.score,
            "moves": line.moves,
            "actions": len(line.actions),
        }
        if line.game.seats > 1:
            answer |= {"rounds": line.rounds, "sealed": is_sealed}
    if fault is not None:
        answer |= {"action": fault.action, **error_data(fault.reason)}
    return json.dumps(answer)
