"""The players of Comet: they keep to the rules, know only what they may, and play as they say."""

import random

import pytest

from comet_rounds import SIZES, SMALL, opening, wandering
from lunaria.bots import LEVELS, PLAYERS, Player, player, seen_by
from lunaria.bots.arena import play_pair, play_round, score
from lunaria.bots.exploit import exploitability, seen_in
from lunaria.bots.master import Master, known
from lunaria.bots.seen import Seen
from lunaria.core.cards import RANK
from lunaria.core.errors import NotReadable
from lunaria.games.comet import COMET, PASSING, PLAY_COMET, Comet, State
from lunaria.solvers.comet import choice, tree

#: Little, so that many rounds can be played.
QUICK = choice.Effort(listed=16, dealt=6, work=2_000, rounds=10)
SIMPLE = [name for name in PLAYERS if name != "master"]


def made(name: str) -> Player:
    """A player that does not think for long."""
    return Master(0, QUICK) if name == "master" else player(name)


@pytest.mark.parametrize("variant", COMET.variants)
@pytest.mark.parametrize("name", PLAYERS)
def test_only_legal_tokens_are_chosen(name: str, variant: str) -> None:
    rng = random.Random(name)
    one = made(name)
    for game in (*SIZES, SMALL[0]):
        for state in wandering(game, variant, rng):
            legal = game.legal(state)
            if len(legal) > 1:
                assert one.choose(seen_by(game, state, state.seat), legal) in legal


@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_sight_and_seed_bring_the_same_choice(name: str) -> None:
    rng = random.Random(2)
    for state in wandering(COMET, "N", rng):
        legal = COMET.legal(state)
        seen = seen_by(COMET, state, state.seat)
        if len(legal) > 1:
            assert made(name).choose(seen, legal) == made(name).choose(seen, legal)


@pytest.mark.parametrize("variant", COMET.variants)
def test_what_was_thought_before_makes_no_difference(variant: str) -> None:
    seen = _opening_seen(COMET, variant)
    first = Master().chances(seen, 5)
    for state in wandering(COMET, variant, random.Random(12)):
        Master(0, QUICK).choose(seen_by(COMET, state, state.seat), COMET.legal(state))
    assert Master().chances(seen, 5) == first


def test_nothing_is_seen_of_hidden_cards() -> None:
    rng = random.Random(3)
    for state in wandering(COMET, "N", rng):
        for seat in (1, 2):
            hidden = [*state.hands[2 - seat], *state.aside]
            rng.shuffle(hidden)
            count = len(state.hands[2 - seat])
            cards = COMET.cards(state)
            cards[f"hand{3 - seat}"] = tuple(hidden[:count])
            cards["aside"] = tuple(hidden[count:])
            assert seen_by(COMET, COMET.with_cards(state, cards), seat) == seen_by(
                COMET, state, seat
            )


def test_who_passed_at_a_rank_is_known_not_to_hold_it() -> None:
    rng = random.Random(4)
    told = 0
    for variant in COMET.variants:
        for _ in range(10):
            for state in wandering(COMET, variant, rng):
                seen = seen_by(COMET, state, state.seat)
                ranks = seen.lacked()
                hand = state.hands[seen.other - 1]
                assert not any(RANK[card] in ranks for card in hand if card != COMET.comet)
                told += len(ranks)
    assert told > 100


def test_the_hand_that_the_other_holds_is_among_those_it_may_hold() -> None:
    rng = random.Random(5)
    for variant in COMET.variants:
        for state in wandering(COMET, variant, rng):
            seen = seen_by(COMET, state, state.seat)
            facts = known(seen)
            other = state.hands[seen.other - 1]
            for at, rank in enumerate(COMET.ranks):
                held = sum(RANK[card] == rank and card != COMET.comet for card in other)
                assert held <= (facts.may >> 4 * at) & 15
            assert facts.may_comet or COMET.comet not in other
            assert facts.size == len(other)


def test_hidden_counts_add_up() -> None:
    for state in wandering(COMET, "N", random.Random(6)):
        seen = seen_by(COMET, state, state.seat)
        hidden = seen.counts[seen.other - 1] + seen.aside
        assert sum(seen.unseen()) + seen.comet_unseen() == hidden


# How they play


def test_plans_are_as_they_are_described() -> None:
    hand = ("2S", "3S", "4C", "9S", "KS", "KC")
    seen = _seen(hand)
    legal = ["2", "3", "4", "9", "K"]
    chosen = {name: player(name).choose(seen, legal) for name in SIMPLE}
    assert chosen["glow"] == chosen["easy"] == "2"
    assert chosen["ghigh"] == "K"
    assert chosen["glen"] == "2"
    assert chosen["gval"] == "K"
    # Both kings stop the pile, so after them the run from 2 goes as well.
    assert chosen["gturn"] == "K"


def test_the_comet_is_played_where_nothing_else_goes_or_kept_back() -> None:
    seen = _seen(("2S", "9D"), due=5)
    assert player("gturn").choose(seen, [PLAY_COMET, PASSING]) == PLAY_COMET
    assert player("ghold").choose(seen, [PLAY_COMET, PASSING]) == PASSING
    classic = seen._replace(terms=seen.terms._replace(variant="C"))
    assert player("normal").choose(seen, [PLAY_COMET, PASSING]) == PLAY_COMET
    assert player("normal").choose(classic, [PLAY_COMET, PASSING]) == PASSING


def test_an_unknown_player_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NotReadable) as refused:
        player("gandalf")
    params = dict(refused.value.reason.params)
    assert params["given"] == "gandalf"
    assert set(LEVELS) <= set(str(params["known"]).split(", "))


def test_who_plays_better_wins_more() -> None:
    master, gturn, chance = Master(0, QUICK), player("gturn"), player("random")
    assert score([play_pair(gturn, chance, deal) for deal in range(1, 61)]).mean > 20
    assert score([play_pair(master, chance, deal) for deal in range(1, 31)]).mean > 20
    assert score([play_pair(master, gturn, deal, "C") for deal in range(1, 21)]).mean > 0


def test_master_is_near_equilibrium_on_small_games() -> None:
    assert exploitability(Master(), SMALL[0]).exploitability < 0.02
    assert exploitability(Master(), Comet(5, 4, 4, 4)).exploitability < 0.02


def test_a_game_that_fits_is_solved_to_its_end() -> None:
    game = SMALL[0]
    chances = Master().chances(_opening_seen(game))
    assert sum(chances.values()) == pytest.approx(1.0)
    assert set(chances) <= set(game.tokens)


def test_what_is_seen_in_an_information_set_agrees_with_it() -> None:
    game = SMALL[1]
    whole = tree.tree_of(game)
    for number in range(0, len(whole.node), 7):
        seen = seen_in(whole, number, game, "N")
        facts = known(seen)
        assert facts.mine == whole.facts[number, tree.HAND]
        assert facts.due == whole.facts[number, tree.DUE]
        assert len(seen.hand) == seen.counts[seen.seat - 1]


# Pairs


def test_a_pair_against_oneself_is_a_draw() -> None:
    pair = play_pair(player("gturn"), player("gturn"), 5)
    assert sum(pair.points) == 0


def test_a_score_counts_rounds_and_their_luck() -> None:
    pairs = [play_pair(player("gturn"), player("glow"), deal) for deal in range(1, 11)]
    found = score(pairs)
    assert found.pairs == 10
    assert found.won + found.drawn + found.lost == 20
    assert found.mean == pytest.approx(sum(sum(pair.points) for pair in pairs) / 20)
    assert found.error > 0
    assert score(pairs[:1]).error == 0


def test_players_are_asked_only_where_there_is_a_choice() -> None:
    class Asked:
        def choose(self, seen: Seen, legal: list[str]) -> str:
            assert len(legal) > 1
            return legal[-1]

    state = opening(COMET, "N", random.Random(8))
    assert isinstance(play_round((Asked(), Asked()), state), int)  # type: ignore[arg-type]


def _opening_seen(game: Comet, variant: str = "N") -> Seen:
    state = opening(game, variant, random.Random(1))
    return seen_by(game, state, state.seat)


def _seen(hand: tuple[str, ...], due: int = 0) -> Seen:
    """Seat 1's sight of a round in which it holds `hand`."""
    state: State = opening(COMET, "N", random.Random(1))
    left = list(COMET.pack)
    for card in hand:
        left.remove(card)
    cards = {
        "hand1": hand,
        "hand2": tuple(left[:18]),
        "pile": (),
        "aside": tuple(left[18:]),
    }
    return seen_by(COMET, COMET.with_cards(state._replace(due=due), cards), 1)
