"""Where was it lost? The last position of a game from which it could be won.

On the way from the deal to the last position nothing is won back: a position that follows from a
lost one is lost. So the last winnable one is found by halving, with a solver's verdict at each try.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from lunaria.core.replay import Line
from lunaria.solvers import check_alone, solve
from lunaria.solvers.verdict import (
    CANCELLED,
    LOST,
    UNKNOWN,
    WINNABLE,
    Limits,
    Progress,
    Verdict,
    Watch,
)

Solve = Callable[[Any, Limits, Watch | None], Verdict]


class AnalysisProgress(NamedTuple):
    """What a watcher is told while a game is analysed."""

    #: The position that is looked at, counted by the actions before it.
    position: int
    #: Which one this is of those that are looked at, from 1, and about how many there will be.
    number: int
    about: int
    #: What the solver tells of the position.
    solver: Progress


#: Is told of the progress several times a second, and answers whether to go on.
AnalysisWatch = Callable[[AnalysisProgress], bool]


class Analysis(NamedTuple):
    """What became of a game. Positions are counted by the actions before them: 0 is the deal.

    Actions that were taken back do not count: `path` is what led to the last position.
    """

    path: tuple[str, ...]
    #: The verdicts of the positions that were looked at.
    verdicts: dict[int, Verdict]

    @property
    def now(self) -> str:
        """The outcome of the last position."""
        return self.outcome(len(self.path))

    @property
    def last_winnable(self) -> int | None:
        """The last position that is known to be winnable."""
        won = [at for at, verdict in self.verdicts.items() if verdict.outcome == WINNABLE]
        return max(won, default=None)

    @property
    def first_lost(self) -> int | None:
        """The first position that is known to be lost."""
        lost = [at for at, verdict in self.verdicts.items() if verdict.outcome == LOST]
        return min(lost, default=None)

    @property
    def exact(self) -> bool:
        """Whether the boundary is known: nothing open lies between winnable and lost."""
        first = self.first_lost
        if first is None:
            return self.now == WINNABLE
        return first == 0 or self.last_winnable == first - 1

    @property
    def line(self) -> tuple[str, ...] | None:
        """The tokens that win from the last winnable position."""
        at = self.last_winnable
        return None if at is None else self.verdicts[at].line

    def outcome(self, at: int) -> str:
        """What is known of a position: a winnable one makes those before it winnable too."""
        last, first = self.last_winnable, self.first_lost
        if last is not None and at <= last:
            return WINNABLE
        return LOST if first is not None and at >= first else UNKNOWN


def analyse(
    line: Line[Any],
    limits: Limits = Limits(),
    watch: AnalysisWatch | None = None,
    solver: Solve = solve,
) -> Analysis:
    """Find the last winnable position of a game; `limits` hold for each position looked at.

    `watch` ends the analysis with what is known so far by answering no. Raises NotReadable where
    the solver cannot read a position, or in a match of two.
    """
    game = line.game
    check_alone(game)
    states = [Line(game, line.code).state]
    for token in line.path:
        states.append(game.apply(states[-1], token))
    verdicts: dict[int, Verdict] = {}

    low, high = 0, len(states) - 1
    # The ends, and as many as halving takes; open positions may take more.
    about = min(len(states), 2 + (high - 1).bit_length())

    def decide(at: int) -> str:
        number = len(verdicts) + 1

        def told(progress: Progress) -> bool:
            looking = AnalysisProgress(at, number, max(number, about), progress)
            return watch is None or watch(looking)

        verdicts[at] = solver(states[at], limits, told)
        return verdicts[at].outcome

    if decide(high) == WINNABLE or high == 0:
        return Analysis(line.path, verdicts)
    if verdicts[high].limit != CANCELLED and decide(low) == WINNABLE:
        _halve(low, high, decide, verdicts)
    return Analysis(line.path, verdicts)


def _halve(low: int, high: int, decide: Callable[[int], str], verdicts: dict[int, Verdict]) -> None:
    """Narrow down from a winnable position and a later one that is not known to be winnable.

    A position that stays open is taken for lost at first; if so the boundary to those that are
    surely lost is narrowed down in what is left.
    """
    surely_lost = high if verdicts[high].outcome == LOST else None
    while high - low > 1:
        middle = (low + high) // 2
        outcome = decide(middle)
        if verdicts[middle].limit == CANCELLED:
            return
        if outcome == WINNABLE:
            low = middle
        else:
            high = middle
            surely_lost = middle if outcome == LOST else surely_lost
    if surely_lost is None or verdicts[high].outcome == LOST:
        return
    open_end = high
    while surely_lost - open_end > 1:
        middle = (open_end + surely_lost) // 2
        if middle in verdicts:
            outcome = verdicts[middle].outcome
        else:
            outcome = decide(middle)
            if verdicts[middle].limit == CANCELLED:
                return
        if outcome == WINNABLE:
            _halve(middle, surely_lost, decide, verdicts)
            return
        if outcome == LOST:
            surely_lost = middle
        else:
            open_end = middle
