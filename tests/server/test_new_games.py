"""How a player gets a game, finds it again and takes its record home (APP-3, APP-4, APP-11)."""

from typing import Any

import httpx
import pytest

from lunaria.core import record
from lunaria.games import GAMES, read_deal
from lunaria.solvers import known
from lunaria.solvers.verdict import WINNABLE
from registry import DATA
from serving import Server


def ask(player: httpx.Client, **wanted: Any) -> dict[str, str]:
    answer = player.post("api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    made: dict[str, str] = answer.json()
    return made


@pytest.mark.parametrize(
    "wanted",
    [
        "HM1-N-AAAAAAB",
        "hm1-n-aaaaaab",
        "  HM1 N AAAAAAB ",
        "half-moon:1",
        "HM:1",
        "https://example.org/play/half-moon/HM1-N-AAAAAAB",
    ],
)
def test_a_deal_is_had_by_its_code_its_number_or_its_link(
    player: httpx.Client, wanted: str
) -> None:
    made = ask(player, code=wanted)
    assert (made["game"], made["code"]) == ("half-moon", "HM1-N-AAAAAAB")


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_random_deal_is_another_one_each_time(player: httpx.Client, game: str) -> None:
    made = [ask(player, game=game) for _ in range(4)]
    assert {each["game"] for each in made} == {game}
    assert len({each["code"] for each in made}) == 4
    assert len({each["table"] for each in made}) == 4


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({}, "game"),
        ({"game": "bridge"}, "game"),
        ({"code": "half-moon:0"}, "code-number"),
        ({"code": "half-moon:1000000"}, "code-number"),
        ({"code": "half-moon:x"}, "number"),
        ({"code": "XX1-N-AAAAAAB"}, "code-prefix"),
        ({"code": "HM9-N-AAAAAAB"}, "code-unknown-version"),
        ({"code": ""}, "code-empty"),
    ],
)
def test_a_deal_that_is_not_there_is_refused_in_words(
    player: httpx.Client, wanted: dict[str, str], reason: str
) -> None:
    answer = player.post("api/tables", json=wanted)
    error = answer.json()["error"]
    assert (answer.status_code, error["reason"]) == (422, reason)
    assert len(error["message"]) > 10
    assert not answer.cookies


def test_the_same_deal_is_taken_up_again_unless_it_is_wanted_anew(
    server: Server, player: httpx.Client
) -> None:
    first = ask(player, code="crescent:7")
    assert ask(player, code="crescent:7")["table"] == first["table"]
    anew = ask(player, code="crescent:7", again=True)
    assert anew["table"] != first["table"]
    assert ask(player, code="crescent:8")["table"] not in (first["table"], anew["table"])
    with server.player() as other:
        assert ask(other, code="crescent:7")["table"] not in (first["table"], anew["table"])


def test_the_game_of_a_deal_that_was_played_last_is_the_one_taken_up(
    server: Server, player: httpx.Client
) -> None:
    first = ask(player, code="easy-harp:7")["table"]
    ask(player, code="easy-harp:7", again=True)
    with server.page(first) as page:
        page.turn()
    assert ask(player, code="easy-harp:7")["table"] == first


def test_a_won_game_is_not_taken_up_again(server: Server, player: httpx.Client) -> None:
    won = next(record.read((DATA / "records" / "half-moon.record").read_text("utf-8")))
    code = won.tag("Code") or ""
    table = ask(player, code=code)["table"]
    with server.page(table) as page:
        for token in won.actions:
            assert page.act(token)["type"] == "table"
        assert page.view["outcome"] == "won"
    assert player.get("api/tables").json()[0]["result"] == "won"
    assert ask(player, code=code)["table"] != table


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(player: httpx.Client) -> None:
    answer = player.post("api/tables", json={"game": "half-moon"})
    cookie = answer.headers["set-cookie"].lower()
    for flag in ("httponly", "samesite=lax", "path=/", "max-age=34560000"):
        assert flag in cookie
    assert "secure" not in cookie  # a plain loopback address could not keep it
    assert len(answer.cookies["lunaria_player"]) >= 43
    assert "set-cookie" not in player.post("api/tables", json={"game": "half-moon"}).headers


def test_a_player_sees_the_own_games_alone_the_last_touched_first(
    server: Server, player: httpx.Client
) -> None:
    assert player.get("api/tables").json() == []
    older, newer = (ask(player, code=f"easy-harp:{number}")["table"] for number in (21, 22))
    assert player.get("api/tables").json() == []  # nothing was done on them yet
    for table, turns in ((newer, 1), (older, 2)):
        with server.page(table) as page:
            for _ in range(turns):
                page.turn()
    games = player.get("api/tables").json()
    assert [game["table"] for game in games] == [older, newer]
    assert (games[0]["game"], games[0]["code"]) == ("easy-harp", "EH1-N-AAAAAAV")
    assert [(game["moves"], game["result"]) for game in games] == [
        (2, "unfinished"),
        (1, "unfinished"),
    ]
    with server.player() as other:
        ask(other, game="crescent")
        assert other.get("api/tables").json() == []


def test_a_cookie_of_somebody_who_never_played_shows_no_games(server: Server) -> None:
    with server.player() as client:
        client.cookies.set("lunaria_player", "guessed")
        assert client.get("api/tables").json() == []


def test_a_downloaded_record_holds(server: Server, player: httpx.Client) -> None:
    table = ask(player, code="easy-harp:33")["table"]
    with server.page(table) as page:
        for _ in range(3):
            page.turn()
        page.act("undo")
    text = server.record(table)
    (read,) = record.read(text)
    line, fault = record.verify(read, GAMES)
    assert fault is None
    assert line is not None
    assert line.actions == ["draw", "draw", "draw", "undo"]
    assert float(read.tag("Time") or "none") >= 0


def test_there_is_no_record_of_a_table_that_is_not_there(player: httpx.Client) -> None:
    answer = player.get("api/tables/nowhere/record")
    assert (answer.status_code, answer.json()["error"]["reason"]) == (404, "not-found")


def test_the_deals_of_a_day_are_the_same_for_everybody(server: Server) -> None:
    with server.player() as one, server.player() as other:
        deals = [
            each.get("api/daily", params={"day": "2026-11-29"}).json() for each in (one, other)
        ]
        assert deals[0] == deals[1]
        assert set(deals[0]) == {game.id for game in GAMES}
        for code in deals[0].values():
            assert ask(one, code=code)["code"] == code


def test_each_game_comes_with_what_a_page_needs_to_lay_it_out(player: httpx.Client) -> None:
    games = {each["id"]: each for each in player.get("api/games").json()}
    assert list(games) == [game.id for game in GAMES]
    for game in GAMES:
        assert games[game.id]["places"] == list(game.places)
        assert games[game.id]["layout"]


def test_a_winnable_deal_is_dealt_where_any_is_known(server: Server, player: httpx.Client) -> None:
    for game in GAMES:
        answer = player.post("api/tables", json={"game": game.id, "winnable": True})
        table = known.known(game.id)
        if table is None:
            assert (answer.status_code, answer.json()["error"]["reason"]) == (422, "no-winnable")
        else:
            number = read_deal(answer.json()["code"]).number
            assert table.outcome(number) == WINNABLE
