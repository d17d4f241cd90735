"""Cards and places as a language names them, for those who see and for those who listen."""

from collections.abc import Mapping, Sequence

from lunaria.core.cards import HIDDEN, Card
from lunaria.i18n import Catalog
from lunaria.pictures.layout import arrangement, kinds, signs


class Words:
    """What is called how at the table of a game."""

    def __init__(self, catalog: Catalog, game_id: str) -> None:
        self.catalog = catalog
        self._kinds = kinds(game_id)
        self._signs = signs(game_id)
        spots = arrangement(game_id).spots
        self._across = {place for place, spot in spots.items() if spot.across is not None}

    def card(self, card: Card) -> str:
        """A card as it is said."""
        text = self.catalog.text
        return text("card", rank=text(f"rank.{card[:-1]}"), suit=text(f"suit.{card[-1]}"))

    def place(self, place: str) -> str:
        """A place as it is said; raises KeyError where the game has none of that name."""
        suit = self.catalog.text(f"suit.{place[0]}") if place in self._suited else ""
        name = place[1:] if place in self._suited else place
        return self.catalog.text(f"place.{self._kinds[place]}", name=name, suit=suit)

    @property
    def _suited(self) -> set[str]:
        """The places that are for one suit, which their names begin with."""
        return {place for place in self._signs if place[0] in "SHDC"}

    def labels(self) -> dict[str, str]:
        """What stands under the places in a diagram, where it is not their name in records."""
        suited = {place: self._signs[place] + place[1:].replace("-", "−") for place in self._suited}
        words = self.catalog.keys()
        named = {
            place: self.catalog.text(key)
            for place, kind in self._kinds.items()
            if (key := f"label.{kind}") in words
        }
        return suited | named

    def told(self, view: Mapping[str, Sequence[Card]]) -> str:
        """What lies where, place by place."""
        return "; ".join(self._told(place, cards) for place, cards in view.items()) + "."

    def _told(self, place: str, cards: Sequence[Card]) -> str:
        text = self.catalog.text
        name, count = self.place(place), len(cards)
        if not cards:
            return text("place.empty", place=name)
        if cards[-1] == HIDDEN:
            return text("place.hidden", place=name, count=count)
        if place in self._across:
            listed = ", ".join(map(self.card, cards))
            return text("place.across", place=name, count=count, cards=listed)
        told = text("place.top", place=name, count=count, card=self.card(cards[-1]))
        under = [self.card(card) for card in reversed(cards[:-1]) if card != HIDDEN]
        if under:
            told += f". {text('place.under', cards=', '.join(under))}".removesuffix(".")
        return told
