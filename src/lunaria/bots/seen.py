"""What a player of Comet is told: what its seat may see, and nothing else (CO-20)."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from lunaria.core.cards import RANK, RANKS, Card
from lunaria.core.game import Terms
from lunaria.games.comet import PASSING, PLAY_COMET, Comet, Play, State


class Seen(NamedTuple):
    """A round from one seat: its own hand, and what lies and happened on the table."""

    game: Comet
    seat: int
    hand: tuple[Card, ...]
    #: How many cards each seat holds, and how many are aside.
    counts: tuple[int, int]
    aside: int
    pile: tuple[Card, ...]
    #: What was played and passed; who passed by choice and who had to look the same.
    history: tuple[Play, ...]
    #: The rank that goes on the run, 0 where one is started; whether the other was stopped at it.
    due: int
    stopped: bool
    #: The points of each seat in the rounds before, and how many those are.
    totals: tuple[int, int]
    rounds: int
    terms: Terms

    @property
    def other(self) -> int:
        """The other seat."""
        return 3 - self.seat

    @property
    def has_comet(self) -> bool:
        """Whether the own hand has the comet."""
        return self.game.comet in self.hand

    def naturals(self) -> tuple[int, ...]:
        """How many natural cards of each rank the own hand has, the lowest rank first."""
        held = Counter(RANK[card] for card in self.hand if card != self.game.comet)
        return tuple(held[rank] for rank in self.game.ranks)

    def unseen(self) -> tuple[int, ...]:
        """How many natural cards of each rank the other may hold or may be aside."""
        gone = Counter(RANK[card] for card in self.pile if card != self.game.comet)
        return tuple(
            self.game.copies[rank] - gone[rank] - own
            for rank, own in zip(self.game.ranks, self.naturals(), strict=True)
        )

    def comet_unseen(self) -> bool:
        """Whether the other may hold the comet."""
        return self.game.comet not in self.hand and self.game.comet not in self.pile

    def turns(self, seat: int) -> Iterator[tuple[int, str]]:
        """What `seat` played and passed, each with the rank that was due, 0 where none was."""
        due = passes = 0
        for acted, token in self.history:
            if acted == seat:
                yield due, token
            if token == PASSING:
                passes += 1
                due = due if passes < 2 else 0  # CO-21
                continue
            passes = 0
            rank = 0 if token == PLAY_COMET else rank_of(token)
            due = rank + 1 if 0 < rank < self.game.highest else 0

    def lacked(self) -> frozenset[int]:
        """The ranks of which the other holds no natural card, since it passed at them (CO-10)."""
        return frozenset(due for due, token in self.turns(self.other) if token == PASSING)

    def luck(self, seed: int) -> random.Random:
        """Luck that depends on `seed` and on what was seen alone: a decision can be repeated."""
        told = (seed, self.terms, self.rounds, self.seat, self.hand, self.history)
        return random.Random(repr(told))


def seen_by(game: Comet, state: State, seat: int) -> Seen:
    """What `seat` sees of a round that goes on."""
    shown = game.view(state, seat)
    first, second = len(shown["hand1"]), len(shown["hand2"])
    return Seen(
        game=game,
        seat=seat,
        hand=shown[f"hand{seat}"],
        counts=(first, second),
        aside=len(shown["aside"]),
        pile=shown["pile"],
        history=state.history,
        due=state.due,
        stopped=state.stopped,
        totals=game.totals(state),
        rounds=len(state.rounds),
        terms=state.terms,
    )


def rank_of(token: str) -> int:
    """The rank that a token of one card or of a set plays."""
    return RANKS.index(token.partition("x")[0]) + 1
