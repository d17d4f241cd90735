"""An audit of the tables: a sample of their deals, each proved anew.

A winnable deal is confirmed where the solver finds a win that the rules replay; a lost one where
its certificate holds. Losses are few, so half of a sample is drawn from them. In whole it is
looked at whether the table and the certificates speak of the same lost deals.
"""

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, NamedTuple

from lunaria.core.code import Code
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.game import Game
from lunaria.games import start
from lunaria.solvers import WrongLine, check, solve
from lunaria.solvers.known import Known, read_losses, read_table
from lunaria.solvers.verdict import LOST, WINNABLE, Certificate, Limits

#: What can come of a deal; OPEN where the time has not sufficed.
CONFIRMED, REFUTED, OPEN = "confirmed", "refuted", "open"

_FOUND = {WINNABLE: CONFIRMED, LOST: REFUTED}


class Claims(NamedTuple):
    """What a folder says of the deals of a game."""

    game: Game[Any]
    table: Known
    losses: Mapping[int, Certificate]

    def uncertified(self) -> list[int]:
        """The deals that are lost by the table and have no certificate."""
        return sorted(set(self.table.deals(LOST)) - self.losses.keys())

    def unclaimed(self) -> list[int]:
        """The deals that have a certificate and are not lost by the table."""
        return sorted(self.losses.keys() - set(self.table.deals(LOST)))

    def sample(self, count: int, seed: int) -> list[int]:
        """At most `count` deals, half of them lost where so many have a certificate."""
        winnable = self.table.deals(WINNABLE)
        lost = sorted(self.losses.keys() & set(self.table.deals(LOST)))
        losses = min(len(lost), max((count + 1) // 2, count - len(winnable)))
        wins = min(len(winnable), count - losses)
        chance = Random(seed)
        return chance.sample(lost, losses) + chance.sample(winnable, wins)

    def code(self, deal: int) -> Code:
        """The code of a deal of the table."""
        return Code(self.game.prefix, self.game.version, self.game.variants[0], deal)

    def prove(self, deal: int, seconds: float | None = None) -> str:
        """CONFIRMED, REFUTED or OPEN: what comes of proving a deal of a sample anew.

        Raises ModuleNotFoundError where a checker needs a package that is not installed.
        """
        state = start(self.code(deal)).state
        try:
            if self.table.outcome(deal) == LOST:
                return CONFIRMED if check(state, self.losses[deal], seconds) else REFUTED
            return _FOUND.get(solve(state, Limits(seconds=seconds)).outcome, OPEN)
        except TimeoutError:
            return OPEN
        except WrongLine:
            return REFUTED


def claims_of(game: Game[Any], folder: Traversable) -> Claims | None:
    """What a folder says of a game, if anything; raises NotReadable where it is damaged."""
    table, losses = read_table(game.id, folder), read_losses(game.id, folder)
    if table is None and losses:
        raise NotReadable(Reason.of("table-missing", game=game.id))
    return None if table is None else Claims(game, table, losses)
