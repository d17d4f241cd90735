"""Comet for OpenSpiel: one round, as the game `lunaria_comet`.

Importing this module registers it. `pyspiel.load_game("lunaria_comet")` is the full game under the
source's rule; the parameters `ranks`, `copies`, `hand` and `comet` scale it down, `variant=C` is
the other rule set, and `chance=deals` deals in one chance node, of all deals that can be told
apart, instead of card by card: what exact algorithms on small games want.

Which suit a card has does not matter (CO-13), and nothing here tells it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from lunaria.adapters import features
from lunaria.bots.seen import Seen, seen_by
from lunaria.core.cards import RANK, Card
from lunaria.core.game import Terms
from lunaria.games.comet import HIGHEST_PIPS, Comet, State

NAME = "lunaria_comet"
CARDS, DEALS = "cards", "deals"

_DEFAULTS = {
    "ranks": 12,
    "copies": 4,
    "hand": 18,
    "comet": 9,
    "variant": "N",
    "chance": CARDS,
}
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Comet",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=_DEFAULTS,
)

#: A deal: how likely it is, and how many cards of each kind both hands have.
_Deal = tuple[float, tuple[int, ...], tuple[int, ...]]


class _Rules:
    """What is the same for all states of a game; copying a state does not copy it."""

    def __init__(self, game: Comet, variant: str, chance: str) -> None:
        self.game = game
        self.terms = Terms(variant, game.rounds[0])
        self.deals = _deals(game) if chance == DEALS else ()
        self.pack = features.kinds(game, game.pack)

    def __deepcopy__(self, _memo: Any) -> "_Rules":
        return self

    def start(self, first: Sequence[int], second: Sequence[int]) -> State:
        """The round in which the seats were dealt so many cards of each kind."""
        left = list(self.game.pack)
        hands = [_taken(self.game, counts, left) for counts in (first, second)]
        return self.game.deal([*hands[0], *hands[1], *left], self.terms)


def _taken(game: Comet, counts: Sequence[int], left: list[Card]) -> list[Card]:
    """Take so many cards of each kind out of `left`."""
    taken = []
    for rank, count in zip((*game.ranks, None), counts, strict=True):
        same = [card for card in left if (None if card == game.comet else RANK[card]) == rank][
            :count
        ]
        for card in same:
            left.remove(card)
        taken += same
    return taken


@cache
def _deals(game: Comet) -> tuple[_Deal, ...]:
    """Each deal that can be told apart."""
    from lunaria.solvers.comet.tree import deals_of

    def counts(hand: int, comet: bool) -> tuple[int, ...]:
        return (*((hand >> 4 * at) & 15 for at in range(len(game.ranks))), int(comet))

    chances, first, second, comet, *_ = deals_of(game)
    return tuple(
        (chance, counts(one, owner == 0), counts(two, owner == 1))
        for chance, one, two, owner in zip(
            chances.tolist(), first.tolist(), second.tolist(), comet.tolist(), strict=True
        )
    )


class CometGame(pyspiel.Game):
    """One round of Comet of a certain size."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        game = Comet(given["ranks"], given["copies"], given["hand"], given["comet"])
        if given["variant"] not in game.variants or given["chance"] not in (CARDS, DEALS):
            raise ValueError(f"no such game: {given}")
        self.rules = _Rules(game, given["variant"], given["chance"])
        most = 4.0 * HIGHEST_PIPS * game.hand
        info = pyspiel.GameInfo(
            num_distinct_actions=len(features.actions(game)),
            max_chance_outcomes=len(self.rules.deals) or len(self.rules.pack),
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=features.most_plays(game),
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> "CometState":
        """The round before the first card is dealt."""
        return CometState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "CometObserver":
        """What turns states into what a player sees."""
        if params:
            raise ValueError(f"no observation has parameters: {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        return CometObserver(self.rules.game, kind)


class CometState(pyspiel.State):
    """A round on its way: being dealt, or played."""

    def __init__(self, game: CometGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        kinds = len(self._rules.pack)
        #: How many cards of each kind each seat was dealt so far.
        self._dealt: tuple[list[int], ...] = ([0] * kinds, [0] * kinds)
        self._round: State | None = None

    def current_player(self) -> int:
        """The player who acts, 0 or 1, or what OpenSpiel says for chance and for the end."""
        if self._round is None:
            return int(pyspiel.PlayerId.CHANCE)
        if not self._round.seat:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._round.seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        if self._round is None or self._round.seat != player + 1:
            return []
        game = self._rules.game
        return sorted(features.numbers(game)[token] for token in game.legal(self._round))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be dealt next, and how likely it is."""
        if self._rules.deals:
            return [(number, deal[0]) for number, deal in enumerate(self._rules.deals)]
        left = [
            there - first - second
            for there, first, second in zip(self._rules.pack, *self._dealt, strict=True)
        ]
        return [(kind, count / sum(left)) for kind, count in enumerate(left) if count]

    def _apply_action(self, action: int) -> None:
        rules = self._rules
        if self._round is not None:
            token = features.actions(rules.game)[action]
            self._round = rules.game.apply(self._round, token)
            return
        if rules.deals:
            _, *hands = rules.deals[action]
            self._dealt = tuple(map(list, hands))
        else:
            first, second = self._dealt
            (first if sum(first) < rules.game.hand else second)[action] += 1
        if sum(self._dealt[1]) == rules.game.hand:
            self._round = rules.start(self._dealt[0], self._dealt[1])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal:{action}"
        return features.actions(self._rules.game)[action]

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self._round is not None and not self._round.seat

    def returns(self) -> list[float]:
        """The points of the round, of both players."""
        if self._round is None or self._round.seat:
            return [0.0, 0.0]
        ended = self._round.rounds[-1]
        points = float(ended.points if ended.winner == 1 else -ended.points)
        return [points, -points]

    def seen(self, player: int) -> Seen | None:
        """What a player sees; None while cards are dealt."""
        return None if self._round is None else seen_by(self._rules.game, self._round, player + 1)

    def dealt(self, player: int) -> list[int]:
        """How many cards of each kind a player was dealt so far."""
        return list(self._dealt[player])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "CometState":
        """A state that `player` cannot tell from this one, its hidden cards dealt anew.

        All that the rules allow are equally likely.
        """
        sampled: CometState = self.clone()
        if self._round is None or not self._round.seat:
            return sampled
        game = self._rules.game
        seen = seen_by(game, self._round, player + 1)
        lacked = seen.lacked()
        other = f"hand{seen.other}"
        cards = game.cards(self._round)
        hidden = [*cards[other], *cards["aside"]]
        may = [card for card in hidden if card == game.comet or RANK[card] not in lacked]
        hand = []
        for _ in cards[other]:
            hand.append(may.pop(int(sampler() * len(may))))
            hidden.remove(hand[-1])
        hand.sort(key=lambda card: (RANK[card], card == game.comet))
        dealt = {**cards, other: tuple(hand), "aside": tuple(hidden)}
        sampled._round = game.with_cards(self._round, dealt)
        return sampled

    def __str__(self) -> str:
        if self._round is None:
            return f"{self._dealt}"
        places = " ".join(
            f"{place}:{','.join(cards)}"
            for place, cards in self._rules.game.cards(self._round).items()
        )
        return f"{places} {_plays(self._round.history)}"


def _plays(history: Sequence[tuple[int, str]]) -> str:
    return " ".join(f"{seat}:{token}" for seat, token in history)


class CometObserver:
    """What a player sees of a state, as a string and as numbers (OpenSpiel's observer)."""

    def __init__(self, game: Comet, kind: Any) -> None:
        self._game = game
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = kind.public_info
        self._recalls = kind.perfect_recall
        shapes = features.pieces(game)
        if not self._private:
            del shapes["hand"]
        if not self._public:
            shapes = {name: shape for name, shape in shapes.items() if name in ("player", "hand")}
        elif self._recalls:
            shapes["plays"] = (features.most_plays(game), 2 + len(features.actions(game)))
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: CometState, player: int) -> None:
        """Fill `tensor`, and with it `dict`, with what `player` sees."""
        self.tensor.fill(0)
        seen = state.seen(player)
        if seen is None:
            self.dict["player"][player] = 1
            if self._private:
                there = np.maximum(features.kinds(self._game, self._game.pack), 1)
                self.dict["hand"][:] = np.array(state.dealt(player)) / there
            return
        for name, values in features.observed(seen).items():
            if name in self.dict:
                self.dict[name][:] = values
        if "plays" in self.dict:
            for row, (seat, token) in zip(self.dict["plays"], seen.history, strict=False):
                row[seat - 1] = row[2 + features.numbers(self._game)[token]] = 1

    def string_from(self, state: CometState, player: int) -> str:
        """What `player` sees, in words that differ where the numbers do."""
        seen = state.seen(player)
        told = [f"p{player}"]
        if self._private:
            hand = state.dealt(player) if seen is None else features.kinds(self._game, seen.hand)
            told.append(f"hand:{','.join(map(str, hand))}")
        if self._public and seen is not None:
            if self._recalls:
                told.append(_plays(seen.history))
            else:
                pile = ",".join(map(str, features.kinds(self._game, seen.pile)))
                told.append(f"pile:{pile} due:{seen.due} stopped:{seen.stopped:d}")
                told.append(f"counts:{seen.counts[0]},{seen.counts[1]}")
        return " ".join(told)


pyspiel.register_game(TYPE, CometGame)
