"""Comet, rule by rule; the score is in test_comet_score.py."""

from collections import Counter
from random import Random

import pytest

from lunaria.core.cards import HIDDEN, RANK, Card
from lunaria.core.code import Code
from lunaria.core.errors import NotReadable
from lunaria.core.game import Terms
from lunaria.core.replay import Line
from lunaria.games.comet import CLASSIC, COMET, Comet, Play, State

NATURALS = ["2", "3", "4", "5", "6", "7", "8", "10", "J", "Q", "K"]


def hands(first: str, second: str, *, due: int = 0, seat: int = 1, variant: str = "N") -> State:
    """A position with these hands and the rank that is due; nothing is aside."""
    empty = State(((), ()), (), (), seat, due, False, (), (), Terms(variant, 2))
    cards = {"hand1": first.split(), "hand2": second.split(), "pile": [], "aside": []}
    return COMET.with_cards(empty, cards)


def after(state: State, *tokens: str) -> State:
    """The position after legal tokens."""
    for token in tokens:
        assert COMET.refusal(state, token) is None, token
        state = COMET.apply(state, token)
    return state


def refused(state: State, token: str) -> str | None:
    reason = COMET.refusal(state, token)
    return reason.code if reason else None


def match(number: int = 1, rounds: int = 2, variant: str = "N") -> Line[State]:
    return Line(COMET, Code("CO", 1, variant, number), rounds)


def test_co1_the_pack() -> None:
    pack = Counter(COMET.pack)
    assert pack.total() == 48
    assert pack["9S"] == 1
    assert pack["9C"] == 2
    assert pack["9D"] == 1
    assert all(pack[rank + suit] == 2 for rank in NATURALS for suit in "SC")


@pytest.mark.parametrize("rounds", [2, 4, 100])
def test_co2_an_even_number_of_rounds(rounds: int) -> None:
    line = match(rounds=rounds)
    chance = Random(rounds)
    while line.outcome is None:
        line.play(chance.choice(line.legal()))
    assert len(line.state.rounds) == rounds == len(line.breaks) + 1


@pytest.mark.parametrize("rounds", [-2, 0, 1, 3, 99, 102, 10**9])
def test_co2_any_other_number_is_refused(rounds: int) -> None:
    with pytest.raises(NotReadable):
        match(rounds=rounds)


@pytest.mark.parametrize("number", [1, 2, 500_000, 999_999])
def test_co3_the_deal(number: int) -> None:
    cards = COMET.cards(match(number).state)
    assert [len(cards[place]) for place in COMET.places] == [18, 18, 0, 12]
    assert Counter(card for pile in cards.values() for card in pile) == Counter(COMET.pack)


def test_co4_the_deal_alternates_and_the_first_seat_leads_the_first_round() -> None:
    line = match(rounds=4)
    chance = Random(4)
    leaders = []
    while line.outcome is None:
        if not line.state.history:
            leaders.append(line.state.seat)
        line.play(chance.choice(line.legal()))
    assert leaders == [1, 2, 1, 2]


def test_co4_each_round_has_a_deal_of_its_own() -> None:
    line = match()
    first = line.cards()
    while not line.breaks:
        line.play(line.legal()[0])
    assert line.cards()["aside"] != first["aside"]
    assert [len(line.cards()[place]) for place in COMET.places] == [18, 18, 0, 12]


def test_co5_any_card_starts_and_the_same_player_goes_on_upward() -> None:
    state = hands("2S 3C 4S 7S 9S", "5S 10C")
    assert COMET.legal(state) == ["2", "3", "4", "7", "9"]
    state = after(state, "2")
    assert COMET.legal(state) == ["3"]
    state = after(state, "3", "4")
    assert state.seat == 2
    assert state.due == 5
    assert refused(state, "10") == "comet-due"


def test_co6_the_other_goes_on_with_the_next_rank_and_both_stopped_ends_the_round() -> None:
    state = after(hands("2S 9S", "3S 7C KC"), "2")
    assert COMET.legal(state) == ["3"]
    state = after(state, "3")
    assert state.seat == 0
    assert state.rounds[0].hands == (("9S",), ("7C", "KC"))
    assert not state.rounds[0].out
    assert COMET.legal(state) == []
    assert refused(state, "9") == "comet-over"


def test_co7_a_king_stops_the_pile() -> None:
    state = after(hands("QS KS 2S 7S", "3C"), "Q", "K")
    assert (state.seat, state.due) == (1, 0)
    assert COMET.legal(state) == ["2", "7"]


def test_co8_the_comet_goes_at_any_time_in_ones_own_turn_and_stops_the_pile() -> None:
    state = hands("2S 3S 5S 9D", "7C 8C")
    for before in ((), ("2",), ("2", "3")):
        state_then = after(state, *before, "comet")
        assert (state_then.seat, state_then.due) == (1, 0)
        assert state_then.pile[-1] == "9D"
    assert refused(hands("2S", "9D"), "comet") == "comet-none"


def test_co9_the_whole_set_or_one_card() -> None:
    state = hands("3S 4S 4S 4C 4C 5S 9S", "2C")
    assert COMET.legal(after(state, "3")) == ["4", "4x4"]
    assert after(state, "3", "4x4").due == 5
    assert refused(hands("3S 4S 4S 4C", "2C 4C", due=4), "4x4") == "comet-set"


def test_co9_all_three_black_nines() -> None:
    state = hands("8S 9S 9C 9C 10S", "2C")
    assert after(state, "8", "9x3").pile == ("8S", "9S", "9C", "9C")
    assert refused(hands("9S 9C 9D", "9C", due=9), "9x3") == "comet-set"


def test_co10_playing_on_is_compulsory_with_a_natural_card() -> None:
    state = hands("5S 9D 2S", "7C", due=5)
    assert COMET.legal(state) == ["5", "comet"]
    assert refused(state, "pass") == "comet-go-on"


def test_co10_with_the_comet_alone_it_is_a_choice_to_pass() -> None:
    state = hands("2S 9D", "6C 8C", due=5)
    assert COMET.legal(state) == ["comet", "pass"]
    passed = after(state, "pass")
    assert passed.seat == 0  # the other has no 5 either
    assert passed.history == (Play(1, "pass"), Play(2, "pass"))


def test_co10_who_has_neither_passes_without_being_asked() -> None:
    state = after(hands("2S 9S", "3C 4C KC"), "2")
    assert state.history == (Play(1, "2"), Play(1, "pass"))
    assert state.seat == 2
    assert refused(state, "pass") == "comet-go-on"


def test_co10_a_new_run_must_be_started() -> None:
    assert refused(hands("2S 9D", "3S"), "pass") == "comet-lead"


def test_co11_a_set_starts_continues_and_ends() -> None:
    state = hands("2S 2S 2C 2C 3S 3S 3C 3C", "9S")
    assert COMET.legal(state) == ["2", "3", "2x4", "3x4"]
    over = after(state, "2x4", "3x4")
    assert over.rounds[0].out
    assert over.rounds[0].winner == 1


def test_co11_four_kings_stop_the_pile_once() -> None:
    state = after(hands("KS KS KC KC 5S", "9S"), "Kx4")
    assert (state.seat, state.due) == (1, 0)
    assert len(state.pile) == 4


def test_co11_the_comet_is_never_part_of_a_set() -> None:
    state = after(hands("9S 9C 9C 9D 2S", "7S", due=9), "9x3")
    assert "9D" in state.hands[0]


def test_co12_the_comet_may_start_a_run() -> None:
    state = after(hands("9D 5S 7S", "2S"), "comet")
    assert COMET.legal(state) == ["5", "7"]


def test_co13_spades_go_before_clubs() -> None:
    state = hands("4C 4S 7C", "2S")
    assert state.hands[0] == ("4S", "4C", "7C")
    assert after(state, "4").pile == ("4S",)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_co20_a_seat_sees_its_own_hand_until_the_round_is_over(seat: int) -> None:
    state = match().state
    view, cards = COMET.view(state, seat), COMET.cards(state)
    for place in ("hand1", "hand2", "aside"):
        seen = cards[place] if place == f"hand{seat}" else (HIDDEN,) * len(cards[place])
        assert view[place] == seen
    over = after(hands("2S", "9D"), "2")
    assert COMET.view(over, seat) == COMET.cards(over)


def test_co20_a_pass_by_choice_looks_like_any_other() -> None:
    by_choice = after(hands("2S 3S 9D", "4C 9C 8C"), "3", "pass")
    forced = after(hands("2S 3S 9S", "4C 9D 8C"), "3")
    assert by_choice.history == forced.history == (Play(1, "3"), Play(1, "pass"))
    assert by_choice.seat == forced.seat == 2


def test_co21_in_the_classic_rule_set_who_played_last_leads_again() -> None:
    state = after(hands("2S 9S", "3S 7C KC", variant=CLASSIC), "2", "3")
    assert (state.seat, state.due) == (2, 0)
    assert COMET.legal(state) == ["7", "K"]


@pytest.mark.parametrize("number", range(1, 21))
def test_co21_every_classic_round_ends_by_going_out(number: int) -> None:
    line = match(number, variant=CLASSIC)
    chance = Random(number)
    while line.outcome is None:
        line.play(chance.choice(line.legal()))
    assert all(each.out for each in line.state.rounds)


def test_nothing_is_taken_back() -> None:
    line = match()
    assert line.undo == line.redo == 0
    line.play(line.legal()[0])
    reason = line.refusal("undo")
    assert reason is not None
    assert reason.code == "no-undo"


@pytest.mark.parametrize("variant", COMET.variants)
def test_the_rules_agree_with_another_statement_of_them(variant: str) -> None:
    """Hands as counts of ranks, and every position's legal plays and next seat worked out anew."""
    for number in range(1, 101):
        line = match(number, variant=variant)
        chance = Random(number)
        while line.outcome is None:
            assert sorted(line.legal()) == sorted(plays(line.state))
            line.play(chance.choice(line.legal()))


def plays(state: State) -> list[str]:
    """The legal plays, stated apart from the game's own file."""
    hand: Counter[str] = Counter()
    for card in state.hands[state.seat - 1]:
        hand["comet" if card == "9D" else card[:-1]] += 1
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    wild = ["comet"] if hand["comet"] else []
    if state.due == 0:
        ranks = [rank for rank in order if hand[rank]]
    else:
        wanted = order[state.due - 2]
        ranks = [wanted] if hand[wanted] else []
        if not ranks:
            return [*wild, "pass"]
    whole = [f"{rank}x{hand[rank]}" for rank in ranks if hand[rank] == (3 if rank == "9" else 4)]
    return ranks + whole + wild


@pytest.mark.parametrize(
    ("ranks", "copies", "hand", "comet"), [(3, 3, 3, 3), (3, 4, 4, 3), (5, 4, 5, 4), (6, 4, 6, 5)]
)
def test_the_scaled_down_games_have_their_own_pack(
    ranks: int, copies: int, hand: int, comet: int
) -> None:
    game = Comet(ranks, copies, hand, comet)
    count = Counter(RANK[card] for card in game.pack)
    assert count == dict.fromkeys(range(2, ranks + 2), copies)
    assert game.pack.count(game.comet) == 1
    assert not any(card[-1] == "D" for card in game.pack if card != game.comet)
    cards: tuple[Card, ...] = game.pack
    state = game.deal(cards, Terms(rounds=2))
    assert [len(each) for each in state.hands] == [hand, hand]
