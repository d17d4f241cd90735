"""Precedence stated a second time, for checking: one timetable for the cards of some suits.

What is true of wins is told in `moments.py`. Here it is written down anew, from a position alone,
for all the suits at once and with one order for all their moments, so that nothing is left to a
search for circles; and another SAT solver is asked. With four suits these are some two million
clauses and it takes seconds to state them.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, count, pairwise
from typing import Any

import numpy as np
from pysat.solvers import Solver

from lunaria.core.cards import ACE, KING, RANK, SUIT
from lunaria.games.crescent import NEIGHBOURS, PILES, PLACES, State
from lunaria.solvers.verdict import Budget

#: With more redeals left, what is stated here is not true.
MOST_REDEALS = 1

_SOLVER = "glucose4"
_CONFLICTS_A_PIECE = 1000
_CLAUSES_AT_ONCE = 20_000

Clause = list[int]


class Timetable:
    """The clauses of a timetable. A card is named by its pile and its index in it."""

    def __init__(self, state: State, suits: Sequence[str]) -> None:
        self._state = state
        self._piles = [
            [(number, index) for index, card in enumerate(pile) if SUIT[card] in suits]
            for number, pile in enumerate(state.piles[:PILES])
        ]
        self._cards = [card for pile in self._piles for card in pile]
        self._fresh = count(1)
        moments: list[Any] = [*(("leaves", card) for card in self._cards)]
        moments += [*(("founded", card) for card in self._cards), *suits, "redeal"]
        self._number = {moment: number for number, moment in enumerate(moments)}
        self._before = np.zeros((len(moments), len(moments)), np.int64)
        for one, other in combinations(range(len(moments)), 2):
            self._before[one, other] = next(self._fresh)
        self._before -= self._before.T
        self._at_once = {card: next(self._fresh) for card in self._cards}
        self._suits = suits

    def clauses(self) -> Iterator[Clause]:
        """What is true of every win."""
        for pile in self._piles:
            yield from self._pile(pile)
        for suit in self._suits:
            yield from self._layers(suit)
        for card in self._cards:
            yield from self._ways(card)

    def orders(self) -> Iterator[list[Clause]]:
        """That the moments are in an order, in parts."""
        for first in range(len(self._before)):
            others = np.delete(np.arange(len(self._before)), first)
            pairs = np.array([*combinations(others, 2)], np.int64).reshape(-1, 2)
            second, third = pairs.T
            # No moment is after one and before another that is before that one.
            row = (self._before[second, first], self._before[first, third])
            yield np.stack((-row[0], -row[1], self._before[second, third]), 1).tolist()
            yield np.stack((row[0], row[1], self._before[third, second]), 1).tolist()

    def _name(self, card: tuple[int, int]) -> str:
        pile, index = card
        return self._state.piles[pile][index]

    def _is(self, one: Any, other: Any) -> int:
        """The literal that a moment is before another."""
        return int(self._before[self._number[one], self._number[other]])

    def _turns(self, card: tuple[int, int]) -> bool:
        return card[1] == 0 and self._state.redeals > 0

    def _shows(self, card: tuple[int, int], moment: Any) -> Clause | None:
        """A clause that a card was a top before a moment; None where it always was."""
        over = [other for other in self._piles[card[0]] if other > card]
        if not over:
            return None
        ways = [("leaves", over[0])] + ["redeal"] * self._turns(card)
        return [self._is(way, moment) for way in ways if way != moment]

    def _pile(self, pile: list[tuple[int, int]]) -> Iterator[Clause]:
        for under, over in pairwise(pile):
            by_redeal = [self._is("redeal", ("leaves", under))] if self._turns(under) else []
            yield [self._is(("leaves", over), ("leaves", under)), *by_redeal]
        for over in pile[1:] if pile and self._turns(pile[0]) else ():
            lies_there = self._is("redeal", ("leaves", over))
            yield [-lies_there, self._is(("leaves", pile[0]), ("leaves", over))]

    def _layers(self, suit: str) -> Iterator[Clause]:
        held = {place: len(pile) for place, pile in zip(PLACES, self._state.piles, strict=True)}
        rising, low = held[f"{suit}+"], KING + 1 - held[f"{suit}-"]
        cards = [card for card in self._cards if SUIT[self._name(card)] == suit]
        # For cards that may go to either layer, the literal that it is the first one.
        first: dict[tuple[int, int], int] = {}
        for rank in range(rising + 1, low):
            one, other = (card for card in cards if RANK[self._name(card)] == rank)
            first[one] = next(self._fresh)
            first[other] = -first[one]
        for card in cards:
            if card in first:
                yield [-first[card], self._is(("founded", card), suit)]
                yield [first[card], self._is(suit, ("founded", card))]
            elif first:
                yield [self._is(suit, ("founded", card))]
        # Where each layer turns: the ranks up to it go upwards, or those from it.
        rises = {rank: next(self._fresh) for rank in range(ACE, KING + 1)}
        opens = {rank: next(self._fresh) for rank in range(ACE, KING + 1)}
        for rank in range(ACE, KING):
            yield [-rises[rank + 1], rises[rank]]
            yield [-opens[rank], opens[rank + 1]]
        if rising >= low:
            for rank in range(ACE, KING + 1):
                yield [opens[rank] if rank > rising else -opens[rank]]
        else:
            yield [opens[KING]]
        for one in cards:
            for other in cards:
                rank = RANK[self._name(one)]
                if RANK[self._name(other)] != rank + 1:
                    continue
                up = self._is(("founded", one), ("founded", other))
                if one in first and other in first:
                    yield [-first[one], -first[other], -rises[rank + 1], up]
                    yield [-first[one], -first[other], rises[rank], -up]
                second = [first[card] for card in (one, other) if card in first]
                yield [*second, -opens[rank], up]
                yield [*second, opens[rank], -up]

    def _ways(self, card: tuple[int, int]) -> Iterator[Clause]:
        leaves, founded, at_once = ("leaves", card), ("founded", card), self._at_once[card]
        yield [self._is(leaves, founded)]
        for moment in self._number:
            if moment not in (leaves, founded):
                yield [-at_once, -self._is(leaves, moment), self._is(founded, moment)]
                yield [-at_once, self._is(leaves, moment), -self._is(founded, moment)]
        firsts, lasts = [at_once], [at_once]
        for host in self._cards:
            if self._name(host) not in NEIGHBOURS[self._name(card)]:
                continue
            for moment, ways in ((leaves, firsts), (founded, lasts)):
                ways.append(way := next(self._fresh))
                yield [-way, self._is(moment, ("founded", host))]
                shows = self._shows(host, moment)
                if shows is not None:
                    yield [-way, *shows]
            if self._turns(host):
                lasts.append(way := next(self._fresh))
                for over in [other for other in self._piles[host[0]] if other > host][:1]:
                    yield [-way, self._is(("leaves", over), "redeal")]
                yield [-way, self._is(leaves, "redeal")]
                yield [-way, self._is("redeal", ("leaves", host))]
                yield [-way, self._is(("leaves", host), founded)]
        yield firsts
        yield lasts


def is_refuted(state: State, suits: Sequence[str], budget: Budget) -> bool:
    """Whether there is no timetable; raises TimeoutError where the budget does not suffice."""
    table = Timetable(state, suits)
    with Solver(name=_SOLVER) as solver:
        solver.append_formula(table.clauses(), no_return=True)
        for part in table.orders():
            budget.go_on()
            solver.append_formula(part, no_return=True)
        answer = None
        while answer is None:
            budget.go_on()
            solver.conf_budget(_CONFLICTS_A_PIECE)
            answer = solver.solve_limited()
    return not answer
