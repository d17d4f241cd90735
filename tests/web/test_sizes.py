"""The page on every screen: nothing is cut off, nothing covers another thing, nothing is tiny."""

from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize, expect

from hands import Hands, Moment, moment
from lunaria.i18n import LANGUAGES, catalog
from serving import Server

SIZES = ((320, 568), (360, 740), (740, 360), (820, 1180), (1280, 800), (2560, 1440))

#: Column 9 has eight hidden cards and a run from king to ace: no column can be longer.
LONGEST = moment("longest-column", folder=Path(__file__).parent)

TABLES = {
    "half-moon": Moment("HM1-N-AAAAAAB"),
    "crescent": Moment("CR1-N-AAAAAAB"),
    "no redeal left": Moment("CR1-N-AAAAAAB", ("redeal",) * 3),
    "easy-harp": Moment("EH1-N-AAAAAAB"),
    "longest-column": LONGEST,
}

#: Left, top, right and bottom of the board, and of everything in it and around it.
MEASURE = """() => {
    const box = each => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const boxes = selector => [...document.querySelectorAll(selector)]
        .filter(each => each.getClientRects().length)
        .map(each => [each.dataset.place ?? each.dataset.card ?? each.textContent, box(each)]);
    const root = document.documentElement;
    return {
        board: box(document.querySelector(".board")),
        places: boxes("[data-place]"),
        cards: boxes("[data-place] .card"),
        frame: boxes(".bar button, .bar dd, .foot button"),
        figures: boxes(".bar dd"),
        parts: boxes(".bar > *, .ground, .foot .group"),
        scroll: [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight],
    };
}"""

#: Waits until a frame, and the next, have left every place where it was.
SETTLED = """async () => {
    const places = () => [...document.querySelectorAll(".board, [data-place]")]
        .map(each => Object.values(each.getBoundingClientRect().toJSON()).join()).join(";");
    for (let before = "", still = 0; still < 2;) {
        await new Promise(requestAnimationFrame);
        const now = places();
        still = now === before ? still + 1 : 0;
        before = now;
    }
}"""

Box = tuple[float, float, float, float]


#: What has more in it than it shows, from side to side; what scrolls downwards shows all.
CUT = """each => [each, ...each.querySelectorAll("*")]
    .filter(part => part instanceof HTMLElement && part.clientWidth)
    .filter(part => part.scrollWidth > part.clientWidth)
    .map(part => part.outerHTML.slice(0, 100))"""


def edges(box: FloatRect) -> Box:
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def inside(box: Box, other: Box) -> bool:
    """Whether `box` lies in `other`; a pixel more is drawn, not seen."""
    return (
        box[0] >= other[0] - 1
        and box[1] >= other[1] - 1
        and box[2] <= other[2] + 1
        and box[3] <= other[3] + 1
    )


def apart(box: Box, other: Box) -> bool:
    return (
        box[2] <= other[0] + 0.5
        or other[2] <= box[0] + 0.5
        or box[3] <= other[1] + 0.5
        or other[3] <= box[1] + 0.5
    )


def measured(hands: Hands, width: int, height: int) -> Any:
    """Everything's box on a screen of that size."""
    hands.page.set_viewport_size(ViewportSize(width=width, height=height))
    hands.page.evaluate(SETTLED)
    hands.rest()
    return hands.page.evaluate(MEASURE)


def check(found: Any, width: int, height: int, where: str) -> None:
    """Nothing is cut off, and nothing covers another thing."""
    screen = (0, 0, width, height)
    assert max(found["scroll"]) <= 0, where
    assert inside(found["board"], screen), where
    for name, box in found["places"] + found["cards"]:
        assert inside(box, found["board"]), f"{name} of {where}"
    for name, box in found["frame"]:
        assert inside(box, screen), f"{name} of {where}"
    for kind in ("places", "figures", "parts"):
        for (name, box), (other, next_to) in combinations(found[kind], 2):
            assert apart(box, next_to), f"{name} and {other} of {where}"


@pytest.mark.parametrize("table", TABLES)
def test_the_whole_table_is_seen_on_every_screen(host: Server, calm: Hands, table: str) -> None:
    calm.sit(host, TABLES[table])
    for width, height in SIZES:
        found = measured(calm, width, height)
        where = f"{table} at {width}x{height}"
        check(found, width, height, where)
        if width >= 360:
            narrowest = min(right - left for _, (left, _, right, _) in found["cards"])
            assert narrowest >= 34, where


@pytest.mark.parametrize("table", TABLES)
def test_the_whole_table_is_seen_with_text_twice_as_large(
    host: Server, calm: Hands, table: str
) -> None:
    calm.sit(host, TABLES[table])
    calm.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in SIZES:
        found = measured(calm, width, height)
        where = f"{table} at {width}x{height}, text at 200 %"
        check(found, width, height, where)
        assert min(right - left for _, (left, _, right, _) in found["cards"]) >= 22, where


def test_cards_are_as_large_as_a_phone_allows(host: Server, calm: Hands) -> None:
    """Wider than eight in a row could be, where the game does not need eight in a row."""
    widest = {}
    for table in ("half-moon", "crescent", "easy-harp"):
        calm.sit(host, TABLES[table])
        found = measured(calm, 360, 740)
        widest[table] = max(right - left for _, (left, _, right, _) in found["places"])
    assert widest["half-moon"] >= 52
    assert widest["crescent"] >= 50
    assert widest["easy-harp"] >= 35


def test_every_card_of_the_longest_column_shows_its_rank_to_a_finger(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, LONGEST)
    assert len(calm.cards("9")) == 21
    for width, height in SIZES:
        measured(calm, width, height)
        tops = (
            calm.place("9")
            .locator(".card")
            .evaluate_all("all => all.map(card => card.getBoundingClientRect().top)")
        )
        steps = [lower - upper for upper, lower in pairwise(tops)]
        assert min(steps[8:]) >= (6 if height < 400 else 9), f"{width}x{height}"


@pytest.mark.parametrize(("width", "height"), [(320, 568), (740, 360)])
def test_panels_and_dialogs_fit_on_a_small_screen(
    host: Server, calm: Hands, width: int, height: int
) -> None:
    calm.page.set_viewport_size(ViewportSize(width=width, height=height))
    calm.sit(host, moment("crescent-stuck"))
    panel = calm.page.locator(".panel > div").bounding_box()
    assert panel is not None
    assert panel["x"] >= 0
    assert panel["x"] + panel["width"] <= width
    assert panel["y"] >= 0
    assert panel["y"] + panel["height"] <= height
    calm.press("new")
    dialog = calm.page.locator("dialog[open]")
    box = dialog.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth")
    close = dialog.get_by_role("button", name="Close")
    close.scroll_into_view_if_needed()
    close.click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (740, 360)])
def test_panels_and_dialogs_are_read_with_text_twice_as_large(
    host: Server, calm: Hands, width: int, height: int
) -> None:
    page = calm.page
    page.set_viewport_size(ViewportSize(width=width, height=height))
    calm.sit(host, moment("crescent-stuck"))
    page.evaluate("document.documentElement.style.fontSize = '200%'")

    def check_shown(shown: Locator, where: str) -> None:
        box = shown.bounding_box()
        assert box is not None
        assert inside(edges(box), (0, 0, width, height)), where
        assert shown.evaluate(CUT) == [], where
        for button in shown.get_by_role("button").all():
            button.scroll_into_view_if_needed()
            box = button.bounding_box()
            assert box is not None
            assert inside(edges(box), (0, 0, width, height)), f"{button} of {where}"

    for language in LANGUAGES:
        calm.choose(language=language)
        title = catalog(language).text("end.stuck.title")
        expect(page.locator("#panel-title")).to_have_text(title)
        calm.ready()
        check_shown(page.locator(".panel > div"), f"panel in {language}")
        for key in ("n", "?"):
            page.keyboard.press(key)
            check_shown(page.locator("dialog[open]"), f"dialog of {key} in {language}")
            page.keyboard.press("Escape")
        page.locator(".gear").click()
        check_shown(page.locator("dialog[open]"), f"settings in {language}")
        page.keyboard.press("Escape")


def test_the_front_page_fits_on_every_screen(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("EH1-N-AAAAAAB", ("draw",)))
    calm.page.goto(host.url)
    expect(calm.page.locator(".own [data-result]")).to_have_count(1)
    for width, height in SIZES:
        calm.page.set_viewport_size(ViewportSize(width=width, height=height))
        wide = calm.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{width}x{height}"
        for button in calm.page.locator(".button, button, input").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 40
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
