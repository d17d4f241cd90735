"""`census`: the solvers over many deals, and what is made of the results."""

import json
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lunaria.cli.saying import NO, TEXTS, fail, refusing
from lunaria.cli.thinking import seconds_option
from lunaria.core.code import FIRST_NUMBER, LAST_NUMBER
from lunaria.core.errors import NotReadable, Reason
from lunaria.games import game_named
from lunaria.solvers import check_alone, known
from lunaria.solvers.verdict import LOST, UNKNOWN, Certificate, Limits

if TYPE_CHECKING:
    from lunaria.census.results import Folder

#: How many deals a worker is given at a time, so that it is busy for some seconds.
PIECE = {"half-moon": 500, "easy-harp": 500, "crescent": 20}

REPORT, TABLE = "report", "table"


@click.command()
@click.argument("what")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--deals", default=None)
@click.option("--out", type=click.Path(path_type=Path))
@seconds_option(60.0)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@click.option("--workers", default=None, type=click.IntRange(1, 1024))
@click.option("--scheduler", default=None)
@click.option("--retry", is_flag=True)
@click.option("--into", type=click.Path(path_type=Path))
@click.option("--unknown", is_flag=True)
@refusing
def census(
    what: str,
    folder: Path | None,
    deals: str | None,
    out: Path | None,
    seconds: float,
    seed: int,
    workers: int | None,
    scheduler: str | None,
    retry: bool,
    into: Path | None,
    unknown: bool,
) -> None:
    """Decide many deals of a game: `census GAME --deals A-B --out DIR`.

    It can be stopped at any time and goes on where it stopped. `census report DIR` tells what was
    found; `census table DIR` adds it to the tables of the package.
    """
    if what in (REPORT, TABLE):
        if folder is None:
            raise NotReadable(Reason.of("census-folder", folder=""))
        if what == REPORT:
            _report(folder)
        else:
            _table(folder, into or Path(known.__file__).parent / "tables")
        return
    if deals is None or out is None:
        raise NotReadable(Reason.of("census-usage", example=f"{what} --deals 1-1000 --out results"))
    _run(
        what, _numbers(deals), out, Limits(seconds=seconds, seed=seed), workers, scheduler, retry,
        unknown,
    )  # fmt: skip


def _numbers(text: str) -> range:
    """The deals of a text such as 1-1000 or 7; raises NotReadable."""
    first, dash, last = text.partition("-")
    numbers = [part.strip() for part in (first, last if dash else first)]
    if all(part.isascii() and part.isdigit() and len(part) <= 6 for part in numbers):
        low, high = (int(part) for part in numbers)
        if FIRST_NUMBER <= low <= high <= LAST_NUMBER:
            return range(low, high + 1)
    raise NotReadable(
        Reason.of("deals", given=text[:40], first=FIRST_NUMBER, last=LAST_NUMBER, example="1-1000")
    )


def _run(
    name: str,
    numbers: range,
    out: Path,
    limits: Limits,
    workers: int | None,
    scheduler: str | None,
    retry: bool,
    unknown: bool,
) -> None:
    from tqdm import tqdm

    from lunaria.census import results, run

    game = game_named(name)
    check_alone(game)
    try:
        folder = results.Folder(out, game.id)
        todo = _todo(folder, numbers, retry=retry, unknown=unknown)
        bar = tqdm(total=len(todo), unit="deal", disable=not sys.stderr.isatty())
        with closing(bar):

            def told(found: Sequence[results.Result]) -> None:
                bar.update(len(found))

            # Small enough that no worker is long alone at the end.
            share = len(todo) // (8 * (workers or os.cpu_count() or 1))
            run.run(
                folder,
                todo,
                limits,
                size=max(1, min(PIECE[game.id], share)),
                workers=workers,
                scheduler=scheduler,
                told=told,
            )
    except run.WorkersDied:
        fail(Reason.of("workers-died"), NO)
    except KeyboardInterrupt:
        fail(Reason.of("census-stopped"), NO)
    except OSError as error:
        fail(Reason.of("census-write", folder=str(out), why=error.strerror or str(error)), NO)
    click.echo(TEXTS.text("cli.census-done", count=len(todo), folder=str(out)))


def _todo(folder: "Folder", numbers: range, *, retry: bool, unknown: bool) -> list[int]:
    """The deals that are to be decided."""
    from lunaria.census import results

    if retry:
        return [
            row.deal
            for row in results.read(folder.path)
            if row.verdict == UNKNOWN and row.deal in numbers
        ]
    done = folder.done()
    table = known.known(folder.game_id) if unknown else None
    return [
        deal
        for deal in numbers
        if deal not in done and (table is None or table.outcome(deal) == UNKNOWN)
    ]


def _report(folder: Path) -> None:
    from lunaria.census import report, results

    game = results.game_in(folder)
    found = results.read(folder)
    name = TEXTS.text(f"game.{game}")
    text = report.markdown(name, report.summary(found))
    _store(folder / "report.md", text.encode())
    _store(folder / "effort.svg", report.effort_svg(name, found).encode())
    click.echo(text, nl=False)


def _table(folder: Path, into: Path) -> None:
    from lunaria.census import results

    game = results.game_in(folder)
    found = results.read(folder)
    outcomes = known.merged(
        known.read_table(game, into), ((row.deal, row.verdict) for row in found)
    )
    head = {
        "game": game,
        "version": f"{game_named(game).prefix}{game_named(game).version}",
        "command": f"lunaria census {game} --deals {FIRST_NUMBER}-{LAST_NUMBER} --out DIR",
    }
    named = known.read_losses(game, into) | {
        row.deal: Certificate.of(json.loads(row.certificate))
        for row in found
        if row.verdict == LOST and row.certificate is not None
    }
    target = into / known.table_name(game)
    _store(into / known.losses_name(game), known.pack_losses(named))
    _store(target, known.pack(head, outcomes))
    click.echo(TEXTS.text("cli.table-stored", file=str(target)))


def _store(file: Path, data: bytes) -> None:
    """Write a file whole, or leave it as it was and say why."""
    from lunaria.census import results

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with results.whole(file) as part:
            part.write_bytes(data)
    except OSError as error:
        fail(Reason.of("not-written", file=str(file), why=error.strerror or str(error)))
