"""Comet in PettingZoo: the API test of PettingZoo passes, and the masks are the rules."""

import random

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from lunaria.adapters.pettingzoo import AGENTS, CometEnv
from lunaria.core.errors import NotLegal
from lunaria.games.comet import COMET, Comet

SMALL = Comet(5, 4, 5, 4)


# It would have an observation be a plain array; a dictionary with a mask is what its own card
# games have.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@pytest.mark.parametrize("game", [COMET, SMALL])
@pytest.mark.parametrize("variant", COMET.variants)
def test_their_own_api_test_passes(game: Comet, variant: str) -> None:
    api_test(CometEnv(game, variant), num_cycles=200)


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
def test_the_same_seed_deals_the_same_round() -> None:
    seed_test(lambda: CometEnv(SMALL), num_cycles=20)


def test_masks_are_the_legal_actions_and_rewards_the_points() -> None:
    env = CometEnv(SMALL)
    rng = random.Random(1)
    for seed in range(20):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, _, over, _, _ = env.last()
            legal = observation["action_mask"].nonzero()[0].tolist()
            if over:
                assert legal == []
                env.step(None)
                continue
            assert len(legal) == len(SMALL.legal(env.round))
            assert not env.observe(AGENTS[agent == AGENTS[0]])["action_mask"].any()
            env.step(rng.choice(legal))
            if not env.round.seat:
                ended = env.round.rounds[-1]
                points = ended.points if ended.winner == 1 else -ended.points
                assert list(env.rewards.values()) == [points, -points]


def test_an_action_against_the_rules_is_refused_and_changes_nothing() -> None:
    env = CometEnv(SMALL, render_mode="ansi")
    env.reset(seed=3)
    before = env.round
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(NotLegal):
        env.step(int((mask == 0).nonzero()[0][0]))
    assert env.round == before
    assert env.render() == ""
