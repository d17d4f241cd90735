"""Crescent: what taps, double taps and drops do (CR-18, CR-19)."""

from lunaria.core.errors import Reason
from lunaria.core.game import Gestures, Tap
from lunaria.games.crescent import CRESCENT
from positions import crescent, falling, rising

SPADES_MEET = {"S+": rising("S", 6), "S-": falling("S", 6)}


def touches(places: dict[str, str]) -> Gestures:
    return CRESCENT.gestures(crescent(places))


def test_cr18_a_card_with_one_place_to_go_goes_there() -> None:
    taps = touches({"1": "4C 8H", "2": "9H", "3": "KD"}).taps
    assert taps["1"] == Tap(token="1>2")
    assert taps["2"] == Tap(token="2>1")


def test_cr18_a_card_with_two_places_to_go_is_selected() -> None:
    assert touches({"1": "8H", "2": "9H", "3": "7H"}).taps["1"] == Tap()


def test_cr18_each_foundation_that_takes_the_card_is_a_place_of_its_own() -> None:
    gestures = touches({"1": "7S", **SPADES_MEET})
    assert {"1>S+", "1>S-"} <= set(CRESCENT.legal(crescent({"1": "7S", **SPADES_MEET})))
    assert gestures.taps["1"] == Tap()
    assert touches({"1": "2S", "2": "3S"}).taps["1"] == Tap()
    assert touches({"1": "2S"}).taps["1"] == Tap(token="1>S+")


def test_cr18_a_card_with_no_place_to_go_is_selected_with_a_shake() -> None:
    assert touches({"1": "8H", "2": "9D"}).taps["1"] == Tap(shakes=True)


def test_cr18_an_empty_pile_does_nothing() -> None:
    gestures = touches({"1": "8H"})
    assert "2" not in gestures.taps
    assert "2" not in gestures.doubles


def test_cr18_a_full_pile_is_no_place_to_go() -> None:
    full = " ".join(["2C"] * 12 + ["7H"])
    assert touches({"1": "8H", "2": full, "3": "9H"}).taps["1"] == Tap(token="1>3")


def test_cr18_a_double_tap_prefers_a_foundation() -> None:
    doubles = touches({"1": "2S", "2": "4H 4D 4C 3S"}).doubles
    assert doubles["1"] == ("1>S+",)
    assert touches({"1": "QS", "2": "4H 4D 4C KS"}).doubles["1"] == ("1>S-",)


def test_cr18_a_double_tap_prefers_the_ascending_foundation() -> None:
    doubles = touches({"1": "4D 7S", "2": "4H 4D 4C 8S", **SPADES_MEET}).doubles
    assert doubles["1"] == (None, "1>S+")


def test_cr18_a_double_tap_then_takes_the_longest_pile() -> None:
    doubles = touches({"1": "8H", "2": "7H", "3": "4C 4C 9H", "4": "4C 7H"}).doubles
    assert doubles["1"] == ("1>3",)


def test_cr18_a_double_tap_takes_the_lowest_number_of_equal_piles() -> None:
    doubles = touches({"5": "8H", "3": "7H", "12": "4C 9H", "2": "4D 7H"}).doubles
    assert doubles["5"] == ("5>2",)
    assert touches({"5": "8H", "12": "4C 9H", "10": "4D 7H"}).doubles["5"] == ("5>10",)


def test_cr18_a_double_tap_on_a_card_without_a_place_plays_nothing() -> None:
    assert not any(touches({"1": "8H", "2": "9D"}).doubles.get("1", ()))


def test_cr18_a_tap_on_a_foundation_does_the_same_with_its_top() -> None:
    gestures = touches({"S+": rising("S", 6), "S-": falling("S", 7)})
    assert gestures.taps["S+"] == Tap(token="S+>S-")
    assert gestures.taps["S-"] == Tap(token="S->S+")
    assert gestures.doubles["S+"][-1] == "S+>S-"
    apart = touches({"S+": rising("S", 3)})
    assert apart.taps["S+"] == Tap(shakes=True)


def test_cr18_a_base_is_locked_and_says_so() -> None:
    taps = touches({}).taps
    assert set(taps) == {f"{suit}{way}" for suit in "SHDC" for way in "+-"}
    assert set(taps.values()) == {Tap(reason=Reason.of("base-locked"))}


def test_cr19_a_drop_in_the_area_goes_to_the_foundation_that_takes_the_card() -> None:
    areas = touches({"1": "2S", "2": "QH", "3": "7D"}).areas
    assert areas == {"1": "1>S+", "2": "2>H-"}


def test_cr19_where_both_take_it_the_ascending_one() -> None:
    assert touches({"1": "7S", **SPADES_MEET}).areas["1"] == "1>S+"
    both = crescent({"1": "7S", **SPADES_MEET})
    assert CRESCENT.refusal(both, "1>S-") is None  # dropped on it, it goes there


def test_cr19_a_foundation_card_dropped_in_the_area_goes_to_the_other() -> None:
    areas = touches({"S+": rising("S", 6), "S-": falling("S", 7)}).areas
    assert areas == {"S+": "S+>S-", "S-": "S->S+"}
