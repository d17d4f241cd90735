"""`difficulty`: how hard a deal is, and what each figure means."""

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from lunaria.cli.saying import OPEN, TEXTS, refusing
from lunaria.cli.thinking import STATUS, clear, seconds_option, showing, thought
from lunaria.core.code import Code
from lunaria.games import game_of, read_deal, start
from lunaria.solvers.difficulty import Difficulty, Plays
from lunaria.solvers.difficulty import difficulty as difficulty_of
from lunaria.solvers.verdict import UNKNOWN, Limits

if TYPE_CHECKING:
    from lunaria.solvers.crescent import Fewest

MOST_GAMES = 100_000


@click.command()
@click.argument("deal")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1, MOST_GAMES))
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@seconds_option(10.0)
@click.option("--json", "as_json", is_flag=True)
@refusing
def difficulty(deal: str, games: int, seed: int, seconds: float, as_json: bool) -> None:
    """Say how hard a deal is.

    The time holds for each figure. Ends with 0 where the deal can be won, 1 where it is lost, 3
    where the time was too short for that.
    """
    code = read_deal(deal)
    limits = Limits(seconds=seconds, seed=seed)
    found = difficulty_of(start(code).state, games, limits, showing(thought))
    clear()
    click.echo(json.dumps(_data(code, found)) if as_json else "\n".join(_rows(code, found)))
    sys.exit(STATUS.get(found.verdict.outcome, OPEN))


def _data(code: Code, found: Difficulty) -> dict[str, Any]:
    return {
        "code": str(code),
        "verdict": found.verdict.outcome,
        "random": found.random and found.random._asdict(),
        "greedy": found.greedy and found.greedy._asdict(),
        "redeals": found.redeals and found.redeals._asdict(),
        "par": None if found.par is None else len(found.par),
        "line": found.par,
    }


def _rows(code: Code, found: Difficulty) -> Iterator[str]:
    name = TEXTS.text(f"game.{game_of(code).id}")
    yield TEXTS.text("cli.deal", game=name, number=str(code.number), code=str(code))
    verdict = found.verdict
    yield TEXTS.text(
        f"cli.difficulty-{verdict.outcome}"
        if verdict.outcome != UNKNOWN
        else "cli.verdict-unknown",
        how=verdict.how,
        seconds=f"{verdict.seconds:.3f}",
        limit=verdict.limit or "",
    )
    if found.random and found.random.games:
        yield _plays("cli.difficulty-random", found.random)
    if found.greedy and found.greedy.games:
        yield _plays("cli.difficulty-greedy", found.greedy)
    if found.redeals is not None:
        yield _redeals(found.redeals)
    if found.par is not None:
        yield TEXTS.text("cli.difficulty-par", count=len(found.par))


def _plays(key: str, plays: Plays) -> str:
    return TEXTS.text(key, won=plays.won, count=plays.games)


def _redeals(fewest: "Fewest") -> str:
    if fewest.most is None:
        return TEXTS.text("cli.difficulty-redeals-open", least=fewest.least)
    proved = fewest.least == fewest.most
    key = "cli.difficulty-redeals" if proved else "cli.difficulty-redeals-most"
    return TEXTS.text(key, most=fewest.most)
