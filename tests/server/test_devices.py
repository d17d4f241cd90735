"""Several devices of one player: brought by a code, with what they had, and signed out again."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import httpx
import pytest

from serving import Server

COOKIE = "lunaria_player"


@contextmanager
def device(server: Server) -> Iterator[httpx.Client]:
    with server.player() as client:
        yield client


def played(server: Server, player: httpx.Client, code: str) -> str:
    table: str = player.post("api/tables", json={"code": code, "again": True}).json()["table"]
    with server.page(table) as page:
        page.turn()
    return table


def code_of(player: httpx.Client) -> str:
    answer = player.post("api/player/code")
    assert answer.status_code == 201
    assert answer.json()["seconds"] == 600
    return str(answer.json()["code"])


def sign_in(player: httpx.Client, code: str, **more: Any) -> httpx.Response:
    return player.post("api/player/sign-in", json={"code": code, **more})


def reason(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["reason"])


def tables(player: httpx.Client) -> set[str]:
    return {each["table"] for each in player.get("api/tables").json()}


def test_who_never_asked_for_anything_is_nobody(player: httpx.Client) -> None:
    told = player.get("api/player").json()
    assert told == {"name": None, "games": 0, "devices": [], "passkeys": []}
    assert not player.cookies


def test_a_second_device_has_the_same_games(server: Server, player: httpx.Client) -> None:
    table = played(server, player, "easy-harp:101")
    code = code_of(player)
    assert len(code) == 14
    assert "secret" not in code
    with device(server) as second:
        answer = sign_in(second, f" {code.lower().replace('-', ' ')} ")
        assert answer.status_code == 200, answer.text
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert second.cookies[COOKIE] != player.cookies[COOKIE]
        assert tables(second) == {table}
        other = played(server, second, "easy-harp:102")
        assert tables(player) == tables(second) == {table, other}
        told = second.get("api/player").json()
        assert [each["own"] for each in told["devices"]] == [False, True]
        assert told["devices"][0]["since"] is None
        assert abs(told["devices"][1]["since"] - time.time()) < 60
        assert [each["own"] for each in player.get("api/player").json()["devices"]] == [True, False]


def test_a_code_is_used_once_and_a_newer_one_makes_it_void(
    server: Server, player: httpx.Client
) -> None:
    old, code = code_of(player), code_of(player)
    with device(server) as second, device(server) as third:
        assert reason(sign_in(second, old)) == "device-code"
        assert sign_in(second, code).status_code == 200
        assert reason(sign_in(third, code)) == "device-code"
        assert not third.cookies


def test_a_code_ends_after_ten_minutes(server: Server, player: httpx.Client) -> None:
    code = code_of(player)
    with closing(sqlite3.connect(server.database)) as store, store:
        (kept,) = store.execute("select id from codes").fetchone()
        assert code.replace("-", "") not in kept
        store.execute("update codes set until = until - 601")
    with device(server) as second:
        assert reason(sign_in(second, code)) == "device-code"
    code_of(player)
    with closing(sqlite3.connect(server.database)) as store:
        assert store.execute("select count(*) from codes").fetchone() == (1,)


@pytest.mark.parametrize("text", ["", "H4KM", "H4KM-7TQX-WB2O", "x" * 400, "H4KM-7TQX-WB2É", "\0"])
def test_what_is_no_code_is_told_how_one_looks(player: httpx.Client, text: str) -> None:
    answer = sign_in(player, text)
    assert (answer.status_code, reason(answer)) == (422, "device-code-form")
    assert sign_in(player, "H" * 501).status_code == 422


def test_ones_own_code_changes_nothing_and_is_not_used_up(
    server: Server, player: httpx.Client
) -> None:
    code = code_of(player)
    assert reason(sign_in(player, code)) == "device-own"
    with device(server) as second:
        assert sign_in(second, code).status_code == 200


def test_what_a_device_has_of_its_own_comes_along_when_it_is_agreed(
    server: Server, player: httpx.Client
) -> None:
    mine = played(server, player, "easy-harp:111")
    player.post("api/player/name", json={"name": "Frida"})
    with device(server) as second, device(server) as opponent:
        theirs = played(server, second, "easy-harp:112")
        second.post("api/player/name", json={"name": "Fridas phone"})
        made = second.post("api/tables", json={"game": "comet", "against": "person"}).json()
        invitation = f"api/invitations/{made['invitation']}"
        assert opponent.post(invitation).status_code == 201
        with server.page(made["table"]) as page:
            page.send(sorted(page.view["legal"])[0])
            while page.view["revision"] == 0:
                page.hear()
        before = second.cookies[COOKIE]
        code = code_of(player)
        answer = sign_in(second, code)
        assert reason(answer) == "merge-asked"
        assert answer.json()["error"]["params"] == {"games": 2}
        assert tables(player) == {mine}
        assert sign_in(second, code, merge=True).status_code == 200
        assert tables(player) == tables(second) == {mine, theirs, made["table"]}
        assert second.get(invitation).json()["own"] == made["table"]
        assert player.get("api/player").json()["name"] == "Frida"
        statistics = player.get("api/statistics").json()["easy-harp"]
        assert statistics["going"] == 2
        # Its name is free, and its old secret opens nothing.
        assert opponent.post("api/player/name", json={"name": "Frida’s phone"}).status_code == 200
        with device(server) as thief:
            thief.cookies.set(COOKIE, before)
            assert tables(thief) == set()
            assert thief.get("api/player").json()["devices"] == []


def test_a_name_comes_along_where_the_other_has_none(server: Server, player: httpx.Client) -> None:
    played(server, player, "easy-harp:121")
    with device(server) as second:
        second.post("api/player/name", json={"name": "Rosalind"})
        code = code_of(player)
        assert reason(sign_in(second, code)) == "merge-asked"
        assert sign_in(second, code, merge=True).json()["name"] == "Rosalind"
        assert player.get("api/player").json()["name"] == "Rosalind"


def test_a_device_of_a_player_with_others_is_signed_out_first(
    server: Server, player: httpx.Client
) -> None:
    table = played(server, player, "easy-harp:131")
    with device(server) as second, device(server) as stranger:
        sign_in(second, code_of(player))
        code = code_of(stranger)
        assert reason(sign_in(second, code, merge=True)) == "device-shared"
        assert tables(player) == {table}
        (own,) = (each for each in second.get("api/player").json()["devices"] if each["own"])
        second.delete(f"api/player/devices/{own['id']}")
        assert COOKIE not in second.cookies
        assert sign_in(second, code).status_code == 200
        assert tables(second) == set()


def test_a_lost_device_is_signed_out_also_the_first_one(
    server: Server, player: httpx.Client
) -> None:
    table = played(server, player, "easy-harp:141")
    with device(server) as second:
        sign_in(second, code_of(player))
        first = second.get("api/player").json()["devices"][0]
        answer = second.delete(f"api/player/devices/{first['id']}")
        assert [each["own"] for each in answer.json()["devices"]] == [True]
        assert tables(second) == {table}
        assert tables(player) == set()
        assert player.get("api/player").json()["devices"] == []
        # Who goes on there is somebody new.
        played(server, player, "easy-harp:142")
        assert len(tables(player)) == 1
        assert tables(second) == {table}
        (last,) = second.get("api/player").json()["devices"]
        assert reason(second.delete(f"api/player/devices/{last['id']}")) == "device-last"
        assert tables(second) == {table}


def test_nobody_signs_out_a_device_of_others(server: Server, player: httpx.Client) -> None:
    played(server, player, "easy-harp:151")
    (own,) = player.get("api/player").json()["devices"]
    with device(server) as other:
        for _ in range(2):
            answer = other.delete(f"api/player/devices/{own['id']}")
            assert (answer.status_code, reason(answer)) == (404, "no-device")
            played(server, other, "easy-harp:152")
    assert player.delete(f"api/player/devices/{'x' * 5000}").status_code == 404
    assert len(tables(player)) == 1


@pytest.mark.parametrize("secret", ["guessed", "A" * 43, "A" * 42 + "=", "A" * 44, "../../etc"])
def test_a_forged_cookie_is_nobody_who_is_known(
    server: Server, player: httpx.Client, secret: str
) -> None:
    played(server, player, "easy-harp:161")
    with device(server) as forger:
        forger.cookies.set(COOKIE, secret)
        assert tables(forger) == set()
        assert forger.get("api/player").json()["games"] == 0


def test_what_a_browser_may_not_have_as_a_cookie_is_replaced(server: Server) -> None:
    with device(server) as forger:
        answer = forger.post(
            "api/tables", json={"code": "easy-harp:1"}, headers={"cookie": f"{COOKIE}=guessed"}
        )
        assert len(answer.cookies[COOKIE]) == 43


def test_the_id_of_a_player_is_no_secret_that_opens(server: Server, player: httpx.Client) -> None:
    played(server, player, "easy-harp:171")
    with closing(sqlite3.connect(server.database)) as store:
        owners = store.execute("select distinct player from tables").fetchall()
    with device(server) as forger:
        for (owner,) in owners:
            forger.cookies.set(COOKIE, owner[:43])
            assert tables(forger) == set()


def test_deleting_leaves_nothing_of_a_player(server: Server, player: httpx.Client) -> None:
    played(server, player, "easy-harp:181")
    player.post("api/player/name", json={"name": "Hypatia"})
    with device(server) as second:
        sign_in(second, code_of(player))
        code_of(player)
        with closing(sqlite3.connect(server.database)) as store:
            (owner,) = store.execute("select id from players where name = 'Hypatia'").fetchone()
        assert second.delete("api/player").json() == {"deleted": True}
        assert COOKIE not in second.cookies
        assert tables(player) == set()
        assert player.get("api/player").json()["name"] is None
        with closing(sqlite3.connect(server.database)) as store:
            for table in ("tables", "seats", "devices", "codes", "passkeys"):
                found = store.execute(f"select count(*) from {table} where player = ?", (owner,))
                assert found.fetchone() == (0,), table
            assert store.execute("select count(*) from players").fetchone()[0] < 50
