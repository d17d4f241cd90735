"""Why the cards of a position may not go where, as a page is told it with every view.

There are hundreds of reasons in a position, and an action changes few of them: only those that look
at a place whose cards are others now are asked for again.
"""

from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from lunaria.core.cards import Card
from lunaria.core.errors import Reason
from lunaria.core.game import Game

#: For a source: each reason as data, with the targets that refuse its top card for it.
Row = tuple[tuple[dict[str, Any], tuple[str, ...]], ...]


class _Route(NamedTuple):
    """A token that takes a card from place to place, and where its target stands in the row."""

    source: str
    column: int
    token: str


@cache
def _targets(game: Game[Any]) -> dict[str, tuple[str, ...]]:
    """For each source of a game, the targets that its tokens name."""
    targets: dict[str, list[str]] = {}
    for token in sorted(game.tokens):
        source, arrow, target = token.partition(">")
        if arrow:
            targets.setdefault(source, []).append(target)
    return {source: tuple(places) for source, places in targets.items()}


@cache
def _looking_at(game: Game[Any]) -> dict[str, tuple[_Route, ...]]:
    """For each place of a game, the tokens whose refusal may look at its cards."""
    routes: dict[str, list[_Route]] = {place: [] for place in game.places}
    for source, targets in _targets(game).items():
        for column, target in enumerate(targets):
            route = _Route(source, column, f"{source}>{target}")
            for place in game.looks_at(route.token):
                routes[place].append(route)
    return {place: tuple(looking) for place, looking in routes.items()}


#: Where more places than these have changed, their tokens are asked once, though each has two.
FEW = 3

#: As data each reason is there once, however many tables tell it.
_data = cache(Reason.data)


class Refusals:
    """The reasons in the position that was told last."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._cards: dict[str, tuple[Card, ...]] = {}
        self._reasons: dict[str, list[Reason | None]] = {
            source: [None] * len(targets) for source, targets in _targets(game).items()
        }
        self._rows: dict[str, Row] = dict.fromkeys(_targets(game), ())

    def told(self, state: Any) -> dict[str, Row]:
        """For each place with cards, why each of the others does not take its top card."""
        reasons, refusal, looking_at = self._reasons, self._game.refusal, _looking_at(self._game)
        before, cards = self._cards, self._game.cards(state)
        changed = [place for place, pile in cards.items() if before.get(place) is not pile]
        asked = [looking_at[place] for place in changed]
        if len(changed) > FEW:
            asked = [tuple(set().union(*asked))]
        others: set[str] = set()
        for source, column, token in chain.from_iterable(asked):
            if cards[source]:
                row, reason = reasons[source], refusal(state, token)
                known = row[column]
                if known is not reason and known != reason:
                    row[column] = reason
                    others.add(source)
        for source in others:
            self._rows[source] = self._row(source)
        self._cards = cards
        return {source: row for source, row in self._rows.items() if cards[source]}

    def _row(self, source: str) -> Row:
        targets: dict[Reason, list[str]] = {}
        last, places = None, []
        for target, reason in zip(_targets(self._game)[source], self._reasons[source], strict=True):
            if reason is None:
                continue
            if reason is not last:  # as a rule many in a row are the same
                last, places = reason, targets.setdefault(reason, [])
            places.append(target)
        return tuple([(_data(reason), tuple(places)) for reason, places in targets.items()])
