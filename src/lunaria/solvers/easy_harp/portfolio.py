"""What the search tries, in which order: short attempts of chance manners, again and again.

How long an attempt takes to win a deal has a heavy tail: what one manner does not win in 100,000
positions, another one wins in 200. So all but the first attempt draw their manner by lot, with
much luck in the costs, and most of them are short; some are twice, four times, ... as long, so
that each length gets the same work in all (Luby's sequence). On the 143 hardest of the deals 1 to
6000 that takes a sixth of the work of ten fixed manners whose limits double with each round.
"""

from collections.abc import Iterator
from typing import NamedTuple

from lunaria.solvers.easy_harp.attempt import Manner
from lunaria.solvers.easy_harp.macros import MOST_FORKS

#: The reductions, by the names under which they can be switched off.
LAZY_STOCK, SAFE_MOVES, LATTICE = "lazy-stock", "safe-moves", "lattice"
REDUCTIONS = frozenset({LAZY_STOCK, SAFE_MOVES, LATTICE})

#: Positions of the shortest attempts, and how many times as many the longest have.
UNIT, LONGEST = 100, 1024
#: Positions of the first attempt that is to look at everything.
COMPLETE = 20_000
#: From which attempt on half of them ask the lattice. It costs more than it saves but for the
#: few deals where it decides.
_PRUNED_FROM = 15

_WORD = (1 << 64) - 1


class Trial(NamedTuple):
    """One attempt of the portfolio."""

    number: int
    limit: int
    luck: int
    manner: Manner


class _Lot:
    """SplitMix64."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _WORD

    def word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _WORD
        x = self.state
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _WORD
        return x ^ (x >> 31)

    def draw(self, *lots: int) -> int:
        return lots[(self.word() >> 32) % len(lots)]


def trials(seed: int, without: frozenset[str]) -> Iterator[Trial]:
    """The attempts, without end."""
    lot = _Lot(seed)
    sober = Manner(
        hidden=0,
        away=0,
        blocking=16,
        tableau=1,
        newest=8,
        back=True,
        forks=0,
        noise=0,
        lazy=LAZY_STOCK not in without,
        safe=SAFE_MOVES not in without,
        prune=False,
    )
    number, turn, length = 0, 1, 1
    while True:
        manner = sober
        if number > 0:
            blocking = lot.draw(4, 8, 16)
            manner = sober._replace(
                hidden=lot.draw(0, 0, 2, 4),
                blocking=blocking,
                tableau=lot.draw(1, 1, 2),
                back=lot.draw(0, 1, 1, 1, 1) == 1,
                forks=lot.draw(0, 0, 1),
                noise=4 * blocking,
                prune=lot.draw(0, 1) == 1 and number >= _PRUNED_FROM and LATTICE not in without,
            )
        yield Trial(number, UNIT * length, lot.word(), manner)
        number += 1
        if turn & -turn == length:
            turn, length = turn + 1, 1
        else:
            length = min(2 * length, LONGEST)


def complete(without: frozenset[str], check: int) -> Trial:
    """An attempt that leaves, if it runs dry, little doubt about what the exhaustion will say."""
    trial = next(trials(check, without))
    limit = min(COMPLETE << check, UNIT * LONGEST)
    return trial._replace(limit=limit, manner=trial.manner._replace(forks=MOST_FORKS))
