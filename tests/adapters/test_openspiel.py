"""Comet in OpenSpiel: its own tests and algorithms take it as a game of theirs."""

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

from lunaria.adapters import features, openspiel  # noqa: E402
from lunaria.games.comet import COMET  # noqa: E402
from lunaria.solvers.comet import tree  # noqa: E402
from lunaria.solvers.comet.equilibrium import distance  # noqa: E402

SMALL = "lunaria_comet(ranks=3,copies=3,hand=3,comet=3,chance=deals)"


def played(state: Any, rng: random.Random) -> Any:
    """The state after one action at random."""
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def rounds(name: str, seed: int, count: int = 3) -> Any:
    """The states of random rounds in which a player acts."""
    rng = random.Random(seed)
    for _ in range(count):
        state = pyspiel.load_game(name).new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                yield state
            played(state, rng)


@pytest.mark.parametrize("name", [openspiel.NAME, f"{openspiel.NAME}(variant=C)", SMALL])
def test_their_own_simulation_test_passes(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_their_nash_conv_of_uniform_play_is_ours() -> None:
    game = pyspiel.load_game(SMALL)
    theirs = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    whole = tree.tree_of(game.rules.game)
    assert theirs == pytest.approx(distance(whole, whole.uniform).nash_conv)
    assert theirs == pytest.approx(9.109226, abs=1e-6)


def test_cards_dealt_one_by_one_are_as_likely_as_whole_deals() -> None:
    single = SMALL.replace("deals", "cards")
    chances: dict[str, float] = {}

    def deal(state: Any, chance: float) -> None:
        if not state.is_chance_node():
            key = state.information_state_string(0) + state.information_state_string(1)
            chances[key] = chances.get(key, 0.0) + chance
            return
        for action, likely in state.chance_outcomes():
            deal(state.child(action), chance * likely)

    for name in (single, SMALL):
        deal(pyspiel.load_game(name).new_initial_state(), 1.0 if name == single else -1.0)
    assert max(map(abs, chances.values())) < 1e-12


def test_a_resampled_state_looks_the_same_to_who_asked() -> None:
    rng = random.Random(3)
    differ = 0
    for name in (openspiel.NAME, f"{openspiel.NAME}(variant=C)"):
        for state in rounds(name, 4):
            player = state.current_player()
            other = state.resample_from_infostate(player, rng.random)
            assert other.current_player() == player
            assert other.legal_actions() == state.legal_actions()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert (
                (
                    other.information_state_tensor(player) == state.information_state_tensor(player)
                ).all()
                if hasattr(other.information_state_tensor(player), "all")
                else (
                    other.information_state_tensor(player) == state.information_state_tensor(player)
                )
            )
            differ += other.information_state_string(1 - player) != (
                state.information_state_string(1 - player)
            )
            while not other.is_terminal():
                played(other, rng)
    assert differ > 50


def test_information_states_tell_nothing_of_suits_or_hidden_cards() -> None:
    for state in rounds(openspiel.NAME, 5, count=1):
        for player in (0, 1):
            told = state.information_state_string(player)
            hand = told.split()[1].removeprefix("hand:").split(",")
            assert [int(count) for count in hand] == features.kinds(COMET, state.seen(player).hand)
            assert not any(card in told for card in COMET.pack)


def test_a_copy_goes_its_own_way() -> None:
    state = next(rounds(openspiel.NAME, 6))
    copy = state.clone()
    played(copy, random.Random(7))
    assert str(copy) != str(state)


def test_their_search_plays_a_round() -> None:
    game = pyspiel.load_game("lunaria_comet(ranks=5,copies=4,hand=5,comet=4)")
    evaluator = mcts.RandomRolloutEvaluator(1)
    bot = ismcts.ISMCTSBot(game, evaluator, 20.0, 30)
    rng = random.Random(8)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            played(state, rng)
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("wrong", ["variant=X", "chance=dice"])
def test_a_game_that_does_not_exist_is_refused(wrong: str) -> None:
    with pytest.raises(Exception, match="no such game"):
        pyspiel.load_game(f"{openspiel.NAME}({wrong})")
