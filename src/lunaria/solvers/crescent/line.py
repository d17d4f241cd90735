"""Moves of the searches told as tokens, and played by the rules before anyone sees them."""

from collections.abc import Iterable, Iterator

from lunaria.core.cards import KING, RANK, SUIT
from lunaria.core.game import WON
from lunaria.games.crescent import CRESCENT, PILES, PLACES, REDEAL, State
from lunaria.solvers.crescent import board as kernel

Move = tuple[int, int]


def told(state: State, moves: Iterable[Move]) -> tuple[str, ...]:
    """The tokens of moves that win from `state`; RuntimeError where they do
    not, which would be a fault of a kernel."""
    tokens: list[str] = []
    for source, target in moves:
        for token in _tokens(state, source, target):
            if token not in CRESCENT.tokens or CRESCENT.refusal(state, token) is not None:
                raise RuntimeError(f"{token} after {' '.join(tokens)}")
            state = CRESCENT.apply(state, token)
            tokens.append(token)
    if CRESCENT.outcome(state) != WON:
        raise RuntimeError(f"no win after {' '.join(tokens)}")
    return tuple(tokens)


def _tokens(state: State, source: int, target: int) -> list[str]:
    if source == kernel.REDEAL:
        return [REDEAL]
    if target != kernel.FOUNDED:
        return [f"{PLACES[source]}>{PLACES[target]}"]
    card = state.piles[source][-1]
    suit, rank = SUIT[card], RANK[card] - 1
    rising, falling = f"{suit}+", f"{suit}-"
    up = len(state.piles[PLACES.index(rising)])
    low = KING - len(state.piles[PLACES.index(falling)])
    if up != low:
        return [f"{PLACES[source]}>{rising if rank == up else falling}"]
    if rank >= up:  # the border goes up to the card
        return [f"{falling}>{rising}"] * (rank - up) + [f"{PLACES[source]}>{rising}"]
    return [f"{rising}>{falling}"] * (up - rank - 1) + [f"{PLACES[source]}>{falling}"]


def along(state: State, boards: Iterable[State]) -> Iterator[Move]:
    """The moves that lead from `state` through positions that differ in the order of piles."""
    for wanted in boards:
        if alike(state) == alike(wanted):
            continue
        for move, after in _ways(state):
            if alike(after) == alike(wanted):
                yield move
                state = after
                break
        else:
            raise RuntimeError(f"no way to {wanted}")


def alike(state: State) -> tuple[list[tuple[str, ...]], int]:
    """What is equal for positions that differ in the order of piles or in borders alone."""
    return sorted(pile for pile in state.piles[:PILES] if pile), state.redeals


def _ways(state: State) -> Iterator[tuple[Move, State]]:
    moves = [(source, target) for source in range(PILES) for target in range(kernel.FOUNDED + 1)]
    for source, target in [*moves, (kernel.REDEAL, 0)]:
        if source != kernel.REDEAL and (source == target or not state.piles[source]):
            continue
        after: State | None = state
        for token in _tokens(state, source, target):
            if after is None or token not in CRESCENT.tokens or CRESCENT.refusal(after, token):
                after = None
                break
            after = CRESCENT.apply(after, token)
        if after is not None:
            yield (source, target), after
