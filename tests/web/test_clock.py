"""The clock: it starts with the first action and stands still while nobody plays (APP-1)."""

import pytest
from playwright.sync_api import expect

from hands import Hands, Moment
from serving import Server

START = Moment("CR1-N-AAAAAAB")


@pytest.fixture
def table(host: Server, calm: Hands) -> Hands:
    calm.sit(host, START)
    return calm


def seconds(hands: Hands) -> int:
    minutes, rest = hands.stat("time").split(":")
    return int(minutes) * 60 + int(rest)


def stands(hands: Hands) -> bool:
    """Whether the clock shows the same after more than a second."""
    before = seconds(hands)
    hands.page.wait_for_timeout(1100)
    return seconds(hands) == before


def expect_passing(hands: Hands) -> None:
    """Wait until the clock shows another second."""
    shown = hands.stat("time")
    hands.page.wait_for_function(
        "shown => document.querySelector('[data-stat=time]').textContent !== shown", arg=shown
    )


def test_app1_time_starts_with_the_first_action_and_comes_back_after_a_reload(
    table: Hands,
) -> None:
    assert table.stat("time") == "0:00"
    expect(table.button("pause")).to_be_disabled()
    assert stands(table)
    table.touch("3")
    expect_passing(table)
    expect_passing(table)
    table.page.reload()
    table.ready()
    assert 2 <= seconds(table) <= 10
    expect_passing(table)


def test_app1_time_stands_still_while_the_page_is_hidden(table: Hands) -> None:
    table.touch("3")
    expect_passing(table)
    table.hide(True)
    table.page.wait_for_timeout(50)
    assert stands(table)
    table.hide(False)
    expect_passing(table)


def test_app1_time_stands_still_for_a_hidden_page_that_had_to_join_again(
    server: Server, calm: Hands
) -> None:
    calm.sit(server, START)
    calm.touch("3")
    calm.expect_moves(1)
    calm.hide(True)
    server.stop()
    server.start()
    calm.ready()
    expect(calm.button("pause")).to_be_disabled()
    assert stands(calm)
    calm.hide(False)
    expect(calm.button("pause")).to_be_enabled()
    expect_passing(calm)


def test_app1_paused_the_clock_stands_still_and_no_move_is_taken(
    table: Hands, host: Server
) -> None:
    at = {pile: table.point(pile) for pile in ("15", "9")}
    table.touch("3")
    expect_passing(table)
    table.press("pause")
    expect(table.page.locator(".panel h2")).to_have_text("Paused")
    expect(table.button("undo")).to_be_disabled()
    expect(table.button("redeal")).to_be_disabled()
    assert stands(table)
    for point in at.values():
        table.touch_at(*point)
    table.page.mouse.down()
    table.page.mouse.move(*at["15"], steps=3)
    table.page.mouse.up()
    assert table.actions(host) == ["3>7"]
    table.page.locator(".panel").get_by_role("button", name="Resume").click()
    expect_passing(table)
    table.touch("15")
    table.expect_moves(2)
