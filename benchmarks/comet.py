"""Comet: how fast rounds are solved, and how well the players play.

`python -m benchmarks.comet` tells all figures beside their targets; that takes an hour or more. The
quick ones are part of `make bench`. `--pairs` says how many deals the players play, `--no-large`
leaves out the largest scaled-down game, and `--no-ismcts` the match against OpenSpiel's search.
Times are those that the processor spent.
"""

import argparse
import random
import time
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, median, stdev
from typing import Any

from benchmarks.figure import Figure
from benchmarks.machine import machine
from lunaria.bots.arena import play_pairs, score
from lunaria.bots.exploit import exploitability
from lunaria.bots.master import Master
from lunaria.core.code import Code
from lunaria.core.deal import order_of
from lunaria.core.game import Terms
from lunaria.games.comet import COMET, Comet
from lunaria.solvers import comet as solver
from lunaria.solvers.comet import pack, search, tree
from lunaria.solvers.comet.equilibrium import distance, equilibrium

#: Scaled-down games by what the research notes call them: ranks x copies / hand.
GAMES = {
    "3x3/3": Comet(3, 3, 3, 3),
    "3x4/4": Comet(3, 4, 4, 3),
    "5x4/5": Comet(5, 4, 5, 4),
    "6x4/6": Comet(6, 4, 6, 5),
}
#: NashConv of the uniform policy, and the value for the first seat, as other programs found.
UNIFORM = {"3x3/3": 9.109226, "3x4/4": 14.483321}
VALUES = {"3x3/3": 13.5321, "3x4/4": 17.8588, "5x4/5": 14.5324, "6x4/6": 14.905}


def figures() -> Iterator[Figure]:
    """The quick figures."""
    solver.warm_up()
    yield from openings("N", 1000)
    yield from openings("C", 100)
    yield from uniform()
    yield from solved("5x4/5", at_most=30)
    yield exploited("5x4/5", at_most=0.05)


def openings(variant: str, deals: int) -> Iterator[Figure]:
    """How long an opening takes with all cards known."""
    figures = pack.figures(COMET, variant)
    table, scratch = search.new_table(), search.new_scratch()
    took = []
    for number in range(1, deals + 1):
        order = order_of(Code(COMET.prefix, COMET.version, variant, number), COMET)
        position = pack.pack(COMET.deal(order, Terms(variant, 2)), COMET)
        began = time.process_time()
        search.exact(*position[:5], figures, table, scratch)
        took.append(1000 * (time.process_time() - began))
    took.sort()
    standard = variant == COMET.variants[0]
    what = f"comet {variant}: {deals:,} openings,"
    yield Figure(f"{what} median", median(took), "ms", at_most=2 if standard else None)
    slow = took[len(took) * 99 // 100]
    yield Figure(f"{what} p99", slow, "ms", at_most=20 if standard else None)


def uniform() -> Iterator[Figure]:
    """How far the NashConv of the uniform policy is from what others found."""
    for name, known in UNIFORM.items():
        whole = tree.tree_of(GAMES[name])
        off = abs(distance(whole, whole.uniform).nash_conv - known)
        yield Figure(f"comet {name}: uniform, off NashConv, x 1e6", 1e6 * off, "", at_most=1)


def solved(name: str, at_most: float | None = None) -> Iterator[Figure]:
    """How long an equilibrium to 0.001 points takes, and how far its value is from others'."""
    began = time.process_time()
    _, found = equilibrium(tree.tree_of(GAMES[name]), within=0.001)
    took = time.process_time() - began
    yield Figure(f"comet {name}: equilibrium to 0.001", took, "s", at_most=at_most)
    off = 1000 * abs(found.value - VALUES[name])
    yield Figure(f"comet {name}: off the value, x 1000", off, "", at_most=2)


def exploited(name: str, at_most: float) -> Figure:
    """How much can be won from master by who knows how it plays."""
    found = exploitability(Master(), GAMES[name])
    thousandths = 1000 * found.exploitability
    what = f"comet {name}: exploitability of master, x 1000"
    return Figure(what, thousandths, "", at_most=1000 * at_most)


def against(name: str, variant: str, pairs: int, at_least: float) -> Iterator[Figure]:
    """What master wins from another player, a round."""
    found = score(list(play_pairs(("master", name), range(1, pairs + 1), variant)))
    what = f"comet {variant}: master v {name}, {pairs:,} pairs,"
    yield Figure(what, found.mean, "", at_least=at_least)
    yield Figure(f"{what} x 100 error", 100 * found.error, "")
    yield Figure(f"{what} median decision", found.median[0], "ms", at_most=50)
    yield Figure(f"{what} longest decision", found.longest[0], "ms", at_most=1000)


def against_ismcts(pairs: int) -> Iterator[Figure]:
    """What master wins from OpenSpiel's own search, both with the same time for a decision."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    from lunaria.adapters import features, openspiel

    game = pyspiel.load_game(openspiel.NAME)
    master = Master()
    spent, points = [1.0, 1.0], []
    asked = [1, 1]
    simulations = 20
    for number in range(pairs):
        means = []
        for seat in (0, 1):
            evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(number))
            bot = ismcts.ISMCTSBot(
                game, evaluator, 40.0, simulations, random_state=np.random.RandomState(number)
            )
            state = _dealt(game, random.Random(number))
            while not state.is_terminal():
                legal = state.legal_actions()
                action = legal[0]
                if len(legal) > 1:
                    player = int(state.current_player() != seat)
                    began = time.process_time()
                    if player:
                        action = bot.step(state)
                    else:
                        tokens = [features.actions(COMET)[each] for each in legal]
                        seen = state.seen(seat)
                        action = features.numbers(COMET)[master.choose(seen, tokens)]
                    spent[player] += time.process_time() - began
                    asked[player] += 1
                state.apply_action(action)
            means.append(state.returns()[seat])
        points.append(fmean(means))
        # As many simulations as take the time that master takes.
        rate = (spent[0] / asked[0]) / (spent[1] / asked[1])
        simulations = max(5, round(simulations * min(2.0, max(0.5, rate))))
    error = stdev(points) / sqrt(pairs)
    what = f"comet N: master v IS-MCTS, {pairs:,} pairs,"
    yield Figure(f"{what} errors ahead", fmean(points) / error, "", at_least=2)
    yield Figure(f"{what} points", fmean(points), "")
    yield Figure(f"{what} its time to ours, %", 100 * spent[1] / asked[1] * asked[0] / spent[0], "")


def _dealt(game: Any, rng: random.Random) -> Any:
    """A round that is dealt, and not begun."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    return state


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--large", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--ismcts", action=argparse.BooleanOptionalAction, default=True)
    given = parser.parse_args()
    print(f"{machine()}\n")
    for figure in _all(given.pairs, large=given.large, ismcts=given.ismcts):
        print(figure, flush=True)


def _all(pairs: int, *, large: bool, ismcts: bool) -> Iterator[Figure]:
    yield from figures()
    for name in ("3x3/3", "3x4/4"):
        yield from solved(name)
    yield from against("gturn", "N", pairs, at_least=3.0)
    yield from against("gturn", "C", max(2, pairs // 10), at_least=20.0)
    if ismcts:
        yield from against_ismcts(max(2, pairs // 20))
    if large:
        yield from solved("6x4/6")
        yield exploited("6x4/6", at_most=0.12)


if __name__ == "__main__":
    main()
