"""How soon a game that is over is analysed: where it could still be won, and the win from there.

The games are those of a beginner who puts on the foundations what goes there, and else does
anything. Times are those that the processor spent, with the solvers loaded: on a machine that does
nothing else one waits as long.
"""

import sys
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

from benchmarks.figure import Figure
from lunaria.core.code import Code
from lunaria.core.game import Game
from lunaria.core.replay import Line
from lunaria.games import GAMES, start
from lunaria.server.analyses import QUICK
from lunaria.solvers import ready
from lunaria.solvers.report import analysis_report

DEALS = 20
#: A game that does not end by itself is given up after so many actions.
LONGEST = 200
TARGET_SECONDS, TARGET_PERCENT = 2.0, 90


def played(game: Game[Any], number: int) -> Line[Any]:
    """The beginner's game of a deal."""
    chance = Random(number)
    line = start(Code(game.prefix, game.version, game.variants[0], number))
    while len(line.actions) < LONGEST and line.outcome is None:
        home = list(game.gestures(line.state).areas.values())
        legal = line.legal()
        kept = [token for token in legal if token not in game.undo.barriers]
        line.play(chance.choice(home or kept or legal))
    return line


class Answer(NamedTuple):
    """The first answer of an analysis."""

    seconds: float
    exact: bool


def answer(line: Line[Any]) -> Answer:
    """The first answer of the analysis of a game."""
    began = time.process_time()
    found = analysis_report(str(line.code), line.path, *QUICK, lambda _progress: True)
    return Answer(time.process_time() - began, found["exact"])


def figures() -> Iterator[Figure]:
    """For each game that is played alone: how many of its games are answered in time, and well."""
    for game in GAMES:
        if game.seats > 1:
            continue
        ready(game.id)
        answers = [answer(played(game, number)) for number in range(1, DEALS + 1)]
        soon = 100 * sum(each.seconds <= TARGET_SECONDS for each in answers) / DEALS
        name = f"{game.id}: games answered in {TARGET_SECONDS} s"
        yield Figure(name, soon, "%", at_least=TARGET_PERCENT)
        exact = 100 * sum(each.exact for each in answers) / DEALS
        yield Figure(f"{game.id}: of these exactly", exact, "%")
        middle = median(each.seconds for each in answers)
        yield Figure(f"{game.id}: the answer, median", 1000 * middle, "ms")


def main() -> int:
    """Print the figures; 1 where one is missed."""
    missed = False
    for figure in figures():
        print(figure, flush=True)
        missed |= figure.missed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
