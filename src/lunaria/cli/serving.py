"""The table in a browser: here with the page opened, or `serve` for others."""

import os
import socket
import sys
import webbrowser

import click

from lunaria.cli.database import database_options, own_database
from lunaria.cli.saying import TEXTS, refusing
from lunaria.server import launch
from lunaria.server.gate import is_loopback
from lunaria.server.hosting import LOOPBACK, Hosting
from lunaria.server.limits import read_limits
from lunaria.server.logs import FORMS, LEVELS


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


def _limits(settings: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Limits written as NAME=RATE, by name; raises NotReadable."""
    given = {name: value for name, _, value in (each.partition("=") for each in settings)}
    return tuple(read_limits(given).items())


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=launch.PORT, show_default=True, type=click.IntRange(0, 65535))
@database_options
@click.option(
    "--workers",
    default=1,
    show_default=True,
    envvar="LUNARIA_WORKERS",
    type=click.IntRange(1, 64),
)
@click.option("--host-name", multiple=True, envvar="LUNARIA_HOST_NAMES")
@click.option("--proxy", multiple=True, envvar="LUNARIA_PROXIES")
@click.option("--limit", multiple=True, envvar="LUNARIA_LIMITS", metavar="NAME=RATE")
@click.option(
    "--metrics-port", default=None, envvar="LUNARIA_METRICS_PORT", type=click.IntRange(0, 65535)
)
@click.option("--metrics-host", default=launch.HOST, show_default=True)
@click.option(
    "--log-level",
    default="warning",
    show_default=True,
    envvar="LUNARIA_LOG_LEVEL",
    type=click.Choice(LEVELS),
)
@click.option(
    "--log-format",
    default="auto",
    show_default=True,
    envvar="LUNARIA_LOG_FORMAT",
    type=click.Choice(FORMS),
)
@refusing
def serve(
    host: str,
    port: int,
    database: str,
    workers: int,
    host_name: tuple[str, ...],
    proxy: tuple[str, ...],
    limit: tuple[str, ...],
    metrics_port: int | None,
    metrics_host: str,
    log_level: str,
    log_format: str,
) -> None:
    """Serve the table to others."""
    names = (*host_name, *LOOPBACK) if host_name or is_loopback(host) else ()
    hosting = Hosting(
        names=names,
        proxies=proxy,
        limits=_limits(limit),
        tells_figures=not (host_name or proxy or metrics_port is not None),
        log_level=log_level,
        log_form=log_format,
    )
    listening = launch.listen(host, port)
    _say_address(listening)
    metrics = None if metrics_port is None else (metrics_host, metrics_port)
    launch.serve(listening, database, workers, hosting, metrics)
