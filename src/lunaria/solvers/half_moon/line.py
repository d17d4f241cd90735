"""From a matching to the tokens of a won game."""

from collections.abc import Sequence

from lunaria.core.game import WON
from lunaria.games.half_moon import HALF_MOON, PLACES, State
from lunaria.solvers.half_moon.board import Board


def line_of(state: State, board: Board, groups: Sequence[int]) -> tuple[str, ...]:
    """The tokens that take the cards of each group together, from `state` to the win.

    Every token is played by the rules themselves before it is given away; RuntimeError where a
    matching is no win after all, which would be a fault of a kernel.
    """
    piles = board.piles.tolist()
    left = board.heights.tolist()
    missing: dict[int, int] = {}
    for pile in piles:
        for card in pile:
            if card >= 0:
                missing[groups[card]] = missing.get(groups[card], 0) + 1
    found: dict[int, list[int]] = {group: [] for group in missing}
    fresh = [place for place, height in enumerate(left) if height]
    tokens = []
    while fresh:
        place = fresh.pop()
        group = groups[piles[place][left[place] - 1]]
        found[group].append(place)
        if len(found[group]) < missing[group]:
            continue
        token = "+".join(PLACES[taken] for taken in sorted(found[group]))
        if token not in HALF_MOON.tokens or HALF_MOON.refusal(state, token) is not None:
            raise RuntimeError(f"the rules refuse {token}, which a kernel has found")
        state = HALF_MOON.apply(state, token)
        tokens.append(token)
        for taken in found[group]:
            left[taken] -= 1
            if left[taken]:
                fresh.append(taken)
    if HALF_MOON.outcome(state) != WON:
        raise RuntimeError("a matching that a kernel has found is not a win")
    return tuple(tokens)
