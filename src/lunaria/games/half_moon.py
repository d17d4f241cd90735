"""Half Moon: two packs, twelve piles and a reserve; pairs of eleven and court trios go.

HM-1   Two packs of 52, shuffled together: 104 cards, each twice.
HM-2   12 piles of 8, numbered 1 to 12, and 8 reserve cards, R1 to R8. All on the table from the
       start.
HM-5   Playable: the top card of each pile and every card left in the reserve.
HM-6   Pair: two cards from ace (1) to 10 that add up to 11. Suits do not matter.
HM-7   Trio: one jack, one queen, one king, any suits. Face cards never pair.
HM-8   The cards of one move may come from any mix of piles and reserve.
HM-9   Removed cards leave the game. An emptied place stays empty.
HM-10  A first touch selects; a second card that makes 11 with it removes both.
HM-11  A trio takes three touches; the third removes it.
HM-12  Touching a selected card again deselects that one.
HM-13  A misfit removes nothing. Numbers, or a number and a face: the selection is cleared. A
       face of a rank already selected replaces the card of that rank.
HM-14  A misfit is explained by what the card selected first needs: eleven, or a jack, queen and
       king.
HM-15  Placement help darkens, by the rule, every card that cannot go with the selected ones.
HM-16  A pair scores 10, a trio 15. A won game: 48 moves, 520 points.
HM-17  Won: all 104 cards removed.
HM-18  Blocked: no pair and no trio among the playable cards.
HM-19  Undo: the last 100 moves; score and move count go down.
HM-22  Covered cards are hidden.

HM-3 and HM-4 (the arc) are `layouts/half-moon.json`; HM-20 and HM-21 are the table's.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from lunaria.core.cards import (
    JACK,
    KING,
    QUEEN,
    RANK,
    RANKS,
    TWO_PACKS,
    Card,
    only_top,
)
from lunaria.core.errors import Reason
from lunaria.core.game import WON, Game, Gestures, Manners, Terms, Touch, Transfer, Undo
from lunaria.games.days import LATER_CHOICES

PILES = 12
PILE_CARDS = 8
RESERVE = 8

PLACES = (*(str(n) for n in range(1, PILES + 1)), *(f"R{n}" for n in range(1, RESERVE + 1)))

ELEVEN = 11  # HM-6
LAST_NUMBER_RANK = 10
PARTNER = {rank: ELEVEN - rank for rank in range(1, LAST_NUMBER_RANK + 1)}  # HM-6
PAIRS = tuple((low, high) for low, high in PARTNER.items() if low < high)
TRIO = (JACK, QUEEN, KING)  # HM-7

PAIR_POINTS = 10  # HM-16
TRIO_POINTS = 15

#: Each token with the places it names; one token per set of places, piles before reserve.
MOVES: dict[str, tuple[int, ...]] = {
    "+".join(PLACES[place] for place in places): places
    for size in (2, 3)
    for places in combinations(range(len(PLACES)), size)
}
_TOKENS = {places: token for token, places in MOVES.items()}

SUM = Reason.of("sum")
NEEDS_TRIO = Reason.of("trio")


class State(NamedTuple):
    """The cards of each place in the order of `PLACES`, bottom to top: piles, then reserve."""

    piles: tuple[tuple[Card, ...], ...]


def _fits(ranks: Sequence[int]) -> bool:
    """Whether cards of these ranks go together."""
    if len(ranks) == 2:
        return PARTNER.get(ranks[0]) == ranks[1]  # HM-6
    return tuple(sorted(ranks)) == TRIO  # HM-7


def _misfit(first_rank: int) -> Reason:
    """What the card selected first needs (HM-14)."""
    return SUM if first_rank in PARTNER else NEEDS_TRIO


def _touch(picked: tuple[int, ...], rank: int) -> Touch:
    """What touching a card of `rank` does when cards of the ranks `picked` are selected."""
    if not picked:
        return Touch(adds=True)  # HM-10
    kinds = tuple(RANKS[other - 1] for other in picked)
    together = (*picked, rank)
    if len(together) > 1 and _fits(together):
        return Touch(keeps=kinds, plays=True)  # HM-10, HM-11
    if rank in TRIO and all(other in TRIO for other in picked):
        if rank in picked:  # HM-13: the second of a rank takes the place of the first
            others = tuple(kind for kind in kinds if kind != RANKS[rank - 1])
            return Touch(keeps=others, adds=True, reason=NEEDS_TRIO)
        return Touch(keeps=kinds, adds=True)
    return Touch(reason=_misfit(picked[0]))  # HM-13


def _touches() -> dict[str, dict[str, Touch]]:
    # Two faces can be picked in either order, and the kinds are told in the order picked.
    picks: list[tuple[int, ...]] = [(), *((rank,) for rank in range(1, KING + 1))]
    picks += [(a, b) for a in TRIO for b in TRIO if a != b]
    return {
        "+".join(RANKS[rank - 1] for rank in picked): {
            RANKS[rank - 1]: _touch(picked, rank) for rank in range(1, KING + 1)
        }
        for picked in picks
    }


class HalfMoon(Game[State]):
    """The game as its numbered rules say it."""

    id = "half-moon"
    prefix = "HM"
    state_type = State
    later_choices = LATER_CHOICES["half-moon"]
    pack = TWO_PACKS  # HM-1
    places = PLACES
    tokens = frozenset(MOVES)
    example = "1+8"
    undo = Undo(depth=100, lowers_moves=True)  # HM-19
    ranked_by = ("time",)  # HM-16: a won game always has 48 moves
    manners = Manners(touches=_touches(), explains=False)  # HM-14: off unless wished

    def deal(self, order: Sequence[Card], terms: Terms, previous: State | None = None) -> State:
        """HM-2: pile after pile, bottom first, then the reserve."""
        on_piles = PILES * PILE_CARDS
        piles = (tuple(order[at : at + PILE_CARDS]) for at in range(0, on_piles, PILE_CARDS))
        return State((*piles, *((card,) for card in order[on_piles:])))

    def turn(self, state: State) -> int:
        return 0 if self.outcome(state) else 1

    def candidates(self, state: State) -> Iterator[str]:
        by_rank: list[list[int]] = [[] for _ in range(KING + 1)]
        for place, pile in enumerate(state.piles):
            if pile:  # HM-5
                by_rank[RANK[pile[-1]]].append(place)
        for low, high in PAIRS:
            for a in by_rank[low]:
                for b in by_rank[high]:
                    yield _TOKENS[(a, b) if a < b else (b, a)]
        jacks, queens, kings = (by_rank[rank] for rank in TRIO)
        for jack in jacks:
            for queen in queens:
                for king in kings:
                    yield _TOKENS[tuple(sorted((jack, queen, king)))]

    def refusal(self, state: State, token: str) -> Reason | None:
        ranks = []
        for place in MOVES[token]:  # HM-8
            pile = state.piles[place]
            if not pile:
                return Reason.of("no-card", place=PLACES[place])  # HM-9
            ranks.append(RANK[pile[-1]])  # HM-5
        return None if _fits(ranks) else _misfit(ranks[0])

    def apply(self, state: State, token: str) -> State:
        piles = list(state.piles)
        for place in MOVES[token]:
            piles[place] = piles[place][:-1]  # HM-9
        return State(tuple(piles))

    def points(self, state: State, token: str) -> int:
        return PAIR_POINTS if len(MOVES[token]) == 2 else TRIO_POINTS  # HM-16

    def outcome(self, state: State) -> str | None:
        if not any(state.piles):
            return WON  # HM-17
        return None if self.can_act(state) else "blocked"  # HM-18

    def transfers(self, state: State, token: str) -> tuple[Transfer, ...]:
        return tuple(Transfer(PLACES[place], 1, None) for place in MOVES[token])

    def cards(self, state: State) -> dict[str, tuple[Card, ...]]:
        return dict(zip(PLACES, state.piles, strict=True))

    def view(self, state: State, seat: int) -> dict[str, tuple[Card, ...]]:
        return {place: only_top(pile) for place, pile in self.cards(state).items()}  # HM-22

    def with_cards(self, state: State, cards: Mapping[str, Sequence[Card]]) -> State:
        return State(tuple(tuple(cards[place]) for place in PLACES))

    def gestures(self, state: State) -> Gestures:
        kinds = {
            place: RANKS[RANK[pile[-1]] - 1]
            for place, pile in zip(PLACES, state.piles, strict=True)
            if pile
        }
        return Gestures(kinds=kinds)


HALF_MOON = HalfMoon()
