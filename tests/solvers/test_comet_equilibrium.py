"""Scaled-down games of Comet solved exactly, against figures of other programs.

The figures were found by a program in C++ and by OpenSpiel, which were written apart from this one.
"""

import numpy as np
import pytest

from lunaria.games.comet import Comet
from lunaria.solvers.comet import tree
from lunaria.solvers.comet.equilibrium import answer, distance, equilibrium

#: The game; how many information sets have a choice; the NashConv of the uniform policy; the
#: value for the first seat.
KNOWN = (
    (Comet(3, 3, 3, 3), 150, 9.109226, 13.5321),
    (Comet(3, 4, 4, 3), 774, 14.483321, 17.8588),
)
SMALLEST = KNOWN[0][0]


@pytest.mark.parametrize(("game", "sets", "nash_conv", "value"), KNOWN)
def test_uniform_play_is_as_far_from_equilibrium_as_others_found(
    game: Comet, sets: int, nash_conv: float, value: float
) -> None:
    whole = tree.tree_of(game)
    assert len(whole.node) == sets
    assert distance(whole, whole.uniform).nash_conv == pytest.approx(nash_conv, abs=1e-6)


@pytest.mark.parametrize(("game", "sets", "nash_conv", "value"), KNOWN)
def test_an_equilibrium_is_worth_what_others_found(
    game: Comet, sets: int, nash_conv: float, value: float
) -> None:
    _, found = equilibrium(tree.tree_of(game), within=0.00005, most=4000)
    assert found.exploitability <= 0.00005
    assert found.value == pytest.approx(value, abs=0.0002)


def test_the_other_rule_set_has_a_tree_of_its_own() -> None:
    assert len(tree.tree_of(SMALLEST, "C").node) == 182
    _, found = equilibrium(tree.tree_of(SMALLEST, "C"))
    assert found.exploitability <= 0.001


def test_the_sizes_of_larger_games() -> None:
    whole = tree.tree_of(Comet(5, 4, 4, 4))
    assert len(whole.node) == 5254
    assert whole.chances.sum() == pytest.approx(1.0)


def test_no_answer_is_better_than_the_best_one() -> None:
    whole = tree.tree_of(SMALLEST)
    rng = np.random.default_rng(3)
    for _ in range(20):
        policy = _random_policy(whole, rng)
        best, played = answer(whole, policy, 0)
        assert best == pytest.approx(distance(whole, _mixed(whole, played, policy)).value)
        other = _mixed(whole, _random_policy(whole, rng), policy)
        assert best >= distance(whole, other).value - 1e-9


def test_chances_of_each_set_add_up_to_one() -> None:
    whole = tree.tree_of(SMALLEST)
    policy, _ = equilibrium(whole)
    assert np.add.reduceat(policy, whole.choices[:-1]) == pytest.approx(1.0)
    assert (policy >= 0).all()


def _random_policy(whole: tree.Tree, rng: np.random.Generator) -> np.ndarray:
    weights = rng.random(len(whole.tokens))
    sums = np.add.reduceat(weights, whole.choices[:-1])
    policy: np.ndarray = weights / np.repeat(sums, np.diff(whole.choices))
    return policy


def _mixed(whole: tree.Tree, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The one policy for the first seat, the other for the second."""
    seats = np.repeat(whole.facts[:, tree.SEAT], np.diff(whole.choices))
    return np.where(seats == 0, first, second)
