"""Crescent solved: a win from any position of the game, or a proof that there is none.

Four stages take turns. The *relaxation* (`front.py`) is asked once: where it shows a card that can
never come to a top, the position is lost. The *contours* (`contours.py`) find wins, in nearly every
deal within a second. The *precedence* (`precedence.py`) is asked once as well, where no win was
found soon with at most one redeal left: where the moves that every win has in common cannot be
brought into an order, the position is lost. Asked in the same way for an order that is a win
(`plan.py`), it answers soon where half of the cards are founded: so where a pass of the contours
ends without a win, a plan is looked for from halfway there, and in turns from the position itself.
The *exhaustion* (`exhaustion.py`) looks at all that can happen, where that is little: after the
last redeal, or with few cards left on piles. Every win is played by the readable rules before it is
told, and every loss can be checked without the kernels (`check.py`).

The unit of work is one position taken up by a search, or one conflict of the precedence. With 16
piles and 104 cards a search takes about 100,000 positions a second.
"""

from lunaria.solvers.crescent.check import check
from lunaria.solvers.crescent.fewest import Fewest, fewest_redeals
from lunaria.solvers.crescent.solver import PARTS, STAGES, solve, warm_up

__all__ = ["PARTS", "STAGES", "Fewest", "check", "fewest_redeals", "solve", "warm_up"]
