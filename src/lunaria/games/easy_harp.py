"""Easy Harp: nine columns, a stock without limit, one card at a time.

EH-1   Two packs. 9 columns of 1 to 9 cards (45); only the last card of each is face up, 36 are
       hidden. The other 59 are the stock, beside an empty waste and 8 empty foundations.
EH-2   In columns a card goes on a face-up card of the other colour and exactly one rank higher.
EH-3   From the waste only the top card, to a column or a foundation.
EH-4   A hidden card that is uncovered is turned up by itself.
EH-5   One card at a time: between columns only the last card moves.
EH-6   An empty column takes only a king. A run that starts with a king, alternating in colour
       and falling by one, to the end of its column, may move as a whole to an empty column,
       nowhere else.
EH-7   8 foundations, two for each suit, ace to king, one card at a time. A card goes to the
       first of its suit that takes it.
EH-8   A foundation's top card may be taken back to the columns. From foundation to foundation
       nothing moves.
EH-9   The stock turns one card at a time onto the waste. When it is empty the whole waste
       returns to it in the same order, without limit and cost. With both empty nothing happens.
EH-10  To a foundation from column or waste +10; waste to column +5; a hidden card turned up +5.
EH-11  Rankings go by moves, then time, never by the score, and mark a game in which something was
       taken back.
EH-12  Won: all 104 cards on the foundations. A loss is never declared.
EH-13  No card goes to a foundation by itself.
EH-14  Undo: the last 100 actions; points are taken back, the move count is not lowered. Drawing
       and recycling are actions and count.
EH-15  A tap sends a last card or the waste's top to a foundation. A double tap looks in the
       columns: the longest that takes it, lowest number among equals, then for a king an empty
       one. On a king's run it takes the run where an empty column is free.

EH-16 (numbers, new game) is the table's and the codes'.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lunaria.core.cards import (
    HIDDEN,
    KING,
    RANK,
    RED,
    SUIT,
    SUITS,
    TWO_PACKS,
    Card,
    card_of,
    only_top,
)
from lunaria.core.errors import Reason
from lunaria.core.game import WON, Game, Gestures, Manners, Tap, Terms, Transfer, Undo
from lunaria.games.days import LATER_CHOICES

COLUMNS = 9
DRAW = "draw"
RECYCLE = "recycle"
STOCK = "stock"
WASTE = "W"

COLUMN_NAMES = tuple(str(n) for n in range(1, COLUMNS + 1))
FOUNDATION_NAMES = tuple(f"{suit}{n}" for suit in SUITS for n in (1, 2))
PLACES = (*COLUMN_NAMES, STOCK, WASTE, *FOUNDATION_NAMES)

#: Each token but draw and recycle with the names of its source and target.
MOVES: dict[str, tuple[str, str]] = {
    f"{source}>{target}": (source, target)
    for source in (*COLUMN_NAMES, WASTE, *FOUNDATION_NAMES)
    for target in (*COLUMN_NAMES, *FOUNDATION_NAMES)
    if source != target
}
_COLUMN = {name: index for index, name in enumerate(COLUMN_NAMES)}
_FOUNDATION = {name: index for index, name in enumerate(FOUNDATION_NAMES)}

TO_FOUNDATION_POINTS = 10  # EH-10
WASTE_TO_COLUMN_POINTS = 5
TURNED_POINTS = 5

#: The cards on which a card may be put in a column (EH-2).
HOSTS: dict[Card, frozenset[Card]] = {
    card: frozenset(
        host
        for host in TWO_PACKS
        if (SUIT[host] in RED) != (SUIT[card] in RED) and RANK[host] == RANK[card] + 1
    )
    for card in TWO_PACKS
}

ONLY_KING = Reason.of("only-king")
OTHER_COLOUR = Reason.of("other-colour")
ONE_HIGHER = Reason.of("one-higher")
OTHER_SUIT = Reason.of("foundation-suit")
COMPLETE = Reason.of("foundation-complete")
NEXT_IS = {card: Reason.of("foundation-next", card=card) for card in TWO_PACKS}
FIRST_TAKES_IT = Reason.of("first-foundation")
BETWEEN_FOUNDATIONS = Reason.of("between-foundations")
ONE_CARD = Reason.of("one-card")
STOCK_EMPTY = Reason.of("stock-empty")
STOCK_LEFT = Reason.of("stock-left")
NOTHING_TO_DRAW = Reason.of("nothing-to-draw")
OVER = Reason.of("game-over")

SELECTS = Tap()


class State(NamedTuple):
    """Columns and foundations in the order of their names, bottom to top; the stock's and the
    waste's next card is their last; `hidden` counts the face-down cards of each column."""

    columns: tuple[tuple[Card, ...], ...]
    hidden: tuple[int, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...]
    foundations: tuple[tuple[Card, ...], ...]


def _king_run(column: tuple[Card, ...], hidden: int) -> int:
    """The length of the run from a king to the end of the column; 0 where there is none (EH-6)."""
    for at in range(len(column) - 1, hidden - 1, -1):
        if RANK[column[at]] == KING:
            return len(column) - at
        if at == hidden or column[at - 1] not in HOSTS[column[at]]:
            return 0
    return 0


class EasyHarp(Game[State]):
    """The game as its numbered rules say it."""

    id = "easy-harp"
    prefix = "EH"
    state_type = State
    later_choices = LATER_CHOICES["easy-harp"]
    pack = TWO_PACKS
    places = PLACES
    tokens = frozenset({*MOVES, DRAW, RECYCLE})
    example = "3>7"
    undo = Undo(depth=100, lowers_moves=False)  # EH-14
    ranked_by = ("moves", "time")  # EH-11
    marks_undo = True  # EH-11
    # EH-5, EH-6, EH-15
    manners = Manners(tap_first=True, double_optional=True, too_many=ONE_CARD, too_few=ONLY_KING)

    def deal(self, order: Sequence[Card], terms: Terms, previous: State | None = None) -> State:
        """EH-1: column after column, bottom first; the next card of the rest is drawn first."""
        columns, at = [], 0
        for size in range(1, COLUMNS + 1):
            columns.append(tuple(order[at : at + size]))
            at += size
        stock = tuple(reversed(order[at:]))
        return State(
            tuple(columns), tuple(range(COLUMNS)), stock, (), ((),) * len(FOUNDATION_NAMES)
        )

    def turn(self, state: State) -> int:
        return 0 if self.outcome(state) else 1

    def candidates(self, state: State) -> Iterator[str]:
        yield DRAW
        yield RECYCLE
        sources = [(name, column) for name, column in zip(COLUMN_NAMES, state.columns, strict=True)]
        sources.append((WASTE, state.waste))
        for source, pile in sources:
            if pile:
                suit = SUIT[pile[-1]]
                yield f"{source}>{suit}1"
                yield f"{source}>{suit}2"
        sources += zip(FOUNDATION_NAMES, state.foundations, strict=True)
        tops = [(source, HOSTS[pile[-1]]) for source, pile in sources if pile]
        for target, column in zip(COLUMN_NAMES, state.columns, strict=True):
            top = column[-1] if column else None
            for source, hosts in tops:
                if (top is None or top in hosts) and source != target:
                    yield f"{source}>{target}"

    def refusal(self, state: State, token: str) -> Reason | None:
        if not state.stock and self.outcome(state):
            return OVER
        if token == DRAW:  # EH-9
            if state.stock:
                return None
            return STOCK_EMPTY if state.waste else NOTHING_TO_DRAW
        if token == RECYCLE:
            if state.stock:
                return STOCK_LEFT
            return None if state.waste else NOTHING_TO_DRAW
        source, target = MOVES[token]
        pile = self._pile(state, source)
        if not pile:
            return Reason.of("no-card", place=source)
        if target in _COLUMN:
            return self._refused_by_column(state, source, pile, state.columns[_COLUMN[target]])
        if source in _FOUNDATION:
            return BETWEEN_FOUNDATIONS  # EH-8
        return self._refused_by_foundation(state, pile[-1], target)

    def _refused_by_column(
        self, state: State, source: str, pile: tuple[Card, ...], column: tuple[Card, ...]
    ) -> Reason | None:
        card = pile[-1]  # EH-3, EH-5
        if not column:
            if RANK[card] == KING or self._run_length(state, source) > 1:
                return None  # EH-6
            return ONLY_KING
        if column[-1] in HOSTS[card]:  # EH-2
            return None
        same_colour = (SUIT[column[-1]] in RED) == (SUIT[card] in RED)
        return OTHER_COLOUR if same_colour else ONE_HIGHER

    def _refused_by_foundation(self, state: State, card: Card, target: str) -> Reason | None:
        if SUIT[card] != target[0]:
            return OTHER_SUIT  # EH-7
        index = _FOUNDATION[target]
        height = len(state.foundations[index])
        if RANK[card] != height + 1:
            if height == KING:
                return COMPLETE
            return NEXT_IS[card_of(height + 1, target[0])]
        if target.endswith("2") and len(state.foundations[index - 1]) == height:
            return FIRST_TAKES_IT  # EH-7
        return None

    def _run_length(self, state: State, source: str) -> int:
        """How many cards a king's run at `source` has; 0 where there is none."""
        if source not in _COLUMN:
            return 0
        index = _COLUMN[source]
        return _king_run(state.columns[index], state.hidden[index])

    def _pile(self, state: State, place: str) -> tuple[Card, ...]:
        if place in _COLUMN:
            return state.columns[_COLUMN[place]]
        return state.waste if place == WASTE else state.foundations[_FOUNDATION[place]]

    def apply(self, state: State, token: str) -> State:
        if token == DRAW:  # EH-9
            stock, waste = state.stock[:-1], state.waste + state.stock[-1:]
            return State(state.columns, state.hidden, stock, waste, state.foundations)
        if token == RECYCLE:
            return State(state.columns, state.hidden, state.waste[::-1], (), state.foundations)
        (transfer,) = self.transfers(state, token)
        source, target = MOVES[token]
        columns, hidden = list(state.columns), list(state.hidden)
        waste, foundations = state.waste, list(state.foundations)
        moved = self._pile(state, source)[-transfer.size :]
        if source in _COLUMN:
            index = _COLUMN[source]
            columns[index] = columns[index][: -transfer.size]
            hidden[index] -= self._turns(state, source, transfer.size)  # EH-4
        elif source == WASTE:
            waste = waste[:-1]
        else:
            foundations[_FOUNDATION[source]] = foundations[_FOUNDATION[source]][:-1]
        if target in _COLUMN:
            columns[_COLUMN[target]] += moved
        else:
            foundations[_FOUNDATION[target]] += moved
        return State(tuple(columns), tuple(hidden), state.stock, waste, tuple(foundations))

    def _turns(self, state: State, source: str, count: int) -> bool:
        """Whether taking `count` cards from `source` turns up a hidden card (EH-4)."""
        if source not in _COLUMN:
            return False
        hidden = state.hidden[_COLUMN[source]]
        return 0 < hidden == len(state.columns[_COLUMN[source]]) - count

    def points(self, state: State, token: str) -> int:  # EH-10
        if token in (DRAW, RECYCLE):
            return 0
        (transfer,) = self.transfers(state, token)
        source, target = MOVES[token]
        earned = TURNED_POINTS if self._turns(state, source, transfer.size) else 0
        if target in _FOUNDATION:
            earned += TO_FOUNDATION_POINTS
        elif source == WASTE:
            earned += WASTE_TO_COLUMN_POINTS
        return earned

    def outcome(self, state: State) -> str | None:
        on_table = state.stock or state.waste or any(state.columns)
        return None if on_table else WON  # EH-12

    def transfers(self, state: State, token: str) -> tuple[Transfer, ...]:
        if token == DRAW:
            return (Transfer(STOCK, 1, WASTE),)
        if token == RECYCLE:
            return (Transfer(WASTE, len(state.waste), STOCK, reversed=True),)
        source, target = MOVES[token]
        count = 1
        if target in _COLUMN and not state.columns[_COLUMN[target]]:
            count = max(1, self._run_length(state, source))  # EH-6
        return (Transfer(source, count, target),)

    def cards(self, state: State) -> dict[str, tuple[Card, ...]]:
        columns = zip(COLUMN_NAMES, state.columns, strict=True)
        foundations = zip(FOUNDATION_NAMES, state.foundations, strict=True)
        return {**dict(columns), STOCK: state.stock, WASTE: state.waste, **dict(foundations)}

    def view(self, state: State, seat: int) -> dict[str, tuple[Card, ...]]:
        seen = {place: only_top(pile) for place, pile in self.cards(state).items()}
        for name, hidden, column in zip(COLUMN_NAMES, state.hidden, state.columns, strict=True):
            seen[name] = (HIDDEN,) * hidden + column[hidden:]
        seen[STOCK] = (HIDDEN,) * len(state.stock)
        return seen

    def with_cards(self, state: State, cards: Mapping[str, Sequence[Card]]) -> State:
        columns = tuple(tuple(cards[name]) for name in COLUMN_NAMES)
        return State(
            columns,
            tuple(
                max(min(hidden, len(column) - 1), 0)
                for hidden, column in zip(state.hidden, columns, strict=True)
            ),
            tuple(cards[STOCK]),
            tuple(cards[WASTE]),
            tuple(tuple(cards[name]) for name in FOUNDATION_NAMES),
        )

    def gestures(self, state: State) -> Gestures:
        ways: dict[str, list[str]] = {}
        for token in self.legal(state):
            if token in MOVES:
                ways.setdefault(MOVES[token][0], []).append(MOVES[token][1])
        taps, doubles, areas = {}, {}, {}
        for source in (*COLUMN_NAMES, WASTE, *FOUNDATION_NAMES):
            pile = self._pile(state, source)
            if not pile:
                continue
            targets = ways.get(source, [])
            home = next((target for target in targets if target in _FOUNDATION), None)
            if home is not None:
                areas[source] = f"{source}>{home}"  # EH-7
                taps[source] = Tap(token=f"{source}>{home}")  # EH-15
            else:
                taps[source] = SELECTS
            played = self._double_taps(state, source, pile, targets) if targets else ()
            if any(played):
                doubles[source] = played
        if state.stock:
            taps[STOCK] = Tap(token=DRAW)
        elif state.waste:
            taps[STOCK] = Tap(token=RECYCLE)
        else:
            taps[STOCK] = Tap(reason=NOTHING_TO_DRAW)
        return Gestures(taps, doubles, areas)

    def _double_taps(
        self, state: State, source: str, pile: tuple[Card, ...], targets: list[str]
    ) -> tuple[str | None, ...]:
        """The token of a double tap on each card of `source` (EH-15)."""
        played: list[str | None] = [None] * len(pile)
        columns = [target for target in targets if target in _COLUMN]
        occupied = [target for target in columns if state.columns[_COLUMN[target]]]
        free = [target for target in columns if target not in occupied]
        if free:
            for at in range(len(pile) - max(1, self._run_length(state, source)), len(pile)):
                played[at] = f"{source}>{free[0]}"
        if occupied:
            longest = max(occupied, key=lambda target: len(state.columns[_COLUMN[target]]))
            played[-1] = f"{source}>{longest}"
        return tuple(played)


EASY_HARP = EasyHarp()
