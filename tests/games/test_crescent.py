"""Crescent, rule by rule; redeal, end and undo are in test_crescent_redeal.py, touches in
test_crescent_touches.py."""

from collections import Counter
from itertools import product

import pytest

from lunaria.core.cards import HIDDEN, PACK, RANK, SUIT, SUITS, Card
from lunaria.core.code import Code
from lunaria.core.deal import order_of
from lunaria.core.errors import Reason
from lunaria.core.game import Terms, Transfer
from lunaria.games.crescent import CRESCENT, State
from positions import crescent, example, falling, filled, rising
from wandering import opening

PILES = [str(n) for n in range(1, 17)]
FOUNDATIONS = [f"{suit}{way}" for way in "+-" for suit in SUITS]


def refused(state: State, token: str) -> str | None:
    reason = CRESCENT.refusal(state, token)
    return reason.code if reason else None


def top(state: State, place: str) -> Card:
    return CRESCENT.cards(state)[place][-1]


@pytest.mark.parametrize("number", [1, 2, 500_000, 999_999])
def test_cr1_bases_are_taken_out_and_sixteen_piles_of_six_dealt(number: int) -> None:
    places = CRESCENT.cards(opening(CRESCENT, number))
    assert list(places) == PILES + FOUNDATIONS == list(CRESCENT.places)
    assert [len(places[pile]) for pile in PILES] == [6] * 16
    for suit in SUITS:
        assert places[f"{suit}+"] == (f"A{suit}",)
        assert places[f"{suit}-"] == (f"K{suit}",)
    dealt = Counter(card for cards in places.values() for card in cards)
    assert dealt == Counter(dict.fromkeys(PACK, 2))


def test_cr3_one_card_at_a_time_and_only_the_top() -> None:
    state = crescent({"1": "5H 6S 7H", "2": "8H", "3": "6H"})
    assert CRESCENT.transfers(state, "1>2") == (Transfer("1", 1, "2"),)
    after = CRESCENT.cards(CRESCENT.apply(state, "1>2"))
    assert after["1"] == ("5H", "6S")
    assert after["2"] == ("8H", "7H")
    assert refused(state, "3>1") is None  # on the top seven, not the covered five
    assert refused(crescent({"1": "5H 6S", "3": "6H"}), "3>1") == "same-suit"
    assert refused(crescent({"1": "7H 6S", "2": "8H"}), "1>2") == "same-suit"


def test_cr3_nothing_moves_from_an_empty_pile() -> None:
    assert CRESCENT.refusal(crescent({"2": "8H"}), "1>2") == Reason.of("no-card", place="1")


def test_cr4_cr5_onto_the_same_suit_one_rank_higher_or_lower_circular() -> None:
    for card, onto in product(PACK, repeat=2):
        state = crescent({"10": card, "14": onto})
        distance = (RANK[card] - RANK[onto]) % 13
        wanted = None if distance in (1, 12) else "adjacent-rank"
        if SUIT[card] != SUIT[onto]:
            wanted = "same-suit"
        assert refused(state, "10>14") == wanted, (card, onto)


def test_cr4_the_same_card_does_not_go_on_its_double() -> None:
    assert refused(crescent({"1": "8H", "2": "8H"}), "1>2") == "adjacent-rank"


@pytest.mark.parametrize("suit", SUITS)
def test_cr5_ace_on_king_and_king_on_ace(suit: str) -> None:
    state = crescent({"1": f"A{suit}", "2": f"K{suit}"})
    assert refused(state, "1>2") is None
    assert refused(state, "2>1") is None


def test_cr6_a_pile_holds_thirteen_cards() -> None:
    state = crescent({"1": " ".join(["2S"] * 11 + ["7H"]), "2": "8H", "3": "6H"})
    assert refused(state, "2>1") is None
    full = CRESCENT.apply(state, "2>1")
    assert len(CRESCENT.cards(full)["1"]) == 13
    again = crescent({"1": " ".join(["2S"] * 12 + ["7H"]), "2": "8H", "3": "6H"})
    assert CRESCENT.refusal(again, "2>1") == Reason.of("pile-full", most=13)
    assert CRESCENT.refusal(again, "3>1") == Reason.of("pile-full", most=13)
    assert refused(again, "1>2") is None  # away from it its top may go


@pytest.mark.parametrize("card", ["AS", "7H", "KD"])
def test_cr7_an_emptied_pile_takes_no_card(card: str) -> None:
    state = crescent({"1": "2S", "2": card})
    emptied = CRESCENT.apply(state, "1>S+")
    assert CRESCENT.cards(emptied)["1"] == ()
    assert refused(emptied, "2>1") == "empty-pile"
    assert CRESCENT.cards(CRESCENT.apply(emptied, "redeal"))["1"] == ()


@pytest.mark.parametrize("suit", SUITS)
def test_cr8_ascending_foundations_take_the_next_card_of_their_suit(suit: str) -> None:
    for height, card in product(range(1, 13), PACK):
        state = crescent({f"{suit}+": rising(suit, height), "1": card})
        reason = CRESCENT.refusal(state, f"1>{suit}+")
        wanted = rising(suit, height + 1).split()[-1]
        if SUIT[card] != suit:
            assert reason == Reason.of("same-suit")
        elif card == wanted:
            assert reason is None
        else:
            assert reason == Reason.of("foundation-next", card=wanted)


@pytest.mark.parametrize("suit", SUITS)
def test_cr8_descending_foundations_take_the_next_card_of_their_suit(suit: str) -> None:
    for height, card in product(range(1, 13), PACK):
        state = crescent({f"{suit}-": falling(suit, height), "1": card})
        reason = CRESCENT.refusal(state, f"1>{suit}-")
        wanted = falling(suit, height + 1).split()[-1]
        if SUIT[card] != suit:
            assert reason == Reason.of("same-suit")
        elif card == wanted:
            assert reason is None
        else:
            assert reason == Reason.of("foundation-next", card=wanted)


def test_cr9_foundations_are_not_circular() -> None:
    state = crescent({"S+": rising("S", 13), "S-": falling("S", 13), "1": "AS", "2": "KS"})
    for token in ("1>S+", "2>S+", "1>S-", "2>S-"):
        assert refused(state, token) == "foundation-complete"
    assert refused(state, "1>2") is None


@pytest.mark.parametrize(("source", "pile"), [("S+", "6S"), ("S+", "8S"), ("S-", "6S")])
def test_cr10_a_foundation_card_never_returns_to_a_pile(source: str, pile: str) -> None:
    state = crescent({"S+": rising("S", 7), "S-": falling("S", 7), "1": pile})
    assert refused(state, f"{source}>1") == "foundation-stays"
    assert refused(state, f"{source}>2") == "foundation-stays"  # nor to an empty pile


def test_cr10_a_top_may_continue_the_other_foundation_of_its_suit() -> None:
    state = crescent({"S+": rising("S", 6), "S-": falling("S", 7), "H-": falling("H", 7)})
    assert refused(state, "S+>S-") is None
    assert refused(state, "S->S+") is None
    assert (top(state, "S+"), top(state, "S-")) == ("6S", "7S")
    after = CRESCENT.cards(CRESCENT.apply(state, "S+>S-"))
    assert after["S-"] == tuple(falling("S", 8).split())
    assert after["S+"] == tuple(rising("S", 5).split())
    back = CRESCENT.cards(CRESCENT.apply(state, "S->S+"))
    assert back["S+"] == tuple(rising("S", 7).split())
    assert refused(state, "S+>H-") == "same-suit"
    assert refused(state, "S+>H+") == "same-suit"


def test_cr10_a_top_that_does_not_continue_the_other_stays() -> None:
    state = crescent({"S+": rising("S", 5), "S-": falling("S", 7)})
    assert CRESCENT.refusal(state, "S+>S-") == Reason.of("foundation-next", card="6S")
    assert CRESCENT.refusal(state, "S->S+") == Reason.of("foundation-next", card="6S")


def test_cr11_base_cards_are_locked() -> None:
    state = crescent({"S-": falling("S", 12), "H+": rising("H", 12), "1": "2D", "2": "QC"})
    for base in ("S+", "H-", "D+", "D-", "C+", "C-"):
        for place in PILES + FOUNDATIONS:
            if place != base:
                assert refused(state, f"{base}>{place}") == "base-locked"


def test_cr17_no_score() -> None:
    assert not CRESCENT.scored
    state = crescent({"1": "2S", "2": "3S"})
    assert [CRESCENT.points(state, token) for token in CRESCENT.legal(state)] == [0] * 4


def test_cr20_a_refused_move_is_explained() -> None:
    full = " ".join(["2S"] * 12 + ["7H"])
    state = crescent({"1": "8H", "2": "9S", "3": "5H", "4": full}, redeals=0)
    wanted = {
        "1>2": "same-suit",
        "1>3": "adjacent-rank",
        "1>4": "pile-full",
        "1>5": "empty-pile",
        "S+>1": "base-locked",
        "redeal": "no-redeal",
    }
    assert {token: refused(state, token) for token in wanted} == wanted


def test_cr20_the_rule_guide_is_on_by_default() -> None:
    assert CRESCENT.manners.explains


@pytest.mark.parametrize("number", [1, 77, 999_999])
def test_cr21_crescent_four_is_the_same_deal_with_a_fourth_redeal(number: int) -> None:
    four = Code("CR", 1, "F", number)
    state = CRESCENT.deal(order_of(four, CRESCENT), Terms("F"))
    standard = opening(CRESCENT, number)
    assert (CRESCENT.redeals(standard), CRESCENT.redeals(state)) == (3, 4)
    assert CRESCENT.cards(state) == CRESCENT.cards(standard)
    for left in (3, 2, 1, 0):
        assert "redeal" in CRESCENT.legal(state)
        state = CRESCENT.apply(state, "redeal")
        assert CRESCENT.redeals(state) == left
    assert refused(state, "redeal") == "no-redeal"


@pytest.mark.parametrize("seat", [0, 1])
def test_cr22_covered_cards_of_piles_are_hidden(seat: int) -> None:
    view = CRESCENT.view(crescent({"1": "5H 6S 7H", "2": "8H"}), seat)
    assert view["1"] == (HIDDEN, HIDDEN, "7H")
    assert view["2"] == ("8H",)
    assert view["3"] == ()


def source_position(moment: str, bottoms: list[Card] | None = None) -> State:
    """The source's example, any cards where it does not show them."""
    shown = example("crescent", moment)
    known: dict[str, list[Card | None]] = {
        pile: [None] * (count - 1) + [card]
        for pile, count, card in zip(PILES, shown["pile_counts"], shown["pile_tops"], strict=True)
    }
    for pile, card in zip(PILES, bottoms or [], strict=False):
        known[pile][0] = card
    if "pile_1" in shown:
        known["1"] = shown["pile_1"]
    for suit in SUITS:
        known[f"{suit}+"] = [*rising(suit, shown["up"][suit][1]).split()]
        known[f"{suit}-"] = [*falling(suit, shown["down"][suit][1]).split()]
        assert known[f"{suit}+"][-1] == shown["up"][suit][0]
        assert known[f"{suit}-"][-1] == shown["down"][suit][0]
    state: State = CRESCENT.with_cards(opening(CRESCENT), filled(CRESCENT, known))
    return state


def test_source_example_move_10() -> None:
    state = source_position("before_move_10")
    move = example("crescent", "move_10")
    token = f"{move['from_pile']}>{move['to_pile']}"
    assert (token, top(state, "10"), top(state, "14")) == ("10>14", "AS", "KS")
    assert refused(state, token) is None
    after = CRESCENT.apply(state, token)
    assert top(after, "14") == "AS"
    assert [len(CRESCENT.cards(after)[pile]) for pile in ("10", "14")] == [5, 7]


@pytest.mark.parametrize("moment", ["before_move_10", "before_redeal_1", "after_redeal_1"])
def test_source_example_next_cards_of_the_foundations(moment: str) -> None:
    state = source_position(moment)
    wanted = {"S+": "3S", "H+": "3H", "D+": "2D", "C+": "2C", "D-": "QD", "C-": "8C"}
    wanted |= {"S-": "JS", "H-": "JH"} if moment == "before_move_10" else {"S-": "9S", "H-": "9H"}
    going = {
        f"{pile}>{place}"
        for pile, (place, card) in product(PILES, wanted.items())
        if top(state, pile) == card
    }
    legal = {token for token in CRESCENT.legal(state) if token[-1] in "+-"}
    assert legal == going
    assert going == ({"11>C-", "12>C+"} if moment == "after_redeal_1" else set())


def test_source_example_first_redeal() -> None:
    shown = example("crescent", "after_redeal_1")
    state = source_position("before_redeal_1", bottoms=shown["pile_tops"])
    assert CRESCENT.cards(state)["1"] == ("2H", "9C", "JD", "JD")
    after = CRESCENT.cards(CRESCENT.apply(state, "redeal"))
    assert after["1"] == ("9C", "JD", "JD", "2H")
    assert [after[pile][-1] for pile in PILES] == shown["pile_tops"]
    assert [len(after[pile]) for pile in PILES] == shown["pile_counts"]
    for place in FOUNDATIONS:
        assert after[place] == CRESCENT.cards(state)[place]
