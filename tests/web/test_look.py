"""The look that a player chooses (APP-5): themes, contrast, colours, letters, sizes, hands."""

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect

from hands import Hands, Moment, moment
from serving import Server

#: What is read as text on what, and what is seen beside what; custom properties.
GROUNDS = ("sky-high", "sky-low", "sky-edge", "panel")
TEXT = [
    *product(("ink", "ink-soft"), (*GROUNDS, "button", "button-over")),
    *product(("suit-S", "suit-H", "suit-D", "suit-C"), ("card-paper",)),
    ("accent-ink", "accent"),
    ("warn", "panel"),
]
LINES = [
    *product(("line", "accent", "glow"), GROUNDS),
    ("back-line", "back-paper"),
    ("card-accent", "card-paper"),
]

#: What custom properties come to, as red, green and blue.
COLOURS = """names => {
    const probe = document.body.appendChild(document.createElement("i"));
    const found = {};
    for (const name of names) {
        probe.style.color = `var(--${name})`;
        found[name] = getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number);
    }
    probe.remove();
    return found;
}"""


def open_front(hands: Hands, server: Server) -> None:
    hands.page.goto(server.url)
    hands.page.locator(".front").wait_for()


def luminance(colour: list[float]) -> float:
    parts = [each / 255 for each in colour[:3]]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: list[float], other: list[float]) -> float:
    """The contrast of two colours as WCAG counts it, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def shown(hands: Hands, *names: str) -> Any:
    return hands.page.evaluate(COLOURS, list(names))


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("more", ["more", "normal"])
@pytest.mark.parametrize("colours", ["two", "four"])
def test_everything_stands_out_in_every_theme(
    host: Server, tab: Hands, theme: str, more: str, colours: str
) -> None:
    open_front(tab, host)
    tab.choose(theme=theme, contrast=more, colours=colours)
    found = shown(tab, *{name for pair in TEXT + LINES for name in pair})
    for pairs, least in ((TEXT, 4.5), (LINES, 3.0)):
        weak = {f"{a} on {b}": round(contrast(found[a], found[b]), 2) for a, b in pairs}
        assert {pair: ratio for pair, ratio in weak.items() if ratio < least} == {}
    if more == "more":
        assert contrast(found["ink"], found["sky-low"]) == pytest.approx(21)
    suits = {tuple(found[f"suit-{suit}"]) for suit in "SHDC"}
    assert len(suits) == (4 if colours == "four" else 2)


def test_the_theme_follows_the_system_until_one_is_chosen(host: Server, tab: Hands) -> None:
    def sky() -> tuple[Any, str | None]:
        meta = tab.page.locator('meta[name="theme-color"]').get_attribute("content")
        return shown(tab, "sky-high")["sky-high"], meta

    tab.page.emulate_media(color_scheme="light")
    open_front(tab, host)
    day = sky()
    tab.page.emulate_media(color_scheme="dark")
    tab.page.wait_for_function(
        "day => document.querySelector('meta[name=theme-color]').content !== day", arg=day[1]
    )
    night = sky()
    assert luminance(day[0]) > 0.8
    assert luminance(night[0]) < 0.05
    for colour, meta in (day, night):
        assert [float(part) for part in re.findall(r"\d+", meta or "")] == colour
    tab.choose(theme="light")
    assert sky() == day
    tab.page.reload()
    tab.page.locator(".front").wait_for()
    assert sky() == day


def test_the_letters_of_the_cards_follow_the_choice_at_once(host: Server, tab: Hands) -> None:
    tab.sit(host, Moment("CR1-N-AAAAAAB"))
    card = tab.place("6").locator(".card").last
    for ranks, shown in (("VDR", "RH"), ("KnDK", "KH"), ("JQK", "KH")):
        tab.choose(ranks=ranks)
        expect(card).to_have_attribute("data-symbol", shown)
    tab.choose(ranks="KnDK")
    assert tab.place("7").locator(".card").last.get_attribute("data-symbol") == "KnH"
    drawn = tab.page.locator(".card > svg").evaluate_all(
        "all => all.map(svg => svg.querySelectorAll('rect, path, circle').length)"
    )
    assert min(drawn) >= 3
    # All that a card is made of is in it: nothing is looked for elsewhere.
    expect(tab.page.locator(".card use")).to_have_count(0)


def test_the_size_of_the_cards_is_chosen(host: Server, tab: Hands) -> None:
    tab.sit(host, Moment("HM1-N-AAAAAAB"))
    widths = []
    for size in ("large", "medium", "small"):
        tab.choose(size=size)
        box = tab.place("1").bounding_box()
        assert box is not None
        widths.append(box["width"])
    assert widths[1] == pytest.approx(widths[0] * 0.85, abs=1)
    assert widths[2] == pytest.approx(widths[0] * 0.7, abs=1)


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "desk"])
def test_the_stock_lies_for_the_left_hand(host: Server, tab: Hands, size: tuple[int, int]) -> None:
    width, height = size
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.sit(host, moment("easy-harp", 60))

    def middles(*places: str) -> list[float]:
        boxes = [tab.place(place).bounding_box() for place in places]
        return [box["x"] + box["width"] / 2 for box in boxes if box]

    before = middles("stock", "W")
    tab.choose(hand="left")
    for old, new in zip(before, middles("stock", "W"), strict=True):
        assert new == pytest.approx(width - old, abs=6)
    columns = middles(*"123456789")
    assert columns == sorted(columns)
    (undo,), (fresh,) = (
        [box["x"] for box in [tab.button(name).bounding_box()] if box] for name in ("undo", "new")
    )
    assert fresh < undo


@pytest.mark.parametrize("code", ["HM1-N-AAAAAAB", "CR1-N-AAAAAAB", "EH1-N-AAAAAAB"])
def test_rank_and_suit_are_large_where_cards_are_small(host: Server, tab: Hands, code: str) -> None:
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.sit(host, Moment(code))
    cards = tab.page.locator('.card:not([data-card="??"]) > svg').evaluate_all(
        """all => all.map(svg => {
            const card = svg.getBoundingClientRect();
            const ranks = [...svg.querySelectorAll("svg:has([stroke-width])")]
                .map(rank => Number(rank.getAttribute("height")));
            return { width: card.width, rank: Math.max(...ranks) / 100 };
        })"""
    )
    assert cards
    for card in cards:
        assert card["width"] >= 34
        assert card["rank"] >= (0.45 if card["width"] < 60 else 0.16)
