"""Crescent: sixteen piles around eight foundations that grow from both ends of each suit.

CR-1   Two packs, 104 cards. One ace and one king of each suit are the bases of 8 foundations.
       The other 96 make 16 piles of 6, all face up.
CR-3   One card at a time, and only a pile's top card.
CR-4   Onto another pile: same suit, rank one higher or one lower.
CR-5   Ranks are circular on piles: ace on king and king on ace of a suit.
CR-6   A pile holds at most 13 cards.
CR-7   An emptied pile stays empty.
CR-8   Ascending foundations: ace to king, one suit. Descending: king to ace, one suit.
CR-9   Foundations are not circular: nothing goes on an ascending king or a descending ace.
CR-10  A foundation card never returns to a pile. It may move to the other foundation of its suit
       when it continues that one.
CR-11  The base cards never move.
CR-12  Redeal: every pile with two or more cards has its bottom card moved to its top. Three per
       game, allowed whenever one is left.
CR-13  A redeal is not counted as a move, cannot be undone, and clears undo and redo.
CR-14  Won: each of the 8 foundations has 13 cards.
CR-15  Stuck: no move is possible and no redeal is left.
CR-16  Undo: the last 100 moves; the move count goes down.
CR-17  No score.
CR-18  A tap plays the card's only place to go, else selects it. A double tap prefers a
       foundation (the ascending one where both take it), then the longest pile, lowest number
       among equals.
CR-19  A card dropped anywhere in the foundation area goes to the foundation that takes it; where
       both do, to the one dropped on, else the ascending one.
CR-20  A refused move is explained.
CR-21  Crescent Four, code letter F: a fourth redeal.
CR-22  Covered cards are not shown.

CR-2 (the horseshoe) is `layouts/crescent.json`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lunaria.core.cards import ACE, KING, RANK, SUIT, SUITS, TWO_PACKS, Card, card_of, only_top
from lunaria.core.errors import Reason
from lunaria.core.game import WON, Game, Gestures, Tap, Terms, Transfer, Undo
from lunaria.games.days import LATER_CHOICES

PILES = 16
PILE_CARDS = 6
MOST_CARDS = 13  # CR-6
REDEALS = {"N": 3, "F": 4}  # CR-12, CR-21
REDEAL = "redeal"

ASCENDING = tuple(f"{suit}+" for suit in SUITS)
DESCENDING = tuple(f"{suit}-" for suit in SUITS)
PLACES = (*(str(n) for n in range(1, PILES + 1)), *ASCENDING, *DESCENDING)
FIRST_DESCENDING = PILES + len(SUITS)
FOUNDATIONS = range(PILES, len(PLACES))

#: Each token but the redeal with the indices of its source and target in `PLACES`.
MOVES: dict[str, tuple[int, int]] = {
    f"{PLACES[source]}>{PLACES[target]}": (source, target)
    for source in range(len(PLACES))
    for target in range(len(PLACES))
    if source != target
}
_TOKENS = {move: token for token, move in MOVES.items()}

#: The cards on which a card may be put on a pile (CR-4, circular by CR-5).
NEIGHBOURS: dict[Card, frozenset[Card]] = {
    card: frozenset(card_of((RANK[card] - 1 + step) % KING + 1, SUIT[card]) for step in (1, -1))
    for card in TWO_PACKS
}
#: The only suit that a foundation takes, by the index of its place.
FOUNDATION_SUIT = {place: PLACES[place][0] for place in FOUNDATIONS}
#: The card that continues a foundation whose top card that is (CR-8); none does where it is
#: complete (CR-9).
NEXT: dict[tuple[int, Card], Card] = {
    (place, card_of(rank, suit)): card_of(rank + step, suit)
    for place, suit in FOUNDATION_SUIT.items()
    for step in (1 if place < FIRST_DESCENDING else -1,)
    for rank in range(ACE, KING + 1)
    if ACE <= rank + step <= KING
}

NO_REDEAL = Reason.of("no-redeal")
LOCKED = Reason.of("base-locked")
STAYS = Reason.of("foundation-stays")
EMPTY = Reason.of("empty-pile")
OTHER_SUIT = Reason.of("same-suit")
NOT_ADJACENT = Reason.of("adjacent-rank")
FULL = Reason.of("pile-full", most=MOST_CARDS)
COMPLETE = Reason.of("foundation-complete")
NEXT_IS = {card: Reason.of("foundation-next", card=card) for card in TWO_PACKS}
OVER = Reason.of("game-over")

SAYS_LOCKED, SELECTS, SHAKES = Tap(reason=LOCKED), Tap(), Tap(shakes=True)


class State(NamedTuple):
    """Cards of each place in the order of `PLACES`, bottom to top, and the redeals left."""

    piles: tuple[tuple[Card, ...], ...]
    redeals: int


class Crescent(Game[State]):
    """The game as its numbered rules say it."""

    id = "crescent"
    prefix = "CR"
    state_type = State
    variants = ("N", "F")  # CR-21
    later_choices = LATER_CHOICES["crescent"]
    pack = TWO_PACKS
    places = PLACES
    tokens = frozenset({*MOVES, REDEAL})
    example = "10>14"
    undo = Undo(depth=100, lowers_moves=True, barriers=frozenset({REDEAL}))  # CR-13, CR-16
    scored = False  # CR-17
    ranked_by = ("moves", "time")

    def deal(self, order: Sequence[Card], terms: Terms, previous: State | None = None) -> State:
        """CR-1: the first of each base in the order is taken out, the rest go pile by pile."""
        bases = tuple(card_of(rank, suit) for rank in (ACE, KING) for suit in SUITS)
        rest = list(order)
        for base in bases:
            rest.remove(base)
        piles = (tuple(rest[at : at + PILE_CARDS]) for at in range(0, len(rest), PILE_CARDS))
        return State((*piles, *((base,) for base in bases)), REDEALS[terms.variant])

    def turn(self, state: State) -> int:
        return 0 if self.outcome(state) else 1

    def candidates(self, state: State) -> Iterator[str]:
        by_suit: dict[str, list[tuple[int, Card]]] = {suit: [] for suit in SUITS}
        for place, pile in enumerate(state.piles):
            if pile:
                by_suit[SUIT[pile[-1]]].append((place, pile[-1]))
        for tops in by_suit.values():
            for source, card in tops:
                for target, top in tops:
                    if target < PILES:
                        if top in NEIGHBOURS[card]:
                            yield _TOKENS[source, target]
                    elif source != target and NEXT.get((target, top)) == card:
                        yield _TOKENS[source, target]
        yield REDEAL

    def refusal(self, state: State, token: str) -> Reason | None:
        if token == REDEAL:
            if self._won(state):
                return OVER
            return None if state.redeals else NO_REDEAL  # CR-12
        source, target = MOVES[token]
        piles = state.piles
        from_pile, onto_pile = piles[source], piles[target]
        if not from_pile:
            return Reason.of("no-card", place=PLACES[source])
        card = from_pile[-1]  # CR-3
        if source >= PILES:
            if len(from_pile) == 1:
                return LOCKED  # CR-11
            if target < PILES:
                return STAYS  # CR-10
        if target < PILES:
            return self._refused_by_pile(card, onto_pile)
        return self._refused_by_foundation(card, target, onto_pile[-1])

    def _refused_by_pile(self, card: Card, pile: tuple[Card, ...]) -> Reason | None:
        if not pile:
            return EMPTY  # CR-7
        if pile[-1] not in NEIGHBOURS[card]:  # CR-4, CR-5
            return OTHER_SUIT if SUIT[pile[-1]] != SUIT[card] else NOT_ADJACENT
        return FULL if len(pile) >= MOST_CARDS else None  # CR-6

    def _refused_by_foundation(self, card: Card, foundation: int, top: Card) -> Reason | None:
        if SUIT[card] != FOUNDATION_SUIT[foundation]:
            return OTHER_SUIT
        wanted = NEXT.get((foundation, top))  # CR-8, CR-10
        if wanted is None:
            return COMPLETE  # CR-9
        return None if card == wanted else NEXT_IS[wanted]

    def apply(self, state: State, token: str) -> State:
        if token == REDEAL:  # CR-12; a pile of one card stays as it is
            piles = tuple(pile[1:] + pile[:1] for pile in state.piles[:PILES])
            return State(piles + state.piles[PILES:], state.redeals - 1)
        source, target = MOVES[token]
        places = list(state.piles)
        places[target] += places[source][-1:]
        places[source] = places[source][:-1]
        return State(tuple(places), state.redeals)

    def redeals(self, state: State) -> int:
        return state.redeals

    def _won(self, state: State) -> bool:
        return all(len(state.piles[place]) == KING for place in FOUNDATIONS)  # CR-14

    def outcome(self, state: State) -> str | None:
        if self._won(state):
            return WON
        return None if state.redeals or self.can_act(state) else "stuck"  # CR-15

    def transfers(self, state: State, token: str) -> tuple[Transfer, ...]:
        if token == REDEAL:
            return ()
        source, target = MOVES[token]
        return (Transfer(PLACES[source], 1, PLACES[target]),)

    def cards(self, state: State) -> dict[str, tuple[Card, ...]]:
        return dict(zip(PLACES, state.piles, strict=True))

    def view(self, state: State, seat: int) -> dict[str, tuple[Card, ...]]:
        return {place: only_top(pile) for place, pile in self.cards(state).items()}  # CR-22

    def with_cards(self, state: State, cards: Mapping[str, Sequence[Card]]) -> State:
        return State(tuple(tuple(cards[place]) for place in PLACES), state.redeals)

    def gestures(self, state: State) -> Gestures:
        ways: dict[int, list[int]] = {}
        for token in self.legal(state):
            if token != REDEAL:
                source, target = MOVES[token]
                ways.setdefault(source, []).append(target)
        taps, doubles, areas = {}, {}, {}
        for source, (place, pile) in enumerate(zip(PLACES, state.piles, strict=True)):
            if not pile:
                continue
            targets = ways.get(source, [])
            if len(targets) == 1:
                taps[place] = Tap(token=_TOKENS[source, targets[0]])  # CR-18
            elif source >= PILES and len(pile) == 1:
                taps[place] = SAYS_LOCKED  # CR-11, CR-18
            else:
                taps[place] = SELECTS if targets else SHAKES
            if targets:
                best = max(targets, key=lambda target: self._rank_of_target(state, target))
                covered = (None,) * (len(pile) - 1)
                doubles[place] = (*covered, _TOKENS[source, best])
                on_foundations = [target for target in targets if target in FOUNDATIONS]
                if on_foundations:  # CR-19: ascending come first
                    areas[place] = _TOKENS[source, min(on_foundations)]
        return Gestures(taps, doubles, areas)

    def _rank_of_target(self, state: State, target: int) -> tuple[bool, int, int]:
        """CR-18: foundations first, the ascending one of two, then long piles, low numbers."""
        if target in FOUNDATIONS:
            return True, 0, -target
        return False, len(state.piles[target]), -target


CRESCENT = Crescent()
