"""How fast the solvers decide numbered deals, in milliseconds of one processor core.

`python -m benchmarks.solving GAME [--deals 1-1000] [--time 60] [--seed 0] [--variant N]` tells for
one game which stage decided how many deals, and how fast. Times are those that the processor
spent, so they mean the same on a busy machine; compiling is done before, the replay of a win by
the readable rules is part of them.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from statistics import mean, median
from typing import Any, NamedTuple

from benchmarks.figure import Figure
from benchmarks.machine import machine
from lunaria.core.code import Code
from lunaria.core.game import Game, Terms
from lunaria.games import CRESCENT, EASY_HARP, HALF_MOON, game_named, start
from lunaria.solvers import Limits, solve
from lunaria.solvers.verdict import UNKNOWN, Verdict


class Sample(NamedTuple):
    """The deals by which a game is measured, from 1, and the most milliseconds that it may take."""

    deals: int
    mean: float | None = None
    median: float | None = None


SAMPLES = {
    HALF_MOON.id: Sample(1500, mean=12),
    EASY_HARP.id: Sample(3000, median=3),
    CRESCENT.id: Sample(150, mean=500, median=100),
}


class Solved(NamedTuple):
    """What became of a deal, by which stage, in how many milliseconds."""

    deal: int
    outcome: str
    how: str
    took: float


def solved(
    game: Game[Any],
    deals: Iterable[int],
    seconds: float = 60.0,
    *,
    seed: int = 0,
    variant: str | None = None,
) -> Iterator[Solved]:
    """Decide deals one after the other."""
    compile_kernels(game)
    for number in deals:
        code = Code(game.prefix, game.version, variant or game.variants[0], number)
        found, took = timed(start(code).state, seconds, seed)
        yield Solved(number, found.outcome, found.how, 1000 * took)


def timed(state: Any, seconds: float, seed: int = 0) -> tuple[Verdict, float]:
    """The verdict on a position, and how many seconds the processor spent on it."""
    began = time.process_time()
    limits = Limits(seconds=None, seed=seed)
    verdict = solve(state, limits, lambda _: time.process_time() - began < seconds)
    return verdict, time.process_time() - began


def compile_kernels(game: Game[Any]) -> None:
    """Have a game's solver compiled, so that no deal is charged for it."""
    solve(game.deal(game.pack, Terms()), Limits(work=0))


def figures() -> Iterator[Figure]:
    """Mean, median, maximum and what stays open, for each game."""
    for name, sample in SAMPLES.items():
        found = list(solved(game_named(name), range(1, sample.deals + 1)))
        took = [each.took for each in found]
        what = f"{name}: {sample.deals:,} deals,"
        yield Figure(f"{what} mean", mean(took), "ms", at_most=sample.mean)
        yield Figure(f"{what} median", median(took), "ms", at_most=sample.median)
        yield Figure(f"{what} slowest", max(took), "ms")
        left_open = sum(each.outcome == UNKNOWN for each in found)
        yield Figure(f"{what} open after 60 s", left_open, "", at_most=0)


def row(name: str, took: list[float], of: float) -> str:
    """A line of the table; `of` is the time that all deals took."""
    ordered = sorted(took)
    slow = ordered[len(ordered) * 99 // 100]
    return (
        f"{name:<28}{len(took):>8}{mean(took):>10.2f}{median(took):>10.2f}"
        f"{slow:>10.2f}{ordered[-1]:>11.2f}{sum(took) / of:>8.1%}"
    )


def main() -> None:
    """Print the table of one game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=SAMPLES)
    parser.add_argument("--deals", default="1-1000", metavar="A-B", help="their numbers")
    parser.add_argument("--time", type=float, default=60.0, help="seconds a deal")
    parser.add_argument("--seed", type=int, default=0, help="the luck of the searches")
    parser.add_argument("--variant", help="a letter; the standard game by default")
    given = parser.parse_args()
    first, _, last = given.deals.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    took: dict[str, list[float]] = defaultdict(list)
    for each in solved(
        game_named(given.game), numbers, given.time, seed=given.seed, variant=given.variant
    ):
        took[f"{each.how}, {each.outcome}"].append(each.took)
        if each.outcome == UNKNOWN:
            print(f"open: {each.deal}", flush=True)
    all_of_them = [one for some in took.values() for one in some]
    print(f"{machine()}\n\n{'milliseconds a deal':<28}{'deals':>8}", end="")
    print(f"{'mean':>10}{'median':>10}{'p99':>10}{'slowest':>11}{'time':>8}")
    for name in sorted(took, key=lambda name: mean(took[name])):
        print(row(name, took[name], sum(all_of_them)))
    print(row("all", all_of_them, sum(all_of_them)))


if __name__ == "__main__":
    main()
