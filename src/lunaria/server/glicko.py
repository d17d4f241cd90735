"""Glicko-2, Mark Glickman's ratings of those who play against each other, a match at a time.

Each match is a rating period of its own, and in between a rating becomes less sure with the time.
"""

from math import exp, hypot, sqrt
from typing import NamedTuple

import glicko2

#: What a deviation of Glicko-2's own scale is on the scale of Glicko.
SCALE = 173.7178
#: The deviation of those of whom nothing is known; none grows beyond it.
UNKNOWN = 350.0
#: A rating with a larger deviation is provisional.
SURE = 110.0
#: The seconds without a match that widen the deviation as much as a rating period does.
WEEK = 7 * 24 * 3600.0


class Rating(NamedTuple):
    """How well somebody plays, how sure that is, and how steady."""

    rating: float = 1500.0
    deviation: float = UNKNOWN
    volatility: float = 0.06


class _Player(glicko2.Player):  # type: ignore[misc]
    """The library's player, whose volatility follows from the deviation as Glickman has it.

    In step 5.1 the library takes the square of the rating for that of the deviation.
    """

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        phi, e = self.rd / SCALE, exp(x)
        spread = phi**2 + v + e
        change = e * (delta**2 - spread) / (2 * spread**2)
        return float(change - (x - a) / self._tau**2)


def rested(rating: Rating, seconds: float) -> Rating:
    """A rating after so many seconds without a match."""
    wider = SCALE * rating.volatility * sqrt(max(0.0, seconds) / WEEK)
    return rating._replace(deviation=min(UNKNOWN, hypot(rating.deviation, wider)))


def rated(own: Rating, other: Rating, score: float) -> Rating:
    """A rating after a match with another: 1 is a win, 0.5 a draw, 0 a loss."""
    player = _Player(*own)
    player.update_player([other.rating], [other.deviation], [score])
    return Rating(player.rating, min(UNKNOWN, player.rd), player.vol)
