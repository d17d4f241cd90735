"""A game at the terminal: actions in, and what came of them out; as text or as JSON."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import click

from lunaria.cli.reading import words_of_input
from lunaria.cli.saying import TEXTS, error_data
from lunaria.core import record
from lunaria.core.cards import Card
from lunaria.core.errors import NotLegal, NotReadable
from lunaria.core.replay import Line

Data = dict[str, Any]


def position_data(
    line: Line[Any], places: Mapping[str, Sequence[Card]], legal: Sequence[str]
) -> Data:
    """A position as `lunaria play --json` tells it, with what is seen and may be played there."""
    return {
        "code": str(line.code),
        "places": places,
        "legal": legal,
        "score": line.score,
        "moves": line.moves,
        "redeals": line.game.redeals(line.state),
        "outcome": line.outcome,
        "actions": line.actions,
        "undo": line.undo,
        "redo": line.redo,
    }


def answer_programs(begun: Iterable[Data], play: Callable[[str], Iterable[Data]]) -> None:
    """Print the objects of the start, and those that `play` makes of each word read, at once."""
    _print(begun)
    for words in words_of_input():
        for word in words:
            try:
                _print(play(word))
            except (NotReadable, NotLegal) as error:
                _print([error_data(error.reason)])


def _print(told: Iterable[Data]) -> None:
    for each in told:
        print(json.dumps(each), flush=True)


def answer_people(line: Line[Any], helps: str, none: str, play: Callable[[str], None]) -> None:
    """Do what is typed until `quit`; `play` plays an action, and shows what came of it.

    `helps` tells what can be typed, and `none` that nothing is legal.
    """
    _prompt()
    for words in words_of_input():
        for word in words:
            if word == "quit":
                return
            if word == "help":
                click.echo(helps)
            elif word == "legal":
                tokens = " ".join(line.legal())
                click.echo(TEXTS.text("cli.legal", tokens=tokens) if tokens else none)
            elif word == "record":
                click.echo(record.write(line), nl=False)
            else:
                try:
                    play(word)
                except (NotReadable, NotLegal) as error:
                    click.echo(TEXTS.reason(error.reason), err=True)
        _prompt()


def _prompt() -> None:
    if sys.stdin is not None and sys.stdin.isatty():
        click.echo(TEXTS.text("cli.prompt"), nl=False)
