"""Comet: a stops game for two, who shed their hands in runs.

CO-1   The black cards of two packs without their aces, a 9 of spades replaced by the 9 of diamonds,
       the comet: 48 cards.
CO-2   An even number of rounds, 2 to 100.
CO-3   18 cards to each player; 12 stay aside, unseen until the round is over.
CO-4   The player who did not deal begins. Seat 2 deals the first round; the deal alternates.
CO-5   The starter plays any card and goes on upward, one rank at a time, suits not counting, until
       unable; then the turn passes.
CO-6   The other must go on with the next rank. When neither can, the round ends.
CO-7   A king stops the pile: whoever played it starts a new run with any card.
CO-8   The comet may be played at any time in one's own turn, in place of the next card. It stops
       the pile as a king does.
CO-9   Who holds all natural copies of a rank may play them in one go.
CO-10  Playing on is compulsory with a natural next rank; the comet and sets are always a choice.
       Who has only the comet may pass; who has neither passes without being asked.
CO-11  A set may start a run, continue one, or end the hand. The comet is never part of one.
CO-12  A run may be started with the comet.
CO-13  Which suit is played among equals does not matter: spades go before clubs.
CO-14  K, Q, J, 10 count 10, the others their number, an unplayed comet 9.
CO-15  Who goes out scores what the other holds.
CO-16  Both stopped: the lower total wins and scores the difference; equal totals: nothing.
CO-17  The points double if the other still holds the comet.
CO-18  They double if the winner's last card is the comet, and quadruple where it stands for a 9.
CO-19  The higher sum of all rounds wins; equal sums: a draw.
CO-20  A seat sees its own hand, the pile, how many cards the other holds, and what was played and
       passed; the rest when the round is over.
CO-21  Rule set C: when both are stopped, who played last starts a new run, until one goes out.

The same code plays the scaled-down games that can be solved exactly: ranks, copies, size of a hand
and the comet's rank are the game's own data.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lunaria.core.cards import HIDDEN, RANK, RANKS, Card
from lunaria.core.errors import Reason
from lunaria.core.game import Game, Gestures, Terms, Transfer, Undo

PLAY_COMET = "comet"
PASSING = "pass"
#: The rule set that goes on when both are stopped (CO-21).
CLASSIC = "C"

LOWEST = 2
HIGHEST_PIPS = 10  # CO-14

OVER = Reason.of("comet-over")
NO_COMET = Reason.of("comet-none")
MUST_LEAD = Reason.of("comet-lead")


class Play(NamedTuple):
    """What a seat did: a token, `pass` where it passed, asked or not."""

    seat: int
    token: str


class Round(NamedTuple):
    """A round that is over, and how its points came about (CO-15 to CO-18)."""

    #: What the seats held at its end, and what was aside.
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    aside: tuple[Card, ...]
    #: The seat that won; 0 where nobody did.
    winner: int
    #: Whether the winner went out; else both were stopped.
    out: bool
    #: The points before they were multiplied, and by what.
    pips: int
    factor: int

    @property
    def points(self) -> int:
        """What the winner scored."""
        return self.pips * self.factor


class State(NamedTuple):
    """A round of a match. Hands are sorted by rank; the pile is what was played, oldest first."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    pile: tuple[Card, ...]
    aside: tuple[Card, ...]
    #: The seat that acts, 1 or 2; 0 where the round is over.
    seat: int
    #: The rank that goes on the run; 0 where a new one is started.
    due: int
    #: Whether the other seat was stopped at the rank that is due.
    stopped: bool
    #: What was played and passed in this round.
    history: tuple[Play, ...]
    #: The rounds that are over.
    rounds: tuple[Round, ...]
    terms: Terms


class Comet(Game[State]):
    """The game as its numbered rules say it; scaled down where it is given other numbers.

    `ranks` is how many there are, from 2 up; `copies` how many cards of each, of which one of
    `comet_rank` is the comet; `hand` how many cards a seat is dealt.
    """

    id = "comet"
    prefix = "CO"
    state_type = State
    variants = ("N", CLASSIC)
    seats = 2
    rounds = range(2, 101, 2)  # CO-2
    places = ("hand1", "hand2", "pile", "aside")
    example = "7"
    undo = Undo(depth=0)
    scored = False
    ranked_by = ("rating",)

    def __init__(
        self, ranks: int = 12, copies: int = 4, hand: int = 18, comet_rank: int = 9
    ) -> None:
        self.ranks = range(LOWEST, LOWEST + ranks)
        self.highest = self.ranks[-1]  # CO-7
        self.copies = {rank: copies - (rank == comet_rank) for rank in self.ranks}
        self.hand = hand
        self.comet_rank = comet_rank
        self.comet = RANKS[comet_rank - 1] + "D"
        self.pack = self._pack(copies)
        self._singles = {RANKS[rank - 1]: rank for rank in self.ranks}
        self._sets = {
            f"{RANKS[rank - 1]}x{count}": rank for rank, count in self.copies.items() if count > 1
        }
        self.tokens = frozenset((*self._singles, *self._sets, PLAY_COMET, PASSING))

    def _pack(self, copies: int) -> tuple[Card, ...]:
        """CO-1: run after run of spades, then of clubs, then the comet."""
        in_clubs = copies // 2
        suits = "S" * (copies - in_clubs) + "C" * in_clubs
        cards = [RANKS[rank - 1] + suit for suit in suits for rank in self.ranks]
        spade = RANKS[self.comet_rank - 1] + "S"
        last_spade = len(cards) - 1 - cards[::-1].index(spade)
        del cards[last_spade]
        return (*cards, self.comet)

    def deal(self, order: Sequence[Card], terms: Terms, previous: State | None = None) -> State:
        """CO-3: a hand, the other hand, and what stays aside."""
        first, second = (self._sorted(order[at : at + self.hand]) for at in (0, self.hand))
        done = previous.rounds if previous is not None else ()
        return State(
            hands=(first, second),
            pile=(),
            aside=tuple(order[2 * self.hand :]),
            seat=1 + len(done) % 2,  # CO-4
            due=0,
            stopped=False,
            history=(),
            rounds=done,
            terms=terms,
        )

    def _sorted(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """A hand by rank; the comet behind its rank, spades before clubs (CO-13)."""
        return tuple(sorted(hand, key=lambda card: (RANK[card], "SCD".index(card[-1]))))

    def turn(self, state: State) -> int:
        return state.seat

    def candidates(self, state: State) -> Iterator[str]:
        yield from self._singles
        yield from self._sets
        yield PLAY_COMET
        yield PASSING

    def refusal(self, state: State, token: str) -> Reason | None:
        if not state.seat:
            return OVER
        hand = state.hands[state.seat - 1]
        if token == PLAY_COMET:
            return None if self.comet in hand else NO_COMET  # CO-8, CO-12
        if token == PASSING:
            if not state.due:
                return MUST_LEAD
            if self._held(hand, state.due):
                return Reason.of("comet-go-on", rank=RANKS[state.due - 1])  # CO-10
            return None if self.comet in hand else NO_COMET
        rank = self._rank(token)
        held = self._held(hand, rank)
        if not held:
            return Reason.of("comet-no-rank", rank=RANKS[rank - 1])
        if state.due and rank != state.due:
            return Reason.of("comet-due", rank=RANKS[state.due - 1])  # CO-5, CO-6
        if token in self._sets and len(held) < self.copies[rank]:
            return Reason.of("comet-set", count=self.copies[rank])  # CO-9
        return None

    def _rank(self, token: str) -> int:
        """The rank that a token of one card or of a set plays."""
        return self._sets.get(token) or self._singles[token]

    def _held(self, hand: Sequence[Card], rank: int) -> tuple[Card, ...]:
        """The natural cards of `rank` in a hand."""
        return tuple(card for card in hand if RANK[card] == rank and card != self.comet)

    def played(self, state: State, token: str) -> tuple[Card, ...]:
        """The cards that a legal token plays, none for a pass."""
        hand = state.hands[state.seat - 1]
        if token == PASSING:
            return ()
        if token == PLAY_COMET:
            return (self.comet,)
        held = self._held(hand, self._rank(token))
        return held if token in self._sets else held[:1]  # CO-13

    def apply(self, state: State, token: str) -> State:
        return self.steps(state, token)[-1]

    def steps(self, state: State, token: str) -> tuple[State, ...]:
        """As the play or pass leaves it, and then after each pass that nobody is asked for (CO-10).

        A table shows them in turn and takes its time, which must not tell who had a choice.
        """
        found = [self._done(state, token)]
        while (passed := self._passed(found[-1])) is not None:
            found.append(passed)
        return tuple(found)

    def _done(self, state: State, token: str) -> State:
        """The position as a play or a pass leaves it."""
        seat, due = state.seat, state.due
        history = (*state.history, Play(seat, token))
        if token == PASSING:
            return self._stopped(state._replace(history=history))
        cards = self.played(state, token)
        hand = list(state.hands[seat - 1])
        for card in cards:
            hand.remove(card)
        after = state._replace(
            hands=(tuple(hand), state.hands[1]) if seat == 1 else (state.hands[0], tuple(hand)),
            pile=state.pile + cards,
            stopped=False,
            history=history,
        )
        if not hand:
            factor = 1
            if token == PLAY_COMET:
                factor = 4 if due == self.comet_rank else 2  # CO-18
            return self._over(after, seat, self._pips(after.hands[2 - seat]), factor, out=True)
        rank = RANK[cards[0]]
        ends_run = token == PLAY_COMET or rank == self.highest  # CO-7, CO-8
        return after._replace(due=0 if ends_run else rank + 1)

    def _passed(self, state: State) -> State | None:
        """The position past a seat that has nothing to choose (CO-10); None where it has."""
        if not state.due:
            return None
        hand = state.hands[state.seat - 1]
        if self._held(hand, state.due) or self.comet in hand:
            return None
        return self._stopped(state._replace(history=(*state.history, Play(state.seat, PASSING))))

    def _stopped(self, state: State) -> State:
        """The seat that acts cannot go on, or does not wish to."""
        other = 3 - state.seat
        if not state.stopped:
            return state._replace(seat=other, stopped=True)
        if state.terms.variant == CLASSIC:  # CO-21: the other one played last
            return state._replace(seat=other, due=0, stopped=False)
        first, second = (self._pips(hand) for hand in state.hands)
        winner = 0 if first == second else 1 if first < second else 2  # CO-16
        return self._over(state, winner, abs(first - second), 1, out=False)

    def _over(self, state: State, winner: int, pips: int, factor: int, *, out: bool) -> State:
        if winner and self.comet in state.hands[2 - winner]:
            factor *= 2  # CO-17
        ended = Round(state.hands, state.aside, winner, out, pips, factor)
        return state._replace(seat=0, due=0, stopped=False, rounds=(*state.rounds, ended))

    def _pips(self, hand: Sequence[Card]) -> int:
        """CO-14: the comet counts as the 9 that it is painted on."""
        return sum(min(RANK[card], HIGHEST_PIPS) for card in hand)

    def details(self, state: State) -> Mapping[str, Any]:
        """What a page is told of a round: who deals, the run, what was played, the results."""
        done = len(state.rounds) - (not state.seat)
        return {
            "round": done + 1,
            "dealer": 2 - done % 2,
            "due": RANKS[state.due - 1] if state.due else None,
            "stopped": state.stopped,
            "history": list(self._played(state)),
            "results": [self._result(each) for each in state.rounds],
            "totals": self.totals(state),
        }

    def _played(self, state: State) -> Iterator[tuple[int, str, tuple[Card, ...]]]:
        """What was played and passed, each with its seat and its cards."""
        at = 0
        for seat, token in state.history:
            count = 0 if token == PASSING else 1
            if token in self._sets:
                count = self.copies[self._sets[token]]
            yield seat, token, state.pile[at : at + count]
            at += count

    def _result(self, ended: Round) -> Mapping[str, Any]:
        """How a round ended, with why its points were multiplied: CO-17, or CO-18."""
        why = None
        if ended.factor > 1:
            held = self.comet in ended.hands[2 - ended.winner]
            why = "held" if held else "nine" if ended.factor == 4 else "last"
        return {
            "winner": ended.winner,
            "out": ended.out,
            "hands": ended.hands,
            "held": [self._pips(hand) for hand in ended.hands],
            "aside": ended.aside,
            "pips": ended.pips,
            "factor": ended.factor,
            "why": why,
            "points": ended.points,
        }

    def totals(self, state: State) -> tuple[int, int]:
        """What each seat has scored in the rounds that are over."""
        first, second = (
            sum(each.points for each in state.rounds if each.winner == seat) for seat in (1, 2)
        )
        return first, second

    def outcome(self, state: State) -> str | None:
        if state.seat or len(state.rounds) < state.terms.rounds:
            return None
        first, second = self.totals(state)
        return "draw" if first == second else "won1" if first > second else "won2"  # CO-19

    def transfers(self, state: State, token: str) -> tuple[Transfer, ...]:
        cards = self.played(state, token)
        if not cards:
            return ()
        hand = state.hands[state.seat - 1]
        source = f"hand{state.seat}"
        return (Transfer(source, len(cards), "pile", at=hand.index(cards[0])),)

    def cards(self, state: State) -> dict[str, tuple[Card, ...]]:
        return dict(zip(self.places, (*state.hands, state.pile, state.aside), strict=True))

    def view(self, state: State, seat: int) -> dict[str, tuple[Card, ...]]:
        cards = self.cards(state)
        if not state.seat:
            return cards  # CO-20: the round is over
        hidden = {"aside", *(f"hand{other}" for other in (1, 2) if other != seat)}
        return {
            place: (HIDDEN,) * len(pile) if place in hidden else pile
            for place, pile in cards.items()
        }

    def with_cards(self, state: State, cards: Mapping[str, Sequence[Card]]) -> State:
        first, second = (self._sorted(cards[place]) for place in ("hand1", "hand2"))
        pile, aside = (tuple(cards[place]) for place in ("pile", "aside"))
        return state._replace(hands=(first, second), pile=pile, aside=aside)

    def gestures(self, state: State) -> Gestures:
        return Gestures()


COMET = Comet()
