"""After `warm_up` nothing is left to compile: the time of a verdict is all the position's own."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from compiled import solve_after_warm_up, told
from lunaria.core.game import Game
from lunaria.games import CRESCENT, EASY_HARP, HALF_MOON
from lunaria.solvers import crescent, half_moon
from registry import every_solitaire

#: The stages that are to decide some position.
STAGES = {
    HALF_MOON.id: set(half_moon.STAGES),
    EASY_HARP.id: {"search", "lattice", "exhaustion"},
    CRESCENT.id: set(crescent.STAGES),
}


@every_solitaire
def test_nothing_is_compiled_after_the_warm_up(game: Game[Any]) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        found = process.submit(solve_after_warm_up, game.id).result(timeout=120)
    assert found.stages == STAGES[game.id]
    assert found.compiled == set()


@every_solitaire
def test_who_waits_for_the_compiling_is_told(game: Game[Any]) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        stages = process.submit(told, game.id).result(timeout=120)
    assert stages[0] == "compiling"
    assert stages.count("compiling") == 1
