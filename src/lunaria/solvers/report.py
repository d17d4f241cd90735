"""What became of a game and how hard its deal is, as plain data: for calls in other processes."""

import time
from itertools import groupby
from typing import Any

from lunaria.core.record import write
from lunaria.games import read_deal, start
from lunaria.solvers import ready
from lunaria.solvers.analysis import AnalysisProgress, analyse
from lunaria.solvers.difficulty import difficulty, shorten
from lunaria.solvers.verdict import CANCELLED, TIME, WINNABLE, Limits, Watch

#: How many plays the figures of a deal's difficulty are made of.
PLAYS = 100

Report = dict[str, Any]


def analysis_report(
    code: str, path: tuple[str, ...], seconds: float, most: float, watch: Watch
) -> Report:
    """Where the game that `path` leads through was still winnable.

    A position is given `seconds`, all together `most`; what is not decided then stays unknown.
    `watch` is told of `AnalysisProgress`. Raises what `solvers.solve` raises.
    """
    line = start(read_deal(code), path)
    last = len(path)
    ready(line.game.id, lambda progress: watch(AnalysisProgress(last, 1, 1, progress)))  # type: ignore[arg-type]
    ends = time.monotonic() + most

    def told(progress: AnalysisProgress) -> bool:
        watch(progress)  # type: ignore[arg-type]
        return time.monotonic() < ends

    found = analyse(line, Limits(seconds=seconds), told)
    at, tokens = found.last_winnable, found.line
    limits = {verdict.limit for verdict in found.verdicts.values()} - {None}
    outcomes = (found.outcome(each) for each in range(last + 1))
    return {
        "outcomes": [[outcome, len(list(run))] for outcome, run in groupby(outcomes)],
        "lastWinnable": at,
        "firstLost": found.first_lost,
        "exact": found.exact,
        # Who ends it here is the clock.
        "limits": sorted({TIME if each == CANCELLED else str(each) for each in limits}),
        "line": tokens,
        "win": None if tokens is None else write(start(read_deal(code), (*path[:at], *tokens))),
    }


def difficulty_report(
    code: str, win: tuple[str, ...] | None, seconds: float, watch: Watch
) -> Report:
    """How hard a deal is; each figure is given `seconds`. `win` is a win that is known.

    `watch` is told of `Progress`.
    """
    line = start(read_deal(code))
    limits = Limits(seconds=seconds)
    found = difficulty(line.state, PLAYS, limits, watch)
    ways = [] if found.par is None else [found.par]
    if win is not None:
        ways.append(shorten(line.game, line.state, win, limits, watch))
    return {
        "outcome": WINNABLE if ways else found.verdict.outcome,
        "random": found.random and found.random._asdict(),
        "greedy": found.greedy and found.greedy._asdict(),
        "redeals": found.redeals and found.redeals._asdict(),
        "par": min(map(len, ways), default=None),
    }
