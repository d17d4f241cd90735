"""What is compiled in a fresh process, which has to find this module by its name."""

import random

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
