"""How often one player and one address may ask, and how many may be there at a time."""

import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from command_line import run
from lunaria import i18n
from lunaria.core.errors import NotReadable, Reason
from lunaria.server.limits import Asker, Limits, network, read_limits
from serving import Server

RECORD = {"record": '[Code "HM1-N-AAAAAAB"] 1. 2+11'}
LIMITS = (
    *("tables=3/minute", "invitations=2/minute", "guesses=4/minute", "bodies=3/minute"),
    "players=3/minute",
    *("sockets=8/minute", "refused=20/minute", "open=4", "watching=3", "crowd=2"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with tight limits; every test asks from an address of its own."""
    options = [part for limit in LIMITS for part in ("--limit", limit)]
    folder = tmp_path_factory.mktemp("limits")
    with Server(folder, "--proxy", "127.0.0.1", *options) as running:
        yield running


def secret_of(player: str) -> str:
    """A secret of the server's form: another cookie would be nobody's, and be replaced."""
    return player.replace(".", "-").ljust(43, "x")


def at(server: Server, address: str, *, player: str | None = None) -> httpx.Client:
    """A browser at that address."""
    cookies = {} if player is None else {"lunaria_player": secret_of(player)}
    headers = {"x-forwarded-for": address}
    return httpx.Client(base_url=server.url, headers=headers, cookies=cookies, timeout=30)


OTHERS = count(1)


def new_table(server: Server) -> str:
    """A table that somebody at another address has opened."""
    with at(server, f"203.0.113.{next(OTHERS)}") as client:
        made: str = client.post("api/tables", json={"code": "EH1-N-AAAAAAB"}).json()["table"]
        return made


def open_tables(client: httpx.Client, times: int) -> list[int]:
    return [
        client.post("api/tables", json={"code": "EH1-N-AAAAAAB", "again": True}).status_code
        for _ in range(times)
    ]


def test_a_player_opens_so_many_tables_and_is_told_when_to_try_again(server: Server) -> None:
    with at(server, "198.51.100.1", player="one") as client:
        assert open_tables(client, 3) == [201] * 3
        for language in i18n.LANGUAGES:
            headers = {"accept-language": language}
            answer = client.post("api/tables", json={"game": "crescent"}, headers=headers)
            error = answer.json()["error"]
            assert (answer.status_code, error["reason"]) == (429, "too-often")
            seconds = int(answer.headers["retry-after"])
            assert 1 <= seconds == error["params"]["seconds"] <= 60
            reason = Reason.of("too-often", seconds=seconds)
            assert error["message"] == i18n.catalog(language).reason(reason)
            assert "content-security-policy" in answer.headers
    with at(server, "198.51.100.1", player="two") as client:
        assert open_tables(client, 1) == [201]


def test_an_address_does_as_much_as_a_crowd_of_players(server: Server) -> None:
    with at(server, "198.51.100.2") as client:
        made = []
        for _ in range(8):
            client.cookies.clear()
            made += open_tables(client, 1)
        assert made == [201] * 6 + [429] * 2
    with at(server, "198.51.100.3") as client:
        assert open_tables(client, 1) == [201]


def test_what_a_client_says_of_its_own_address_before_the_proxy_counts_for_nothing(
    server: Server,
) -> None:
    made = []
    for number in range(8):
        with at(server, f"192.0.2.{number}, 198.51.100.4") as client:
            made += open_tables(client, 1)
    assert made == [201] * 6 + [429] * 2


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(address: str, counts_as: str) -> None:
    assert network(address) == counts_as


def test_whoever_guesses_keys_is_soon_refused_for_right_ones_too(server: Server) -> None:
    table = new_table(server)
    with at(server, "198.51.100.5", player="thief") as client:
        for number in range(4):
            asked = ("api/tables/%s/record", "api/invitations/%s")[number % 2]
            assert client.get(asked % f"guess{number}").status_code == 404
        assert client.get(f"api/tables/{table}/record").status_code == 429
        assert client.get("api/invitations/guess").status_code == 429
        assert client.get("api/games").status_code == 200
    with at(server, "198.51.100.6") as client:
        assert client.get(f"api/tables/{table}/record").status_code == 200


def test_a_socket_to_no_table_is_a_guess(server: Server) -> None:
    table = new_table(server)
    headers = {
        "x-forwarded-for": "198.51.100.7",
        "cookie": f"lunaria_player={secret_of('guesser')}",
    }
    for number in range(4):
        with (
            pytest.raises(ConnectionClosed) as closed,
            server.page(f"guess{number}", additional_headers=headers) as page,
        ):
            page.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    with at(server, "198.51.100.7", player="guesser") as client:
        assert client.get(f"api/tables/{table}/record").status_code == 429


@pytest.mark.parametrize(
    ("address", "path", "body", "most"),
    [
        ("198.51.100.8", "api/replay", RECORD, 3),
        ("198.51.100.9", "api/import", {"lunaria": 1, "games": []}, 3),
        ("198.51.100.10", "api/invitations/nobody", {}, 2),
        ("198.51.100.20", "api/player/sign-in", {"code": "H4KM-7TQX-WB2E"}, 3),
        ("198.51.100.21", "api/player/name", {"name": "Vega"}, 3),
        ("198.51.100.22", "api/passkeys/challenge", {}, 3),
    ],
)
def test_long_bodies_invitations_and_sign_ins_are_counted(
    server: Server, address: str, path: str, body: dict[str, object], most: int
) -> None:
    with at(server, address, player=address) as client:
        answers = [client.post(path, json=body).status_code for _ in range(most + 1)]
    assert 429 not in answers[:-1]
    assert answers[-1] == 429


def closing(server: Server, table: str, headers: dict[str, str]) -> tuple[str, int]:
    """Why a socket is refused, and the code it is closed with."""
    with (
        server.page(table, additional_headers=headers) as page,
        pytest.raises(ConnectionClosed) as closed,
    ):
        page.hear()
    assert closed.value.rcvd is not None
    return page.first["reason"]["code"], closed.value.rcvd.code


def test_sockets_that_are_opened_too_often_are_told_and_closed(server: Server) -> None:
    table = new_table(server)
    headers = {"x-forwarded-for": "198.51.100.11", "cookie": "lunaria_player=restless"}
    for _ in range(8):
        with server.page(table, additional_headers=headers) as page:
            assert page.first["type"] == "table"
    assert closing(server, table, headers) == ("too-often", 4429)


def test_a_player_has_so_many_sockets_at_a_time(server: Server) -> None:
    table, other = new_table(server), new_table(server)
    headers = {"x-forwarded-for": "198.51.100.12", "cookie": "lunaria_player=many"}
    with (
        server.page(table, additional_headers=headers),
        server.page(table, additional_headers=headers) as last,
        server.page(other, additional_headers=headers),
        server.page(other, additional_headers=headers),
    ):
        assert closing(server, table, headers) == ("too-often", 4429)
        assert last.turn()["revision"] == 1
    for _ in range(3):
        time.sleep(0.3)  # until the server has noticed that they are gone
        with server.page(table, additional_headers=headers) as page:
            if page.first["type"] == "table":
                break
    assert page.first["revision"] == 1


def test_a_key_opens_so_many_sockets_at_a_time(server: Server) -> None:
    table = new_table(server)
    addresses = [{"x-forwarded-for": f"198.51.100.{number}"} for number in range(20, 24)]
    with (
        server.page(table, additional_headers=addresses[0]) as one,
        server.page(table, additional_headers=addresses[1]),
        server.page(table, additional_headers=addresses[2]),
    ):
        assert closing(server, table, addresses[3]) == ("too-often", 4429)
        assert one.turn()["revision"] == 1


def test_a_flood_of_refused_messages_is_cut_off_and_fast_play_is_not(server: Server) -> None:
    table = new_table(server)
    with server.page(table, additional_headers={"x-forwarded-for": "198.51.100.13"}) as page:
        for revision in range(1, 301):
            assert page.turn()["revision"] == revision
        for _ in range(20):
            page.say(type="nonsense")
            assert page.hear()["reason"]["code"] == "message"
        page.say(type="nonsense")
        assert page.hear()["reason"]["code"] == "message"
        assert page.hear()["reason"]["code"] == "too-often"
        with pytest.raises(ConnectionClosed) as closed:
            page.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
    assert server.record(table).count("draw") > 290


def test_who_asks_from_this_machine_is_not_limited_unless_it_was_wished(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.player() as client:
        assert set(open_tables(client, 70)) == {201}
    with Server(tmp_path, "--limit", "tables=2/minute") as server, server.player() as client:
        assert open_tables(client, 4) == [201, 201, 201, 429]


def test_the_usual_limits_let_a_school_class_play() -> None:
    limits = Limits()
    for pupil in range(30):
        asker = Asker("192.0.2.1", f"pupil {pupil}")
        for name in ("tables", "sockets", "invitations", "bodies"):
            assert [limits.take(name, asker) for _ in range(20)] == [None] * 20


def test_made_up_players_behind_one_address_are_not_remembered() -> None:
    limits = Limits({"tables": "5/minute", "crowd": "2"})
    waits = [limits.take("tables", Asker("192.0.2.1", f"made up {each}")) for each in range(500)]
    assert waits.count(None) == 10
    assert len(limits._windows.storage.events) <= 11  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"chairs": "5/minute"}, "limit-unknown"),
        ({"tables": "many"}, "limit-value"),
        ({"tables": "0/minute"}, "limit-value"),
        ({"open": "5/minute"}, "limit-value"),
        ({"open": "-1"}, "limit-value"),
        ({"tables": ""}, "limit-value"),
    ],
)
def test_a_limit_that_is_none_is_refused(given: dict[str, str], code: str) -> None:
    with pytest.raises(NotReadable) as refused:
        read_limits(given)
    assert refused.value.reason.code == code


def test_the_command_says_which_limits_there_are() -> None:
    ran = run("serve", "--port", "0", "--limit", "chairs=5")
    assert ran.code == 2
    assert "tables" in ran.err
    assert "crowd" in ran.err


def test_a_limit_can_be_switched_off() -> None:
    limits = Limits({"tables": "none", "crowd": "none"})
    asker = Asker("192.0.2.1", "one")
    assert {limits.take("tables", asker) for _ in range(1000)} == {None}
