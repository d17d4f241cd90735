"""Crescent by drag-and-drop: where a card may be dropped, and how it flies home (CR-19, CR-20)."""

import pytest

from hands import Hands, Moment, moment, words
from serving import Server

START = Moment("CR1-N-AAAAAAB")
#: QH on pile 12 goes on both heart foundations; pile 4 is empty.
BOTH = moment("crescent", 60)
#: Pile 3 is full with 13 cards, and the card of pile 1 would go on it.
ONTO_PILE_3 = "8>11 15>14 6>3 5>3 15>3 5>3 13>3 12>3 16>3 7>14 15>1 6>1 5>16 redeal"
FULL = Moment("CR1-N-AAAAABS", tuple(ONTO_PILE_3.split()))


def at_home(hands: Hands, place: str) -> bool:
    """The top card of a place lies exactly there."""
    hands.rest()
    home: bool = hands.page.evaluate(
        """name => {
            const place = document.querySelector(`[data-place="${name}"]`);
            const card = [...place.querySelectorAll(".card")].at(-1).getBoundingClientRect();
            const box = place.getBoundingClientRect();
            return Math.hypot(card.left - box.left, card.top - box.top) < 0.5;
        }""",
        place,
    )
    return home


def test_a_card_is_dragged_to_a_pile(host: Server, calm: Hands) -> None:
    calm.sit(host, START)
    calm.drag("4", "12")
    calm.expect_moves(1)
    assert at_home(calm, "12")
    assert calm.actions(host) == ["4>12"]


def test_the_places_that_take_a_carried_card_are_marked(host: Server, calm: Hands) -> None:
    calm.sit(host, START)
    calm.take("4", *calm.between("6", "S+"))
    marked = calm.page.locator(".place.takes")
    assert marked.evaluate_all("all => all.map(x => x.dataset.place)") == ["5", "12"]
    calm.page.mouse.up()
    assert marked.count() == 0


def test_cr19_a_card_dropped_anywhere_in_the_foundation_area_goes_to_the_one_that_takes_it(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, START)
    for point in (*map(calm.point, ("S-", "D+", "C-")), calm.between("S+", "H-")):
        calm.drag_to("15", *point)
        calm.expect_moves(1)
        assert calm.actions(host)[-1] == "15>C+"
        calm.press("undo")
        calm.expect_moves(0)


def test_cr19_where_both_take_it_the_one_dropped_on_else_the_ascending_one(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, BOTH)
    for where, token in (("H-", "12>H-"), ("H+", "12>H+"), ("S-", "12>H+"), ("D+", "12>H+")):
        calm.drag("12", where)
        calm.expect_moves(60)
        assert calm.actions(host)[-1] == token
        calm.press("undo")
        calm.expect_moves(59)


REFUSED = {
    START: [
        ("4", "1", words("same-suit")),
        ("4", "3", words("adjacent-rank")),
        ("S+", "1", words("base-locked")),
        ("1", "D+", words("same-suit")),
        ("1", "S+", words("foundation-next", card="2S")),
    ],
    BOTH: [("1", "4", words("empty-pile"))],
    FULL: [("1", "3", words("pile-full", most=13))],
}


@pytest.mark.parametrize("at", REFUSED, ids=["start", "emptied pile", "full pile"])
def test_cr20_a_card_dropped_where_it_may_not_go_flies_home_and_the_words_are_shown(
    host: Server, calm: Hands, at: Moment
) -> None:
    calm.sit(host, at)
    moves = calm.stat("moves")
    for source, target, said in REFUSED[at]:
        cards = calm.cards(source)
        calm.drag(source, target)
        calm.expect_said(said)
        calm.expect_selected()
        assert at_home(calm, source)
        assert (calm.stat("moves"), calm.cards(source)) == (moves, cards)


def test_a_card_dropped_beside_every_place_flies_home_without_words(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, START)
    calm.drag_to("4", *calm.between("1", "S-"))
    assert at_home(calm, "4")
    assert (calm.said(), calm.stat("moves")) == (None, "0")
    calm.drag("3", "7")  # and the next drag works as ever
    calm.expect_moves(1)


def test_a_card_dropped_outside_the_window_flies_home(host: Server, calm: Hands) -> None:
    calm.sit(host, START)
    calm.take("4", *calm.between("6", "S+"))
    calm.page.mouse.move(-40, 300)
    calm.page.mouse.up()
    assert at_home(calm, "4")
    assert calm.stat("moves") == "0"


def test_a_covered_card_cannot_be_carried(host: Server, calm: Hands) -> None:
    """The pile's top card alone is taken, however the pile is grasped (CR-3)."""
    calm.sit(host, START)
    calm.drag("3", "7", index=0)
    calm.expect_moves(1)
    assert calm.actions(host) == ["3>7"]
