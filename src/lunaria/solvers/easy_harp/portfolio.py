"""What the search tries, in which order: attempts of different manners, again and again.

Restarts matter more than depth: nearly every deal that one manner cannot win is won by another
one or by other luck. So each round runs every manner once, and gives each twice the positions of
the round before, up to a limit that bounds the memory. Research note easy-harp-solver, section 3.
"""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from lunaria.solvers.easy_harp.attempt import Manner
from lunaria.solvers.easy_harp.macros import MOST_FORKS

#: The reductions, by the names under which they can be switched off.
LAZY_STOCK, SAFE_MOVES, LATTICE = "lazy-stock", "safe-moves", "lattice"
REDUCTIONS = frozenset({LAZY_STOCK, SAFE_MOVES, LATTICE})

FIRST_LIMIT = 500
LAST_LIMIT = 128_000

_ALL = MOST_FORKS
#: hidden, away, blocking, tableau, newest, back, forks
_MANNERS = (
    (0, 0, 16, 1, 8, 1, 0),
    (0, 0, 8, 1, 8, 1, 0),
    (2, 0, 8, 1, 8, 1, 0),
    (0, 0, 8, 2, 8, 1, 1),
    (1, 0, 4, 1, 1000, 1, 0),
    (0, 0, 16, 1, 100_000, 1, 1),
    (1, 1, 8, 2, 8, 1, _ALL),
    (0, 0, 8, 1, 8, 0, 0),
    (2, 1, 8, 0, 8, 1, 0),
    (0, 0, 24, 2, 8, 1, _ALL),
)


class Trial(NamedTuple):
    """One attempt of the portfolio."""

    number: int
    limit: int
    #: Which manner it is, and what the manner believes in.
    kind: int
    manner: Manner
    #: Whether it looks at everything that matters if it runs dry.
    complete: bool


def trials(without: frozenset[str]) -> Iterator[Trial]:
    """The attempts, without end."""
    lazy, safe = LAZY_STOCK not in without, SAFE_MOVES not in without
    for number in count():
        turn, kind = divmod(number, len(_MANNERS))
        hidden, away, blocking, tableau, newest, back, forks = _MANNERS[kind]
        # The first round is sober; then luck may outdo one card that lies above a lower one.
        noise = 0 if turn == 0 else blocking >> (number & 1)
        # To ask the lattice costs more than it saves, but for the few deals where it decides.
        prune = turn > 0 and LATTICE not in without
        manner = Manner(
            hidden, away, blocking, tableau, newest, bool(back), forks, noise, lazy, safe, prune
        )
        limit = min(FIRST_LIMIT << min(turn, 20), LAST_LIMIT)
        complete = manner.back and (forks == _ALL or not lazy)
        yield Trial(number, limit, kind, manner, complete)


def kinds() -> int:
    """How many manners there are."""
    return len(_MANNERS)
