"""The lobby on the real server: one offers a seat, another takes it, and a third looks on."""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from complaints import findings
from hands import Hands
from lunaria import i18n
from lunaria.core.cards import HIDDEN
from lunaria.server import lobby
from network import Player, hurried_server

TEXT = i18n.catalog().text
#: The longest that the part of a match may take that is looked at.
SECONDS = 60


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server that notes often who waits."""
    monkeypatch.setattr(lobby, "NOTED", 0.1)
    with hurried_server(tmp_path, monkeypatch) as address:
        yield address


@pytest.fixture
def people(browser: Browser) -> Iterator[list[Player]]:
    there = [Player(browser) for _ in range(3)]
    yield there
    for each in there:
        if each.context is not None:
            each.context.close()


def _sooner(page: Page) -> None:
    """The lists are asked for as if the page had just been seen again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def _offers(host: str, page: Page) -> None:
    """By the keyboard alone, from an empty lobby to a seat that is offered."""
    page.goto(f"{host}lobby")
    expect(page.get_by_text(TEXT("lobby.no-seats"))).to_be_visible()
    expect(page.get_by_text(TEXT("lobby.no-matches"))).to_be_visible()
    page.get_by_role("link", name=TEXT("lobby.offer")).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#against-anybody")).to_be_checked()
    page.get_by_role("button", name=TEXT("match.invite")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(TEXT("match.offered"))).to_be_visible()


def test_a_seat_is_offered_and_taken_and_the_match_is_watched(
    host: str, people: list[Player]
) -> None:
    one, two, three = people
    second, onlooker = two.page, three.page
    second.goto(f"{host}lobby")
    expect(second.get_by_text(TEXT("lobby.no-seats"))).to_be_visible()
    _offers(host, one.page)
    sit = second.get_by_role("button", name=TEXT("match.sit-down"))
    _until(lambda: _sooner(second), sit.is_visible)
    expect(second.get_by_role("status")).to_have_text(TEXT("lobby.new-seats", count=1))
    # The keyboard stays where it is when the lists come again, and what is known is no news.
    sit.focus()
    with second.expect_response(re.compile("/api/lobby$")):
        _sooner(second)
    expect(second.get_by_role("status")).to_have_text("")
    expect(sit).to_be_focused()
    own = one.page.context.new_page()
    own.goto(f"{host}lobby")
    expect(own.get_by_role("link", name=TEXT("lobby.back"))).to_be_visible()
    expect(own.get_by_role("button", name=TEXT("match.sit-down"))).to_have_count(0)
    own.close()
    second.keyboard.press("Enter")
    expect(second.locator(".hand .group").first).to_be_visible()
    onlooker.goto(f"{host}lobby")
    onlooker.get_by_role("link", name=TEXT("lobby.watch")).click()
    expect(onlooker.get_by_text(TEXT("match.looks-on"))).to_be_visible()
    found = findings(Hands(onlooker), "looking on")
    second_look = onlooker.context.new_page()
    second_look.goto(f"{host}lobby")
    expect(second_look.get_by_role("link", name=TEXT("lobby.watch"))).to_be_visible()
    assert found + findings(Hands(second_look), "lobby") == []
    second_look.close()
    for each in (one, two):
        expect(each.page.get_by_title(TEXT("match.watched-about"))).to_be_visible()
        told = each.page.get_by_role("log").get_by_text(TEXT("match.watched-about"))
        expect(told).to_have_count(1)
    # Nothing of it can be played.
    expect(onlooker.locator(".felt button:visible")).to_have_count(0)
    for key in ("2", "p", "h", "x"):
        onlooker.keyboard.press(key)
    over = one.page.locator(".over")
    _until(lambda: [each.plays() for each in (one, two) if not over.is_visible()], over.is_visible)
    expect(onlooker.locator(".over")).to_be_visible()
    expect(onlooker.get_by_role("button", name=TEXT("match.next-round"))).to_have_count(0)
    _check(three.frames)


def _until(act: Callable[[], object], there: Callable[[], bool]) -> None:
    until = time.monotonic() + SECONDS
    while not there():
        assert time.monotonic() < until
        act()
        time.sleep(0.05)


def _check(frames: list[str]) -> None:
    """What an onlooker was told shows no card of a hand, and nothing that was refused."""
    told = [json.loads(frame) for frame in frames]
    assert {message["type"] for message in told} == {"match"}
    playing = [message for message in told if message["turn"]]
    assert len(playing) > 5
    for message in playing:
        places = message["places"]
        assert set(places["hand1"] + places["hand2"] + places["aside"]) == {HIDDEN}
        assert message["legal"] == {}
        assert message["seat"] == 0
        done = len(message["results"])
        assert all(seed is None for seed in message["sealed"]["seeds"][done:])
