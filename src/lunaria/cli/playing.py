"""`play`: a game in the terminal, for people and for programs."""

import json
import sys
from typing import Any

import click

from lunaria.cli.reading import words_of_input
from lunaria.cli.saying import TEXTS, error_data, refusing
from lunaria.core import record
from lunaria.core.errors import NotLegal, NotReadable
from lunaria.core.replay import Line
from lunaria.games import read_deal, start
from lunaria.pictures.text import text_picture


@click.command()
@click.argument("deal")
@click.option("--json", "as_json", is_flag=True)
@click.option("--open", "show_all", is_flag=True)
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
    for words in words_of_input():
        for token in words:
            try:
                line.play(token)
                answer = state_data(line, show_all)
            except (NotReadable, NotLegal) as error:
                answer = error_data(error.reason)
            print(json.dumps(answer), flush=True)


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


def _play_text(line: Line[Any], show_all: bool) -> None:
    example = line.game.example
    click.echo(TEXTS.text("cli.help", example=example))
    _show(line, show_all)
    _prompt()
    for words in words_of_input():
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
