"""What came of a player's games, and all of them as a file: saved, taken in, deleted (APP-10)."""

import asyncio
import json
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from lunaria.core import record
from lunaria.core.deal import daily
from lunaria.games import CRESCENT, GAMES, HALF_MOON
from lunaria.server import results
from lunaria.server.store import Store
from registry import DATA
from serving import Server

WON = next(record.read((DATA / "records" / "half-moon.record").read_text("utf-8")))
CODE = WON.tag("Code") or ""
BEGUN = 1_700_000_000.5

Game = dict[str, Any]
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("elsewhere")) as running:
        yield running


def game(**other: Any) -> Game:
    """A won game as a file has it."""
    told = {
        "code": CODE,
        "created": BEGUN,
        "touched": BEGUN + 300,
        "played": 250.25,
        "study": False,
        "actions": list(WON.actions),
    }
    return {name: value for name, value in {**told, **other}.items() if value is not None}


def take_in(player: httpx.Client, *games: Any) -> Game:
    answer = player.post("api/import", json={"lunaria": 1, "games": games})
    assert answer.status_code == 200, answer.text
    told: Game = answer.json()
    return told


def statistics(player: httpx.Client, name: str = "half-moon") -> Game:
    told: Game = player.get("api/statistics").json()[name]
    return told


def played(server: Server, player: httpx.Client, code: str, *actions: str) -> str:
    table: str = player.post("api/tables", json={"code": code, "again": True}).json()["table"]
    with server.page(table) as page:
        for action in actions:
            assert page.act(action)["type"] == "table"
    return table


def test_who_never_played_has_statistics_of_every_game_and_a_file(player: httpx.Client) -> None:
    told = player.get("api/statistics").json()
    assert list(told) == [game.id for game in GAMES]
    assert {each["played"] for each in told.values()} == {0}
    exported = player.get("api/export").json()
    assert (exported["lunaria"], exported["games"], exported["matches"]) == (2, [], [])
    assert not player.cookies


def test_a_win_that_is_undone_counts_once_and_is_not_lost(
    server: Server, player: httpx.Client
) -> None:
    table = played(server, player, CODE, *WON.actions)
    told = statistics(player)
    assert (told["played"], told["won"], told["streak"]["current"]) == (1, 1, 1)
    assert told["moves"]["best"] == len(WON.actions)
    with server.page(table) as page:
        page.act("undo")
        undone = statistics(player)
        assert player.get("api/tables").json()[0]["result"] == "unfinished"
        page.act("redo")
    again = statistics(player)
    for each in (undone, again):
        assert (each["played"], each["won"], each["moves"]["best"]) == (1, 1, len(WON.actions))


def test_the_list_follows_every_action(server: Server, player: httpx.Client) -> None:
    table = played(server, player, "easy-harp:41")
    with server.page(table) as page:
        for moves in (1, 2, 3):
            page.turn()
            (told,) = player.get("api/tables").json()
            assert (told["moves"], told["result"]) == (moves, "unfinished")


def test_what_came_of_games_is_found_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed: list[str] = []
    honest = results.result_of

    def counted(code: Any, actions: Any, rounds: Any) -> Any:
        replayed.append(str(code))
        return honest(code, actions, rounds)

    monkeypatch.setattr(results, "result_of", counted)

    async def course() -> list[list[tuple[str, int]]]:
        store = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
        seen = []
        try:
            for table, code in (("a", "EH1-N-AAAAAAB"), ("b", "EH1-N-AAAAAAC")):
                await store.create(table, "p", code)
                await store.append(table, 1, "draw", 1)
            await store.create("old", "p", "HM9-N-AAAAAAB")
            await store.append("old", 1, "1+8", 1)
            for number in (2, 3):
                for _ in range(2):
                    found = await results.complete(store, await store.of_player("p"))
                    seen.append(sorted((entry.id, result.moves) for entry, result in found))
                await store.append("b", number, "draw", 1)
        finally:
            await store.close()
        return seen

    seen = asyncio.run(course())
    assert seen == [[("a", 1), ("b", 1)]] * 2 + [[("a", 1), ("b", 2)]] * 2
    assert replayed == ["EH1-N-AAAAAAB", "EH1-N-AAAAAAC", "EH1-N-AAAAAAC"]


def test_a_player_with_many_games_is_answered_soon(server: Server, player: httpx.Client) -> None:
    deals = range(1, 1001)
    for begin in range(0, len(deals), 200):
        part = [
            game(
                code=f"easy-harp:{number}",
                actions=["draw"],
                created=BEGUN + number,
                touched=BEGUN + 2000,
            )
            for number in deals[begin : begin + 200]
        ]
        assert take_in(player, *part)["taken"] == 200
    for path in ("api/tables", "api/statistics", "api/days?month=2026-11&today=2026-11-30"):
        started = time.perf_counter()
        assert player.get(path).status_code == 200
        assert time.perf_counter() - started < 2
    assert statistics(player, "easy-harp")["played"] == 1000


def test_games_taken_elsewhere_have_the_same_statistics(
    server: Server, elsewhere: Server, player: httpx.Client
) -> None:
    played(server, player, CODE, *WON.actions, "undo", "redo")
    played(server, player, "easy-harp:51", "draw", "draw", "undo")
    take_in(player, game(created=BEGUN, study=True), game(code="crescent:9", actions=["redeal"]))
    file = player.get("api/export")
    assert "attachment" in file.headers["content-disposition"]
    exported = file.json()
    assert [each["code"] for each in exported["games"]][-1] == "EH1-N-AAAAABZ"
    with elsewhere.player() as other:
        told = other.post("api/import", content=file.content, headers=JSON).json()
        assert (told["taken"], told["there"], told["refused"]) == (4, 0, [])
        assert other.get("api/statistics").json() == player.get("api/statistics").json()
        assert other.get("api/export").json()["games"] == exported["games"]
        here = {each["table"] for each in player.get("api/tables").json()}
        assert not here & {each["table"] for each in other.get("api/tables").json()}


def test_a_file_taken_in_twice_doubles_nothing(player: httpx.Client) -> None:
    take_in(player, game())
    before = player.get("api/export").json()["games"]
    told = take_in(player, game(), game(played=1.0, study=True))
    assert (told["taken"], told["there"]) == (0, 2)
    assert player.get("api/export").json()["games"] == before


def test_a_game_that_went_on_elsewhere_goes_on_here_and_never_back(player: httpx.Client) -> None:
    take_in(player, game(actions=WON.actions[:10], touched=BEGUN + 10, played=10))
    told = take_in(player, game())
    assert (told["taken"], told["there"]) == (1, 0)
    (whole,) = player.get("api/export").json()["games"]
    assert whole == game()
    assert statistics(player)["won"] == 1
    assert take_in(player, game(actions=WON.actions[:10]))["there"] == 1
    assert player.get("api/export").json()["games"] == [whole]


def test_games_that_went_two_ways_are_both_kept(player: httpx.Client) -> None:
    one, other = game(actions=WON.actions[:5]), game(actions=[WON.actions[0], "undo"])
    assert take_in(player, one, other)["taken"] == 2
    assert take_in(player, other, one)["there"] == 2


@pytest.mark.parametrize(
    ("bad", "action", "reason"),
    [
        (game(actions=["1+1"]), 1, "token"),
        (game(actions=[*WON.actions[:3], WON.actions[0]]), 4, "no-card"),
        (game(actions=["undo"]), 1, "nothing-to-undo"),
        (game(actions=[]), 0, "data-game"),
        (game(actions="1+8"), 0, "data-game"),
        (game(actions=[1]), 0, "data-game"),
        (game(actions=None), 0, "data-game"),
        (game(code=7), 0, "data-game"),
        (game(code="XX1-N-AAAAAAB"), 0, "code-prefix"),
        (game(code="HM9-N-AAAAAAB"), 0, "code-unknown-version"),
        (game(code="HM1-N-ZZZZZZZ"), 0, "code-number"),
        (game(study="yes"), 0, "data-game"),
        (game(created=None), 0, "data-times"),
        (game(created="2026-11-30"), 0, "data-times"),
        (game(created=True), 0, "data-times"),
        (game(created=-1), 0, "data-times"),
        (game(touched=BEGUN - 1), 0, "data-times"),
        (game(touched=time.time() + 3 * 24 * 3600), 0, "data-times"),
        (game(played=-1), 0, "data-times"),
        (game(played=1e10), 0, "data-times"),
        (game(played=10**400), 0, "data-times"),
        ("a game", 0, "data-game"),
        (None, 0, "data-game"),
        ([], 0, "data-game"),
    ],
)
def test_a_bad_game_is_told_by_number_and_reason_and_the_good_ones_are_kept(
    player: httpx.Client, bad: Any, action: int, reason: str
) -> None:
    told = take_in(player, game(), bad, game(code="crescent:9", actions=["redeal"]))
    assert told["taken"] == 2
    (refused,) = told["refused"]
    assert (refused["game"], refused["action"], refused["reason"]["code"]) == (2, action, reason)


def test_numbers_that_are_none_are_refused(player: httpx.Client) -> None:
    text = json.dumps({"lunaria": 1, "games": [game(played=5)]}).replace(
        '"played": 5', '"played": NaN'
    )
    answer = player.post("api/import", content=text, headers=JSON)
    assert answer.json()["refused"][0]["reason"]["code"] == "data-times"


@pytest.mark.parametrize(
    ("content", "status", "reason"),
    [
        (b"", 422, "request"),
        (b"\x00\xff not json", 400, "request"),
        (b"[]", 422, "request"),
        (b'{"games": []}', 422, "request"),
        (b'{"lunaria": 1, "games": 5}', 422, "request"),
        (b'{"lunaria": 3, "games": []}', 422, "data-version"),
        (b'{"lunaria": ' + b"9" * 40 + b', "games": []}', 422, "data-version"),
        (json.dumps({"lunaria": 1, "games": [None] * 201}).encode(), 422, "request"),
        (b'{"lunaria": 1, "games": ["' + b"x" * 5_000_000 + b'"]}', 413, "request-long"),
        (b"[" * 100_000, 400, "request"),
    ],
    ids=[
        "empty",
        "bytes",
        "list",
        "no version",
        "no games",
        "newer",
        "far newer",
        "many",
        "huge",
        "deep",
    ],
)
def test_a_file_that_is_none_is_refused_in_words_and_changes_nothing(
    player: httpx.Client, content: bytes, status: int, reason: str
) -> None:
    take_in(player, game())
    answer = player.post("api/import", content=content, headers={**JSON, "accept-language": "ko"})
    error = answer.json()["error"]
    assert (answer.status_code, error["reason"]) == (status, reason)
    assert any("가" <= letter <= "힣" for letter in error["message"])
    assert len(player.get("api/export").json()["games"]) == 1


def test_an_import_makes_a_player_of_who_was_none(player: httpx.Client) -> None:
    take_in(player, game())
    assert "lunaria_player" in player.cookies
    assert statistics(player)["won"] == 1


def test_all_is_deleted_and_nothing_of_others(server: Server, player: httpx.Client) -> None:
    table = played(server, player, "easy-harp:61", "draw")
    with server.player() as other:
        take_in(other, game())
        with server.page(table) as page:
            secret = player.cookies["lunaria_player"]
            assert player.delete("api/player").json() == {"deleted": True}
            assert "lunaria_player" not in player.cookies
            # A page that is still open can store nothing more.
            page.say(type="act", token="draw", revision=1)
            assert page.hear()["reason"] == {"code": "no-table"}
            with pytest.raises(ConnectionClosed, match="4404"):
                page.hear()
        assert statistics(other)["won"] == 1
    player.cookies.set("lunaria_player", secret)
    assert player.get("api/tables").json() == []
    assert player.get("api/export").json()["games"] == []
    assert player.get(f"api/tables/{table}/record").status_code == 404
    with server.player() as nobody:
        assert nobody.delete("api/player").json() == {"deleted": False}


def test_the_days_of_a_month_tell_what_was_done(server: Server, player: httpx.Client) -> None:
    day = date(2026, 11, 29)
    played(server, player, str(daily(CRESCENT, day)), "redeal")
    told = player.get("api/days", params={"month": "2026-11", "today": "2026-11-30"}).json()
    assert (told["month"], told["first"], len(told["days"])) == ("2026-11", "2026-01-01", 30)
    deals = {each["day"]: each["deals"] for each in told["days"]}
    assert deals["2026-11-29"]["crescent"] == {"code": str(daily(CRESCENT, day)), "result": "begun"}
    assert deals["2026-11-29"]["half-moon"] == {
        "code": str(daily(HALF_MOON, day)),
        "result": None,
    }
    assert told["streaks"]["any"] == {"current": 0, "longest": 0}
    assert set(told["streaks"]) == {"any", *(game.id for game in GAMES)}
    assert "streaks" not in player.get("api/days", params={"month": "2026-11"}).json()


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({"month": "2026-13"}, "month"),
        ({"month": "2025-12"}, "month-without"),
        ({"month": "2037-01"}, "month-without"),
        ({"month": "2026-11", "today": "2026-02-30"}, "date"),
        ({}, "request"),
    ],
)
def test_days_that_there_are_not_are_refused_in_words(
    player: httpx.Client, params: dict[str, str], reason: str
) -> None:
    answer = player.get("api/days", params=params)
    error = answer.json()["error"]
    assert (answer.status_code, error["reason"]) == (422, reason)
    assert len(error["message"]) > 10


@pytest.mark.parametrize("offset", ["841", "-841", "x", "1e3"])
def test_a_clock_that_there_is_not_is_refused(player: httpx.Client, offset: str) -> None:
    assert player.get("api/statistics", params={"offset": offset}).status_code == 422


def test_a_picture_of_a_deal_shows_no_hidden_card_and_may_be_kept(player: httpx.Client) -> None:
    answer = player.get("pictures/CR1-N-AAAAAAB.svg", params={"letters": "VDR", "colours": "four"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "max-age=604800" in answer.headers["cache-control"]
    assert "unsafe-inline" in answer.headers["content-security-policy"]
    hands = player.get("pictures/EH1-N-AAAAAAB.svg").text
    assert hands.count("#back-easy-harp") == 9 * 4 + 1 or "#back-easy-harp" in hands
    assert player.get("pictures/XX1-N-AAAAAAB.svg").status_code == 422


def test_a_picture_of_a_game_is_for_its_player(server: Server, player: httpx.Client) -> None:
    played(server, player, "easy-harp:71", "draw")
    (own,) = player.get("api/tables").json()
    address = f"pictures/replays/{own['replay']}.svg"
    assert player.get(address).status_code == 200
    with server.player() as other:
        assert other.get(address).status_code == 404
