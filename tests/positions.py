"""Positions laid by hand: places with their cards as text, bottom to top."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from lunaria.core.cards import RANKS, SUITS, Card
from lunaria.core.game import Game
from lunaria.games.crescent import CRESCENT
from lunaria.games.crescent import State as CrescentState
from lunaria.games.easy_harp import EASY_HARP
from lunaria.games.easy_harp import State as EasyHarpState
from lunaria.games.half_moon import HALF_MOON
from lunaria.games.half_moon import State as HalfMoonState
from registry import DATA
from wandering import opening

Places = Mapping[str, str]


def rising(suit: str, count: int) -> str:
    """The first `count` cards of a suit from the ace up."""
    return " ".join(rank + suit for rank in RANKS[:count])


def falling(suit: str, count: int) -> str:
    """The first `count` cards of a suit from the king down."""
    return " ".join(rank + suit for rank in RANKS[::-1][:count])


def _laid(game: Game[Any], places: Places) -> dict[str, tuple[Card, ...]]:
    assert set(places) <= set(game.places)
    return {place: tuple(places.get(place, "").split()) for place in game.places}


def half_moon(places: Places) -> HalfMoonState:
    """A Half Moon with these cards and no others."""
    state: HalfMoonState = HALF_MOON.with_cards(opening(HALF_MOON), _laid(HALF_MOON, places))
    return state


def crescent(places: Places, redeals: int = 3) -> CrescentState:
    """A Crescent with these cards; a foundation that is not named has its base alone."""
    bases = {f"{suit}+": f"A{suit}" for suit in SUITS} | {f"{suit}-": f"K{suit}" for suit in SUITS}
    state: CrescentState = CRESCENT.with_cards(
        opening(CRESCENT), _laid(CRESCENT, {**bases, **places})
    )
    return state._replace(redeals=redeals)


def easy_harp(places: Places, hidden: Mapping[str, int] | None = None) -> EasyHarpState:
    """An Easy Harp with these cards and no others; `hidden` counts face-down cards."""
    state: EasyHarpState = EASY_HARP.with_cards(opening(EASY_HARP), _laid(EASY_HARP, places))
    covered = hidden or {}
    return state._replace(hidden=tuple(covered.get(str(n), 0) for n in range(1, 10)))


def example(game: str, moment: str) -> dict[str, Any]:
    """What `positions.json` holds of a moment of the source's example game."""
    found: dict[str, Any] = json.loads((DATA / "positions.json").read_text("utf-8"))[game][moment]
    return found


def filled(
    game: Game[Any], known: Mapping[str, Sequence[Card | None]]
) -> dict[str, tuple[Card, ...]]:
    """`known` cards where they lie, and any others of the pack in the places of None."""
    left = Counter(game.pack)
    for card in (card for cards in known.values() for card in cards if card):
        left[card] -= 1
        assert left[card] >= 0, f"{card} is there more than twice"
    rest = left.elements()
    return {
        place: tuple(card or next(rest) for card in known.get(place, ())) for place in game.places
    }
