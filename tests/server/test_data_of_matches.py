"""Matches, the name and the devices in the file of a player's data."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from lunaria.core import record
from lunaria.core.deal import sealed
from lunaria.core.replay import Line
from lunaria.games import COMET, GAMES, read_deal, start
from lunaria.server.asking import digest
from lunaria.server.store import Seat, Store, StoredMatch
from serving import Server

PERSON = "person"
JSON = {"content-type": "application/json"}

Message = dict[str, Any]


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("elsewhere")) as running:
        yield running


def match(most: int = 10_000, code: str | None = None) -> Line[Any]:
    """A match of two rounds, or the first actions of one."""
    line = start(sealed(COMET, "N", 2) if code is None else read_deal(code), rounds=2)
    while line.outcome is None and len(line.actions) < most:
        line.play(line.legal()[0])
    return line


def keep(
    server: Server,
    player: httpx.Client,
    line: Line[Any],
    *,
    seat: int = 1,
    against: str = PERSON,
    gone: int = 0,
) -> str:
    """Put a match of the player's into the server's store; its id."""
    if not player.cookies:
        player.post("api/tables", json={"code": "crescent:1"})
    owner = digest(player.cookies["lunaria_player"])
    is_sealed = str(line.code).endswith("SEALED")
    seeds = " ".join(each.hex() for each in line.code.seeds) if is_sealed else None  # type: ignore[union-attr]
    name = f"{len(line.actions)}-{id(line)}-{seat}"
    seats = [Seat(name, seat, f"key-{name}", owner)]
    if against == PERSON:
        seats.append(Seat(name, 3 - seat, f"other-{name}", "f" * 64))
    players = (PERSON, against)

    async def store() -> None:
        kept = Store(f"sqlite:///{server.database}")
        try:
            agreed = StoredMatch(2, players, seeds=seeds, gone=gone)
            first = next(each for each in seats if each.seat == 1)
            await kept.create(name, first.player, str(line.code), match=agreed, seats=seats)
            for number, token in enumerate(line.actions, start=1):
                await kept.append(name, number, token, 2.0)
        finally:
            await kept.close()

    asyncio.run(store())
    return name


def exported(player: httpx.Client) -> Message:
    told: Message = player.get("api/export").json()
    return told


def take_in(player: httpx.Client, *matches: Any) -> Message:
    answer = player.post("api/import", json={"lunaria": 2, "games": [], "matches": matches})
    assert answer.status_code == 200, answer.text
    told: Message = answer.json()
    return told


def test_a_finished_match_is_a_record_and_is_taken_in_elsewhere(
    server: Server, elsewhere: Server, player: httpx.Client
) -> None:
    line = match()
    keep(server, player, line, seat=2)
    file = player.get("api/export")
    (told,) = file.json()["matches"]
    assert (told["seat"], told["players"], told["code"]) == (2, [PERSON, PERSON], None)
    (read,) = record.read(told["record"])
    verified, fault = record.verify(read, GAMES)
    assert fault is None
    assert verified is not None
    assert verified.outcome == line.outcome
    with elsewhere.player() as other:
        answer = other.post("api/import", content=file.content, headers=JSON).json()
        assert (answer["taken"], answer["there"], answer["refused"]) == (1, 0, [])
        for name in ("statistics", "tables"):
            here, there = (each.get(f"api/{name}").json() for each in (player, other))
            if name == "tables":
                assert here[0]["table"] != there[0]["table"]
                here, there = here[0]["result"], there[0]["result"]
            assert here == there
        table = other.get("api/tables").json()[0]
        with elsewhere.page(table["table"]) as page:
            assert page.view["outcome"] == line.outcome
            assert [each["own"] for each in page.view["seats"]] == [False, True]
        assert other.get(f"api/replays/{table['replay']}").json()["result"] == line.outcome
        assert exported(other)["matches"] == [told]
        again = other.post("api/import", content=file.content, headers=JSON).json()
        assert (again["taken"], again["there"]) == (0, 1)
        assert other.delete("api/player").json() == {"deleted": True}
        assert other.get("api/tables").json() == []
    assert player.post("api/import", content=file.content, headers=JSON).json()["there"] == 1


def test_matches_with_the_computer_and_those_that_were_left(
    server: Server, elsewhere: Server, player: httpx.Client
) -> None:
    keep(server, player, match(code="CO1-N-AAAAAAC"), against="easy")
    keep(server, player, match(5), gone=2)
    told = exported(player)["matches"]
    assert sorted(each["players"][1] for each in told) == ["easy", PERSON]
    with elsewhere.player() as other:
        assert take_in(other, *told)["taken"] == 2
        mine, theirs = (
            sorted((each["result"], each["moves"]) for each in who.get("api/tables").json())
            for who in (player, other)
        )
        assert mine == theirs
        assert "won" in [result for result, _ in mine]


def test_a_match_that_goes_on_tells_nothing_hidden_and_stays(
    server: Server, player: httpx.Client
) -> None:
    line = match(6)
    keep(server, player, line)
    text = player.get("api/export").text
    (told,) = json.loads(text)["matches"]
    assert told["record"] is None
    assert told["code"] is None
    assert told["actions"] == line.actions
    for seed in line.code.seeds:  # type: ignore[union-attr]
        assert seed.hex() not in text
    for secret in ("key-", "other-", "f" * 64, player.cookies["lunaria_player"]):
        assert secret not in text
    answer = take_in(player, told)
    assert answer["refused"][0]["reason"]["code"] == "data-match"
    assert answer["refused"][0]["match"] == 1


def changed(told: Message, **other: Any) -> Message:
    return {**told, **other}


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"record": 7}, "data-no-match"),
        ({"record": ""}, "record-empty"),
        ({"record": '[Code "CR1-N-AAAAAAB"]\n\n1. redeal\n'}, "data-no-match"),
        ({"record": '[Code "CO1-N-AAAAAAB"]\n[Rounds "2"]\n\n'}, "data-match"),
        ({"seat": 3}, "data-no-match"),
        ({"seat": True}, "data-no-match"),
        ({"seat": None}, "data-no-match"),
        ({"players": ["person"]}, "data-no-match"),
        ({"players": ["easy", "person"]}, "data-no-match"),
        ({"players": ["person", "god"]}, "data-no-match"),
        ({"players": ["person", ["easy"]]}, "data-no-match"),
        ({"players": "ab"}, "data-no-match"),
        ({"players": ["person", "easy"], "seat": 2}, "data-no-match"),
        ({"created": None}, "data-times"),
        ({"touched": 0}, "data-times"),
    ],
)
def test_a_bad_match_is_refused_with_its_reason(
    server: Server, player: httpx.Client, other: Message, reason: str
) -> None:
    keep(server, player, match())
    (told,) = exported(player)["matches"]
    answer = take_in(player, changed(told, **other), "a match", None)
    assert [each["match"] for each in answer["refused"]] == [1, 2, 3]
    assert answer["refused"][0]["reason"]["code"] == reason
    assert answer["refused"][1]["reason"]["code"] == "data-no-match"


def test_a_record_of_a_match_that_was_tampered_with_is_refused(
    server: Server, player: httpx.Client
) -> None:
    keep(server, player, match())
    (told,) = exported(player)["matches"]
    lies = told["record"].replace('[Moves "', '[Moves "9')
    answer = take_in(player, changed(told, record=lies))
    assert answer["refused"][0]["reason"]["code"] == "record-claim"


def test_the_name_and_the_devices_are_in_the_file(server: Server, player: httpx.Client) -> None:
    assert exported(player)["player"] is None
    player.post("api/player/name", json={"name": "김 하늘"})
    code = player.post("api/player/code").json()["code"]
    with server.player() as second:
        second.post("api/player/sign-in", json={"code": code})
        text = second.get("api/export").text
        told = json.loads(text)["player"]
        assert "김 하늘" in text
        assert (told["name"], told["passkeys"]) == ("김 하늘", [])
        assert [type(each) for each in told["devices"]] == [type(None), float]
        for one in (player, second):
            assert one.cookies["lunaria_player"] not in text
            assert digest(one.cookies["lunaria_player"]) not in text
