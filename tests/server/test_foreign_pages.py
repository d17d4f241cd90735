"""Pages of other sites, other names of the server, proxies: who is believed."""

import json
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from serving import HEADERS, Page, Server


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy, with a name."""
    folder = tmp_path_factory.mktemp("named")
    options = ("--host-name", "cards.example", "--proxy", "127.0.0.1")
    with Server(folder, *options) as running:
        yield running


FOREIGN = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:1"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "http://evil.example", "sec-fetch-site": "same-origin"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_page_of_another_site_changes_nothing(server: Server, headers: dict[str, str]) -> None:
    with server.player() as own:
        table = own.post("api/tables", json={"code": "EH1-N-AAAAAAB"}).json()["table"]
        with server.page(table) as page:
            page.turn()
        for method, path, body in (
            ("POST", "api/tables", {"game": "half-moon"}),
            ("POST", f"api/tables/{table}/study", {}),
            ("DELETE", "api/player", None),
        ):
            answer = own.request(method, path, json=body, headers=headers)
            assert answer.status_code == 403
            assert answer.json()["error"]["reason"] == "foreign-page"
            assert set(answer.headers) >= HEADERS
        assert len(own.get("api/tables", headers=headers).json()) == 1
    with pytest.raises(InvalidStatus) as refused:
        server.page(table, additional_headers=headers)
    response = refused.value.response
    assert response.status_code == 403
    assert json.loads(response.body)["error"]["reason"] == "foreign-page"
    assert {name.lower() for name in response.headers} >= HEADERS


def test_its_own_pages_and_programs_are_let_in(server: Server) -> None:
    origin = server.url.rstrip("/")
    for headers in (
        {"origin": origin, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {},
    ):
        made = httpx.post(f"{server.url}api/tables", json={"game": "half-moon"}, headers=headers)
        assert made.status_code == 201
        with server.page(made.json()["table"], additional_headers=headers) as page:
            assert page.first["type"] == "table"


NAMES = {
    "localhost": True,
    "127.0.0.1:9": True,
    "[::1]:80": True,
    "LOCALHOST": True,
    "evil.example": False,
    "127.0.0.1.evil.example": False,
    "cards.example": False,
    "[": False,
}


@pytest.mark.parametrize(("name", "good"), NAMES.items())
def test_a_server_on_this_machine_answers_to_no_other_name(
    server: Server, name: str, good: bool
) -> None:
    """Else a page could give its own name this address, and read what is here."""
    headers = {"host": name}
    answer = httpx.get(f"{server.url}api/games", headers=headers)
    assert answer.status_code == (200 if good else 421)
    if not good:
        assert answer.json()["error"]["reason"] == "host-name"
        assert set(answer.headers) >= HEADERS
        address = f"{server.url.replace('http', 'ws', 1)}api/tables/x/socket"
        with pytest.raises(InvalidStatus):
            Page(address, additional_headers=headers)  # beside the one that it has
    assert httpx.get(f"{server.url}healthz", headers=headers).status_code == 200


@pytest.mark.parametrize("name", ["cards.example", "Cards.Example:443", "127.0.0.1:8317"])
def test_a_server_answers_to_the_names_that_it_was_given(named: Server, name: str) -> None:
    assert httpx.get(f"{named.url}api/games", headers={"host": name}).status_code == 200
    other = httpx.get(f"{named.url}api/games", headers={"host": "other.example"})
    assert other.status_code == 421


PROXIED = {"host": "cards.example", "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.5"}


def test_over_tls_the_cookie_and_the_host_are_for_tls_alone(named: Server) -> None:
    answer = httpx.post(f"{named.url}api/tables", json={"game": "crescent"}, headers=PROXIED)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-lunaria_player=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    origin = {**PROXIED, "origin": "https://cards.example"}
    assert httpx.post(
        f"{named.url}api/tables", json={"game": "crescent"}, headers=origin
    ).is_success


def test_over_tls_no_page_that_came_without_it_changes_anything(named: Server) -> None:
    """Whoever sits between could have written that page."""
    headers = {**PROXIED, "origin": "http://cards.example"}
    answer = httpx.post(f"{named.url}api/tables", json={"game": "crescent"}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]["reason"] == "foreign-page"


def test_a_proxy_that_was_not_named_is_not_believed(server: Server) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.5"}
    answer = httpx.post(f"{server.url}api/tables", json={"game": "crescent"}, headers=headers)
    assert answer.headers["set-cookie"].startswith("lunaria_player=")
    assert "Secure" not in answer.headers["set-cookie"]
    assert "strict-transport-security" not in answer.headers


def test_a_cookie_from_before_tls_still_names_its_player(named: Server) -> None:
    older, newer = (f"lunaria_player={letter * 43}" for letter in "on")
    old = {**PROXIED, "cookie": older}
    made = httpx.post(f"{named.url}api/tables", json={"code": "EH1-N-AAAAAAB"}, headers=old)
    with named.page(made.json()["table"]) as page:
        page.turn()
    assert len(httpx.get(f"{named.url}api/tables", headers=old).json()) == 1
    both = {**PROXIED, "cookie": f"{older}; __Host-{newer}"}
    assert httpx.get(f"{named.url}api/tables", headers=both).json() == []
    gone = httpx.delete(f"{named.url}api/player", headers=old)
    assert len(gone.headers.get_list("set-cookie")) == 2
