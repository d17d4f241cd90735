"""`census`: the solvers over many deals, and what is made of the results."""

import json
import lzma
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lunaria.cli.saying import NO, TEXTS, fail, refusing
from lunaria.core.code import FIRST_NUMBER, LAST_NUMBER
from lunaria.core.errors import NotReadable, Reason
from lunaria.games import game_named
from lunaria.solvers import known
from lunaria.solvers.verdict import LOST, UNKNOWN, Limits

if TYPE_CHECKING:
    from lunaria.census.results import Folder

#: How many deals a worker is given at a time, so that it is busy for some seconds.
PIECE = {"half-moon": 500, "easy-harp": 500, "crescent": 20}

REPORT, TABLE = "report", "table"


@click.command()
@click.argument("what")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--deals", default=None, help="The numbers, such as 1-1000.")
@click.option("--out", type=click.Path(path_type=Path), help="The folder for the results.")
@click.option("--time", "seconds", default=60.0, show_default=True, type=click.FloatRange(0, 86400))
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@click.option("--workers", default=None, type=click.IntRange(1, 1024), help="All cores by default.")
@click.option("--scheduler", default=None, help="The address of a Dask cluster.")
@click.option("--retry", is_flag=True, help="Decide the deals again that stayed open.")
@click.option(
    "--into", type=click.Path(path_type=Path), help="Where `table` writes; the package by default."
)
@click.option("--unknown", is_flag=True, help="Leave out the deals of the package's table.")
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
    (folder / "report.md").write_text(text, "utf-8")
    (folder / "effort.svg").write_text(report.effort_svg(name, found), "utf-8")
    click.echo(text, nl=False)


def _table(folder: Path, into: Path) -> None:
    from lunaria.census import results

    game = results.game_in(folder)
    found = results.read(folder)
    outcomes = known.merged(known.known(game), ((row.deal, row.verdict) for row in found))
    head = {
        "game": game,
        "version": f"{game_named(game).prefix}{game_named(game).version}",
        "command": f"lunaria census {game} --deals {FIRST_NUMBER}-{LAST_NUMBER} --out DIR",
    }
    into.mkdir(parents=True, exist_ok=True)
    target = into / f"{game}.xz"
    target.write_bytes(known.pack(head, outcomes))
    lost = into / f"{game}-lost.jsonl.xz"
    named = dict(_lost_lines(lost)) if lost.exists() else {}
    named |= {row.deal: row.certificate or "null" for row in found if row.verdict == LOST}
    rows = (f'{{"deal":{deal},"certificate":{named[deal]}}}\n' for deal in sorted(named))
    lost.write_bytes(lzma.compress("".join(rows).encode()))
    click.echo(TEXTS.text("cli.table-stored", file=str(target)))


def _lost_lines(file: Path) -> list[tuple[int, str]]:
    rows = (json.loads(row) for row in lzma.decompress(file.read_bytes()).splitlines())
    return [(row["deal"], json.dumps(row["certificate"], separators=(",", ":"))) for row in rows]
