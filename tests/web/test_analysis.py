"""The analysis of a game on the page (APP-6): asked for on purpose, and what it shows."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from hands import Hands, Moment, moment
from lunaria import i18n
from lunaria.core import record
from registry import DATA
from serving import Server

LOST = {path.stem: path.read_text("utf-8") for path in sorted((DATA / "lost").glob("*.record"))}
#: The number of the action that loses each game, and what it is called on the page.
MISTAKES = {
    "half-moon": (37, "Removed: queen of diamonds, jack of clubs, king of spades."),
    "crescent": (189, "to pile 10."),
    "easy-harp": (72, "to column 1."),
}
TEXT = i18n.catalog().text
#: A machine that compiles a solver for the first time takes a while.
PATIENCE = 180_000


def paste(hands: Hands, server: Server, text: str) -> Page:
    """Paste a record and look at its game."""
    page = hands.page
    page.evaluate("history.replaceState(null, '')")
    page.goto(f"{server.url}replay")
    page.get_by_label(TEXT("replay.record")).fill(text)
    page.get_by_role("button", name=TEXT("replay.open")).click()
    expect(page.locator(".viewer")).to_be_visible()
    return page


def analyse(page: Page, label: str = "analysis.begin") -> None:
    page.get_by_role("button", name=TEXT(label), exact=True).click()
    expect(page.locator(".strip")).to_be_visible(timeout=PATIENCE)


def press(page: Page, key: str) -> None:
    page.get_by_role("button", name=TEXT(key), exact=True).click()


@pytest.mark.parametrize("game", LOST)
def test_the_losing_move_is_named_and_the_win_is_shown(
    host: Server, calm: Hands, game: str
) -> None:
    number, words = MISTAKES[game]
    of = len(next(record.read(LOST[game])).actions)
    page = paste(calm, host, LOST[game])
    section = page.locator(".analysis")
    expect(section).not_to_contain_text(TEXT("analysis.lost"))
    expect(section).to_contain_text(TEXT("analysis.hides"))
    analyse(page)
    head = section.locator("h3").first
    expect(head).to_have_text(TEXT("analysis.lost-here"), timeout=PATIENCE)
    expect(head).to_be_focused()
    said = section.locator("p").first
    expect(said).to_have_text(re.compile(rf"^Move {number} of {of} lost it: .*{words}$"))
    press(page, "analysis.there")
    shown = page.locator(".said")
    expect(shown).to_have_text(re.compile(f"^{number} of {of}: .*{TEXT('analysis.lost')}$"))
    press(page, "analysis.before")
    expect(shown).to_have_text(re.compile(f"^{number - 1} of {of}: .*{TEXT('analysis.winnable')}$"))
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(TEXT("analysis.winnable")))
    press(page, "analysis.win")
    expect(slider).to_be_focused()
    expect(shown).to_have_text(re.compile(rf"^{number - 1} of \d+: "))
    page.keyboard.press("End")
    expect(page.locator(".winning")).to_be_visible()
    press(page, "analysis.back")
    expect(shown).to_have_text(re.compile(f"^{number - 1} of {of}: "))
    expect(page.locator(".strip")).to_be_visible()
    expect(section).to_contain_text(TEXT("difficulty.title"), timeout=PATIENCE)


def test_the_strip_tells_where_it_was_lost_and_leads_there(host: Server, calm: Hands) -> None:
    page = paste(calm, host, LOST["half-moon"])
    analyse(page)
    strip = page.get_by_role("img", name=re.compile("^Move 37 of 43 lost it"))
    parts = strip.locator("rect")
    classes = parts.evaluate_all("all => all.map(part => part.getAttribute('class'))")
    assert classes == ["winnable", "lost"]
    tall, low = (part.bounding_box() for part in parts.all())
    assert tall
    assert low
    assert tall["height"] > 3 * low["height"]  # not told by colour alone
    assert tall["width"] == pytest.approx(tall["width"] + low["width"], rel=0.2)
    page.mouse.click(low["x"] + low["width"] - 2, tall["y"] + 3)
    expect(page.locator(".said")).to_have_text(re.compile("^43 of 43"))


def test_one_plays_on_from_the_last_winnable_position(host: Server, calm: Hands) -> None:
    page = paste(calm, host, LOST["half-moon"])
    analyse(page)
    press(page, "analysis.on")
    calm.ready()
    assert calm.stat("moves") == "36"
    expect(page.locator("[data-stat=code]")).to_contain_text(TEXT("replay.study"))


def test_a_game_of_ones_own_is_marked_and_that_is_said_before(host: Server, calm: Hands) -> None:
    page = calm.page
    calm.sit(host, moment("half-moon-blocked"))
    page.get_by_role("button", name=TEXT("end.replay")).click()
    section = page.locator(".analysis")
    expect(section).to_contain_text(TEXT("analysis.marks"))
    expect(page.locator("header")).not_to_contain_text(TEXT("replay.study"))
    analyse(page, "analysis.mark")
    expect(page.locator("header")).to_contain_text(TEXT("replay.study"))
    page.reload()
    expect(page.locator("header")).to_contain_text(TEXT("replay.study"))
    expect(section).not_to_contain_text(TEXT("analysis.marks"))
    page.goto(f"{host.url}games")
    expect(page.locator(".own small")).to_contain_text(TEXT("replay.study"))


def test_the_study_switch_of_a_table(host: Server, calm: Hands) -> None:
    page = calm.page
    calm.sit(host, Moment("CR1-N-AAAAAZE", ("redeal",)))
    page.locator(".gear").click()
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text(TEXT("study.text"))
    dialog.get_by_role("button", name=TEXT("study.on")).click()
    expect(page.locator(".analysis")).to_contain_text(TEXT("analysis.hides"))
    expect(page.locator("header")).to_contain_text(TEXT("replay.study"))
    page.go_back()
    calm.ready()
    expect(page.locator("[data-stat=code]")).to_contain_text(TEXT("replay.study"))


def test_it_is_cancelled_at_any_time_and_asked_for_again(host: Server, tab: Hands) -> None:
    page = paste(tab, host, LOST["half-moon"])
    page.route("**/api/analysis", lambda _route: None)
    press(page, "analysis.begin")
    cancel = page.get_by_role("button", name=TEXT("analysis.cancel"))
    expect(cancel).to_be_focused()
    page.keyboard.press("Enter")
    begin = page.get_by_role("button", name=TEXT("analysis.begin"), exact=True)
    expect(begin).to_be_focused()
    expect(page.locator(".analysis [role=alert]")).to_have_text("")
    page.unroute_all()
    analyse(page)


def test_an_answer_that_breaks_off_is_said_and_one_can_go_on(host: Server, tab: Hands) -> None:
    page = paste(tab, host, LOST["half-moon"])

    def broken(route: Route) -> None:
        route.fulfill(content_type="application/x-ndjson", body='{"type":"waiting"}\n{"type":')

    page.route("**/api/analysis", broken)
    press(page, "analysis.begin")
    expect(page.locator(".analysis [role=alert]")).to_have_text(TEXT("refusal.unanswered"))
    page.unroute_all()
    analyse(page)
    expect(page.locator(".analysis h3").first).to_have_text(TEXT("analysis.lost-here"))


def test_it_is_all_done_by_keyboard(host: Server, calm: Hands) -> None:
    page = paste(calm, host, LOST["half-moon"])
    key = page.keyboard.press
    for _ in range(40):
        key("Tab")
        if page.evaluate("document.activeElement.closest('.analysis') !== null"):
            break
    key("Enter")
    expect(page.locator(".analysis h3").first).to_be_focused(timeout=PATIENCE)
    key("Tab")
    key("Enter")
    expect(page.locator(".said")).to_have_text(re.compile("^37 of 43"))


def test_a_finger_finds_it_all_on_a_phone(host: Server, phone: Hands) -> None:
    page = paste(phone, host, LOST["half-moon"])
    page.get_by_role("button", name=TEXT("analysis.begin"), exact=True).tap()
    expect(page.locator(".strip")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name=TEXT("analysis.win")).tap()
    expect(page.locator(".winning")).to_be_in_viewport()
    page.locator("[data-way=forward]").tap()
    expect(page.locator(".said")).to_have_text(re.compile("^37 of 48"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
