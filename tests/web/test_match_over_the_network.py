"""Two browsers at a sealed match on the real server (APP-15), one of them killed in the middle."""

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, WebSocket, expect

from lunaria import i18n
from lunaria.core import record
from lunaria.core.cards import HIDDEN
from lunaria.core.deal import shuffled
from lunaria.games import GAMES
from lunaria.games.comet import COMET
from serving import Server

TEXT = i18n.catalog().text
#: Playing at a person's pace takes a while: a whole match is some sixty steps.
SECONDS = 240


class Player:
    """A person with a browser, and every frame that came to it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.frames: list[str] = []
        self.stored: Any = None
        self.context: BrowserContext | None = None
        self.open()

    def open(self) -> None:
        """A browser that has its cookies, and nothing else."""
        self.context = self.browser.new_context(
            reduced_motion="reduce", service_workers="block", storage_state=self.stored
        )
        self.page: Page = self.context.new_page()
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(str(data)))

    def killed(self) -> None:
        """The browser is gone without a word; the cookie is kept, as a browser does."""
        assert self.context is not None
        self.stored = self.context.storage_state()
        self.context.close()
        self.open()

    def plays(self) -> None:
        """Whatever can be done now, by the first button that does it."""
        page = self.page
        for button in (
            page.get_by_role("button", name=TEXT("match.next-round")),
            page.locator(".choice button").first,
            page.locator(".hand .group.open:not(.wild)").first,
            page.get_by_role("button", name=TEXT("match.keep-pass")),
        ):
            if button.is_visible():
                # It may be gone by now, as the server plays what has no alternative.
                with suppress(TimeoutError):
                    button.click(timeout=500)
                return


@pytest.fixture
def players(browser: Browser) -> Iterator[tuple[Player, Player]]:
    first, second = Player(browser), Player(browser)
    yield first, second
    for each in (first, second):
        if each.context is not None:
            each.context.close()


def test_a_whole_match_of_two_browsers(host: Server, players: tuple[Player, Player]) -> None:
    one, two = players
    one.page.goto(f"{host.url}play/comet")
    one.page.locator("#against-person").check()
    one.page.get_by_role("button", name=TEXT("match.invite")).click()
    link = one.page.locator("#invitation").input_value()
    assert re.fullmatch(rf"{re.escape(host.url)}join/[\w-]{{22}}", link)
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
            expect(two.page.locator(".hand button").first).to_be_visible()
            killed = True
        one.page.wait_for_timeout(100)
    assert killed
    last = json.loads(one.frames[-1])
    seeds = [bytes.fromhex(seed) for seed in last["sealed"]["seeds"]]
    for seat, each in enumerate(players, start=1):
        told = [message for message in map(json.loads, each.frames) if message["type"] == "match"]
        assert len(told) > 40
        for message, text in zip(told, each.frames, strict=False):
            _check(message, text, seat, seeds)
        expect(each.page.get_by_text(TEXT("match.seal-checked")).first).to_be_visible()
    replay = one.page.context.request.get(f"{host.url}api/replays/{last['replay']}").json()
    line, fault = record.verify(next(record.read(replay["record"])), GAMES)
    assert fault is None
    assert line is not None
    assert line.outcome == last["outcome"]
    one.page.get_by_role("button", name=TEXT("match.rematch")).click()
    two.page.get_by_role("button", name=TEXT("match.rematch")).click()
    expect(one.page.locator(".match")).to_have_attribute("data-outcome", "")
    one.page.wait_for_function("() => document.querySelectorAll('.hand button').length > 0")
    assert {json.loads(each.frames[-1])["seat"] for each in players} == {1, 2}
    assert json.loads(one.frames[-1])["seat"] == 2


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
    host: Server, players: tuple[Player, Player], browser: Browser
) -> None:
    one, two = players
    one.page.goto(host.url)
    wanted = {"game": "comet", "against": "person"}
    made = one.page.context.request.post(f"{host.url}api/tables", data=wanted).json()
    link = f"{host.url}join/{made['invitation']}"
    two.page.goto(link)
    two.page.get_by_role("button", name=TEXT("match.sit-down")).click()
    expect(two.page.locator(".hand button").first).to_be_visible()
    third = Player(browser)
    third.page.goto(link)
    expect(third.page.get_by_text(TEXT("match.taken"))).to_be_visible()
    assert third.frames == []
    assert third.context is not None
    third.context.close()
