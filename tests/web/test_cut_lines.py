"""The line is cut or the server ends in the middle: nothing is lost, nothing done twice (APP-9)."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from hands import Hands, Moment, words
from lunaria import i18n
from serving import Server

START = Moment("CR1-N-AAAAAAB")
OFFLINE = i18n.catalog().text("state.offline")
RESTART = i18n.catalog().text("state.restart")
BUSY = i18n.catalog().text("state.busy")

Cut = Callable[[WebSocketRoute, WebSocketRoute, str], None]


def before_it_arrives(page: WebSocketRoute, server: WebSocketRoute, _frame: str) -> None:
    """The server never hears of the action."""
    server.close()
    page.close()


def before_the_answer(page: WebSocketRoute, server: WebSocketRoute, frame: str) -> None:
    """The server stores the action, and the page never hears of it."""
    server.on_message(lambda _answer: page.close())
    server.send(frame)


@pytest.mark.parametrize("cut", [before_it_arrives, before_the_answer])
def test_app9_an_action_whose_answer_was_cut_off_is_played_just_once(
    host: Server, tab: Hands, cut: Cut
) -> None:
    cuts = [cut]

    def stand(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def sent(frame: str | bytes) -> None:
            if json.loads(frame)["type"] == "act" and cuts:
                cuts.pop()(page, server, str(frame))
            else:
                server.send(frame)

        page.on_message(sent)

    tab.page.route_web_socket("**/socket", stand)
    tab.sit(host, START)
    tab.touch("3")
    tab.expect_moves(1)
    tab.expect_cards("7", ["??"] * 6 + ["10H"])
    assert not cuts
    tab.touch("15")
    tab.expect_moves(2)
    assert tab.said() is None
    assert tab.actions(host) == ["3>7", "15>C+"]


def test_app9_taps_made_while_the_answer_is_on_its_way_are_not_lost(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, START)
    for pile in ("3", "15", "9", "12"):
        calm.touch(pile)
    calm.expect_moves(4)
    assert calm.actions(host) == ["3>7", "15>C+", "9>11", "12>4"]


@pytest.mark.parametrize("end", [Server.stop, Server.kill])
def test_app9_the_page_comes_back_by_itself_after_the_server_does(
    server: Server, calm: Hands, end: Callable[[Server], object]
) -> None:
    calm.sit(server, START)
    calm.touch("3")
    calm.expect_moves(1)
    end(server)
    if end is Server.stop:
        calm.expect_said(RESTART)
    calm.expect_said(OFFLINE)
    calm.touch("15")
    calm.expect_said(words("not-connected"))
    calm.expect_cards("C+", ["AC"])
    server.start()
    expect(calm.page.locator(".table")).to_have_attribute("data-connection", "open")
    expect(calm.page.locator(".say:not(.quiet)")).to_have_count(0)
    calm.expect_moves(1)
    calm.touch("15")
    calm.expect_moves(2)
    assert calm.actions(server) == ["3>7", "15>C+"]


def test_a_page_that_has_to_wait_says_so_and_does_not_hammer(tmp_path: Path, calm: Hands) -> None:
    with Server(tmp_path, "--limit", "sockets=1/8seconds") as server:
        sockets: list[str] = []
        calm.page.on("websocket", lambda socket: sockets.append(socket.url))
        calm.sit(server, START)
        calm.page.reload()
        calm.expect_said(BUSY)
        asked = len(sockets)
        calm.page.evaluate("dispatchEvent(new Event('online'))")
        calm.page.wait_for_timeout(1000)
        assert len(sockets) == asked
        table = calm.page.locator(".table")
        expect(table).to_have_attribute("data-connection", "open", timeout=30_000)
        expect(calm.page.locator(".say:not(.quiet)")).to_have_count(0)
        calm.touch("3")
        calm.expect_moves(1)


def test_a_table_that_is_not_there_says_so_and_leads_home(host: Server, calm: Hands) -> None:
    calm.sit(host, START)
    calm.page.evaluate("history.replaceState({table: 'nothing'}, '', location.pathname)")
    calm.page.reload()
    panel = calm.page.locator(".panel")
    expect(panel.locator("h2")).to_have_text("There is no such table.")
    panel.get_by_role("button").click()
    expect(calm.page.locator("main.front")).to_be_visible()
    assert calm.page.url == host.url
