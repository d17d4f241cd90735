"""The table in a browser: here with the page opened, or `serve` for others."""

import os
import socket
import sys
import webbrowser
from pathlib import Path

import click

from lunaria.cli.saying import TEXTS, fail, refusing
from lunaria.core.errors import Reason
from lunaria.server import launch


def play_here() -> None:
    """Serve on this machine, and open the page where there is a screen to show it on."""
    listening = launch.listen_here()
    address = _say_address(listening)
    # The browser may ask before the server runs: it waits in the socket's queue.
    if not (_has_screen() and webbrowser.open(address)):
        click.echo(TEXTS.text("cli.no-browser"))
    launch.serve(listening, own_database())


def _say_address(listening: socket.socket) -> str:
    address = launch.address(listening)
    click.echo(TEXTS.text("cli.serving", address=address))
    click.echo(TEXTS.text("cli.stop"))
    return address


def _has_screen() -> bool:
    """Whether a browser can show itself; without one, a text browser would take the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def own_database() -> str:
    """The URL of this user's own database file; its folder is made where it is missing."""
    folder = Path(click.get_app_dir("lunaria"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(Reason.of("file", file=str(folder), why=error.strerror or str(error)))
    return f"sqlite:///{folder / 'lunaria.sqlite'}"


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=launch.PORT, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--database",
    default=None,
    envvar=launch.DATABASE_VARIABLE,
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64))
@refusing
def serve(host: str, port: int, database: str | None, workers: int) -> None:
    """Serve the table to others."""
    listening = launch.listen(host, port)
    _say_address(listening)
    launch.serve(listening, database or own_database(), workers)
