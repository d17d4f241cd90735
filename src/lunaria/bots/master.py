"""The strongest player of Comet: it knows what a seat may know, and reckons from there.

It is told a view like every player. Which hands the other may hold follows from what was played and
passed; `lunaria.solvers.comet.choice` says what to do against them.
"""

from collections.abc import Sequence

from lunaria.bots.seen import Seen, rank_of
from lunaria.games.comet import LOWEST
from lunaria.solvers.comet import board, choice, pack, table_of
from lunaria.solvers.comet.worlds import Knowledge


class Master:
    """A player that works out its chances with some effort; the same seed, the same play."""

    def __init__(self, seed: int = 0, effort: choice.Effort = choice.EFFORT) -> None:
        self.seed = seed
        self.effort = effort

    def choose(self, seen: Seen, legal: Sequence[str]) -> str:
        """One of the legal tokens, as often as a careful plan plays it."""
        if len(legal) == 1:
            return legal[0]
        luck = seen.luck(self.seed)
        tokens = list(self.chances(seen, luck.getrandbits(63)).items())
        return luck.choices([token for token, _ in tokens], [chance for _, chance in tokens])[0]

    def chances(self, seen: Seen, seed: int = 0) -> dict[str, float]:
        """How often each token is to be played; those that never are left out."""
        game, variant = seen.game, seen.terms.variant
        table = table_of(game, variant)
        found = choice.chances(known(seen), pack.figures(game, variant), table, self.effort, seed)
        return {pack.token_of(number, game): chance for number, chance in found.items()}


def known(seen: Seen) -> Knowledge:
    """What was seen, as the kernels are told it."""
    lacked = seen.lacked()
    may = sum(
        count << (4 * at) for at, count in enumerate(seen.unseen()) if at + LOWEST not in lacked
    )
    return Knowledge(
        mine=sum(count << (4 * at) for at, count in enumerate(seen.naturals())),
        comet=seen.has_comet,
        due=seen.due - LOWEST + 1 if seen.due else 0,
        stopped=seen.stopped,
        may=may,
        may_comet=seen.comet_unseen(),
        size=seen.counts[seen.other - 1],
        past=_past(seen),
    )


def _past(seen: Seen) -> tuple[tuple[int, int, int, int], ...]:
    """The choices of the other, as `plausible.py` tells them."""
    numbers = pack.numbers(seen.game)
    rows = []
    since = comet_since = 0
    for due, token in reversed(list(seen.turns(seen.other))):
        number = numbers[token]
        if number == board.PLAY_COMET:
            comet_since = 1
        elif number != board.PASSING:
            cards = seen.game.copies[rank_of(token)] if number >= board.ALL else 1
            since += cards << 4 * (number % board.ALL)
        rows.append((since, comet_since, due - LOWEST + 1 if due else 0, number))
    return tuple(rows)
