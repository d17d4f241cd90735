"""`verify`: records replayed, and their claims held against what comes out."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from lunaria.cli.reading import read_text
from lunaria.cli.saying import DONE, NO, TEXTS, UNREADABLE, error_data, refusing
from lunaria.core import record
from lunaria.core.replay import Fault, Line
from lunaria.games import GAMES


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a record.")
@refusing
def verify(file: Path, as_json: bool) -> None:
    """Replay the records in FILE (- for standard input) and check what they claim."""
    text = read_text(file)
    bad = unreadable = False
    for number, each in enumerate(record.read(text), start=1):
        line, fault = record.verify(each, GAMES)
        click.echo(_verdict_json(line, fault) if as_json else _verdict(number, line, fault))
        if fault is not None:
            if line is None:
                unreadable = True
            else:
                bad = True
            break
    sys.exit(UNREADABLE if unreadable else NO if bad else DONE)


def _verdict(number: int, line: Line[Any] | None, fault: Fault | None) -> str:
    if fault is None and line is not None:
        return TEXTS.text(
            "cli.verified",
            number=number,
            game=TEXTS.text(f"game.{line.game.id}"),
            code=str(line.code),
            result=TEXTS.text(f"result.{line.result}"),
        )
    assert fault is not None
    reason = TEXTS.reason(fault.reason)
    if fault.action == 0:
        return TEXTS.text("cli.fault-tag", number=number, reason=reason)
    said = TEXTS.text("cli.fault", number=number, action=fault.action, reason=reason)
    good = TEXTS.text("cli.good-part", count=len(line.actions) if line else 0)
    return f"{said}\n{good}"


def _verdict_json(line: Line[Any] | None, fault: Fault | None) -> str:
    told: dict[str, Any] = {"holds": fault is None}
    if line is not None:
        told |= {
            "game": line.game.id,
            "code": str(line.code),
            "result": line.result,
            "score": line.score,
            "moves": line.moves,
            "actions": len(line.actions),
        }
    if fault is not None:
        told |= {"action": fault.action, **error_data(fault.reason)}
    return json.dumps(told)
