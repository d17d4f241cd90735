"""Matches of two on the real server: opening, inviting, sitting, coming back, the computer."""

import re
import time
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from lunaria.core.cards import HIDDEN
from lunaria.core.deal import commitment
from serving import Message, Page, Server

COMET = {"game": "comet"}
CODE = "CO1-N-AAAAAAB"


def opened(player: httpx.Client, **wanted: Any) -> Message:
    answer = player.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    made: Message = answer.json()
    return made


def reason(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["reason"])


def heard(page: Page, wanted: Any, seconds: float = 20.0) -> Message:
    """The first view for which `wanted` holds."""
    until = time.monotonic() + seconds
    while not wanted(page.view):
        page.hear(max(0.1, until - time.monotonic()))
    return page.view


def invited(server: Server, **more: Any) -> tuple[Message, Message, str]:
    """A match over the network: the views of nobody yet, but the keys of both seats."""
    with server.player() as first, server.player() as second:
        made = opened(first, **COMET, against="person", **more)
        name = made["invitation"]
        answer = second.post(f"/api/invitations/{name}")
        assert answer.status_code == 201
        return made, answer.json(), name


def test_the_list_of_games_says_how_a_match_is_opened(player: httpx.Client) -> None:
    games = {game["id"]: game for game in player.get("/api/games").json()}
    assert games["comet"]["seats"] == 2
    assert games["comet"]["levels"] == ["easy", "normal", "master"]
    assert games["comet"]["rounds"] == {"least": 2, "most": 100, "step": 2}
    assert games["crescent"]["rounds"] is None
    assert games["crescent"]["levels"] == []


def test_a_numbered_match_against_the_computer(server: Server, player: httpx.Client) -> None:
    made = opened(player, code=CODE, rounds=4, against="easy")
    assert made["code"] == CODE
    with server.page(made["table"]) as page:
        view = page.view
        assert view["type"] == "match"
        assert (view["seat"], view["turn"], view["round"], view["rounds"]) == (1, 1, 1, 4)
        assert [seat["player"] for seat in view["seats"]] == ["person", "easy"]
        assert set(view["places"]["hand2"]) == {HIDDEN}
        assert len(view["legal"]) >= 8
        page.send(sorted(view["legal"])[0])
        after = heard(page, lambda view: view["revision"] == 1)
        assert len(after["places"]["pile"]) >= 1
        # The rest of the turn, and then the computer plays.
        while page.view["turn"] == 1 and not any(seat == 2 for seat, *_ in page.view["history"]):
            if page.view["legal"]:
                page.send(sorted(page.view["legal"])[0])
            page.hear()
        heard(page, lambda view: any(seat == 2 for seat, *_ in view["history"]) or not view["turn"])


def test_the_same_match_is_gone_on_with(player: httpx.Client) -> None:
    wanted = {"code": "CO1-N-AAAAABC", "rounds": 2, "against": "normal"}
    first = opened(player, **wanted)
    assert opened(player, **wanted)["table"] == first["table"]
    assert opened(player, **wanted, again=True)["table"] != first["table"]
    assert opened(player, **{**wanted, "rounds": 4})["table"] != first["table"]
    assert opened(player, **{**wanted, "against": "screen"})["table"] != first["table"]


def test_two_at_one_page(server: Server, player: httpx.Client) -> None:
    made = opened(player, **COMET, against="screen")
    with server.page(made["table"]) as page:
        assert page.view["screen"]
        assert page.view["seat"] == 0
        assert page.view["legal"] == {}
        page.say(type="look")
        assert page.hear()["seat"] == 1
        assert HIDDEN not in page.view["places"]["hand1"]
        page.send(sorted(page.view["legal"])[0])
        assert heard(page, lambda view: view["revision"] == 1)["seat"] in (0, 1)


def test_over_the_network(server: Server) -> None:
    with server.player() as first, server.player() as second, server.player() as third:
        made = opened(first, **COMET, against="person", rounds=2, variant="C")
        name = made["invitation"]
        assert made["code"] is None
        told = second.get(f"/api/invitations/{name}").json()
        assert told == {"game": "comet", "variant": "C", "rounds": 2, "free": True, "own": None}
        with server.page(made["table"]) as one:
            assert one.view["invitation"] == name
            one.send("7")
            assert one.hear()["reason"]["code"] == "seat-free"
            key = second.post(f"/api/invitations/{name}").json()["table"]
            assert heard(one, lambda view: view["invitation"] is None)["seats"][1]["here"] is False
            with server.page(key) as two:
                assert heard(one, lambda view: view["seats"][1]["here"])
                assert (one.view["seat"], two.view["seat"]) == (1, 2)
                sealed = two.view["sealed"]
                assert len(sealed["commitments"]) == 2
                assert sealed["seeds"] == [None, None]
                two.send("7")
                assert two.hear()["reason"]["code"] == "not-your-turn"
                assert two.view["legal"] == {}
                token = sorted(one.view["legal"])[0]
                one.send(token)
                assert heard(two, lambda view: view["revision"] == 1)["history"][0][:2] == [
                    1,
                    token,
                ]
            assert heard(one, lambda view: not view["seats"][1]["here"])["claim"] > 100
            one.say(type="claim")
            assert one.hear()["reason"]["code"] == "not-gone"
            with server.page(key) as two:
                assert two.view["revision"] == one.view["revision"]
                assert two.view["seat"] == 2
        # The own seat is found again, by the cookie alone; others find both taken.
        assert second.post(f"/api/invitations/{name}").json()["table"] == key
        assert first.post(f"/api/invitations/{name}").json()["table"] == made["table"]
        assert first.get(f"/api/invitations/{name}").json()["own"] == made["table"]
        assert third.get(f"/api/invitations/{name}").json()["own"] is None
        answer = third.post(f"/api/invitations/{name}")
        assert (answer.status_code, reason(answer)) == (422, "seat-taken")


def test_a_match_is_secret_until_it_is_over(server: Server) -> None:
    with server.player() as first, server.player() as second:
        made = opened(first, **COMET, against="person")
        key = second.post(f"/api/invitations/{made['invitation']}").json()["table"]
        with server.page(made["table"]) as one:
            one.send(sorted(one.view["legal"])[0])
            heard(one, lambda view: view["revision"] == 1)
            assert one.view["replay"] is None
        for client, seat in ((first, made["table"]), (second, key)):
            answer = client.get(f"/api/tables/{seat}/record")
            assert (answer.status_code, reason(answer)) == (422, "match-goes-on")
            (entry,) = client.get("/api/tables").json()
            assert (entry["table"], entry["code"], entry["game"]) == (seat, None, "comet")
            for path in (
                f"/api/replays/{entry['replay']}",
                f"/api/replays/{entry['replay']}/0.svg",
            ):
                assert client.get(path).status_code == 404
        exported = first.get("/api/export").text
        assert not re.search(r"[0-9a-f]{64}", exported)


def test_who_deletes_everything_leaves_the_match_to_the_other(server: Server) -> None:
    with server.player() as first, server.player() as second:
        made = opened(first, **COMET, against="person")
        key = second.post(f"/api/invitations/{made['invitation']}").json()["table"]
        with server.page(made["table"]) as one:
            one.send(sorted(one.view["legal"])[0])
            heard(one, lambda view: view["revision"] == 1)
        assert first.delete("/api/player").json() == {"deleted": True}
        with server.page(key) as two:
            assert two.view["revision"] == 1
        assert [entry["table"] for entry in second.get("/api/tables").json()] == [key]
        with server.page(made["table"]) as gone:
            assert gone.view["reason"]["code"] == "no-table"


def test_a_whole_match_against_the_computer_and_what_is_kept_of_it(
    server: Server, player: httpx.Client
) -> None:
    made = opened(player, code="CO1-N-AAAAAAD", rounds=2, against="normal")
    with server.page(made["table"]) as page:
        until = time.monotonic() + 150
        while not page.view["outcome"]:
            assert time.monotonic() < until
            if page.view["waits"]:
                page.say(type="next")
            elif page.view["legal"]:
                page.send(sorted(page.view["legal"])[0])
            page.hear()
        outcome, totals = page.view["outcome"], page.view["totals"]
        assert page.view["replay"]
        assert len(page.view["results"]) == 2
    assert outcome == ("draw" if totals[0] == totals[1] else f"won{1 + (totals[1] > totals[0])}")
    record = player.get(f"/api/tables/{made['table']}/record").text
    assert f'[Code "{"CO1-N-AAAAAAD"}"]' in record
    assert f'[Result "{outcome}"]' in record
    assert " |" in record
    entry = player.get("/api/tables").json()[0]
    assert entry["result"] == {"won1": "won", "won2": "lost", "draw": "draw"}[outcome]
    replay = player.get(f"/api/replays/{entry['replay']}").json()
    assert replay["result"] == outcome
    statistics = player.get("/api/statistics").json()["comet"]
    assert statistics["played"] == 1
    assert statistics["won"] == (outcome == "won1")


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"rounds": 3}, "rounds"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": -2}, "rounds"),
        ({"rounds": 10**30}, "rounds"),
        ({"against": "god"}, "request"),
        ({"rounds": "two"}, "request"),
        ({"code": CODE, "against": "person"}, "sealed-only"),
        ({"variant": "X"}, "code-variant"),
        ({"game": "crescent", "against": "easy"}, "no-match"),
        ({"game": "half-moon", "rounds": 2}, "no-match"),
        ({"winnable": True}, "no-winnable"),
    ],
)
def test_odd_matches_are_refused(player: httpx.Client, wanted: Message, why: str) -> None:
    answer = player.post(
        "/api/tables", json=wanted if {"game", "code"} & set(wanted) else {**COMET, **wanted}
    )
    assert (answer.status_code, reason(answer)) == (422, why)


@pytest.mark.parametrize("name", ["x", "x" * 500, "%00", "..", "한"])
def test_an_invitation_that_is_not_there(player: httpx.Client, name: str) -> None:
    for answer in (
        player.get(f"/api/invitations/{name}"),
        player.post(f"/api/invitations/{name}"),
    ):
        assert answer.status_code in (404, 405)


def test_both_tabs_of_a_seat_see_the_same_and_one_of_two_taps_counts(server: Server) -> None:
    made, other, _ = invited(server)
    with ExitStack() as open_pages:
        one, again, two = (
            open_pages.enter_context(server.page(key))
            for key in (made["table"], made["table"], other["table"])
        )
        heard(one, lambda view: view["seats"][1]["here"])
        heard(again, lambda view: view["seats"][1]["here"])
        assert one.view["places"] == again.view["places"]
        token = sorted(one.view["legal"])[0]
        one.send(token)
        again.send(token)
        told = [again.hear(), again.hear()]
        assert any(each.get("reason", {}).get("code") in ("stale", "not-yet") for each in told)
        heard(two, lambda view: view["revision"] >= 1)
        assert two.view["history"][0][:2] == [1, token]


def test_commitments_hold_against_the_seeds_of_the_record(server: Server) -> None:
    made, _, _ = invited(server)
    with server.page(made["table"]) as one:
        commitments = one.view["sealed"]["commitments"]
    assert len(set(commitments)) == 2
    assert all(re.fullmatch("[0-9a-f]{64}", each) for each in commitments)
    assert commitment(b"") not in commitments
