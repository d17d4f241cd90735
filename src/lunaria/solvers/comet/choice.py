"""What a seat does that sees its own cards alone: the round to its end, as far as there is room.

The hands that the other may hold (`worlds.py`) and the own one are the deals of a tree (`tree.py`),
whose equilibrium (`equilibrium.py`) says how often each token is to be played. In that tree the own
plan may not depend on what is hidden, so nothing is hoped for that only who sees all cards could
do. The other seat is taken to know the own hand, which makes the tree as much smaller, and the plan
careful.

Where the tree to the end of the round would be too large, it is as many choices deep as there is
room for, and beyond them each deal is worth what it is with all cards known (`search.py`). Nothing
here asks the time: the answer depends on what is known, on the effort and on the seed alone.
"""

from typing import Any, NamedTuple

import numpy as np

from lunaria.solvers.comet.board import MINE, NOBODY, THEIRS
from lunaria.solvers.comet.equilibrium import Solving
from lunaria.solvers.comet.search import affordable, new_scratch
from lunaria.solvers.comet.tree import CUT, WORK, Deals, Tree, counted, grown
from lunaria.solvers.comet.worlds import Knowledge, worlds

_scratch = new_scratch()


class Effort(NamedTuple):
    """How much is looked at before a decision."""

    #: So many hands of the other are all listed; of more, so many are dealt.
    listed: int = 256
    dealt: int = 200
    #: Of the dealt ones only as many are looked at as so many nodes suffice for, all cards known;
    #: one in ten is looked at in any case.
    nodes: int = 300_000
    #: How much choices of the other tell of its hand, in pips of a mean card: the warmer, the less.
    warmth: float = 0.5
    #: The work for the tree; it is one choice deep at least.
    work: int = 120_000
    #: Rounds towards the equilibrium.
    rounds: int = 40
    #: What is to be played less often than this is not played.
    least: float = 0.1


EFFORT = Effort()


def chances(
    known: Knowledge, figures: Any, table: Any, effort: Effort = EFFORT, seed: int = 0
) -> dict[int, float]:
    """How often each token, by its number, is to be played; those that never are left out."""
    hands = worlds(known, figures, effort.listed, effort.dealt, effort.warmth, seed)
    deals = Deals(
        hands.chances,
        np.full(len(hands.hands), known.mine, np.int64),
        hands.hands,
        np.where(hands.comets == 1, 1, 0 if known.comet else -1),
        0,
        known.due,
        int(known.stopped),
    )
    if not hands.whole:
        deals = _affordable(deals, figures, effort.nodes, table)
    solving = Solving(_deepest(deals, figures, effort.work, table))
    solving.go(effort.rounds)
    # The set at the root is the last: what follows it has smaller numbers.
    begin, end = solving.tree.choices[-2:].tolist()
    mean = solving.mean()[begin:end]
    kept = np.where(mean >= min(effort.least, mean.max()), mean, 0.0)
    kept /= kept.sum()
    tokens = solving.tree.tokens[begin:end].tolist()
    return {token: chance for token, chance in zip(tokens, kept.tolist(), strict=True) if chance}


def _deepest(deals: Deals, figures: Any, work: int, table: Any) -> Tree:
    """The whole tree, or as deep a one as the work allows."""
    depth = 1
    size = counted(deals, figures, depth)
    while size[CUT] and 2 * size[WORK] < work:
        deeper = counted(deals, figures, depth + 1, work)
        if deeper[WORK] >= work:
            break
        depth += 1
        size = deeper
    return grown(deals, figures, depth, table, size)


def _affordable(deals: Deals, figures: Any, nodes: int, table: Any) -> Deals:
    """As many of the deals, one as likely as the other, as the nodes suffice for."""
    owners = np.select([deals.comet == 0, deals.comet == 1], [MINE, THEIRS], NOBODY)
    count = affordable(
        deals.first[0], deals.second, deals.due, deals.stopped, owners, nodes, figures, table,
        _scratch,
    )  # fmt: skip
    count = max(count, len(deals.first) // 10, 1)
    return deals._replace(
        chances=np.full(count, 1.0 / count),
        first=deals.first[:count],
        second=deals.second[:count],
        comet=deals.comet[:count],
    )
