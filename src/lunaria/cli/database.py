"""Which database a command is about: one that is named, or this user's own."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from lunaria.cli.saying import fail
from lunaria.core.errors import Reason


def database_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that name a database, and hand it its URL as `database`.

    A URL may hold a password, which a command line would show to everybody on the machine: it can
    stand in the environment or in a file as well.
    """

    @click.option("--database", default=None, envvar="LUNARIA_DATABASE")
    @click.option(
        "--database-file",
        default=None,
        envvar="LUNARIA_DATABASE_FILE",
        type=click.Path(path_type=Path),
    )
    @functools.wraps(command)
    def run(*args: Any, database: str | None, database_file: Path | None, **kwargs: Any) -> None:
        command(*args, database=_named(database, database_file), **kwargs)

    return run


def _named(url: str | None, file: Path | None) -> str:
    if file is not None:
        try:
            url = file.read_text("utf-8").strip()
        except (OSError, UnicodeError) as error:
            fail(Reason.of("file", file=str(file), why=getattr(error, "strerror", "") or "UTF-8"))
    return url or own_database()


def own_database() -> str:
    """The URL of this user's own database file; its folder is made where it is missing."""
    folder = Path(click.get_app_dir("lunaria"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(Reason.of("file", file=str(folder), why=error.strerror or str(error)))
    return f"sqlite:///{folder / 'lunaria.sqlite'}"
