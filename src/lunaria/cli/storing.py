"""`db`: what a host does with the database: backups, their return, and the move to another."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import click

from lunaria.cli.database import database_options
from lunaria.cli.saying import TEXTS, refusing
from lunaria.server.store import transfer


@click.group()
def db() -> None:
    """What a host does with the database."""


@db.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@database_options
@refusing
def backup(file: Path, database: str) -> None:
    """Write all games into a new file; the server may go on meanwhile."""
    _say("cli.db.backed-up", lambda progress: transfer.back_up(database, file, progress))


@db.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@database_options
@refusing
def restore(file: Path, database: str) -> None:
    """Put a backup into a new database."""
    _say("cli.db.restored", lambda progress: transfer.restore(file, database, progress))


@db.command("migrate-to")
@click.argument("url")
@database_options
@refusing
def migrate_to(url: str, database: str) -> None:
    """Move all games to another database, such as one of PostgreSQL."""
    _say("cli.db.moved", lambda progress: transfer.move(database, url, progress))


def _say(key: str, work: Callable[[transfer.Progress], int]) -> None:
    """Do a work under a progress bar, and say how many rows it was about."""
    shown = sys.stderr if sys.stderr.isatty() else io.StringIO()
    with click.progressbar(length=1, label=TEXTS.text("cli.db.rows"), file=shown) as bar:

        def progress(copied: int, total: int) -> None:
            bar.length = max(1, total)
            bar.update(copied - bar.pos)

        count = work(progress)
    click.echo(TEXTS.text(key, count=count))
