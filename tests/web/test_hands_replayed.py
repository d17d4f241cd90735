"""A match on a page that is read: hands side by side, cards that leave them and come back."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hands import Hands
from lunaria.core.frames import seen
from lunaria.reading import moments
from serving import Server

#: What is drawn: each place with its cards and where they lie on the board, and what is told of it.
DRAWN = """() => {
    const board = document.querySelector(".viewer .board").getBoundingClientRect();
    return Object.fromEntries([...document.querySelectorAll(".viewer .place")].map(place => [
        place.dataset.place,
        {
            cards: [...place.querySelectorAll(".card")].map(card => {
                const { left, right, top, bottom } = card.getBoundingClientRect();
                return {
                    face: card.dataset.card,
                    flying: card.classList.contains("flying"),
                    inside: left >= board.left && right <= board.right
                        && top >= board.top && bottom <= board.bottom + 1,
                    left: Math.round(left), top: Math.round(top), width: right - left,
                };
            }),
            label: place.getAttribute("aria-label"),
        },
    ]));
}"""

#: Waits until nothing moves any more.
STILL = """async () => {
    while (document.getAnimations().length) {
        await Promise.allSettled(document.getAnimations().map(each => each.finished));
    }
}"""


def opened(host: Server, page: Page) -> None:
    """The examples page with its match alive and in sight."""
    page.goto(f"{host.url}en/comet/examples")
    page.mouse.move(40, 40)
    page.mouse.move(60, 60)
    page.locator(".replay").scroll_into_view_if_needed()
    expect(page.locator(".viewer .card").first).to_be_visible()


def go(page: Page, at: int) -> dict[str, Any]:
    """What is drawn at a position when all cards lie still."""
    page.locator(".viewer input[type=range]").evaluate(
        "(slider, at) => { slider.value = at; slider.dispatchEvent(new Event('input')); }", at
    )
    page.evaluate(STILL)
    drawn: dict[str, Any] = page.evaluate(DRAWN)
    return drawn


@pytest.mark.parametrize(
    ("width", "height", "rows"), [(360, 740, 2), (740, 360, 1), (1280, 800, 1)]
)
def test_every_position_lies_on_the_board_as_the_record_tells_it(
    host: Server, tab: Hands, width: int, height: int, rows: int
) -> None:
    page = tab.page
    page.set_viewport_size({"width": width, "height": height})
    opened(host, page)
    for at in (0, 8, 14, 31, 20, 30, 46, 45, 0):
        drawn = go(page, at)
        for place, pile in seen(moments.moment("comet", at)).items():
            cards = drawn[place]["cards"]
            assert [card["face"] for card in cards] == list(pile), (at, place)
            assert all(card["inside"] and not card["flying"] for card in cards), (at, place)
    hand = go(page, 0)["hand1"]["cards"]
    tops = [card["top"] for card in hand]
    assert len(set(tops)) == rows
    for card, after in pairwise(hand):
        if card["top"] == after["top"]:
            assert after["left"] - card["left"] >= 0.35 * card["width"], "a rank is covered"


def test_what_was_played_is_told_with_who_played_it(host: Server, tab: Hands) -> None:
    page = tab.page
    opened(host, page)
    said = page.locator(".viewer .said")
    drawn = go(page, 32)
    expect(said).to_contain_text("Player 2: three of spades, three of spades, three of clubs")
    assert drawn["pile"]["label"].startswith("pile, 4 cards: three of spades")
    assert drawn["hand1"]["label"].startswith("hand of player 1, 18 cards: two of clubs")
    go(page, 31)
    expect(said).to_contain_text("Player 2: eight of clubs")
    go(page, 8)
    expect(said).to_contain_text(re.compile("Player [12]: pass"))


def test_steps_that_come_fast_leave_no_card_above_the_others(host: Server, tab: Hands) -> None:
    page = tab.page
    opened(host, page)
    forward = page.locator("[data-way=forward]")
    for _ in range(12):
        forward.click(delay=0)
    page.evaluate(STILL)
    expect(page.locator(".viewer .card.flying")).to_have_count(0)
