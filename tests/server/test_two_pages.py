"""A game that is open in two tabs stays one game (APP-9)."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from serving import Message, Page, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


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


def test_of_two_pages_that_race_just_one_wins_and_the_other_is_shown_the_move(
    server: Server,
) -> None:
    table = server.new_table()
    with server.page(table) as one, server.page(table) as other, ThreadPoolExecutor(2) as both:
        for _ in range(25):
            revision = one.view["revision"]
            assert other.view["revision"] == revision
            told = list(both.map(lambda page: outcome(page, revision), (one, other)))
            refusals = [message for page in told for message in page if "reason" in message]
            assert [message["reason"]["code"] for message in refusals] == ["stale"]
            assert one.view["revision"] == other.view["revision"] == revision + 1
            assert one.view["places"] == other.view["places"]


def outcome(page: Page, revision: int) -> list[Message]:
    """What a page is told when it draws on `revision`, at the same time as another.

    The one that wins is told of its move. The other is told of that move, refused as stale, and
    shown the table once more.
    """
    page.send("draw", revision)
    told = [page.hear(), page.hear()] if page.view["revision"] == revision else []
    while page.view["revision"] == revision or told[-1]["type"] == "refused":
        told.append(page.hear())
    return told


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
        goes = server.page(table)
        goes.socket.socket.close()  # without a farewell, as when a network goes
        for number in range(2, 6):
            assert stays.turn()["revision"] == number
        goes.socket.close()


def test_twenty_pages_at_one_table_see_a_move(server: Server) -> None:
    table = server.new_table()
    pages = [server.page(table) for _ in range(20)]
    pages[7].send("draw")
    for page in pages:
        assert page.hear()["revision"] == 1
    for page in pages:
        page.socket.close()


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
