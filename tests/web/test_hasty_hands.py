"""What hasty or clumsy hands do harms no game: no card is lost, doubled or left hanging."""

from collections import Counter
from contextlib import suppress

import pytest
from playwright.sync_api import CDPSession, expect

from hands import Hands, Moment, moment
from serving import Server

CRESCENT = Moment("CR1-N-AAAAAAB")
TABLES = {
    "half-moon": (moment("half-moon", 20, game=2), ("1", "R3", "8")),
    "crescent": (CRESCENT, ("3", "15", "S+")),
    "easy-harp": (moment("easy-harp", 120), ("stock", "W", "4", "9")),
}


def cards(hands: Hands) -> Counter[str]:
    """How often each face is on the page, a covered card as `??`."""
    shown = hands.page.locator("[data-place] [data-card]")
    return Counter(shown.evaluate_all("all => all.map(card => card.dataset.card)"))


def expect_as_stored(hands: Hands, server: Server) -> None:
    """Wait until the page shows just what the server has, and no card is in a hand."""
    with server.page(hands.table) as elsewhere:
        with suppress(TimeoutError):
            while True:
                elsewhere.hear(1)
        for place, faces in elsewhere.view["places"].items():
            hands.expect_cards(place, faces)
    hands.rest()
    expect(hands.page.locator(".card.held, .card.ghost")).to_have_count(0)


@pytest.mark.parametrize("game", TABLES)
def test_a_place_is_tapped_again_and_again(host: Server, desk: Hands, game: str) -> None:
    at, places = TABLES[game]
    desk.sit(host, at)
    for place in places:
        x, y = desk.point(place)
        desk.page.mouse.click(x, y, click_count=3)
        for _ in range(4):
            desk.page.mouse.click(x, y)
    expect_as_stored(desk, host)


def test_undo_and_redo_while_cards_are_on_their_way(host: Server, desk: Hands) -> None:
    desk.sit(host, CRESCENT)
    before = cards(desk)
    desk.touch("15")
    for key in "uyuyu":
        desk.page.keyboard.press(key)
    desk.touch("3")
    desk.page.keyboard.press("u")
    expect_as_stored(desk, host)
    assert cards(desk) == before
    played = ["15>C+", "undo", "redo", "undo", "redo", "undo", "3>7", "undo"]
    assert desk.actions(host) == played


def test_a_touch_that_the_system_takes_away_leaves_the_card_where_it_was(
    host: Server, phone: Hands
) -> None:
    phone.sit(host, CRESCENT)
    glass: CDPSession = phone.page.context.new_cdp_session(phone.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    touch("touchStart", phone.point("4"))
    touch("touchMove", phone.between("4", "12"))
    touch("touchMove", phone.point("12"))
    expect(phone.page.locator(".card.held")).to_have_count(1)
    touch("touchCancel")
    expect(phone.page.locator(".place.takes")).to_have_count(0)
    expect_as_stored(phone, host)
    assert phone.actions(host) == []
    phone.touch("15")
    phone.expect_moves(1)


def test_what_is_selected_stays_so_whatever_happens_around_it(host: Server, tab: Hands) -> None:
    tab.sit(host, moment("half-moon", 20, game=2))
    tab.touch("4")
    tab.expect_selected("4")
    tab.hide(True)
    tab.hide(False)
    tab.page.set_viewport_size({"width": 700, "height": 900})
    tab.choose(theme="light", size="medium")
    tab.page.locator(".gear").click()
    tab.page.keyboard.press("Escape")
    with host.page(tab.table):
        tab.page.wait_for_timeout(100)
    tab.expect_selected("4")
