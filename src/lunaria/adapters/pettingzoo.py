"""Comet for PettingZoo: one round as an environment of agents who act in turn (AEC).

An observation is what `lunaria.adapters.features` tells of a seat, and a mask of the legal actions.
The reward is the points of the round, at its end. A round is dealt from the seed of `reset`; what
cannot be chosen is left to the agents as well, with one action that is legal.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from lunaria.adapters import features
from lunaria.bots.seen import seen_by
from lunaria.core.errors import NotLegal
from lunaria.core.game import Terms
from lunaria.games.comet import COMET, Comet, State

#: The agents of seats 1 and 2.
AGENTS = ("seat_1", "seat_2")


class CometEnv(AECEnv[str, dict[str, Any], int]):
    """One round of Comet, of any size."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "lunaria_comet_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, game: Comet = COMET, variant: str = "N", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game = game
        self.terms = Terms(variant, game.rounds[0])
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        size = sum(int(np.prod(shape)) for shape in features.pieces(game).values())
        count = len(features.actions(game))
        self._observation = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self._action = spaces.Discrete(count)
        self.observation_spaces = dict.fromkeys(AGENTS, self._observation)
        self.action_spaces = dict.fromkeys(AGENTS, self._action)
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The space of observations, the same for both agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of actions, the same for both agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round; the same seed, the same cards."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        order = [self.game.pack[at] for at in self._random.permutation(len(self.game.pack))]
        self.round: State = self.game.deal(order, self.terms)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.round.seat - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and which actions are legal for it now."""
        seat = AGENTS.index(agent) + 1
        mask = np.zeros(self._action.n, np.int8)
        if self.round.seat == seat:
            numbers = features.numbers(self.game)
            mask[[numbers[token] for token in self.game.legal(self.round)]] = 1
        seen = seen_by(self.game, self.round, seat)
        return {"observation": np.array(features.vector(seen), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action; raises NotLegal where the rules refuse it."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        token = features.actions(self.game)[action]
        reason = self.game.refusal(self.round, token)
        if reason is not None:
            raise NotLegal(reason)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.round = self.game.apply(self.round, token)
        self._clear_rewards()
        if self.round.seat:
            self.agent_selection = AGENTS[self.round.seat - 1]
        else:
            ended = self.round.rounds[-1]
            points = float(ended.points if ended.winner == 1 else -ended.points)
            self.rewards = {AGENTS[0]: points, AGENTS[1]: -points}
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[0]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What lies on the table, as text, where that was asked for."""
        if self.render_mode != "ansi":
            return None
        return " ".join(f"{seat}:{token}" for seat, token in self.round.history)

    def close(self) -> None:
        """Nothing is kept open."""
