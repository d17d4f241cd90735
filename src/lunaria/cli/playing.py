"""`play`: a game in the terminal, for people and for programs."""

from collections.abc import Iterator
from typing import Any

import click

from lunaria.bots import LEVELS
from lunaria.cli.matching import BOTH, play_match
from lunaria.cli.saying import TEXTS, refusing
from lunaria.cli.terminal import Data, answer_people, answer_programs, position_data
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.replay import Line
from lunaria.games import game_of, read_deal, start
from lunaria.pictures.text import text_picture


@click.command()
@click.argument("deal")
@click.option("--json", "as_json", is_flag=True)
@click.option("--open", "show_all", is_flag=True)
@click.option("--seat", type=click.Choice(["1", "2", BOTH]))
@click.option("--against", "level", type=click.Choice(LEVELS))
@click.option("--rounds", type=int)
@refusing
def play(
    deal: str,
    as_json: bool,
    show_all: bool,
    seat: str | None,
    level: str | None,
    rounds: int | None,
) -> None:
    """Play in the terminal; the actions are read from standard input."""
    code = read_deal(deal)
    game = game_of(code)
    if game.seats > 1:
        play_match(start(code, rounds=rounds), seat or "1", level, show_all, as_json=as_json)
        return
    for option, value in {"--seat": seat, "--against": level, "--rounds": rounds}.items():
        if value is not None:
            raise NotReadable(Reason.of("play-option", option=option, game=game.id))
    if as_json:
        _play_json(start(code), show_all)
    else:
        _play_text(start(code), show_all)


def _play_json(line: Line[Any], show_all: bool) -> None:
    def told() -> Data:
        return position_data(line, line.cards() if show_all else line.view(), line.legal())

    def played(action: str) -> Iterator[Data]:
        line.play(action)
        yield told()

    answer_programs([told()], played)


def _play_text(line: Line[Any], show_all: bool) -> None:
    def played(action: str) -> None:
        line.play(action)
        _show(line, show_all)

    helps = TEXTS.text("cli.help", example=line.game.example)
    click.echo(helps)
    _show(line, show_all)
    answer_people(line, helps, TEXTS.text("cli.none-legal"), played)


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
