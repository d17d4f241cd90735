"""Crescent by taps: one place to go, several or none; double taps; bases (CR-18, CR-20)."""

import pytest

from hands import Hands, Moment, moment, words
from serving import Server

#: Piles 8S 10D 10H 7H 6H KH JH AD 4H 5D 5H 8H AS 4D 2C 6S. Pile 3 has one place to go, pile 4 two.
START = Moment("CR1-N-AAAAAAB")
#: 2H on pile 3 goes on a pile and on a foundation.
WITH_FOUNDATION = moment("crescent", 4)
#: QH on pile 12 goes on the ascending and on the descending foundation.
BOTH = moment("crescent", 60)
#: QH on the descending foundation continues the ascending one, and back.
ACROSS = moment("crescent", 61)


@pytest.fixture
def table(host: Server, calm: Hands) -> Hands:
    calm.sit(host, START)
    return calm


def test_cr18_a_card_with_one_place_to_go_goes_there_at_a_tap(table: Hands, host: Server) -> None:
    table.touch("3")
    table.expect_moves(1)
    assert (table.top("7"), len(table.cards("3"))) == ("10H", 5)
    table.touch("15")
    table.expect_moves(2)
    assert table.actions(host) == ["3>7", "15>C+"]


def test_cr18_a_card_with_several_places_is_selected_and_goes_to_the_tapped_one(
    table: Hands, host: Server
) -> None:
    table.touch("4")
    table.expect_selected("4")
    assert (table.shaken(), table.said()) == ([], None)
    table.touch("12")
    table.expect_moves(1)
    table.expect_selected()
    assert table.actions(host) == ["4>12"]


def test_cr18_a_card_without_a_place_shakes_and_is_selected(table: Hands) -> None:
    table.touch("1")
    table.expect_selected("1")
    assert (table.shaken(), table.said()) == (["1"], None)


def test_cr20_a_target_that_refuses_says_why_and_the_card_stays_selected(table: Hands) -> None:
    refused = {
        "4": {
            "1": words("same-suit"),
            "3": words("adjacent-rank"),
            "D+": words("same-suit"),
            "H+": words("foundation-next", card="2H"),
        },
        "1": {"2": words("same-suit"), "S-": words("foundation-next", card="QS")},
    }
    for source, targets in refused.items():
        table.touch(source)
        table.expect_selected(source)
        for target, said in targets.items():
            table.shaken()
            table.touch(target)
            table.expect_said(said)
            table.expect_selected(source)
            assert table.shaken() == [target]
        table.linger()
        table.touch(source)
        table.expect_selected()
    assert table.stat("moves") == "0"


def test_the_words_are_those_of_the_rules() -> None:
    assert words("same-suit") == "The same suit is needed."
    assert words("adjacent-rank") == "A rank one higher or one lower is needed."
    assert words("pile-full", most=13) == "This pile is full with 13 cards. Choose another place."
    assert words("empty-pile") == "An emptied pile takes no card."
    assert words("base-locked") == "The base card of a foundation is locked."


def test_cr18_a_slow_second_tap_deselects(table: Hands) -> None:
    for pile in ("4", "1"):
        table.touch(pile)
        table.expect_selected(pile)
        table.linger()
        table.touch(pile)
        table.expect_selected()
    assert table.stat("moves") == "0"


def test_cr18_a_refused_target_and_then_the_right_one(table: Hands, host: Server) -> None:
    table.touch("4")
    table.touch("1")
    table.expect_said(words("same-suit"))
    table.touch("5")
    table.expect_moves(1)
    assert table.actions(host) == ["4>5"]


def test_cr18_a_double_tap_goes_to_the_longest_pile(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment(START.code, ("3>7", "4>12")))
    assert [len(calm.cards(pile)) for pile in ("4", "12")] == [5, 7]
    calm.double("5")  # 6H goes on both piles with 7H and 5H
    calm.expect_moves(3)
    assert calm.actions(host)[-1] == "5>12"


def test_cr18_a_double_tap_of_equals_goes_to_the_lowest_pile(table: Hands, host: Server) -> None:
    table.double("4")
    table.expect_moves(1)
    assert table.actions(host) == ["4>5"]


def test_cr18_a_double_tap_prefers_a_foundation(host: Server, calm: Hands) -> None:
    calm.sit(host, WITH_FOUNDATION)
    calm.touch("3")
    calm.expect_selected("3")
    calm.linger()
    calm.touch("3")
    calm.linger()
    calm.double("3")
    calm.expect_moves(4)
    assert calm.actions(host)[-1] == "3>H+"


def test_cr18_a_double_tap_prefers_the_ascending_foundation(host: Server, calm: Hands) -> None:
    calm.sit(host, BOTH)
    calm.double("12")
    calm.expect_moves(60)
    assert calm.actions(host)[-1] == "12>H+"


def test_cr18_each_foundation_is_a_place_of_its_own(host: Server, calm: Hands) -> None:
    calm.sit(host, BOTH)
    calm.touch("12")
    calm.expect_selected("12")
    calm.touch("H-")
    calm.expect_moves(60)
    assert calm.actions(host)[-1] == "12>H-"


def test_app8a_the_second_tap_does_nothing_to_the_card_that_the_first_uncovered(
    table: Hands, host: Server
) -> None:
    table.double("15")  # 2C goes up, and the card under it could go to pile 10
    table.expect_moves(1)
    table.expect_selected()
    assert table.actions(host) == ["15>C+"]
    table.linger()
    table.touch("15")
    table.expect_moves(2)
    assert table.actions(host) == ["15>C+", "15>10"]


def test_app8a_a_double_tap_on_the_target_does_not_move_the_card_on(
    table: Hands, host: Server
) -> None:
    table.touch("4")
    table.double("5")  # 7H lies on 6H then, and could go on to 8H
    table.expect_moves(1)
    table.expect_selected()
    assert table.actions(host) == ["4>5"]


def test_app8a_a_double_tap_is_one_however_long_the_page_was_busy(
    table: Hands, host: Server
) -> None:
    table.touch("4")
    table.page.evaluate(
        """() => addEventListener("pointerup", () => {
            const free = performance.now() + 500;
            while (performance.now() < free);
        }, { once: true })"""
    )
    table.double("5")
    table.expect_moves(1)
    table.expect_selected()
    assert table.actions(host) == ["4>5"]


def test_cr11_a_tap_on_a_base_says_that_it_is_locked(table: Hands) -> None:
    for base in ("S+", "C-"):
        table.touch(base)
        table.expect_said(words("base-locked"))
        table.expect_selected()
        assert table.shaken() == [base]


def test_cr10_a_tap_on_a_foundation_moves_its_top_card_across(host: Server, calm: Hands) -> None:
    calm.sit(host, ACROSS)
    calm.touch("H-")
    calm.expect_moves(61)
    assert calm.actions(host)[-1] == "H->H+"
    assert calm.cards("H-") == ["KH"]


def test_cr10_a_foundation_card_does_not_return_to_a_pile(host: Server, calm: Hands) -> None:
    calm.sit(host, ACROSS)
    calm.touch("D+")
    calm.expect_selected("D+")
    calm.touch("7")
    calm.expect_said(words("foundation-stays"))
    calm.expect_selected("D+")


def test_a_tap_beside_the_cards_clears_the_selection(table: Hands) -> None:
    table.touch("4")
    table.expect_selected("4")
    table.touch_at(*table.between("1", "16"))
    table.expect_selected()
