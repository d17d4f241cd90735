"""From the steps of a search to the tokens of the game, each played by the readable rules."""

from collections.abc import Iterable

from lunaria.core.cards import RANK, SUIT, Card
from lunaria.core.game import WON
from lunaria.games.easy_harp import COLUMN_NAMES, DRAW, EASY_HARP, RECYCLE, WASTE, State
from lunaria.solvers.easy_harp.board import FOUNDATION, FROM_STOCK
from lunaria.solvers.easy_harp.pack import CARD


class Play:
    """A game that is played on by legal tokens alone.

    A token that the rules refuse raises AssertionError: the search was wrong, and nobody may be
    told of its win. Draws from a stock that holds so many cards are not asked for one by one.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.tokens: list[str] = []

    def token(self, token: str) -> None:
        """Play one token."""
        reason = EASY_HARP.refusal(self.state, token)
        if reason is not None:
            raise AssertionError(f"{token} after {len(self.tokens)} tokens: {reason}")
        self.state = EASY_HARP.apply(self.state, token)
        self.tokens.append(token)

    def bring(self, card: Card) -> None:
        """Draw until `card` lies on the waste."""
        if self.state.waste and self.state.waste[-1] == card:
            return
        if card not in self.state.stock:
            self._draw(len(self.state.stock))
            self.token(RECYCLE)
        self._draw(self.state.stock[::-1].index(card) + 1)

    def _draw(self, count: int) -> None:
        """Draw so many of the cards in the stock, all at once: most of a win is drawing."""
        stock = self.state.stock
        left = len(stock) - count
        drawn = stock[left:][::-1]
        self.state = self.state._replace(stock=stock[:left], waste=self.state.waste + drawn)
        self.tokens += [DRAW] * count

    def pile_of(self, suit: str, height: int) -> str | None:
        """The first foundation of a suit that has just that height."""
        for number, name in enumerate((f"{suit}1", f"{suit}2")):
            if len(self.state.foundations[2 * "SHDC".index(suit) + number]) == height:
                return name
        return None

    def step(self, step: int) -> None:
        """Play one step of the search, with the draws that it needs."""
        source, target, card = step & 15, step >> 4 & 15, CARD[step >> 8]
        if source == FROM_STOCK:
            self.bring(card)
            place: str | None = WASTE
        elif source == FOUNDATION:
            place = self.pile_of(SUIT[card], RANK[card])
        else:
            place = COLUMN_NAMES[source]
        if target == FOUNDATION:
            self.token(f"{place}>{self.pile_of(SUIT[card], RANK[card] - 1)}")
        else:
            self.token(f"{place}>{COLUMN_NAMES[target]}")

    def close(self) -> None:
        """Draw and found until the game is won, when only stock and waste are left."""
        while EASY_HARP.outcome(self.state) != WON:
            coming = (*self.state.waste[-1:], *self.state.stock[::-1], *self.state.waste)
            card = next((card for card in coming if self._goes_home(card)), None)
            if card is None:
                raise AssertionError("a won position was not won")
            self.bring(card)
            self.token(f"{WASTE}>{self.pile_of(SUIT[card], RANK[card] - 1)}")

    def _goes_home(self, card: Card) -> bool:
        return self.pile_of(SUIT[card], RANK[card] - 1) is not None


def line_of(state: State, steps: Iterable[int]) -> tuple[str, ...]:
    """The tokens that win from `state`: the steps of a search, then everything goes home."""
    play = Play(state)
    for step in steps:
        play.step(step)
    play.close()
    return tuple(play.tokens)
