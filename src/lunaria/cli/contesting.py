"""`arena`: two players of Comet against each other."""

import json
import os
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from typing import Any

import click

from lunaria.bots import player
from lunaria.bots.arena import Score, play_pairs, played_on_processes, score
from lunaria.cli.saying import NO, TEXTS, fail, refusing
from lunaria.core.code import FIRST_NUMBER, LAST_NUMBER, check_number, check_variant
from lunaria.core.errors import NotReadable, Reason
from lunaria.games.comet import COMET


@click.command()
@click.argument("game")
@click.argument("a")
@click.argument("b")
@click.option("--pairs", default=100, show_default=True, type=click.IntRange(1, LAST_NUMBER))
@click.option("--first", default=FIRST_NUMBER, show_default=True, type=click.IntRange(1))
@click.option("--variant", default=COMET.variants[0], show_default=True)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@click.option("--workers", default=None, type=click.IntRange(1, 1024))
@click.option("--json", "as_json", is_flag=True)
@refusing
def arena(
    game: str,
    a: str,
    b: str,
    pairs: int,
    first: int,
    variant: str,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play deals twice each, seats swapped, and tell who is better by how much."""
    from tqdm import tqdm

    if game.strip().lower() not in (COMET.id, COMET.prefix.lower()):
        raise NotReadable(Reason.of("arena-game", example=f"lunaria arena {COMET.id} A B"))
    names = (a, b)
    for name in names:
        player(name)
    letter = check_variant(variant, COMET)
    deals = range(check_number(first, COMET), check_number(first + pairs - 1, COMET) + 1)
    count = min(workers or os.cpu_count() or 1, pairs)
    playing = (
        play_pairs(names, deals, letter, seed)
        if count == 1
        else played_on_processes(names, deals, letter, seed, count)
    )
    bar = tqdm(playing, total=pairs, unit="pair", disable=not sys.stderr.isatty())
    with closing(bar), closing(playing):
        try:
            found = score(list(bar))
        except BrokenProcessPool:
            fail(Reason.of("workers-died"), NO)
    if as_json:
        click.echo(json.dumps(_data(names, letter, deals, seed, found)))
        return
    mean, error = f"{found.mean:+.2f}", f"{found.error:.2f}"
    click.echo(TEXTS.text("cli.arena-mean", a=a, b=b, pairs=pairs, mean=mean, error=error))
    counts = {"won": found.won, "lost": found.lost, "drawn": found.drawn}
    click.echo(TEXTS.text("cli.arena-rounds", a=a, b=b, **counts))
    for name, median, longest in zip(names, found.median, found.longest, strict=True):
        times = {"median": f"{median:.1f}", "longest": f"{longest:.0f}"}
        click.echo(TEXTS.text("cli.arena-time", player=name, **times))


def _data(
    names: tuple[str, str], variant: str, deals: range, seed: int, found: Score
) -> dict[str, Any]:
    return {
        "players": names,
        "variant": variant,
        "deals": [deals[0], deals[-1]],
        "seed": seed,
        **found._asdict(),
    }
