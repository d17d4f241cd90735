"""With how few redeals a position can be won: a measure of how hard it is."""

from typing import NamedTuple

from lunaria.games.crescent import REDEAL, State
from lunaria.solvers.crescent.certificate import least_redeals
from lunaria.solvers.crescent.pack import pack
from lunaria.solvers.crescent.solver import solve, warm_up
from lunaria.solvers.verdict import LOST, Budget, Limits, Watch


class Fewest(NamedTuple):
    """Bounds of the number of redeals that a win takes."""

    #: The redeals of a win that was found; None where none was.
    most: int | None
    #: With fewer there is no win. One more than there are left where the position is lost.
    least: int


def fewest_redeals(
    state: State,
    limits: Limits = Limits(seconds=10.0),
    watch: Watch | None = None,
) -> Fewest:
    """Bounds of how many redeals a win from `state` takes.

    Looks for a win with all redeals left, then with one less than that one took, and so on. Raises
    NotReadable where `state` is no position of the game.
    """
    least = least_redeals(pack(state), state.redeals)
    warm_up()
    budget = Budget(limits, watch)
    most: int | None = None
    trying = state.redeals
    while trying >= least:
        share = trying - least + 1  # as much for this number as for each that is left
        verdict = solve(
            state._replace(redeals=trying),
            Limits(
                None if limits.work is None else (limits.work - budget.work) // share,
                None if limits.seconds is None else (limits.seconds - budget.seconds) / share,
                limits.seed,
            ),
            watch,
        )
        budget.work += verdict.work
        if verdict.line is not None:
            most = verdict.line.count(REDEAL)
            trying = most - 1
        else:
            if verdict.outcome == LOST:
                least = trying + 1
            break
    return Fewest(most, least)
