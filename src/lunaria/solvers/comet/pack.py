"""Rounds of Comet as the numbers of the kernels, and back."""

from functools import cache
from typing import Any, NamedTuple

from lunaria.core.cards import RANK, RANKS, Card
from lunaria.core.game import Terms
from lunaria.games.comet import (
    CLASSIC,
    HIGHEST_PIPS,
    LOWEST,
    PASSING,
    PLAY_COMET,
    Comet,
    State,
)
from lunaria.solvers.comet import board


class Position(NamedTuple):
    """A round as the kernels see it: from the seat that acts, and which one that is."""

    mine: int
    theirs: int
    due: int
    stopped: int
    comet: int
    seat: int


@cache
def figures(game: Comet, variant: str) -> Any:
    """The numbers of a game; raises ValueError where it is too large for the kernels."""
    return board.figures_of(
        len(game.ranks),
        game.copies[game.comet_rank] + 1,
        game.comet_rank,
        HIGHEST_PIPS,
        variant == CLASSIC,
    )


def token_of(number: int, game: Comet) -> str:
    """The token that a number of the kernels stands for."""
    if number == board.PLAY_COMET:
        return PLAY_COMET
    if number == board.PASSING:
        return PASSING
    rank = LOWEST + number % board.ALL
    name = RANKS[rank - 1]
    return name if number < board.ALL else f"{name}x{game.copies[rank]}"


@cache
def numbers(game: Comet) -> dict[str, int]:
    """The number of each token."""
    return {
        token: number
        for number in range(board.TOKENS)
        if (number < board.ALL and number < len(game.ranks))
        or number in (board.PLAY_COMET, board.PASSING)
        or (board.ALL <= number < board.ALL + len(game.ranks))
        if (token := token_of(number, game)) in game.tokens
    }


def word(hand: tuple[Card, ...], game: Comet) -> int:
    """The natural cards of a hand."""
    return sum(1 << (4 * (RANK[card] - LOWEST)) for card in hand if card != game.comet)


def pack(state: State, game: Comet) -> Position:
    """The position of a round that goes on."""
    mine, theirs = state.hands if state.seat == 1 else state.hands[::-1]
    comet = board.MINE if game.comet in mine else board.NOBODY
    if game.comet in theirs:
        comet = board.THEIRS
    due = state.due - LOWEST + 1 if state.due else 0
    return Position(
        word(mine, game), word(theirs, game), due, int(state.stopped), comet, state.seat
    )


def unpack(position: Position, game: Comet, terms: Terms) -> State:
    """A round in that position: what neither hand holds is aside, and nothing is told of before."""
    left = sorted(game.pack, key=lambda card: card[-1] == "C")
    hands = []
    for hand, holds in ((position.mine, board.MINE), (position.theirs, board.THEIRS)):
        cards = []
        for rank in game.ranks:
            same = [card for card in left if RANK[card] == rank and card != game.comet]
            cards += same[: board.held.py_func(hand, rank - LOWEST)]
            if rank == game.comet_rank and position.comet == holds:
                cards.append(game.comet)
        for card in cards:
            left.remove(card)
        hands.append(tuple(cards))
    if position.seat == 2:
        hands.reverse()
    return State(
        hands=(hands[0], hands[1]),
        pile=(),
        aside=tuple(left),
        seat=position.seat,
        due=position.due + LOWEST - 1 if position.due else 0,
        stopped=bool(position.stopped),
        history=(),
        rounds=(),
        terms=terms,
    )
