"""Games that are looked at again: frame by frame, by those who may, from links and from texts."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from lunaria.core import record
from lunaria.core.cards import HIDDEN
from lunaria.core.frames import frames, path_frames, seen
from lunaria.core.game import Game
from lunaria.core.replay import Line, replay
from lunaria.games import GAMES, game_of, read_deal, start
from registry import DATA, every_game, every_solitaire
from serving import Server
from wandering import fidget

RECORDS = DATA / "records"
BLOCKED = (RECORDS / "half-moon-blocked.record").read_text("utf-8")
CODES = {"half-moon": "HM1-N-AAAAAYS", "crescent": "CR1-N-AAAAAYS", "easy-harp": "EH1-N-AAAAAYS"}


def played(server: Server, player: httpx.Client, code: str, *actions: str) -> dict[str, Any]:
    """A new game of the player, as the list of the own games tells it."""
    wanted = {"code": code, "again": True}
    table: str = player.post("api/tables", json=wanted).json()["table"]
    with server.page(table) as page:
        for token in actions:
            page.act(token)
    listed: list[dict[str, Any]] = player.get("api/tables").json()
    return next(each for each in listed if each["table"] == table)


def blocked(server: Server, player: httpx.Client) -> dict[str, Any]:
    """A Half Moon of the player that is over."""
    (written,) = record.read(BLOCKED)
    return played(server, player, written.tag("Code") or "", *written.actions)


def watch(server: Server, text: str, **headers: str) -> httpx.Response:
    """What is answered to a record."""
    return httpx.post(f"{server.url}api/replay", json={"record": text}, headers=headers, timeout=60)


def refusal(answer: httpx.Response, status: int = 422) -> str:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["message"]
    reason: str = error["reason"]
    return reason


def places(told: list[dict[str, Any]]) -> list[dict[str, list[str]]]:
    """The cards at every place after each frame."""
    shown: dict[str, list[str]] = {}
    positions = []
    for frame in told:
        shown = {**shown, **frame["places"]}
        positions.append(shown)
    return positions


@every_game
def test_frames_are_what_a_replay_comes_to(server: Server, game: Game[Any]) -> None:
    line = fidget(game, 7, 120)
    told = watch(server, record.write(line)).json()
    again = Line(game, line.code)
    for number, shown in enumerate(places(told["frames"])):
        if number:
            again.play(line.actions[number - 1])
        frame = told["frames"][number]
        assert shown == {place: list(cards) for place, cards in seen(again).items()}
        assert frame["action"] == (again.actions[-1] if number else None)
        assert (frame["score"], frame["moves"]) == (again.score, again.moves)
        assert (frame["redeals"], frame["outcome"]) == (game.redeals(again.state), again.outcome)
    assert len(told["frames"]) == len(line.actions) + 1
    assert (told["game"], told["code"]) == (game.id, str(line.code))
    assert told["hides"] == any(HIDDEN in cards for cards in seen(start(line.code)).values())


@every_solitaire
def test_the_path_names_the_frames_that_were_not_taken_back(game: Game[Any]) -> None:
    line = fidget(game, 3, 200)
    assert {"undo", "redo"} <= set(line.actions)
    path = path_frames(line.actions)
    kept = [replay(game, line.code, line.actions[:number])[0].state for number in path]
    again = Line(game, line.code)
    states = [again.state]
    for token in line.path:
        states.append(game.apply(states[-1], token))
    assert kept == states


def test_a_game_that_is_over_is_shown_to_anyone_and_its_link_gives_no_right(
    server: Server,
) -> None:
    with server.player() as player:
        own = blocked(server, player)
        assert own["replay"] not in own["table"]
        assert player.get(f"api/replays/{own['replay']}").json()["table"] == own["table"]
    told = httpx.get(f"{server.url}api/replays/{own['replay']}").json()
    assert (told["result"], told["table"], told["replay"]) == ("blocked", None, own["replay"])
    assert own["table"] not in str(told)
    assert told["record"].startswith('[Game "half-moon"]\n')
    assert httpx.get(f"{server.url}api/tables/{own['replay']}/record").status_code == 404
    assert (
        httpx.get(f"{server.url}api/replays/{own['table']}").status_code == 404
    )  # the key is no name


@every_solitaire
def test_a_game_that_goes_on_is_shown_to_its_player_alone(server: Server, game: Game[Any]) -> None:
    line = start(read_deal(CODES[game.id]))
    token = line.legal()[0]
    with server.player() as player, server.player() as other, server.player() as stranger:
        own = played(server, player, CODES[game.id], token)
        name = own["replay"]
        other.post("api/tables", json={"code": CODES[game.id]})
        told = player.get(f"api/replays/{name}").json()
        assert (told["result"], told["table"]) == ("unfinished", own["table"])
        for asks in (other, stranger):
            assert refusal(asks.get(f"api/replays/{name}"), 404) == "no-replay"
            assert refusal(asks.get(f"api/replays/{name}/0.svg"), 404) == "no-replay"
            for address in ("replay/picture", "replay/table", "analysis"):
                wanted = {"replay": name} | ({} if address == "analysis" else {"at": 0})
                assert refusal(asks.post(f"api/{address}", json=wanted), 404) == "no-replay"


@every_solitaire
def test_nothing_hidden_is_ever_told(server: Server, game: Game[Any]) -> None:
    line = fidget(game, 5, 60)
    told = watch(server, record.write(line)).json()
    assert told["hides"]
    again = Line(game, line.code)
    for number, shown in enumerate(places(told["frames"])):
        if number:
            again.play(line.actions[number - 1])
        seen = sum(HIDDEN not in card for cards in again.view(1).values() for card in cards)
        assert seen == sum(card != HIDDEN for cards in shown.values() for card in cards)


def test_the_good_part_of_a_bad_record_is_shown_with_the_reason(server: Server) -> None:
    told = watch(server, '[Code "HM1-N-AAAAAAB"]\n1. 2+11 2. 4+5 3. 1+2 4. undo').json()
    assert len(told["frames"]) == 3
    assert told["fault"] == {"action": 3, "reason": {"code": "trio"}}
    told = watch(server, '[Code "HM1-N-AAAAAAB"]\n1. 2+11 2. flip').json()
    assert (len(told["frames"]), told["fault"]["reason"]["code"]) == (2, "token")
    told = watch(server, '[Result "won"]\n[Code "HM1-N-AAAAAAB"]\n1. 2+11').json()
    assert (len(told["frames"]), told["fault"]["action"]) == (2, 0)
    assert told["fault"]["reason"]["code"] == "record-claim"


def test_of_several_games_the_first_is_shown(server: Server) -> None:
    text = (RECORDS / "half-moon.record").read_text("utf-8")
    games = list(record.read(text))
    assert len(games) > 1
    told = watch(server, text).json()
    assert (told["games"], told["code"]) == (len(games), games[0].tag("Code"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "record-empty"),
        (" \n\t", "record-empty"),
        ("{ only a comment }", "record-empty"),
        ("Dear Sir or Madam,", "record-foreign"),
        ("%PDF-1.7\0\x01", "record-foreign"),
        ('[Event "F/S Return Match"]\n\n1. e4 e5', "record-no-code"),
        ('[Game "half-moon"]\n1. 2+11', "record-no-code"),
        ('[Code "HM9-N-AAAAAAB"]\n1. 2+11', "code-unknown-version"),
        ('[Code "ZZ1-N-AAAAAAB"]', "code-prefix"),
    ],
)
def test_what_is_no_record_is_refused_in_the_players_words(
    server: Server, text: str, reason: str
) -> None:
    said = {watch(server, text, **{"accept-language": language}).text for language in ("en", "ko")}
    assert len(said) == 2
    assert refusal(watch(server, text)) == reason


def test_a_text_that_is_too_long_is_refused_in_words(server: Server) -> None:
    assert refusal(watch(server, "x" * 4_000_001), 413) == "request-long"
    ordinary = httpx.post(f"{server.url}api/tables", json={"code": "x" * 70_000})
    assert refusal(ordinary, 413) == "request-long"


def test_a_very_long_game_is_shown_up_to_a_bound_and_keeps_nobody_waiting(server: Server) -> None:
    actions = " ".join(["2+11 undo"] * 15_000)
    told = watch(server, f'[Code "HM1-N-AAAAAAB"]\n{actions}').json()
    assert len(told["frames"]) == 20_001
    assert told["fault"]["reason"] == {"code": "replay-long", "limit": 20_000}


@pytest.mark.parametrize(
    "body",
    [{}, {"record": 7}, {"record": "x", "replay": "y"}, {"replay": "y"}, [], {"record": None}],
)
def test_a_request_of_another_form_is_refused(server: Server, body: Any) -> None:
    assert refusal(httpx.post(f"{server.url}api/replay", json=body)) == "request"


@every_game
def test_a_position_is_drawn_as_its_player_sees_it(server: Server, game: Game[Any]) -> None:
    line = fidget(game, 9, 30)
    wanted = {"record": record.write(line), "at": 10, "letters": "VDR"}
    answer = httpx.post(f"{server.url}api/replay/picture", json=wanted)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "unsafe-inline" in answer.headers["content-security-policy"]
    svg = ElementTree.fromstring(answer.text)
    labels = " ".join("".join(text.itertext()) for text in svg.iter() if "text" in text.tag)
    seen = replay(game, line.code, line.actions[:10])[0].view(1)
    for place, cards in seen.items():
        assert f"{place} · {len(cards)}" in labels


def test_a_position_of_a_game_that_is_over_has_a_link(server: Server) -> None:
    with server.player() as player:
        name = blocked(server, player)["replay"]
    first, last, beyond = (
        httpx.get(f"{server.url}api/replays/{name}/{at}.svg").text for at in (0, 17, 9999)
    )
    assert first != last
    assert last == beyond
    assert refusal(httpx.get(f"{server.url}api/replays/{name}/-1.svg")) == "request"


def test_one_plays_on_from_any_position_at_a_table_of_ones_own(server: Server) -> None:
    with server.player() as player:
        wanted = {"record": BLOCKED, "at": 5}
        made = player.post("api/replay/table", json=wanted)
        assert made.status_code == 201
        table = made.json()["table"]
        with server.page(table) as page:
            assert (page.view["revision"], page.view["study"]) == (5, True)
            assert page.act("undo")["revision"] == 6
        (listed,) = player.get("api/tables").json()
        assert (listed["table"], listed["study"]) == (table, True)
    (written,) = record.read(server.record(table))
    (before,) = record.read(BLOCKED)
    assert written.actions == (*before.actions[:5], "undo")
    assert written.tag("Study") == "yes"


def test_the_mark_of_study_lasts_and_every_page_at_the_table_sees_it(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.player() as player:
        own = played(server, player, "HM1-N-AAAAAAB", "2+11")
        assert not own["study"]
        with server.page(own["table"]) as page:
            assert not page.view["study"]
            answer = player.post(f"api/tables/{own['table']}/study")
            assert answer.json() == {"study": True}
            assert page.hear()["study"]
            assert page.act("undo")["study"]
        server.stop()
        server.start()
        with server.page(own["table"]) as page:
            assert page.view["study"]
        assert player.get(f"api/replays/{own['replay']}").json()["study"]
        assert refusal(player.post("api/tables/nobody/study"), 404) == "not-found"


def test_every_game_of_the_test_data_can_be_looked_at(server: Server) -> None:
    for path in sorted(RECORDS.glob("*.record")):
        told = watch(server, path.read_text("utf-8")).json()
        line, fault = record.verify(next(record.read(path.read_text("utf-8"))), GAMES)
        assert line is not None
        assert fault is None
        assert told["fault"] is None
        assert told["result"] == line.result
        assert game_of(line.code).id == told["game"]
        shown = list(frames(Line(line.game, line.code, line.rounds), line.actions))
        assert len(shown) == len(told["frames"])
