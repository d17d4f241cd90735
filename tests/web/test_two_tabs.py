"""A game that is open in two tabs stays one game (APP-9)."""

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from hands import Hands, Moment, words
from serving import Server

START = Moment("CR1-N-AAAAAAB")


@pytest.fixture
def table(host: Server, tab: Hands) -> Hands:
    tab.sit(host, START)
    return tab


def test_app9_each_tab_shows_what_the_other_did(table: Hands, host: Server) -> None:
    other = table.another()
    table.touch("3")
    for hands in (other, table):
        hands.expect_moves(1)
        hands.expect_cards("7", ["??"] * 6 + ["10H"])
    other.press("undo")
    for hands in (table, other):
        hands.expect_moves(0)
        assert hands.top("3") == "10H"
    assert table.actions(host) == ["3>7", "undo"]


def test_a_selection_goes_where_the_other_tab_has_moved_on(table: Hands) -> None:
    other = table.another()
    table.touch("4")
    table.expect_selected("4")
    other.touch("15")
    table.expect_moves(1)
    table.expect_selected()


def test_a_card_carried_while_the_other_tab_moved_it_takes_no_other_card_along(
    table: Hands, host: Server
) -> None:
    other = table.another()
    table.page.bring_to_front()
    table.take("15", *table.between("6", "S+"))
    other.touch("15")  # 2C goes up; JC under it would go on 10C
    table.expect_moves(1)
    table.page.mouse.move(*table.point("10"))
    table.page.mouse.up()
    table.rest()
    assert table.actions(host) == ["15>C+"]


class Deaf:
    """Between a page and the server: what is told while `on` never arrives."""

    def __init__(self, hands: Hands) -> None:
        self.on = False
        self.missed = 0
        hands.page.route_web_socket("**/socket", self.stand)

    def stand(self, page: WebSocketRoute) -> None:
        def told(frame: str | bytes) -> None:
            if self.on:
                self.missed += 1
            else:
                page.send(frame)

        page.connect_to_server().on_message(told)


def test_app9_acting_on_an_old_position_shows_why_not_and_the_new_one(
    table: Hands, host: Server
) -> None:
    deaf = Deaf(table)
    table.page.reload()
    table.ready()
    deaf.on = True
    with host.page(table.table) as elsewhere:
        assert elsewhere.act("3>7")["moves"] == 1
    while not deaf.missed:
        table.page.wait_for_timeout(10)
    deaf.on = False
    table.touch("15")
    table.expect_moves(1)
    table.expect_said(words("stale"))
    table.expect_cards("7", ["??"] * 6 + ["10H"])
    table.expect_cards("C+", ["AC"])
    assert table.actions(host) == ["3>7"]
    table.linger()
    table.touch("15")
    table.expect_moves(2)


def test_app1_pause_covers_the_table_in_every_tab(table: Hands) -> None:
    table.touch("3")
    table.expect_moves(1)
    other = table.another()
    table.press("pause")
    for hands in (table, other):
        panel = hands.page.locator(".panel")
        expect(panel.locator("h2")).to_have_text("Paused")
        assert hands.page.locator(".board .card:visible").count() == 0
    other.page.locator(".panel").get_by_role("button", name="Resume").click()
    for hands in (table, other):
        expect(hands.page.locator(".panel")).to_have_count(0)
        expect(hands.place("3")).to_be_visible()
    table.touch("15")
    other.expect_moves(2)


def test_app1_a_pause_that_comes_before_the_answer_covers_the_table(
    table: Hands, host: Server
) -> None:
    """Another tab pauses while an action is on its way; the action is refused."""

    def stand(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def sent(frame: str | bytes) -> None:
            if json.loads(frame)["type"] == "act":
                server.send('{"type": "pause"}')
            server.send(frame)

        page.on_message(sent)

    table.touch("3")
    table.expect_moves(1)
    table.page.route_web_socket("**/socket", stand)
    table.page.reload()
    table.ready()
    table.touch("15")
    expect(table.page.locator(".panel h2")).to_have_text("Paused")
    assert table.page.locator(".board .card:visible").count() == 0
    table.page.locator(".panel").get_by_role("button", name="Resume").click()
    expect(table.page.locator(".panel")).to_have_count(0)
    table.expect_cards("C+", ["AC"])
    assert table.actions(host) == ["3>7"]
