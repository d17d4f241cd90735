"""The lobby on the real server: one offers a seat, another takes it, and a third looks on."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from complaints import findings
from hands import Hands
from lunaria import i18n
from lunaria.core.cards import HIDDEN
from lunaria.server import lobby
from network import Player, hurried_server
from serving import Server

TEXT = i18n.catalog().text
#: The longest that the part of a match may take that is looked at.
SECONDS = 60


@pytest.fixture
def meeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
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
    meeting: str, people: list[Player]
) -> None:
    one, two, three = people
    second, onlooker = two.page, three.page
    second.goto(f"{meeting}lobby")
    expect(second.get_by_text(TEXT("lobby.no-seats"))).to_be_visible()
    _offers(meeting, one.page)
    sit = second.get_by_role("button", name=TEXT("match.sit-down"))
    _until(lambda: _sooner(second), sit.is_visible)
    expect(second.get_by_role("status")).to_have_text(TEXT("lobby.new-seats", count=1))
    sit.focus()
    second.keyboard.press("Enter")
    expect(second.locator(".hand .group").first).to_be_visible()
    onlooker.goto(f"{meeting}lobby")
    onlooker.get_by_role("link", name=TEXT("lobby.watch")).click()
    expect(onlooker.get_by_text(TEXT("match.looks-on"))).to_be_visible()
    for each in (one, two):
        expect(each.page.get_by_title(TEXT("match.watched-about"))).to_be_visible()
        told = each.page.get_by_role("log").get_by_text(TEXT("match.watched-about"))
        expect(told).to_have_count(1)
    # Nothing of it can be played.
    expect(onlooker.locator(".felt button:visible")).to_have_count(0)
    for key in ("2", "p", "h", "x"):
        onlooker.keyboard.press(key)

    def both_play() -> None:
        for each in (one, two):
            each.plays()

    _until(both_play, lambda: len(three.frames) > 12)
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


SEAT = {"invitation": "a-seat", "own": False, "variant": "N", "rounds": 4, "since": 0}
MATCH = {"watch": "a-match", "variant": "C", "rounds": 4, "round": 3, "totals": [12, 7]}


@pytest.fixture
def told(calm: Hands) -> dict[str, list[dict[str, object]]]:
    """What the page is told of the lobby; the server is not asked."""
    lists: dict[str, list[dict[str, object]]] = {"seats": [], "matches": []}
    calm.page.route("**/api/lobby", lambda route: route.fulfill(json=lists))
    return lists


def test_what_is_new_is_said_and_the_keyboard_stays(
    host: Server, calm: Hands, told: dict[str, list[dict[str, object]]]
) -> None:
    page = calm.page
    told["seats"] = [{**SEAT, "game": "comet", "since": time.time() - 130}]
    told["matches"] = [{**MATCH, "game": "comet"}]
    page.goto(f"{host.url}lobby")
    seats = page.get_by_role("list", name=TEXT("lobby.seats")).get_by_role("listitem")
    expect(seats).to_contain_text(TEXT("lobby.waits", count=2))
    matches = page.get_by_role("list", name=TEXT("lobby.matches")).get_by_role("listitem")
    expect(matches).to_contain_text("Round 3 of 4 · 12 : 7")
    assert findings(calm, "lobby") == []
    held = seats.get_by_role("button")
    held.focus()
    told["seats"] = [{**told["seats"][0], "invitation": "another"}, *told["seats"]]
    told["matches"] = []
    _sooner(page)
    expect(seats).to_have_count(2)
    expect(page.get_by_role("status")).to_have_text(TEXT("lobby.new-seats", count=1))
    expect(held.last).to_be_focused()
    expect(page.get_by_text(TEXT("lobby.no-matches"))).to_be_visible()
    told["seats"] = told["seats"][:1]
    # What is known is no news, and the keyboard goes on beside what is gone.
    page.get_by_role("status").locator("p").evaluate("said => { said.id = 'said'; }")
    _sooner(page)
    expect(seats).to_have_count(1)
    expect(page.locator("#said")).to_be_attached()
    expect(held).to_be_focused()
    told["seats"] = [{**told["seats"][0], "own": True}]
    _sooner(page)
    back = page.get_by_role("link", name=TEXT("lobby.back"))
    expect(back).to_have_attribute("href", "/join/another")
    expect(page.get_by_role("button", name=TEXT("match.sit-down"))).to_have_count(0)


def test_what_goes_wrong_is_said_and_the_lobby_is_asked_again(
    host: Server, calm: Hands, told: dict[str, list[dict[str, object]]]
) -> None:
    page = calm.page
    told["seats"] = [{**SEAT, "game": "comet"}]
    page.goto(f"{host.url}lobby")
    sit = page.get_by_role("button", name=TEXT("match.sit-down"))

    def taken(route: Route) -> None:
        told["seats"] = []
        route.fulfill(status=409, json={"error": {"reason": "seat-taken", "params": {}}})

    page.route("**/api/invitations/a-seat", taken)
    sit.click()
    expect(page.get_by_role("alert")).to_have_text(TEXT("refusal.seat-taken"))
    expect(sit).to_have_count(0)
    page.route("**/api/lobby", lambda route: route.abort())
    _sooner(page)
    expect(page.get_by_role("alert")).to_have_text(TEXT("state.offline"))
    page.unroute("**/api/lobby")
    _sooner(page)
    expect(page.get_by_role("alert")).to_have_count(0)
