"""Passkeys: made, used to sign in, and refused where anything about them is not as it was asked."""

import copy
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest

from authenticator import Authenticator, decoded, encoded
from serving import Server

Message = dict[str, Any]


@pytest.fixture
def player(server: Server) -> Iterator[httpx.Client]:
    with browser(server) as client:
        yield client


def browser(server: Server) -> httpx.Client:
    """A browser that knows the server as localhost: an address in numbers has no passkeys."""
    return httpx.Client(base_url=at(server), timeout=30)


def at(server: Server) -> str:
    return server.url.replace("127.0.0.1", "localhost").rstrip("/")


def ask(player: httpx.Client, what: str) -> Message:
    answer = player.post(f"/api/passkeys/{what}")
    assert answer.status_code == 200, answer.text
    told: Message = answer.json()
    return told


def made(server: Server, player: httpx.Client, **more: Any) -> Authenticator:
    """A passkey of the player's."""
    passkey = Authenticator(at(server), **more)
    credential = passkey.register(ask(player, "registration"))
    answer = player.post("/api/passkeys", json={"credential": credential})
    assert answer.status_code == 201, answer.text
    return passkey


def sign_in(player: httpx.Client, credential: Any, **more: Any) -> httpx.Response:
    # Written as ASCII, so that it may have what is no text.
    content = json.dumps({"credential": credential, **more})
    headers = {"content-type": "application/json"}
    return player.post("/api/passkeys/sign-in", content=content, headers=headers)


def reason(answer: httpx.Response) -> str:
    assert answer.status_code == 422
    return str(answer.json()["error"]["reason"])


def played(server: Server, player: httpx.Client, code: str) -> str:
    table: str = player.post("/api/tables", json={"code": code, "again": True}).json()["table"]
    with server.page(table) as page:
        page.turn()
    return table


def tables(player: httpx.Client) -> set[str]:
    return {each["table"] for each in player.get("/api/tables").json()}


def test_what_a_browser_is_asked_for(server: Server, player: httpx.Client) -> None:
    options = ask(player, "registration")
    assert options["rp"] == {"name": "Lunaria", "id": "localhost"}
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "preferred"
    assert options["attestation"] == "none"
    assert len(decoded(options["challenge"])) >= 32
    assert player.cookies["lunaria_player"] not in str(options)
    passkey = made(server, player)
    again = ask(player, "registration")
    assert [each["id"] for each in again["excludeCredentials"]] == [encoded(passkey.id)]
    assert again["user"]["id"] == options["user"]["id"]
    with browser(server) as other:
        asked = ask(other, "challenge")
        assert (asked["rpId"], asked["allowCredentials"]) == ("localhost", [])


def test_a_passkey_brings_a_device_without_a_name_being_typed(
    server: Server, player: httpx.Client
) -> None:
    table = played(server, player, "easy-harp:201")
    passkey = made(server, player)
    (known,) = player.get("/api/player").json()["passkeys"]
    assert known["id"] == encoded(passkey.id)
    with browser(server) as second:
        credential = passkey.sign(ask(second, "challenge"))
        before = second.cookies["lunaria_player"]
        answer = sign_in(second, credential)
        assert answer.status_code == 200, answer.text
        assert second.cookies["lunaria_player"] != before
        assert tables(second) == {table}
        assert len(answer.json()["devices"]) == 2
    with closing(sqlite3.connect(server.database)) as store:
        asked = "select signs from passkeys where id = ?"
        assert store.execute(asked, (encoded(passkey.id),)).fetchone() == (1,)


def test_games_of_the_device_come_along_when_it_is_agreed(
    server: Server, player: httpx.Client
) -> None:
    mine, passkey = played(server, player, "easy-harp:211"), made(server, player)
    with browser(server) as second:
        theirs = played(server, second, "easy-harp:212")
        answer = sign_in(second, passkey.sign(ask(second, "challenge")))
        assert reason(answer) == "merge-asked"
        assert tables(second) == {theirs}
        answer = sign_in(second, passkey.sign(ask(second, "challenge")), merge=True)
        assert answer.status_code == 200
        assert tables(player) == tables(second) == {mine, theirs}


def test_a_passkey_of_another_host_is_refused(server: Server, player: httpx.Client) -> None:
    passkey = made(server, player)
    with browser(server) as second:
        for origin in (
            "https://evil.example",
            "https://localhost",
            at(server) + "0",
            "null",
            "\ud800",
        ):
            answer = sign_in(second, passkey.sign(ask(second, "challenge"), origin=origin))
            assert reason(answer) == "passkey-origin"
            assert at(server) in answer.json()["error"]["message"]
        passkey.host = "evil.example"
        answer = sign_in(second, passkey.sign(ask(second, "challenge")))
        assert reason(answer) == "passkey-bad"
        assert second.get("/api/player").json()["passkeys"] == []
    foreign = Authenticator("https://evil.example")
    answer = player.post(
        "/api/passkeys", json={"credential": foreign.register(ask(player, "registration"))}
    )
    assert reason(answer) == "passkey-origin"
    foreign = Authenticator(at(server), host="evil.example")
    answer = player.post(
        "/api/passkeys", json={"credential": foreign.register(ask(player, "registration"))}
    )
    assert reason(answer) == "passkey-bad"


def test_a_challenge_is_answered_once_by_who_was_asked_and_soon(
    server: Server, player: httpx.Client
) -> None:
    passkey = made(server, player)
    with browser(server) as second, browser(server) as third:
        options = ask(second, "challenge")
        credential = passkey.sign(options)
        ask(third, "challenge")
        assert reason(sign_in(third, credential)) == "passkey-challenge"
        assert sign_in(second, credential).status_code == 200
        assert reason(sign_in(second, credential)) == "passkey-challenge"
        assert reason(sign_in(third, passkey.sign(options))) == "passkey-challenge"
        own = {"challenge": encoded(b"of my own" * 4)}
        assert reason(sign_in(third, passkey.sign(own))) == "passkey-challenge"
        older = ask(third, "challenge")
        ask(third, "challenge")
        assert reason(sign_in(third, passkey.sign(older))) == "passkey-challenge"
        late = ask(third, "challenge")
        with closing(sqlite3.connect(server.database)) as store, store:
            store.execute("update challenges set until = until - 301")
        assert reason(sign_in(third, passkey.sign(late))) == "passkey-challenge"
        # What was asked for making a passkey signs nobody in.
        other = ask(third, "registration")
        assert reason(sign_in(third, passkey.sign(other))) == "passkey-challenge"
        assert len(third.get("/api/player").json()["devices"]) == 1
    with browser(server) as nobody:
        assert reason(sign_in(nobody, passkey.sign(own))) == "passkey-challenge"


def test_a_copy_that_has_signed_less_often_is_refused(server: Server, player: httpx.Client) -> None:
    passkey = made(server, player, signs=5)
    twin = copy.copy(passkey)
    with browser(server) as second, browser(server) as third:
        assert sign_in(second, passkey.sign(ask(second, "challenge"))).status_code == 200
        answer = sign_in(third, twin.sign(ask(third, "challenge")))
        assert reason(answer) == "passkey-copy"
        assert len(third.get("/api/player").json()["devices"]) == 1


def test_a_passkey_that_does_not_count_is_used_again_and_again(
    server: Server, player: httpx.Client
) -> None:
    passkey = made(server, player)
    for _ in range(2):
        passkey.signs = -1
        with browser(server) as second:
            assert sign_in(second, passkey.sign(ask(second, "challenge"))).status_code == 200


def test_a_signature_of_another_key_is_refused(server: Server, player: httpx.Client) -> None:
    passkey, forger = made(server, player), Authenticator(at(server))
    with browser(server) as second:
        assert reason(sign_in(second, forger.sign(ask(second, "challenge")))) == "passkey-unknown"
        for name in ("\ud800", "\0", "", "x" * 5000):
            forged = {**forger.sign(ask(second, "challenge")), "id": name}
            assert reason(sign_in(second, forged)) == "passkey-unknown"
            assert (
                second.delete(
                    f"/api/player/passkeys/{'%00' if name == chr(0) else 'x'}"
                ).status_code
                == 404
            )
        forger.id = passkey.id
        assert reason(sign_in(second, forger.sign(ask(second, "challenge")))) == "passkey-bad"


def test_a_passkey_that_was_removed_signs_nobody_in(server: Server, player: httpx.Client) -> None:
    passkey = made(server, player)
    address = f"/api/player/passkeys/{encoded(passkey.id)}"
    with browser(server) as second:
        assert second.delete(address).status_code == 404
        assert player.delete(address).json()["passkeys"] == []
        assert player.delete(address).status_code == 404
        assert reason(sign_in(second, passkey.sign(ask(second, "challenge")))) == "passkey-unknown"


def test_a_passkey_is_one_players(server: Server, player: httpx.Client) -> None:
    passkey = made(server, player)
    with browser(server) as second:
        credential = passkey.register(ask(second, "registration"))
        answer = second.post("/api/passkeys", json={"credential": credential})
        assert reason(answer) == "passkey-bad"
    with browser(server) as nobody:
        answer = nobody.post("/api/passkeys", json={"credential": credential})
        assert reason(answer) == "passkey-challenge"


def test_with_a_passkey_the_last_device_may_be_signed_out(
    server: Server, player: httpx.Client
) -> None:
    table, passkey = played(server, player, "easy-harp:221"), made(server, player)
    (own,) = player.get("/api/player").json()["devices"]
    assert player.delete(f"/api/player/devices/{own['id']}").status_code == 200
    assert tables(player) == set()
    assert sign_in(player, passkey.sign(ask(player, "challenge"))).status_code == 200
    assert tables(player) == {table}
    # All that is deleted is deleted: the passkey opens nothing.
    player.delete("/api/player")
    assert reason(sign_in(player, passkey.sign(ask(player, "challenge")))) == "passkey-unknown"


def test_an_address_that_browsers_make_no_passkeys_for_is_told(server: Server) -> None:
    with server.player() as player:
        for what in ("registration", "challenge"):
            answer = player.post(f"api/passkeys/{what}")
            assert reason(answer) == "passkey-host"
            assert not player.cookies


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": 7},
        {"response": None},
        {"response": {}},
        {"response": {"clientDataJSON": "%%%"}},
        {"response": {"clientDataJSON": encoded(b"[" * 20_000)}},
        {"response": {"clientDataJSON": encoded(b'{"type":"x"}')}},
        {"response": {"clientDataJSON": encoded(b'{"type":1,"challenge":2,"origin":3}')}},
        {"response": {"clientDataJSON": 5}},
    ],
)
def test_what_is_no_credential_is_refused(player: httpx.Client, credential: Message) -> None:
    ask(player, "challenge")
    assert reason(sign_in(player, credential)) == "passkey-bad"
    answer = player.post("/api/passkeys", json={"credential": credential})
    assert reason(answer) in ("passkey-bad", "passkey-challenge")
    bad: Any
    for bad in (None, "x", [], 7):
        assert reason(sign_in(player, bad)) == "request"


@pytest.mark.parametrize("part", ["clientDataJSON", "attestationObject", "authenticatorData"])
@pytest.mark.parametrize("how", ["cut", "longer", "changed", "empty", "deep"])
def test_a_credential_that_was_tampered_with_is_refused(
    server: Server, player: httpx.Client, part: str, how: str
) -> None:
    passkey = made(server, player)
    with browser(server) as second:
        registers = part == "attestationObject"
        options = ask(player, "registration") if registers else ask(second, "challenge")
        credential = passkey.register(options) if registers else passkey.sign(options)
        data = decoded(credential["response"][part])
        credential["response"][part] = encoded(
            {
                "cut": data[:-1],
                "longer": data + b"\0",
                "changed": data[:-1] + bytes([data[-1] ^ 1]),
                "empty": b"",
                "deep": b"\x81" * 20_000,
            }[how]
        )
        if registers:
            answer = player.post("/api/passkeys", json={"credential": credential})
        else:
            answer = sign_in(second, credential)
        assert reason(answer) in ("passkey-bad", "passkey-challenge")
