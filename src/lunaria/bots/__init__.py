"""Players of Comet. Each is told what its seat may see, and the legal tokens; never a state.

The simple ones need the standard library alone; `master` is loaded when it is asked for.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from lunaria.bots.heuristics import (
    Heuristic,
    highest,
    longest,
    lowest,
    most_shed,
    richest,
)
from lunaria.bots.seen import Seen, seen_by
from lunaria.core.errors import NotReadable, Reason
from lunaria.games.comet import CLASSIC

__all__ = ["LEVELS", "PLAYERS", "Player", "Seen", "player", "seen_by"]

#: The three that people play against, the weakest first.
LEVELS = ("easy", "normal", "master")


class Player(Protocol):
    """Somebody who chooses."""

    def choose(self, seen: Seen, legal: Sequence[str]) -> str:
        """One of the legal tokens, of which there are two at least."""
        ...


class Chance:
    """A player that takes any token, all equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, seen: Seen, legal: Sequence[str]) -> str:
        """Any of the legal tokens."""
        return seen.luck(self.seed).choice(legal)


class ByRules:
    """A player with a plan for each rule set."""

    def __init__(self, standard: Player, classic: Player) -> None:
        self.standard = standard
        self.classic = classic

    def choose(self, seen: Seen, legal: Sequence[str]) -> str:
        """What the plan for the rule set chooses."""
        plan = self.classic if seen.terms.variant == CLASSIC else self.standard
        return plan.choose(seen, legal)


def _master(seed: int) -> Player:
    from lunaria.bots.master import Master

    return Master(seed)


#: Each player by its name, made with the seed of its luck.
PLAYERS: dict[str, Callable[[int], Player]] = {
    "easy": lambda _: Heuristic(lowest),
    # To keep the comet is worth it where a round goes on until somebody is out.
    "normal": lambda _: ByRules(Heuristic(most_shed), Heuristic(most_shed, holds=True)),
    "master": _master,
    "random": Chance,
    "glow": lambda _: Heuristic(lowest),
    "ghigh": lambda _: Heuristic(highest),
    "glen": lambda _: Heuristic(longest),
    "gval": lambda _: Heuristic(richest),
    "gturn": lambda _: Heuristic(most_shed),
    "ghold": lambda _: Heuristic(most_shed, holds=True),
}


def player(name: str, seed: int = 0) -> Player:
    """The player of that name; raises NotReadable where there is none."""
    if name not in PLAYERS:
        raise NotReadable(Reason.of("player", given=name[:40], known=", ".join(PLAYERS)))
    return PLAYERS[name](seed)
