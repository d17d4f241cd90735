"""What the table shows of what goes together: placement help (HM-15), and where a card may go."""

import pytest

from hands import Hands, moment
from serving import Server

#: A king on piles 1, 3 and 10, a jack on 12 and a queen on 4.
FACES = moment("half-moon", 8)

#: The places whose top card is darkened, or outlined.
DARK = """() => [...document.querySelectorAll("[data-place]:has(.card)")]
    .filter(place => /brightness\\(0\\.[0-5]/.test(
        getComputedStyle(place.querySelector(".card:last-child svg")).filter))
    .map(place => place.dataset.place)"""
OUTLINED = """() => [...document.querySelectorAll("[data-place]:has(.card)")]
    .filter(place => getComputedStyle(place.querySelector(".card:last-child svg"))
        .boxShadow.includes("0px 0px 0px"))
    .map(place => place.dataset.place)"""


@pytest.fixture
def table(host: Server, calm: Hands) -> Hands:
    calm.sit(host, FACES)
    return calm


def ranks(hands: Hands) -> dict[str, str]:
    """The rank that can be touched at each place that has a card."""
    names = [*map(str, range(1, 13)), *(f"R{at}" for at in range(1, 9))]
    return {name: hands.top(name)[:-1] for name in names if hands.cards(name)}


def bright(hands: Hands) -> set[str]:
    return set(ranks(hands)) - set(hands.page.evaluate(DARK))


def with_rank(hands: Hands, *wanted: str) -> set[str]:
    return {place for place, rank in ranks(hands).items() if rank in wanted}


def test_hm15_what_cannot_go_with_the_selected_card_is_darkened(table: Hands) -> None:
    table.choose(**{"half-moon.dims": True})
    assert bright(table) == set(ranks(table))
    table.touch("12")
    assert bright(table) == {"12"} | with_rank(table, "Q", "K")
    table.touch("4")
    assert bright(table) == {"12", "4"} | with_rank(table, "K")
    table.touch("12")
    assert bright(table) == {"4"} | with_rank(table, "J", "K")
    table.touch("4")
    assert bright(table) == set(ranks(table))


def test_hm15_beside_a_number_only_what_makes_eleven_stays_bright(table: Hands) -> None:
    table.choose(**{"half-moon.dims": True})
    place, rank = next((place, rank) for place, rank in ranks(table).items() if rank.isdigit())
    table.touch(place)
    other = {1: "A"}.get(11 - int(rank), str(11 - int(rank)))
    assert bright(table) == {place} | with_rank(table, other)


def test_hm15_is_off_until_it_is_chosen(table: Hands) -> None:
    table.touch("12")
    table.expect_selected("12")
    assert bright(table) == set(ranks(table))


def test_a_carried_card_shows_what_it_goes_with(table: Hands) -> None:
    table.take("12", *table.between("12", "R4"))
    assert set(table.page.evaluate(OUTLINED)) == with_rank(table, "Q", "K")
    table.page.mouse.up()
    assert table.page.evaluate(OUTLINED) == []


def test_hm10_a_card_dropped_on_the_selected_one_goes_with_it(host: Server, calm: Hands) -> None:
    calm.sit(host, moment("half-moon", 0))
    calm.touch("8")
    calm.expect_selected("8")
    calm.drag("7", "8")
    calm.expect_moves(1)
    assert calm.actions(host) == ["7+8"]


def test_hm13_a_carried_card_that_does_not_fit_the_selected_one_is_judged_by_its_own_target(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, moment("half-moon", 0))
    calm.touch("2")
    calm.drag("7", "8")
    calm.expect_moves(1)
    assert calm.actions(host) == ["7+8"]
