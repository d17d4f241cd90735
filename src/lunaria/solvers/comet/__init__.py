"""The exact solver of Comet with all cards known ("double dummy"), for any size of the game.

A round is worth the points of seat 1 less those of seat 2 where both play as well as can be done
by who sees every card. `search.py` finds that by alpha-beta with a table of positions; `board.py`
has the rules as the kernels know them, and `pack.py` leads from positions to numbers and back.

What one player can know is another matter. `tree.py` and `equilibrium.py` solve scaled-down games
as games of hidden hands, exactly. `choice.py` does the same for the rest of a round of any size, as
far as there is room: `worlds.py` lists the hands that the other may hold, and `plausible.py` how
likely they are after what it chose. That is how the strongest player decides.

Importing this package imports Numba, and the first call of a kernel compiles it; what is compiled
is kept on the disk for the next process.
"""

from functools import cache
from typing import Any

from lunaria.core.game import Terms
from lunaria.games.comet import COMET, Comet, Round, State
from lunaria.solvers.comet import choice, pack, search
from lunaria.solvers.comet.worlds import Knowledge

__all__ = ["line", "table_of", "value", "values", "warm_up"]


_scratch = search.new_scratch()


def value(state: State, game: Comet = COMET) -> int:
    """What the round is worth to seat 1; where it is over, what seat 1 has won."""
    if not state.seat:
        return signed(state.rounds[-1])
    position = pack.pack(state, game)
    figures = pack.figures(game, state.terms.variant)
    points = int(
        search.exact(*position[:5], figures, table_of(game, state.terms.variant), _scratch)
    )
    return points if position.seat == 1 else -points


def signed(ended: Round) -> int:
    """The points of seat 1 less those of seat 2."""
    return ended.points if ended.winner == 1 else -ended.points


def values(state: State, game: Comet = COMET) -> dict[str, int]:
    """What the round is worth to seat 1 after each legal token."""
    return {token: value(game.apply(state, token), game) for token in game.legal(state)}


def line(state: State, game: Comet = COMET) -> tuple[str, ...]:
    """The tokens to the end of the round, the best for both; of equal ones the first."""
    tokens = []
    while state.seat:
        best = max if state.seat == 1 else min
        after = values(state, game)
        tokens.append(best(after, key=after.__getitem__))
        state = game.apply(state, tokens[-1])
    return tuple(tokens)


@cache
def table_of(game: Comet, variant: str) -> Any:
    """The positions of a game that were found so far."""
    return search.new_table()


def warm_up() -> None:
    """Have every kernel that a round or a decision needs compiled."""
    state = COMET.deal(COMET.pack, Terms())
    value(state)
    mine, theirs, *_ = pack.pack(state, COMET)
    figures = pack.figures(COMET, state.terms.variant)
    past = ((1, 0, 1, 0),)
    known = Knowledge(mine, False, 0, False, theirs, True, COMET.hand, past)
    few = choice.Effort(listed=1, dealt=1, work=1, rounds=1)
    choice.chances(known, figures, table_of(COMET, state.terms.variant), few)
