"""Losses of Crescent checked, without the kernels and without anything but the rules.

Three kinds of certificates there are. `front` names the cards that never come to a top; that none
of them can is checked card by card (why that is enough: `front.py`). `exhausted` only says how many
positions a search has looked at; it is checked by another search, in plain Python, which takes
about a millisecond for each of them. `precedence` names suits whose cards no win has an order for;
that is stated anew, and put to another SAT solver (`timetable.py`), for some seconds.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from lunaria.core.cards import ACE, KING, RANK, SUIT, SUITS, Card
from lunaria.core.game import WON
from lunaria.games.crescent import CRESCENT, MOST_CARDS, NEIGHBOURS, PILES, PLACES, State
from lunaria.solvers.crescent.timetable import MOST_REDEALS, is_refuted
from lunaria.solvers.verdict import Budget, Certificate, Limits

Piles = tuple[tuple[Card, ...], ...]


class Foundations(NamedTuple):
    """How many cards of a suit its foundations hold: the ascending and the descending one."""

    rising: int
    falling: int

    @property
    def meet(self) -> bool:
        """Whether cards can go from the one to the other: together they are the suit, once."""
        return self.rising + self.falling == KING

    def takes(self, rank: int) -> bool:
        """Whether a card of that rank can go there, after transfers where they meet."""
        return self.meet or rank in (self.rising + 1, KING - self.falling)

    def after(self, rank: int) -> "Foundations":
        """What they are after they took a card of that rank."""
        if self.meet:
            return Foundations(rank, KING + 1 - rank)
        if rank == self.rising + 1:
            return Foundations(rank, self.falling)
        return Foundations(self.rising, self.falling + 1)


def check(state: State, certificate: Certificate, seconds: float | None = None) -> bool:
    """Whether the certificate proves that `state` is lost.

    Raises TimeoutError where `seconds` have not sufficed.
    """
    if CRESCENT.outcome(state) == WON:
        return False
    if certificate.kind == "front":
        covered = _covered_cards(state, certificate.data.get("covered"))
        return bool(covered) and _stays_covered(
            state.piles[:PILES], _heights(state), state.redeals, covered
        )
    budget = Budget(Limits(seconds=seconds))
    if certificate.kind == "precedence":
        named = certificate.data.get("suits")
        suits = [suit for suit in SUITS if suit in named] if isinstance(named, list) else []
        return bool(suits) and state.redeals <= MOST_REDEALS and is_refuted(state, suits, budget)
    return certificate.kind == "exhausted" and _is_lost(state, budget)


def _heights(state: State) -> dict[str, Foundations]:
    counts = dict(zip(PLACES, map(len, state.piles), strict=True))
    return {suit: Foundations(counts[f"{suit}+"], counts[f"{suit}-"]) for suit in SUITS}


# The front

Places = set[tuple[int, int]]


def _covered_cards(state: State, covered: Any) -> Places:
    """The pile and index of each card that a certificate names; none where it is malformed."""
    found: Places = set()
    if not isinstance(covered, Mapping):
        return found
    for place, ends in covered.items():
        if place not in PLACES[:PILES]:
            return set()
        pile = PLACES.index(place)
        first, last = ends
        if not 0 <= first <= last < len(state.piles[pile]):
            return set()
        found |= {(pile, index) for index in range(first, last + 1)}
    return found


def _ranks_that_go(
    piles: Piles, heights: Mapping[str, Foundations], covered: Places
) -> dict[str, set[int]]:
    """By suit, the ranks that could leave a pile if all but the covered cards came to tops."""
    seen: dict[str, set[int]] = {suit: set() for suit in SUITS}
    for number, pile in enumerate(piles):
        for index, card in enumerate(pile):
            if (number, index) not in covered:
                seen[SUIT[card]].add(RANK[card])
    going = {}
    for suit, (rising, falling) in heights.items():
        top, low = rising, KING + 1 - falling
        while top < KING and top + 1 in seen[suit]:
            top += 1
        while low > ACE and low - 1 in seen[suit]:
            low -= 1
        going[suit] = {*range(rising + 1, top + 2), *range(low - 1, KING + 1 - falling)}
        going[suit] |= {rank % KING + 1 for rank in seen[suit]}
        going[suit] |= {(rank - 2) % KING + 1 for rank in seen[suit]}
        if heights[suit].meet or (rising + falling < KING and top >= low - 1):
            going[suit] = set(range(ACE, KING + 1))
    return going


def _stays_covered(
    piles: Piles, heights: Mapping[str, Foundations], redeals: int, covered: Places
) -> bool:
    """Whether each covered card lies above those that redeals bring up, under one that stays."""
    going = _ranks_that_go(piles, heights, covered)
    return all(
        index >= redeals
        and any(
            (number, above) in covered or RANK[card] not in going[SUIT[card]]
            for above, card in enumerate(piles[number][index + 1 :], start=index + 1)
        )
        for number, index in covered
    )


def _is_stuck(piles: Piles, heights: Mapping[str, Foundations], redeals: int) -> bool:
    """Whether some cards stay covered, found by taking away those that do not."""
    covered = {
        (number, index) for number, pile in enumerate(piles) for index in range(len(pile) - 1)
    }
    while covered and not _stays_covered(piles, heights, redeals, covered):
        going = _ranks_that_go(piles, heights, covered)
        for number, pile in enumerate(piles):
            for index in range(len(pile) - 2, -1, -1):
                card = pile[index + 1]
                free = (number, index + 1) not in covered and RANK[card] in going[SUIT[card]]
                if free or index < redeals:
                    covered.discard((number, index))
    return bool(covered)


# Everything that can happen


class _Position(NamedTuple):
    """A position but for the order of its piles and the borders of foundations that meet."""

    piles: Piles
    heights: tuple[Foundations, ...]
    redeals: int


def _position(piles: Piles, heights: tuple[Foundations, ...], redeals: int) -> _Position:
    same = (Foundations(ACE, KING - 1) if each.meet else each for each in heights)
    return _Position(tuple(sorted(pile for pile in piles if pile)), tuple(same), redeals)


def _next(position: _Position) -> Iterator[_Position]:
    piles, heights, redeals = position
    for number, pile in enumerate(piles):
        card = pile[-1]
        rest = (*piles[:number], pile[:-1], *piles[number + 1 :])
        suit = SUITS.index(SUIT[card])
        if heights[suit].takes(RANK[card]):
            taken = (*heights[:suit], heights[suit].after(RANK[card]), *heights[suit + 1 :])
            yield _position(rest, taken, redeals)
        for target, onto in enumerate(piles):
            if target != number and onto[-1] in NEIGHBOURS[card] and len(onto) < MOST_CARDS:
                laid = (*rest[:target], (*onto, card), *rest[target + 1 :])
                yield _position(laid, heights, redeals)
    if redeals:
        turned = tuple(pile[1:] + pile[:1] for pile in piles)
        yield _position(turned, heights, redeals - 1)


def _is_lost(state: State, budget: Budget) -> bool:
    """Whether nothing that can follow is a win: all of it is looked at, but what is stuck."""
    first = _position(state.piles[:PILES], tuple(_heights(state).values()), state.redeals)
    seen, stack = {first}, [first]
    while stack:
        budget.go_on()
        for after in _next(stack.pop()):
            if not after.piles:
                return False
            if after not in seen:
                seen.add(after)
                heights = dict(zip(SUITS, after.heights, strict=True))
                if not _is_stuck(after.piles, heights, after.redeals):
                    stack.append(after)
    return True
