"""Two browsers at a sealed match on the real server (APP-15), one of them killed in the middle."""

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from lunaria import i18n
from lunaria.core import record
from lunaria.core.cards import HIDDEN
from lunaria.core.deal import shuffled
from lunaria.games import GAMES
from lunaria.games.comet import COMET
from network import Player, hurried_server

TEXT = i18n.catalog().text
#: The longest that a whole match may take, some sixty steps.
SECONDS = 120


@pytest.fixture
def players(browser: Browser) -> Iterator[tuple[Player, Player]]:
    first, second = Player(browser), Player(browser)
    yield first, second
    for each in (first, second):
        if each.context is not None:
            each.context.close()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server at which people play faster than people do."""
    with hurried_server(tmp_path, monkeypatch) as address:
        yield address


def test_a_whole_match_of_two_browsers(host: str, players: tuple[Player, Player]) -> None:
    one, two = players
    one.page.goto(f"{host}play/comet")
    one.page.locator("#against-person").check()
    one.page.get_by_role("button", name=TEXT("match.invite")).click()
    link = one.page.locator("#invitation").input_value()
    assert re.fullmatch(rf"{re.escape(host)}join/[\w-]{{22}}", link)
    assert json.loads(one.frames[-1])["sealed"]["seeds"] == [None, None]
    two.page.goto(link)
    two.page.get_by_role("button", name=TEXT("match.sit-down")).click()
    expect(one.page.locator(".hand button")).not_to_have_count(0)
    until = time.monotonic() + SECONDS
    killed = False
    while one.page.locator(".match").get_attribute("data-outcome") == "":
        assert time.monotonic() < until
        for each in players:
            each.plays()
        if not killed and len(one.frames) > 30:
            two.killed()
            two.page.goto(link)
            expect(two.page.locator(".match")).to_be_visible()
            killed = True
        one.page.wait_for_timeout(100)
    assert killed
    last = json.loads(one.frames[-1])
    seeds = [bytes.fromhex(seed) for seed in last["sealed"]["seeds"]]
    for seat, each in enumerate(players, start=1):
        # Who acts when the other one just has is refused, and told how the game stands.
        told = [text for text in each.frames if json.loads(text)["type"] == "match"]
        assert len(told) > 40
        for text in told:
            _check(json.loads(text), text, seat, seeds)
        expect(each.page.get_by_text(TEXT("match.seal-checked")).first).to_be_visible()
    replay = one.page.context.request.get(f"{host}api/replays/{last['replay']}").json()
    line, fault = record.verify(next(record.read(replay["record"])), GAMES)
    assert fault is None
    assert line is not None
    assert line.outcome == last["outcome"]
    one.page.get_by_role("button", name=TEXT("match.rematch")).click()
    two.page.get_by_role("button", name=TEXT("match.rematch")).click()
    for each in players:
        expect(each.page.locator(".match")).to_have_attribute("data-outcome", "")
        expect(each.page.locator(".hand .group")).not_to_have_count(0)
    again = [next(m for m in map(json.loads, each.frames[::-1]) if "seat" in m) for each in players]
    assert [message["seat"] for message in again] == [2, 1]
    assert again[0]["sealed"]["commitments"] != last["sealed"]["commitments"]


def _check(message: dict[str, Any], text: str, seat: int, seeds: list[bytes]) -> None:
    """What a frame shows of the other hand, of the cards aside and of what is still to come."""
    done = len(message["results"])
    for number, seed in enumerate(seeds):
        assert (seed.hex() in text) == (number < done)
    if not message["turn"]:
        return
    order = shuffled(COMET.pack, seeds[done])
    assert set(message["places"][f"hand{3 - seat}"]) <= {HIDDEN}
    assert set(message["places"]["aside"]) == {HIDDEN}
    gone = Counter(card for who, _, cards in message["history"] if who == seat for card in cards)
    own = Counter(message["places"][f"hand{seat}"])
    assert own + gone == Counter(order[18 * (seat - 1) : 18 * seat])


def test_a_third_visitor_is_told_that_both_seats_are_taken(
    host: str, players: tuple[Player, Player], browser: Browser
) -> None:
    one, two = players
    one.page.goto(host)
    wanted = {"game": "comet", "against": "person"}
    made = one.page.context.request.post(f"{host}api/tables", data=wanted).json()
    link = f"{host}join/{made['invitation']}"
    two.page.goto(link)
    two.page.get_by_role("button", name=TEXT("match.sit-down")).click()
    expect(two.page.locator(".hand button").first).to_be_visible()
    third = Player(browser)
    third.page.goto(link)
    expect(third.page.get_by_text(TEXT("match.taken"))).to_be_visible()
    assert third.frames == []
    assert third.context is not None
    third.context.close()
