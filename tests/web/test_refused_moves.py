"""A move that is refused shakes at once; the words for it are asked for."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocket, WebSocketRoute, expect

from hands import Hands, Moment, words
from lunaria import i18n
from serving import Server

TEXT = i18n.catalog().text
#: Column 3 ends with 9H, column 6 with 8C.
HARP = Moment("EH1-N-AAAAAAB")
CRESCENT = Moment("CR1-N-AAAAAAB")


def told(hands: Hands) -> list[str]:
    """What those who listen have heard, each announcement by itself."""
    return hands.page.get_by_role("log").get_by_role("paragraph").all_inner_texts()


def asked(hands: Hands) -> list[str]:
    """The tokens of which the page asks from now on why they are refused."""
    tokens: list[str] = []

    def sent(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "why":
            tokens.append(message["token"])

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", sent)

    hands.page.on("websocket", listen)
    return tokens


def test_a_refused_drop_shakes_and_its_reason_is_said_once(host: Server, tab: Hands) -> None:
    tokens = asked(tab)
    tab.sit(host, HARP)
    tab.drag("3", "6")
    tab.expect_said(words("one-higher"))
    assert tab.shaken() == ["3"]
    assert told(tab) == [words("one-higher")]
    tab.drag("3", "stock")
    expect(tab.page.get_by_role("log")).to_contain_text(TEXT("said.nowhere"))
    assert tokens == ["3>6"]
    assert tab.actions(host) == []


def test_where_the_line_is_cut_a_refused_drop_shakes_all_the_same(
    server: Server, calm: Hands
) -> None:
    calm.sit(server, HARP)
    server.kill()
    calm.expect_said(TEXT("state.offline"))
    calm.shaken()
    calm.drag("3", "6")
    assert calm.shaken() == ["3"]
    expect(calm.page.get_by_role("log").locator("p").last).to_have_text(TEXT("said.misfit"))
    assert calm.said() == TEXT("state.offline")


def test_whoever_wishes_no_explanation_does_not_ask(host: Server, tab: Hands) -> None:
    tokens = asked(tab)
    tab.sit(host, HARP)
    tab.choose(**{"easy-harp.explains": False})
    tab.drag("3", "6")
    expect(tab.page.get_by_role("log")).to_have_text(TEXT("said.misfit"))
    assert tab.shaken() == ["3"]
    assert (tokens, tab.said()) == ([], None)


class Slow:
    """A line on which the answers to questions are late."""

    def __init__(self, hands: Hands) -> None:
        self.late: list[Callable[[], None]] = []
        hands.page.route_web_socket("**/socket", self._stand)

    def _stand(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def heard(frame: str | bytes) -> None:
            if json.loads(frame)["type"] == "why":
                self.late.append(lambda: page.send(frame))
            else:
                page.send(frame)

        server.on_message(heard)

    def come(self, hands: Hands) -> None:
        """The answer of one question is there at last."""
        while not self.late:
            hands.page.wait_for_timeout(10)
        self.late.pop(0)()


@pytest.mark.parametrize("then", ["Escape", "1 Enter", "u"])
def test_an_answer_is_not_said_where_the_player_has_done_something_else(
    host: Server, tab: Hands, then: str
) -> None:
    slow = Slow(tab)
    tab.sit(host, Moment(CRESCENT.code, ("15>C+",)))
    for key in ("1", "Enter", "5", "Enter", *then.split()):
        tab.page.keyboard.press(key)
    assert tab.said() is None
    slow.come(tab)
    tab.page.keyboard.press("x")
    tab.expect_stat("redeals", "2")  # told after that answer
    assert words("same-suit") not in " ".join(told(tab))
    assert tab.said() is None


def test_of_two_questions_only_the_last_one_is_answered(host: Server, tab: Hands) -> None:
    slow = Slow(tab)
    tab.sit(host, CRESCENT)
    for key in ("1", "Enter", "5", "Enter", "f", "Enter"):
        tab.page.keyboard.press(key)
    slow.come(tab)
    slow.come(tab)
    tab.expect_said(words("foundation-next", card="2S"))
    assert words("same-suit") not in " ".join(told(tab))
    assert tab.selected() == ["1"]


def test_another_page_that_moves_makes_an_answer_old(host: Server, tab: Hands) -> None:
    slow = Slow(tab)
    tab.sit(host, CRESCENT)
    for key in ("1", "Enter", "5", "Enter"):
        tab.page.keyboard.press(key)
    with host.page(tab.table) as elsewhere:
        elsewhere.act("3>7")
    tab.expect_moves(1)
    slow.come(tab)
    tab.touch("15")
    tab.expect_moves(2)
    assert words("same-suit") not in " ".join(told(tab))
