"""Crescent solved: a win from any position of the game, or a proof that there is none.

Three stages take turns. The *relaxation* (`front.py`) is asked once: where it shows a card that can
never come to a top, the position is lost. The *contours* (`contours.py`) find wins, in nearly every
deal within a second. The *exhaustion* (`exhaustion.py`) looks at all that can happen, where that is
little: after the last redeal, or with few cards left on piles. Every win is played by the readable
rules before it is told, and every loss can be checked without the kernels (`check.py`).

The unit of work is one position taken up by a search. With 16 piles and 104 cards a search takes
about 100,000 a second.
"""

from pathlib import Path

from lunaria.solvers.caches import drop_stale
from lunaria.solvers.crescent import board
from lunaria.solvers.crescent.check import check
from lunaria.solvers.crescent.fewest import Fewest, fewest_redeals
from lunaria.solvers.crescent.solver import PARTS, STAGES, solve, warm_up

__all__ = ["PARTS", "STAGES", "Fewest", "check", "fewest_redeals", "solve", "warm_up"]

drop_stale(Path(str(board.legal.stats.cache_path)), Path(__file__).parent)
