"""What is compiled in a fresh process, which has to find this module by its name."""

import pkgutil
import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from numba.core.registry import CPUDispatcher

from comet_rounds import wandering
from lunaria.bots import seen_by
from lunaria.bots.master import Master
from lunaria.core.game import Game
from lunaria.games import COMET, CRESCENT, EASY_HARP, HALF_MOON, game_named
from lunaria.solvers import comet, solve
from lunaria.solvers.verdict import Limits, Progress
from solvers.small_easy_harp import late_position
from wandering import opening, wander

LIMITS = Limits(work=250_000, seconds=None)

#: Easy deals and hard ones.
DEALS = {
    HALF_MOON.id: (1, 13, 19, 120, 136, 275, 416),
    EASY_HARP.id: (1, 2, 3, 5546),
    CRESCENT.id: (1, 2, 3, 4, 5),
}


class Found(NamedTuple):
    """By which stages positions were decided, and the kernels compiled meanwhile."""

    stages: set[str]
    compiled: set[str]


def positions(game: Game[Any]) -> Iterator[Any]:
    """Openings, and where they do not come to every stage, late positions."""
    for number in DEALS[game.id]:
        yield opening(game, number)
    if game is EASY_HARP:
        yield from (late_position(number, ranks=4) for number in (6, 8))
    if game is CRESCENT:
        for number in (3, 9):
            *_, late, _ = wander(game, number, steps=2000)
            yield late.state
        yield opening(game)._replace(redeals=0)


def signatures(package: Any) -> dict[str, int]:
    """For how many types each kernel of a solver is compiled."""
    names = [module.name for module in pkgutil.iter_modules(package.__path__)]
    modules = [import_module(f"{package.__name__}.{name}") for name in names]
    return {
        f"{value.__module__}.{name}": len(value.signatures)
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, CPUDispatcher)
    }


def solve_after_warm_up(game_id: str) -> Found:
    """What is found in this process, in which nothing may be compiled yet."""
    game = game_named(game_id)
    solver = import_module(f"lunaria.solvers.{game_id.replace('-', '_')}")
    solver.warm_up()
    before = signatures(solver)
    stages = {solver.solve(state, LIMITS).how for state in positions(game)}
    after = signatures(solver)
    return Found(stages, {name for name in after if after[name] != before[name]})


def told(game_id: str) -> list[str]:
    """The stages that a watcher is told of by the first verdict of this process, and the second."""
    stages: list[str] = []

    def watch(progress: Progress) -> bool:
        stages.append(progress.stage)
        return True

    for _ in range(2):
        solve(opening(game_named(game_id)), LIMITS, watch)
    return stages


def compiled_after_warm_up() -> set[str]:
    """The kernels that are compiled in this process when rounds are played after the warm-up."""
    comet.warm_up()
    before = signatures(comet)
    master = Master()
    for variant in COMET.variants:
        for state in wandering(COMET, variant, random.Random(1)):
            comet.value(state)
            legal = COMET.legal(state)
            master.choose(seen_by(COMET, state, state.seat), legal)
    after = signatures(comet)
    return {name for name in after if after[name] != before[name]}
