"""The command line: what it prints and returns is described in `docs/command-line.md`.

Exit codes: 0 done, 1 the answer is no, 2 the input could not be read.
"""

import functools
import io
import json
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, ParamSpec

import click

from lunaria import __version__, i18n
from lunaria.core import record
from lunaria.core.deal import daily as daily_code
from lunaria.core.deal import read_date
from lunaria.core.errors import LunariaError, NotLegal, NotReadable, Reason
from lunaria.core.perft import perft as count_paths
from lunaria.core.replay import Fault, Line
from lunaria.games import GAMES, game_named, game_of, read_deal, start
from lunaria.pictures.position import position_svg
from lunaria.pictures.text import text_picture
from lunaria.server import launch

P = ParamSpec("P")

DONE, NO, UNREADABLE = 0, 1, 2
MOST_DEPTH = 20

TEXTS = i18n.catalog()


def refusing(command: Callable[P, None]) -> Callable[P, None]:
    """Says in words what a command refuses, and ends with `UNREADABLE`."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except LunariaError as error:
            fail(error.reason)

    return run


def fail(reason: Reason, status: int = UNREADABLE) -> NoReturn:
    """Say why on standard error and end with `status`."""
    click.echo(TEXTS.text("cli.error", message=TEXTS.reason(reason)), err=True)
    sys.exit(status)


@click.group(invoke_without_command=True)
@click.version_option(__version__, prog_name="lunaria")
@click.pass_context
@refusing
def main(context: click.Context) -> None:
    """A table for card games under the night sky. Without a command: play in the browser."""
    _print_anything()
    if context.invoked_subcommand is None:
        listening = launch.listen_here()
        address = _say_address(listening)
        # The browser may ask before the server runs: it waits in the socket's queue.
        if not (_has_screen() and webbrowser.open(address)):
            click.echo(TEXTS.text("cli.no-browser"))
        launch.serve(listening, _own_database())


def _print_anything() -> None:
    """Let standard output show a sign that its encoding lacks as an escape, as errors do."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


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


def _own_database() -> str:
    """The URL of this user's own database file; its folder is made where it is missing."""
    folder = Path(click.get_app_dir("lunaria"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(Reason.of("file", file=str(folder), why=error.strerror or str(error)))
    return f"sqlite:///{folder / 'lunaria.sqlite'}"


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=launch.PORT, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--database",
    default=None,
    envvar=launch.DATABASE_VARIABLE,
    help="SQLAlchemy URL; a file of yours by default.",
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64))
@refusing
def serve(host: str, port: int, database: str | None, workers: int) -> None:
    """Serve the table to others."""
    listening = launch.listen(host, port)
    _say_address(listening)
    launch.serve(listening, database or _own_database(), workers)


@main.command()
@click.argument("deal")
@click.option("--json", "as_json", is_flag=True, help="Print the places as JSON.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw the deal into this file.")
@refusing
def deal(deal: str, as_json: bool, svg: Path | None) -> None:
    """Show a deal: DEAL is a code, or a game and a number such as half-moon:5."""
    code = read_deal(deal)
    line = start(code)
    if svg is not None:
        picture = position_svg(line.game.id, line.cards())
        try:
            svg.write_text(picture, "utf-8")
        except OSError as error:
            fail(Reason.of("picture", file=str(svg), why=error.strerror or str(error)))
        # Beside JSON, standard output has nothing that a program would stumble over.
        click.echo(TEXTS.text("cli.stored", file=str(svg)), err=as_json)
    if as_json:
        shown = {"code": str(code), "game": line.game.id, "number": code.number}
        click.echo(json.dumps({**shown, "places": line.cards()}))
    elif svg is None:
        name = TEXTS.text(f"game.{line.game.id}")
        click.echo(TEXTS.text("cli.deal", game=name, number=code.number, code=str(code)))
        click.echo()
        click.echo(text_picture(line.game.id, line.cards()), nl=False)


@main.command()
@click.argument("deal")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
@click.option("--open", "show_all", is_flag=True, help="Show the hidden cards too.")
@refusing
def play(deal: str, as_json: bool, show_all: bool) -> None:
    """Play in the terminal; the actions are read from standard input."""
    line = start(read_deal(deal))
    if as_json:
        _play_json(line, show_all)
    else:
        _play_text(line, show_all)


def _play_json(line: Line[Any], show_all: bool) -> None:
    print(json.dumps(state_data(line, show_all)), flush=True)
    for words in _input():
        for token in words:
            try:
                line.play(token)
                answer = state_data(line, show_all)
            except (NotReadable, NotLegal) as error:
                answer = error_data(error.reason)
            print(json.dumps(answer), flush=True)


def _input() -> Iterator[list[str]]:
    """The words of each line of standard input, whatever bytes they are."""
    for row in _stdin() or ():
        yield row.decode("utf-8", "replace").split()


def _stdin() -> BinaryIO | None:
    """Standard input as bytes; None where the caller has closed it."""
    return None if sys.stdin is None else sys.stdin.buffer


def state_data(line: Line[Any], show_all: bool) -> dict[str, Any]:
    """A position as `lunaria play --json` tells it."""
    return {
        "code": str(line.code),
        "places": line.cards() if show_all else line.view(),
        "legal": line.legal(),
        "score": line.score,
        "moves": line.moves,
        "redeals": line.game.redeals(line.state),
        "outcome": line.outcome,
        "actions": line.actions,
        "undo": line.undo,
        "redo": line.redo,
    }


def error_data(reason: Reason) -> dict[str, Any]:
    """A refusal as `--json` tells it."""
    return {"error": {"reason": reason.code, "message": TEXTS.reason(reason)}}


def _play_text(line: Line[Any], show_all: bool) -> None:
    example = line.game.example
    click.echo(TEXTS.text("cli.help", example=example))
    _show(line, show_all)
    _prompt()
    for words in _input():
        for word in words:
            if word == "quit":
                return
            if word == "help":
                click.echo(TEXTS.text("cli.help", example=example))
            elif word == "legal":
                click.echo(_legal_text(line))
            elif word == "record":
                click.echo(record.write(line), nl=False)
            else:
                try:
                    line.play(word)
                except (NotReadable, NotLegal) as error:
                    click.echo(TEXTS.reason(error.reason), err=True)
                else:
                    _show(line, show_all)
        _prompt()


def _show(line: Line[Any], show_all: bool) -> None:
    click.echo()
    click.echo(text_picture(line.game.id, line.cards() if show_all else line.view()), nl=False)
    redeals = line.game.redeals(line.state)
    click.echo(
        TEXTS.text(
            "cli.state",
            moves=line.moves,
            score="" if line.score is None else TEXTS.text("cli.score", score=line.score),
            redeals="" if redeals is None else TEXTS.text("cli.redeals", redeals=redeals),
        )
    )
    if line.outcome:
        click.echo(TEXTS.text(f"cli.{line.outcome}"))


def _prompt() -> None:
    if sys.stdin is not None and sys.stdin.isatty():
        click.echo(TEXTS.text("cli.prompt"), nl=False)


def _legal_text(line: Line[Any]) -> str:
    tokens = line.legal()
    if not tokens:
        return TEXTS.text("cli.none-legal")
    return TEXTS.text("cli.legal", tokens=" ".join(tokens))


@main.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a record.")
@refusing
def verify(file: Path, as_json: bool) -> None:
    """Replay the records in FILE (- for standard input) and check what they claim."""
    text = _read_text(file)
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


def _read_text(file: Path) -> str:
    try:
        if str(file) == "-":
            stdin = _stdin()
            data = stdin.read(record.MAX_TEXT + 1) if stdin is not None else b""
        else:
            with file.open("rb") as stream:
                data = stream.read(record.MAX_TEXT + 1)
    except OSError as error:
        fail(Reason.of("file", file=str(file), why=error.strerror or str(error)))
    if len(data) > record.MAX_TEXT:
        fail(Reason.of("record-long", limit=record.MAX_TEXT))
    return data.decode("utf-8", "replace")


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


@main.command()
@click.argument("game")
@click.option("--lang", default=i18n.DEFAULT, type=click.Choice(i18n.LANGUAGES))
@refusing
def rules(game: str, lang: str) -> None:
    """Print the rules of a game."""
    chosen = game_named(game)
    text = (files("lunaria") / "i18n" / lang / "rules" / f"{chosen.id}.md").read_text("utf-8")
    click.echo(text, nl=False)


@main.command()
@click.argument("game", required=False)
@click.option("--date", "day", default=None, help="A date such as 2026-11-29; today by default.")
@click.option("--json", "as_json", is_flag=True)
@refusing
def daily(game: str | None, day: str | None, as_json: bool) -> None:
    """Name the deals of the day."""
    # The player's own date, as the deal of the day is meant (APP-3).
    when = read_date(day) if day is not None else datetime.now().astimezone().date()
    codes = {
        each.id: str(daily_code(each, when))
        for each in (GAMES if game is None else (game_named(game),))
    }
    if as_json:
        click.echo(json.dumps({"date": when.isoformat(), "deals": codes}))
    else:
        for name, code in codes.items():
            click.echo(f"{when.isoformat()}  {code}  {TEXTS.text(f'game.{name}')}")


@main.command()
@click.argument("deal")
@click.argument("depth")
@click.option("--json", "as_json", is_flag=True)
@refusing
def perft(deal: str, depth: str, as_json: bool) -> None:
    """Count the ways to play DEPTH actions from a deal, undo and redo left out."""
    code = read_deal(deal)
    if not (depth.isascii() and depth.isdigit() and len(depth) < 4 and int(depth) <= MOST_DEPTH):
        fail(Reason.of("depth", most=MOST_DEPTH))
    count = count_paths(game_of(code), start(code).state, int(depth))
    if as_json:
        click.echo(json.dumps({"code": str(code), "depth": int(depth), "count": count}))
    else:
        click.echo(count)
