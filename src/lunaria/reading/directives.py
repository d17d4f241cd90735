"""What stands between braces in the text of a page: facts that the game or its record answers.

`{card 12}` is the card that action 12 of the example moves. The names are the methods of `Facts`
and are described in `docs/adding-a-language.md`.
"""

import re
from collections.abc import Callable
from typing import Any

from lunaria.core.cards import PACK, Card
from lunaria.core.replay import Line
from lunaria.i18n import Catalog
from lunaria.reading import moments
from lunaria.reading.diagrams import REASON
from lunaria.reading.words import Words
from lunaria.solvers import known
from lunaria.solvers.verdict import LOST, WINNABLE

_DIRECTIVE = re.compile(r"\{([a-z]+)(?: ([^{}\n]+))?\}")
#: How many digits stand behind the point of a percentage: enough to tell it from the whole.
_DIGITS = 2


def fill(text: str, catalog: Catalog, game_id: str, show: Callable[[Card, str], str]) -> str:
    """A text with its directives answered; `show` writes a card, given how the language does.

    Raises ValueError, which names the directive, where the game has no answer.
    """
    facts = Facts(catalog, game_id, show)

    def answer(found: re.Match[str]) -> str:
        ask = getattr(facts, found[1], None)
        try:
            if ask is None:
                raise ValueError("there is no such directive")
            return str(ask(*(found[2] or "").split()))
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise ValueError(f"{found[0]} on a page of {game_id}: {error}") from error

    return _DIRECTIVE.sub(answer, text)


class Facts:
    """The answers. Actions are those of the game's example, from 1; 0 is its deal."""

    def __init__(self, catalog: Catalog, game_id: str, show: Callable[[Card, str], str]) -> None:
        self._catalog = catalog
        self._words = Words(catalog, game_id)
        self._game = game_id
        self._show = show

    def card(self, which: str) -> str:
        """A card by its name, or the first card that an action moves."""
        return self._shown(which) if which in PACK else self._shown(self._moved(which)[0])

    def cards(self, action: str) -> str:
        """All cards that an action moves."""
        return self._listed(self._moved(action))

    def turned(self, action: str) -> str:
        """The cards that an action uncovers."""
        before, after = self._around(action)
        old, new = before.view(), after.view()
        places = [transfer.source for transfer in self._transfers(action)]
        found = [new[at][-1] for at in places if new[at] and len(new[at]) < len(old[at])]
        if not found:
            raise ValueError("it uncovers nothing")
        return self._listed(found)

    def source(self, action: str) -> str:
        """Where the card comes from."""
        return self._words.place(self._transfers(action)[0].source)

    def target(self, action: str) -> str:
        """Where the card goes."""
        target = self._transfers(action)[0].target
        if target is None:
            raise ValueError("it leaves the game")
        return self._words.place(target)

    def onto(self, action: str) -> str:
        """The card that it is put on."""
        target = self._transfers(action)[0].target
        return self._shown(self._around(action)[0].cards()[target or ""][-1])

    def top(self, place: str, after: str) -> str:
        """The card on top of a place after so many actions."""
        return self._shown(self._at(after).view()[place][-1])

    def pile(self, place: str, after: str) -> str:
        """All cards of a place after so many actions, bottom to top."""
        return " ".join(map(self._shown, self._at(after).cards()[place]))

    def count(self, place: str, after: str) -> str:
        """How many cards lie at a place after so many actions."""
        return self._number(len(self._at(after).cards()[place]))

    def place(self, place: str) -> str:
        """A place by its name in records."""
        return self._words.place(place)

    def token(self, action: str) -> str:
        """An action as it stands in the record."""
        self._around(action)
        return moments.example(self._game).actions[int(action) - 1]

    def score(self, after: str) -> str:
        """The score after so many actions."""
        score = self._at(after).score
        if score is None:
            raise ValueError("the game has no score")
        return self._number(score)

    def moves(self, after: str) -> str:
        """The count of moves after so many actions."""
        return self._number(self._at(after).moves)

    def redeals(self, after: str) -> str:
        """How many redeals are left after so many actions."""
        line = self._at(after)
        left = line.game.redeals(line.state)
        if left is None:
            raise ValueError("the game has no redeals")
        return self._number(left)

    def ways(self, after: str) -> str:
        """How many actions are possible after so many."""
        return self._number(len(self._at(after).legal()))

    def round(self, what: str, number: str) -> str:
        """What came of a round of a match: the `points` of its winner, the `pips` that they are
        made of and the `factor`; the cards of `hand1`, `hand2` and `aside` at its end."""
        ended = moments.example(self._game).state.rounds[int(number) - 1]
        cards = {"hand1": ended.hands[0], "hand2": ended.hands[1], "aside": ended.aside}
        if what in cards:
            return " ".join(map(self._shown, cards[what]))
        figures = {"points": ended.points, "pips": ended.pips, "factor": ended.factor}
        return self._number(figures[what])

    def actions(self) -> str:
        """How many actions the example has."""
        return self._number(len(moments.example(self._game).actions))

    def code(self) -> str:
        """The code of the example's deal."""
        return str(moments.example(self._game).code)

    def number(self) -> str:
        """The number of the example's deal."""
        return self._number(moments.example(self._game).code.number)

    def refusal(self, token: str, after: str, run: str = "1") -> str:
        """The words with which a move, of `run` cards, is refused after so many actions."""
        line = self._at(after)
        return self._catalog.reason(moments.refusal(line.game, line.state, token, int(run)))

    def label(self, place: str) -> str:
        """What stands under a place in a diagram."""
        return self._words.labels().get(place, place)

    def reason(self) -> str:
        """Why the move of a diagram is refused: the diagram knows."""
        return REASON

    def text(self, key: str) -> str:
        """What the table calls something: a text of the catalog."""
        return self._catalog.text(key)

    def setting(self, name: str) -> str:
        """What a setting of the game is called: its label up to the explanation."""
        return re.split(r"\s*[:：]", self._catalog.text(f"options.{self._game}.{name}"))[0]

    def known(self, what: str) -> str:
        """What is known of the numbered deals: how many are `winnable`, `lost` or `decided`, how
        many of a hundred decided ones can be won (`share`), and the `first` lost one."""
        table = known.known(self._game)
        if table is None:
            raise ValueError("nothing is known of the deals")
        winnable, lost = table.total(WINNABLE), table.total(LOST)
        if what == "share":
            hundredths = 10**_DIGITS
            share = winnable * 100 * hundredths // (winnable + lost) / hundredths
            return self._catalog.number(share)
        if what == "first":
            return self._number(table.deals(LOST)[0])
        numbers = {"winnable": winnable, "lost": lost, "decided": winnable + lost}
        return self._number(numbers[what])

    def _at(self, after: str) -> Line[Any]:
        return moments.moment(self._game, int(after))

    def _around(self, action: str) -> tuple[Line[Any], Line[Any]]:
        return moments.moment(self._game, int(action) - 1), self._at(action)

    def _transfers(self, action: str) -> list[Any]:
        before, after = self._around(action)
        return list(before.game.transfers(before.state, after.actions[-1]))

    def _moved(self, action: str) -> list[Card]:
        cards = self._around(action)[0].cards()
        return [
            card
            for transfer in self._transfers(action)
            for card in cards[transfer.source][moments.taken(transfer, transfer.size)]
        ]

    def _listed(self, cards: list[Card]) -> str:
        return " + ".join(map(self._shown, cards))

    def _shown(self, card: Card) -> str:
        return self._show(card, self._catalog.card(card))

    def _number(self, number: int) -> str:
        return self._catalog.number(number)
