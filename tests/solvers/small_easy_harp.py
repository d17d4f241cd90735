"""Late positions of Easy Harp that are small enough to look at all that can become of them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from lunaria.core.cards import RANKS, SUITS, Card
from lunaria.core.game import WON
from lunaria.games.easy_harp import EASY_HARP, State
from wandering import opening


def late_position(number: int, ranks: int) -> State:
    """Only the highest ranks are left, shuffled into some columns and the stock.

    Of three positions one has more face-up cards than the last ones, in any order, and one has
    been played on for some random steps.
    """
    chance = Random(f"late {number} {ranks}")
    low = len(RANKS) - ranks
    cards = [rank + suit for rank in RANKS[low:] for suit in SUITS] * 2
    chance.shuffle(cards)
    places: dict[str, list[Card]] = {place: [] for place in EASY_HARP.places}
    for suit in SUITS:
        for pile in "12":
            places[suit + pile] = [rank + suit for rank in RANKS[:low]]
    columns = chance.sample(range(1, 10), chance.randint(2, 5))
    for _ in range(chance.choice([0, 1, 2, len(cards) // 2])):
        places[chance.choice(["stock", "W"])].append(cards.pop())
    while cards:
        places[str(chance.choice(columns))].append(cards.pop())
    state: State = EASY_HARP.with_cards(opening(EASY_HARP), places)
    hidden = [max(len(column) - 1, 0) for column in state.columns]
    if number % 3 == 0:
        hidden = [chance.randint(0, most) for most in hidden]
    state = state._replace(hidden=tuple(hidden))
    for _ in range(chance.randint(1, 8) if number % 3 == 1 else 0):
        following = list(after(state))
        if following:
            state = chance.choice(following)
    return state


def name_of(state: State) -> Any:
    """Equal for positions that differ in draws, names of columns or copies of a card alone."""
    columns = sorted(zip(state.columns, state.hidden, strict=True))
    heights = [sorted(map(len, state.foundations[at : at + 2])) for at in range(0, 8, 2)]
    return tuple(columns), tuple(map(tuple, heights))


def drawn(state: State) -> Iterator[State]:
    """The position with each card of stock and waste on top of the waste in turn."""
    seen = set()
    for _ in range(len(state.stock) + len(state.waste) + 1):
        token = "draw" if state.stock else "recycle"
        if EASY_HARP.refusal(state, token) is None:
            state = EASY_HARP.apply(state, token)
        if state.waste[-1:] not in seen:
            seen.add(state.waste[-1:])
            yield state


def after(state: State) -> Iterator[State]:
    """The positions after each step, whatever has to be drawn for it."""
    for here in drawn(state):
        for token in EASY_HARP.legal(here):
            if token not in ("draw", "recycle"):
                yield EASY_HARP.apply(here, token)


def founded(state: State) -> int:
    """How many cards are on foundations."""
    return sum(map(len, state.foundations))


def winnable(state: State, most: int) -> bool | None:
    """Whether some play wins: every position is looked at; None if there are more than `most`."""
    waiting, met = [state], {name_of(state)}
    while waiting:
        if len(met) > most:
            return None
        for following in sorted(after(waiting.pop()), key=founded):
            if EASY_HARP.outcome(following) == WON:
                return True
            name = name_of(following)
            if name not in met:
                met.add(name)
                waiting.append(following)
    return False
