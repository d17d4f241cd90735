"""Exact equilibria of scaled-down games, and the best answer to any way of playing them.

The equilibrium is approached by counterfactual regret minimisation with the discounts of Brown and
Sandholm (2019: alpha 3/2, beta 0, gamma 2), one seat after the other, over all nodes of the tree at
once. How far a policy is from it is measured exactly: each seat's best answer is worked out from
the last choice to the first. Points are those of the first seat, a round.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from lunaria.solvers.comet.tree import SEAT, ZERO, Tree
from lunaria.solvers.kernels import kernel

#: The discounts of Brown and Sandholm.
_ALPHA, _BETA, _GAMMA = 1.5, 0.0, 2.0


class Distance(NamedTuple):
    """How far a policy is from an equilibrium."""

    #: What the first seat wins where both play the policy.
    value: float
    #: What each seat wins more by the best answer to it.
    gains: tuple[float, float]

    @property
    def nash_conv(self) -> float:
        """The sum of the gains: 0 in an equilibrium alone."""
        return sum(self.gains)

    @property
    def exploitability(self) -> float:
        """The mean of the gains."""
        return self.nash_conv / 2


def distance(tree: Tree, policy: Any) -> Distance:
    """How far `policy`, the chances of all choices of all information sets, is from equilibrium."""
    value = _value(tree, policy)
    best = (answer(tree, policy, 0)[0], answer(tree, policy, 1)[0])
    return Distance(value, (best[0] - value, value - best[1]))


def answer(tree: Tree, policy: Any, seat: int) -> tuple[float, Any]:
    """The best answer of a seat, 0 or 1, to `policy`: the value of the game, and a policy."""
    reach, worth = np.zeros(len(tree.sets)), np.zeros(len(tree.sets))
    _reach(*_arrays(tree), policy, seat, True, reach)
    best = policy.copy()
    _answer(*_arrays(tree), best, seat, reach, worth)
    return _total(tree.chances, tree.roots, worth), best


def equilibrium(
    tree: Tree,
    within: float = 0.001,
    most: int = 2000,
    watch: Callable[[float], None] | None = None,
) -> tuple[Any, Distance]:
    """A policy whose exploitability is at most `within` points, and its distance.

    The distance is measured now and then and handed to `watch`. After `most` rounds the policy is
    returned as it is then.
    """
    solving = Solving(tree)
    measured = 16
    while True:
        solving.go(min(measured, most) - solving.number)
        policy = solving.mean()
        found = distance(tree, policy)
        if watch is not None:
            watch(found.exploitability)
        if found.exploitability <= within or solving.number == most:
            return policy, found
        measured += max(8, measured // 4)


class Solving:
    """A tree on the way to its equilibrium; `number` rounds have been gone."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.number = 0
        self.policy = tree.uniform
        self._regrets = np.zeros(len(tree.tokens))
        self._total = np.zeros(len(tree.tokens))
        self._reach, self._own, self._worth = (np.zeros(len(tree.sets)) for _ in range(3))

    def go(self, rounds: int) -> None:
        """Go so many rounds further."""
        _go(
            *_arrays(self.tree), self.tree.node, self.policy, self.number, rounds, self._regrets,
            self._total, self._reach, self._own, self._worth,
        )  # fmt: skip
        self.number += rounds

    def mean(self) -> Any:
        """The mean of the policies so far, which is what comes near an equilibrium."""
        return _normal(self.tree, self._total)


def _arrays(tree: Tree) -> tuple[Any, Any, Any, Any, Any, Any, Any]:
    return tree.chances, tree.roots, tree.sets, tree.first, tree.edges, tree.choices, tree.facts


def _value(tree: Tree, policy: Any) -> float:
    worth = np.zeros(len(tree.sets))
    _worths(*_arrays(tree), policy, worth)
    return _total(tree.chances, tree.roots, worth)


def _normal(tree: Tree, total: Any) -> Any:
    """Sums of chances as chances; all alike where a set was never reached."""
    sums = np.repeat(np.add.reduceat(total, tree.choices[:-1]), np.diff(tree.choices))
    return np.where(sums > 0, total / np.where(sums > 0, sums, 1.0), tree.uniform)


@kernel(nogil=True, inline="always")
def _points(edge: int, worth: Any) -> float:
    return worth[edge] if edge >= 0 else float(-1 - edge - ZERO)


@kernel(nogil=True)
def _total(chances: Any, roots: Any, worth: Any) -> float:
    total = 0.0
    for deal in range(chances.size):
        total += chances[deal] * _points(roots[deal], worth)
    return total


@kernel(nogil=True)
def _reach(
    chances: Any, roots: Any, sets: Any, first: Any, edges: Any, choices: Any, facts: Any,
    policy: Any, seat: int, others: bool, reach: Any,
) -> None:  # fmt: skip
    """How likely each node is by `seat` alone, or by chance and the other seat."""
    for deal in range(roots.size):
        if roots[deal] >= 0:
            reach[roots[deal]] = chances[deal] if others else 1.0
    for node in range(sets.size - 1, -1, -1):
        counts = (facts[sets[node], SEAT] == seat) != others
        choice = choices[sets[node]]
        for at in range(first[node], first[node + 1]):
            if edges[at] >= 0:
                chance = policy[choice + at - first[node]] if counts else 1.0
                reach[edges[at]] = reach[node] * chance


@kernel(nogil=True, inline="always")
def _mean(node: int, first: Any, edges: Any, choice: int, policy: Any, worth: Any) -> float:
    """What a node is worth in the mean of what follows it."""
    total = 0.0
    for at in range(first[node], first[node + 1]):
        total += policy[choice + at - first[node]] * _points(edges[at], worth)
    return total


@kernel(nogil=True)
def _worths(
    chances: Any, roots: Any, sets: Any, first: Any, edges: Any, choices: Any, facts: Any,
    policy: Any, worth: Any,
) -> None:  # fmt: skip
    """What each node is worth to the first seat where both play `policy`."""
    for node in range(sets.size):
        worth[node] = _mean(node, first, edges, choices[sets[node]], policy, worth)


@kernel(nogil=True)
def _regrets(
    chances: Any, roots: Any, sets: Any, first: Any, edges: Any, choices: Any, facts: Any,
    policy: Any, seat: int, reach: Any, worth: Any, regrets: Any,
) -> None:  # fmt: skip
    """Add to `regrets` what `seat` would have won more by each choice."""
    sign = 1.0 if seat == 0 else -1.0
    for node in range(sets.size):
        choice = choices[sets[node]]
        total = _mean(node, first, edges, choice, policy, worth)
        worth[node] = total
        if facts[sets[node], SEAT] == seat and reach[node] > 0.0:
            for at in range(first[node], first[node + 1]):
                more = _points(edges[at], worth) - total
                regrets[choice + at - first[node]] += sign * reach[node] * more


@kernel(nogil=True)
def _go(
    chances: Any, roots: Any, sets: Any, first: Any, edges: Any, choices: Any, facts: Any,
    nodes: Any, policy: Any, number: int, rounds: int, regrets: Any, total: Any, reach: Any,
    own: Any, worth: Any,
) -> None:  # fmt: skip
    """Go so many rounds, of which `number` have been gone before."""
    for gone in range(number + 1, number + rounds + 1):
        for seat in range(2):
            _reach(chances, roots, sets, first, edges, choices, facts, policy, seat, True, reach)
            _reach(chances, roots, sets, first, edges, choices, facts, policy, seat, False, own)
            _regrets(
                chances, roots, sets, first, edges, choices, facts, policy, seat, reach, worth,
                regrets,
            )  # fmt: skip
            _improve(choices, nodes, facts, seat, gone, own, regrets, policy, total)


@kernel(nogil=True)
def _improve(
    choices: Any, nodes: Any, facts: Any, seat: int, number: int, own: Any, regrets: Any,
    policy: Any, total: Any,
) -> None:  # fmt: skip
    """Add the policy of a seat to its mean, discount the regrets, and match them anew."""
    up = number**_ALPHA / (number**_ALPHA + 1.0)
    down = number**_BETA / (number**_BETA + 1.0)
    older = (number / (number + 1.0)) ** _GAMMA
    for one in range(nodes.size):
        if facts[one, SEAT] != seat:
            continue
        positive = 0.0
        begin, end = choices[one], choices[one + 1]
        for at in range(begin, end):
            total[at] = (total[at] + own[nodes[one]] * policy[at]) * older
            if regrets[at] > 0.0:
                positive += regrets[at]
        for at in range(begin, end):
            if positive > 0.0:
                policy[at] = max(regrets[at], 0.0) / positive
            else:
                policy[at] = 1.0 / (end - begin)
            regrets[at] *= up if regrets[at] > 0.0 else down


@kernel(nogil=True)
def _answer(
    chances: Any, roots: Any, sets: Any, first: Any, edges: Any, choices: Any, facts: Any,
    policy: Any, seat: int, reach: Any, worth: Any,
) -> None:  # fmt: skip
    """Put the best answer of `seat` in the place of its policy.

    The nodes of an information set follow one after the other.
    """
    sign = 1.0 if seat == 0 else -1.0
    sums = np.zeros(64)
    node = 0
    while node < sets.size:
        one = sets[node]
        choice = choices[one]
        count = choices[one + 1] - choice
        end = node
        sums[:] = 0.0
        while end < sets.size and sets[end] == one:
            for at in range(count):
                sums[at] += sign * reach[end] * _points(edges[first[end] + at], worth)
            end += 1
        if facts[one, SEAT] == seat:
            best = 0
            for at in range(1, count):
                if sums[at] > sums[best]:
                    best = at
            for at in range(count):
                policy[choice + at] = 1.0 if at == best else 0.0
        while node < end:
            total = 0.0
            for at in range(count):
                total += policy[choice + at] * _points(edges[first[node] + at], worth)
            worth[node] = total
            node += 1
