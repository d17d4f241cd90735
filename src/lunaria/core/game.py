"""The contract of a game: what the table, the records, the solvers and the pages ask of it.

A game is data and pure functions over an immutable state. A move is its token (`"1+8"`, `"10>14"`,
`"redeal"`): a game lists its whole vocabulary, and a token is a legal move where `refusal` has
nothing against it. `refusal` is the only place that says so; everything else asks it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from lunaria.core.cards import Card
from lunaria.core.errors import Reason

State = TypeVar("State")

WON = "won"


class Terms(NamedTuple):
    """What is agreed before the first card: the rule set and, in a match, the number of deals."""

    variant: str = "N"
    rounds: int = 1


class Undo(NamedTuple):
    """A game's rule about taking back."""

    #: How many of the last actions can be taken back.
    depth: int = 100
    #: Whether taking an action back lowers the count of moves.
    lowers_moves: bool = True
    #: Actions that are not counted as moves, cannot be taken back and clear what came before.
    barriers: frozenset[str] = frozenset()


class Transfer(NamedTuple):
    """One part of an action: `size` top cards of `source` go to `target` (None: out of the game).

    The cards keep their order, or lie the other way round where `reversed` says so. Of a hand not
    the top cards go but those from the one at index `at` on.
    """

    source: str
    size: int
    target: str | None
    reversed: bool = False
    at: int | None = None


class Tap(NamedTuple):
    """What a tap on a place does while nothing is selected.

    Just one of: `token` is played; `reason` is said; the place is selected, and shakes where
    its card has nowhere to go.
    """

    token: str | None = None
    reason: Reason | None = None
    shakes: bool = False


class Gestures(NamedTuple):
    """What touches do in one position. A place that is not named does nothing when touched."""

    taps: Mapping[str, Tap] = {}
    #: For each place, the token that a double tap on its card plays, bottom card first.
    doubles: Mapping[str, tuple[str | None, ...]] = {}
    #: For each source, the token that a drop anywhere in the foundation area plays.
    areas: Mapping[str, str] = {}
    #: In games where cards are picked to go together: the kind of each card that can be picked.
    kinds: Mapping[str, str] = {}


class Touch(NamedTuple):
    """What touching one more card does to the cards picked so far, told by their kinds."""

    #: The picked kinds that stay picked.
    keeps: tuple[str, ...] = ()
    #: Whether the touched card is picked too.
    adds: bool = False
    #: Whether the picked cards and the touched one are played.
    plays: bool = False
    #: Why the touched card does not go with the picked ones, if it does not.
    reason: Reason | None = None


class Manners(NamedTuple):
    """How a game is touched, the same in every position."""

    #: Picked kinds, joined by "+", to what touching each kind then does; empty: cards are moved
    #: from place to place.
    touches: Mapping[str, Mapping[str, Touch]] = {}
    #: Whether a refusal is explained unless the player wishes otherwise.
    explains: bool = True
    #: Whether a tap that plays by itself goes before one that completes a selection.
    tap_first: bool = False
    #: Whether the player may do without what a double tap does.
    double_optional: bool = False
    #: Why several cards are not moved at once, where the token moves fewer.
    too_many: Reason | None = None
    #: Why one card alone is not moved, where the token moves more.
    too_few: Reason | None = None


class Game(ABC, Generic[State]):
    """One card game.

    States are frozen NamedTuples of tuples: hashable, and without names, times, texts or
    coordinates. All methods are pure; a token outside `tokens` must not be handed to them.
    """

    id: ClassVar[str]
    prefix: ClassVar[str]
    #: The type of its states, which no other game has.
    state_type: ClassVar[type]
    #: Version of rules and deal; another one for any change of a deal, a legal move or a token.
    version: ClassVar[int] = 1
    #: The letters of the rule sets, the standard one first.
    variants: ClassVar[tuple[str, ...]] = ("N",)
    seats: ClassVar[int] = 1
    #: How many deals a match may have.
    rounds: ClassVar[range] = range(1, 2)
    #: The cards in the order that the shuffle starts from.
    pack: tuple[Card, ...]
    places: ClassVar[tuple[str, ...]]
    #: Every token that the game has, legal or not in a given position.
    tokens: frozenset[str]
    #: An example for messages about tokens that cannot be read.
    example: ClassVar[str]
    undo: ClassVar[Undo] = Undo()
    manners: ClassVar[Manners] = Manners()
    #: For days whose deal is not the first candidate (`core.deal.daily`): which one it is, from 0.
    later_choices: ClassVar[Mapping[str, int]] = {}
    #: Whether the game has a score; the points of an action are told by `points`.
    scored: ClassVar[bool] = True
    #: What its rankings go by: of won games "moves" and "time", where the first that differs
    #: decides and less comes before more; or "rating", of those who play it against each other.
    ranked_by: ClassVar[tuple[str, ...]] = ("moves", "time")
    #: Whether the rankings mark a game in which something was taken back.
    marks_undo: ClassVar[bool] = False
    #: The last position whose legal tokens were asked for, and they.
    _known: tuple[Any, tuple[str, ...]] = (None, ())

    @abstractmethod
    def deal(self, order: Sequence[Card], terms: Terms, previous: State | None = None) -> State:
        """The position after `order`, a shuffled `pack`, is dealt.

        In a match of several deals `previous` is the finished deal before this one.
        """

    @abstractmethod
    def turn(self, state: State) -> int:
        """The seat that acts, from 1; 0 where the deal is over."""

    @abstractmethod
    def candidates(self, state: State) -> Iterable[str]:
        """Tokens among which all legal ones are, each once."""

    @abstractmethod
    def refusal(self, state: State, token: str) -> Reason | None:
        """Why the rules refuse `token` here; None where it is legal."""

    @abstractmethod
    def apply(self, state: State, token: str) -> State:
        """The position after `token`, which must be legal."""

    def steps(self, state: State, token: str) -> tuple[State, ...]:
        """The positions that the legal `token` leads to, in the order in which they are shown.

        The last is that of `apply`; there are several where something follows that nobody is asked
        for.
        """
        return (self.apply(state, token),)

    @abstractmethod
    def outcome(self, state: State) -> str | None:
        """How the game has ended (`"won"` and the like), or None while it goes on."""

    @abstractmethod
    def transfers(self, state: State, token: str) -> tuple[Transfer, ...]:
        """Which cards the legal `token` takes where, in the order in which they move."""

    @abstractmethod
    def cards(self, state: State) -> dict[str, tuple[Card, ...]]:
        """The cards at every place, bottom to top, as one sees them who may see all."""

    @abstractmethod
    def view(self, state: State, seat: int) -> dict[str, tuple[Card, ...]]:
        """The cards at every place as `seat` may see them; `HIDDEN` stands for the others.

        Seat 0 is an onlooker, who sees what every seat may see.
        """

    @abstractmethod
    def with_cards(self, state: State, cards: Mapping[str, Sequence[Card]]) -> State:
        """The position `state` with `cards` at its places instead of its own."""

    @abstractmethod
    def gestures(self, state: State) -> Gestures:
        """What touching the places does here; may use only what the acting seat may see."""

    def points(self, state: State, token: str) -> int:
        """The points that the legal `token` earns; 0 in a game without a score."""
        return 0

    def details(self, state: State) -> Mapping[str, Any]:
        """What everybody may know of a position beside its cards, as JSON; most games have none."""
        return {}

    def redeals(self, state: State) -> int | None:
        """How many redeals are left; None in a game that has none to count."""
        return None

    def legal(self, state: State) -> list[str]:
        """The legal tokens: the candidates that `refusal` does not refuse."""
        # Whoever asks for them most often asks for the gestures next, which ask again.
        known, tokens = self._known
        if known is not state:
            refusal = self.refusal
            tokens = tuple(
                [token for token in self.candidates(state) if refusal(state, token) is None]
            )
            self._known = (state, tokens)
        return list(tokens)

    def can_act(self, state: State) -> bool:
        """Whether any token is legal."""
        return bool(self.legal(state))
