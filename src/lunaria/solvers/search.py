"""A search for a won game: best first, narrow, with a little luck, again and again.

What is tried first is told by a `Guide`. The plain one knows nothing but the contract and is good
enough for small positions; for a whole deal, a game gets a guide of its own.
"""

import random
from collections.abc import Hashable, Iterable
from heapq import heappop, heappush
from itertools import count
from typing import Any, Generic, NamedTuple

from lunaria.core.cards import RANK, SUIT
from lunaria.core.game import WON, Game, State
from lunaria.games import game_of_state
from lunaria.solvers.verdict import Budget, Limits, Verdict, Watch


class Way(NamedTuple, Generic[State]):
    """A way on from a position: the tokens to play, and the position after them."""

    tokens: tuple[str, ...]
    state: State


class Guide(Generic[State]):
    """What the search asks about a game; each answer can be made better for one game."""

    #: How many positions of one stage a first attempt looks at.
    width: int = 1000
    #: How far luck may outdo worth.
    noise: float = 2.0

    def __init__(self, game: Game[State]) -> None:
        self.game = game

    def ways(self, state: State) -> Iterable[Way[State]]:
        """The ways on: here, each legal token."""
        for token in self.game.legal(state):
            yield Way((token,), self.game.apply(state, token))

    def worth(self, state: State) -> float:
        """How good a position is: here, how few cards lie on one that is not next in its suit."""
        return -sum(
            SUIT[low] != SUIT[high] or abs(RANK[low] - RANK[high]) != 1
            for pile in self.game.cards(state).values()
            for low, high in zip((pile[:1] + pile)[:-1], pile, strict=True)
        )

    def key(self, state: State) -> Hashable:
        """What is equal for positions of which only one need be looked at."""
        return state

    def stage(self, state: State) -> Any:
        """How far the game has come: an attempt looks at some positions of each stage in turn."""
        return 0


class _Step(NamedTuple, Generic[State]):
    """How a position was reached."""

    before: "_Step[State] | None"
    way: Way[State]

    def tokens(self) -> list[str]:
        parts: list[tuple[str, ...]] = []
        step: _Step[State] | None = self
        while step:
            parts.append(step.way.tokens)
            step = step.before
        return [token for part in reversed(parts) for token in part]


def search(
    game: Game[State],
    state: State,
    *,
    limit: int,
    seed: int = 0,
    guide: Guide[State] | None = None,
) -> list[str] | None:
    """The tokens that win from `state`; None where `limit` positions have shown no way.

    None says nothing about the position: only a win that was found is certain.
    """
    found = _search(guide or Guide(game), state, Budget(Limits(limit, None, seed)))
    return None if isinstance(found, str) else found


def solve(state: Any, limits: Limits, watch: Watch | None = None) -> Verdict:
    """The verdict of the plain search, which proves no loss: winnable, or unknown.

    Raises TypeError where `state` is no position of a game for one player.
    """
    game = game_of_state(state)
    if game.seats > 1:
        raise TypeError(f"{game.id} is not played by one alone")
    budget = Budget(limits, watch)
    budget.stage = "search"
    found = _search(Guide(game), state, budget)
    return budget.unknown(found) if isinstance(found, str) else budget.won(tuple(found))


def warm_up() -> None:
    """Nothing is compiled here."""


def _search(guide: Guide[State], state: State, budget: Budget) -> list[str] | str:
    """The tokens that win, or the limit that was met."""
    if guide.game.outcome(state) == WON:
        return []
    rng = random.Random(budget.limits.seed)  # luck, not secrecy
    for attempt in count(1):
        # Most attempts are narrow, every second is twice as wide, every fourth four times, ...
        width = guide.width * (attempt & -attempt)
        noise = guide.noise * rng.uniform(0.0, 2.0)
        found = _attempt(guide, state, width, budget, noise, rng)
        if found is not None:
            return found
    raise AssertionError("count has no end")


def _attempt(
    guide: Guide[State], state: State, width: int, budget: Budget, noise: float, rng: random.Random
) -> list[str] | str | None:
    """One pass through the stages: the tokens that win, if any, or the limit that was met."""
    game = guide.game
    seen = {guide.key(state)}
    ticket = count(0, -1)  # among positions of equal worth, the newest first
    queues = {guide.stage(state): [(0.0, next(ticket), _Step(None, Way((), state)))]}
    while queues:
        stage = min(queues)
        queue = queues[stage]
        for _ in range(width):
            if not queue:
                break
            step = heappop(queue)[-1]
            for way in guide.ways(step.way.state):
                key = guide.key(way.state)
                if key in seen:
                    continue
                seen.add(key)
                after = _Step(step, way)
                if game.outcome(way.state) == WON:
                    return after.tokens()
                cost = rng.uniform(0.0, noise) - guide.worth(way.state)
                entry = (cost, next(ticket), after)
                heappush(queues.setdefault(guide.stage(way.state), []), entry)
            met = budget.spent(1)
            if met is not None:
                return met
        del queues[stage]
    return None
