"""After `warm_up` nothing is left to compile for a round of Comet or for a decision."""

import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from comet_rounds import wandering
from lunaria.bots import seen_by
from lunaria.bots.master import Master
from lunaria.games.comet import COMET
from lunaria.solvers import comet
from solvers.test_warm_up import signatures


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


def test_nothing_is_compiled_after_the_warm_up() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        assert process.submit(compiled_after_warm_up).result(timeout=300) == set()
