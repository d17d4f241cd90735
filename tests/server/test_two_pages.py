"""A game that is open in two tabs stays one game (APP-9)."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from socket import SHUT_RDWR

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from serving import Message, Page, Server

UNKNOWN = {
    "type": "refused",
    "reason": {"code": "message"},
    "message": "This message cannot be read.",
}


def test_both_pages_see_every_move(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as one, server.page(table) as other:
        for number in range(20):
            acting, watching = (one, other) if number % 2 else (other, one)
            seen = acting.turn()
            assert seen["revision"] == number + 1
            assert {**watching.hear(), "time": 0} == {**seen, "time": 0}


def test_both_pages_see_a_pause(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as one, server.page(table) as other:
        one.say(type="pause")
        assert one.hear()["paused"]
        assert other.hear()["paused"]


def test_who_asks_why_is_answered_alone_as_often_as_they_like(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as one, server.page(table) as other:
        for _ in range(150):
            one.say(type="why", token="recycle", revision=0)
        for _ in range(150):
            assert one.hear()["reason"] == {"code": "stock-left"}
        one.send("draw", 0)
        assert other.hear()["revision"] == one.hear()["revision"] == 1


def test_of_two_pages_that_race_just_one_wins_and_the_other_is_shown_the_move(
    server: Server,
) -> None:
    table = server.new_table()
    with server.page(table) as one, server.page(table) as other, ThreadPoolExecutor(2) as both:
        for _ in range(25):
            revision = one.view["revision"]
            assert other.view["revision"] == revision
            told = list(both.map(outcome, (one, other), (revision, revision)))
            won, lost = sorted(told, key=len)
            assert [message["type"] for message in won] == ["table"]
            assert [message["type"] for message in lost] == ["table", "refused", "table"]
            assert lost[1]["reason"]["code"] == "stale"
            assert won[0]["revision"] == lost[0]["revision"] == lost[2]["revision"] == revision + 1
            assert one.view["places"] == other.view["places"]


def outcome(page: Page, revision: int) -> list[Message]:
    """All that a page is told when it draws on `revision`, at the same time as another."""
    page.send("draw", revision)
    page.say(type="nothing that the table knows")  # refused when the draw has been answered
    return list(iter(page.hear, UNKNOWN))


def test_a_page_that_missed_moves_is_shown_them_when_it_acts(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as one:
        for _ in range(3):
            one.turn()
        refusal = one.act("draw", 1)
        assert refusal["reason"] == {"code": "stale"}
        assert refusal["message"]
        assert one.hear()["revision"] == 3


def test_a_page_that_goes_leaves_the_other_alone(server: Server) -> None:
    table = server.new_table()
    with server.page(table) as stays:
        with server.page(table):
            stays.turn()
        for first in range(2, 50, 4):
            with server.page(table) as goes:
                goes.socket.socket.shutdown(SHUT_RDWR)  # without a farewell, as when a network goes
                for number in range(first, first + 4):
                    assert stays.turn()["revision"] == number


def test_twenty_pages_at_one_table_see_a_move(server: Server) -> None:
    table = server.new_table()
    with ExitStack() as opened:
        pages = [opened.enter_context(server.page(table)) for _ in range(20)]
        pages[7].send("draw")
        for page in pages:
            assert page.hear()["revision"] == 1


def test_a_table_that_is_not_there_is_told_and_closed(server: Server) -> None:
    with server.page("nowhere") as page:
        assert page.view["type"] == "refused"
        assert page.view["reason"]["code"] == "no-table"
        with pytest.raises(ConnectionClosed):
            page.hear()
        assert page.socket.protocol.close_code == 4404


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://[::1", "http://"]
)
def test_a_page_of_another_site_is_not_let_in(server: Server, origin: str) -> None:
    table = server.new_table()
    with pytest.raises(InvalidStatus) as refused:
        server.page(table, additional_headers={"Origin": origin})
    assert refused.value.response.status_code == 403
    assert httpx.get(f"{server.url}api/tables/{table}/record").status_code == 200


def test_a_page_of_this_site_is_let_in(server: Server) -> None:
    table = server.new_table()
    origin = server.url.rstrip("/")
    with server.page(table, additional_headers={"Origin": origin}) as page:
        assert page.turn()["revision"] == 1
