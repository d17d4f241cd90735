"""How many positions from random play the solvers decide within two seconds, on one core.

`python -m benchmarks.positions [GAME] [--positions N] [--seed S]`: of each of the first N deals a
random game, of each game a random position before its end. Seconds are those that the processor
spent, so they mean the same on a busy machine; compiling is done before.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Any, NamedTuple

from benchmarks.figure import Figure
from benchmarks.machine import machine
from benchmarks.solving import compile_kernels, timed
from lunaria.core.game import Game
from lunaria.games import SOLITAIRES, game_named, read_deal, start
from lunaria.solvers.verdict import LOST, UNKNOWN, WINNABLE

#: Seconds a position, and the share of positions that are decided in them.
SECONDS = 2.0
TARGET = 0.9
#: So many that the share is known to within five in a hundred.
POSITIONS = 150
#: A random game that does not end is left after as many actions.
MOST_ACTIONS = 400


class Decided(NamedTuple):
    """What became of a position, and in how many seconds."""

    outcome: str
    took: float


def positions(game: Game[Any], count: int, seed: int) -> Iterator[Any]:
    """A position of a random game of each of the first deals; always the same ones for a seed."""
    for number in range(1, count + 1):
        chance = Random(f"{game.id} {number} {seed}")
        state = start(read_deal(f"{game.id}:{number}")).state
        states: list[Any] = []
        while len(states) < MOST_ACTIONS and (legal := game.legal(state)):
            states.append(state)
            state = game.apply(state, chance.choice(legal))
        yield chance.choice(states)


def decided(game: Game[Any], count: int, seed: int) -> Iterator[tuple[int | None, Decided]]:
    """What became of each position, with the redeals that it has left."""
    compile_kernels(game)
    for state in positions(game, count, seed):
        verdict, took = timed(state, SECONDS)
        yield game.redeals(state), Decided(verdict.outcome, took)


def figures() -> Iterator[Figure]:
    """The share that is decided, for each game."""
    for game in SOLITAIRES:
        found = [each for _, each in decided(game, POSITIONS, seed=0)]
        name = f"{game.id}: {len(found)} random positions, decided in {SECONDS:.0f} s"
        yield Figure(name, 100 * share(found), "%", at_least=100 * TARGET)


def share(found: Sequence[Decided]) -> float:
    """The share of positions that are won or lost."""
    return sum(each.outcome != UNKNOWN for each in found) / len(found)


def row(name: str, found: Sequence[Decided]) -> str:
    """A line of the table."""
    outcomes = Counter(each.outcome for each in found)
    counts = "".join(f"{outcomes[outcome]:>6}" for outcome in (WINNABLE, LOST, UNKNOWN))
    took = [each.took for each in found]
    return (
        f"{name:<20}{len(found):>10}{share(found):>10.1%}{counts}"
        f"{median(took):>10.3f}{max(took):>8.2f}"
    )


def main() -> int:
    """Print the table; ends with 1 where a game misses the target."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", type=game_named, help="all of them by default")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many a game")
    parser.add_argument("--seed", type=int, default=0, help="the luck of the random games")
    given = parser.parse_args()
    print(f"{machine()}\n\n{'':<20}{'positions':>10}{'decided':>10}", end="")
    print(f"{'won':>6}{'lost':>6}{'open':>6}{'median s':>10}{'max':>8}", flush=True)
    missed = False
    for game in [given.game] if given.game else SOLITAIRES:
        found = []
        by_redeals = defaultdict(list)
        for redeals, one in decided(game, given.positions, given.seed):
            found.append(one)
            by_redeals[redeals].append(one)
        print(row(game.id, found), flush=True)
        if len(by_redeals) > 1:
            for redeals, some in sorted(by_redeals.items()):
                print(row(f"  {redeals} redeals left", some), flush=True)
        missed |= share(found) < TARGET
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
