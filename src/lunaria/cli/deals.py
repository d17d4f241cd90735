"""Deals and what belongs to them: `deal`, `daily`, `rules`, `perft`."""

import json
from datetime import datetime
from pathlib import Path

import click

from lunaria.cli.saying import TEXTS, fail, refusing
from lunaria.core.deal import daily as daily_code
from lunaria.core.deal import read_date
from lunaria.core.errors import Reason
from lunaria.core.perft import perft as count_paths
from lunaria.games import GAMES, game_named, game_of, read_deal, start
from lunaria.pictures.position import position_svg
from lunaria.pictures.text import text_picture
from lunaria.reading import plain

MOST_DEPTH = 20


@click.command()
@click.argument("deal")
@click.option("--json", "as_json", is_flag=True)
@click.option("--svg", type=click.Path(path_type=Path))
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
            fail(Reason.of("not-written", file=str(svg), why=error.strerror or str(error)))
        # Beside JSON, standard output has nothing that a program would stumble over.
        click.echo(TEXTS.text("cli.stored", file=str(svg)), err=as_json)
    if as_json:
        shown = {"code": str(code), "game": line.game.id, "number": code.number}
        click.echo(json.dumps({**shown, "places": line.cards()}))
    elif svg is None:
        name = TEXTS.text(f"game.{line.game.id}")
        click.echo(TEXTS.text("cli.deal", game=name, number=str(code.number), code=str(code)))
        click.echo()
        click.echo(text_picture(line.game.id, line.cards()), nl=False)


@click.command()
@click.argument("game")
@refusing
def rules(game: str) -> None:
    """Print the rules of a game."""
    click.echo(plain.text(TEXTS.catalog.language, game_named(game).id, "rules"), nl=False)


@click.command()
@click.argument("game", required=False)
@click.option("--date", "day", default=None)
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


@click.command()
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
