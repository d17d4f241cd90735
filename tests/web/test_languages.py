"""The languages of the page (APP-13): by the browser's wish, and changed in one tap."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from hands import Hands, Moment
from lunaria import i18n
from lunaria.games import GAMES
from serving import Server

PHONE: ViewportSize = {"width": 320, "height": 640}
NAMES = {language: i18n.catalog(language).text("language") for language in i18n.LANGUAGES}


@pytest.fixture(params=i18n.LANGUAGES)
def speaker(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[str, Page]]:
    """A language, and a page in a browser on a small phone that wishes for it."""
    context = browser.new_context(
        locale=request.param, viewport=PHONE, has_touch=True, reduced_motion="reduce"
    )
    yield request.param, context.new_page()
    context.close()


@pytest.fixture
def korean(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="ko-KR", reduced_motion="reduce")
    yield context
    context.close()


def language(page: Page) -> str:
    return str(page.evaluate("document.documentElement.lang"))


def choose(page: Page, name: str) -> None:
    page.locator(".languages").get_by_role("button", name=NAMES[name]).click()
    expect(page.locator(f"html[lang={name}]")).to_be_attached()


def test_the_page_speaks_the_browsers_language(host: Server, speaker: tuple[str, Page]) -> None:
    wish, page = speaker
    catalog = i18n.catalog(wish)
    page.goto(host.url)
    for game in GAMES:
        name = catalog.text(f"game.{game.id}")
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    assert language(page) == wish
    expect(page.get_by_role("group", name=catalog.text("page.language"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_table_speaks_the_browsers_language(host: Server, speaker: tuple[str, Page]) -> None:
    wish, page = speaker
    catalog = i18n.catalog(wish)
    hands = Hands(page, "tap")
    hands.open(f"{host.url}play/crescent/CR1-N-AAAAAAB")
    expect(page.get_by_role("button", name=catalog.text("button.undo"))).to_be_attached()
    expect(page.locator("dt").first).to_have_text(catalog.text("bar.time"))
    label = hands.place("S+").get_attribute("aria-label") or hands.place("S+").inner_text()
    ace = catalog.text("card", rank=catalog.text("rank.A"), suit=catalog.text("suit.S"))
    assert ace in label
    hands.touch("S+")
    expect(page.locator(".say").first).to_contain_text(catalog.text("refusal.base-locked"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_another_language_is_one_tap_away_and_is_remembered(
    host: Server, korean: BrowserContext
) -> None:
    page = korean.new_page()
    page.goto(host.url)
    expect(page.get_by_role("button", name="한국어")).to_have_attribute("aria-pressed", "true")
    for name in NAMES:
        shown = page.locator(".languages").get_by_role("button", name=NAMES[name])
        expect(shown).to_have_attribute("lang", name)
    choose(page, "sv")
    expect(page.get_by_role("link", name="Ny giv").first).to_be_visible()
    # Who goes by keyboard goes on where they were.
    expect(page.get_by_role("button", name="Svenska")).to_be_focused()
    page.reload()
    expect(page.locator("html[lang=sv]")).to_be_attached()


def test_a_game_goes_on_in_another_language(host: Server, korean: BrowserContext) -> None:
    page = korean.new_page()
    hands = Hands(page)
    page.goto(host.url)
    hands.sit(host, Moment("CR1-N-AAAAAAB"))
    hands.touch("15")
    hands.expect_stat("moves", "1")
    address, cards = page.url, hands.cards("C+")
    other = korean.new_page()
    other.goto(host.url)
    choose(other, "fr")
    # The other tab follows, at the same table.
    expect(page.locator("dt").first).to_have_text("Temps")
    hands.expect_stat("moves", "1")
    assert (page.url, hands.cards("C+")) == (address, cards)
    page.get_by_role("button", name="Annuler").click()
    hands.expect_stat("moves", "0")
    other.close()


def test_app5_the_language_is_among_the_settings(host: Server, korean: BrowserContext) -> None:
    page = korean.new_page()
    hands = Hands(page)
    page.goto(host.url)
    hands.sit(host, Moment("CR1-N-AAAAAAB", ("15>C+",)))
    page.get_by_role("button", name="설정").click()
    choose(page, "sv")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("dt").first).to_have_text("Tid")
    hands.expect_stat("moves", "1")


@pytest.mark.parametrize(
    "kept", ['{"language": "xx"}', '{"language": "\\n é, ko"}', '{"language": 5}', "[[["]
)
def test_what_is_no_language_is_none_that_was_chosen(
    host: Server, korean: BrowserContext, kept: str
) -> None:
    page = korean.new_page()
    page.goto(host.url)
    page.evaluate("kept => localStorage.setItem('lunaria.settings', kept)", kept)
    page.reload()
    expect(page.get_by_role("button", name="한국어")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("heading", name="Half Moon")).to_be_visible()


def test_a_browser_that_wishes_for_what_there_is_not_gets_english(
    host: Server, browser: Browser
) -> None:
    with browser.new_context(locale="de-DE") as context:
        page = context.new_page()
        page.goto(host.url)
        expect(page.get_by_role("button", name="English")).to_have_attribute("aria-pressed", "true")


def test_days_and_numbers_are_written_as_the_language_does(
    host: Server, korean: BrowserContext
) -> None:
    page = korean.new_page()
    page.goto(host.url)
    day = page.locator(".game small").first
    expect(day).to_have_text(re.compile(r"^\d+년 \d+월 \d+일$"))
    choose(page, "fr")
    expect(day).to_have_text(re.compile(r"^(1er|\d+) \S+ \d{4}$"))
    shown = page.evaluate(
        """async () => {
            const main = document.querySelector('script[data-first], script[type=module]');
            const texts = new URL('texts.js', new URL(main.dataset.first ?? main.src, location));
            const { dayText, numberText, text } = await import(texts);
            return [dayText(new Date(2026, 11, 1)), dayText(new Date(2026, 11, 10)),
                    numberText(1220), text('count.moves', {count: 0}),
                    text('count.moves', {count: 1220}), text('count.moves', {count: 1000000})];
        }"""
    )
    assert shown[:2] == ["1er décembre 2026", "10 décembre 2026"]
    assert shown[2:] == ["1\u202f220", "0 coup", "1\u202f220 coups", "1\u202f000\u202f000 coups"]


@pytest.mark.parametrize(
    ("chosen", "letters", "short"),
    [
        ({}, "JQK", ["J♠", "Q♥", "K♦", "10♣"]),
        ({"language": "sv"}, "KnDK", ["Kn♠", "D♥", "K♦", "10♣"]),
        ({"language": "sv", "ranks": "VDR"}, "VDR", ["V♠", "D♥", "R♦", "10♣"]),
        ({"language": "fr", "ranks": "JQK"}, "JQK", ["J♠", "Q♥", "K♦", "10♣"]),
        ({"language": "fr", "ranks": "abc"}, "VDR", ["V♠", "D♥", "R♦", "10♣"]),
    ],
)
def test_app5_rank_letters_go_by_the_language_or_the_players_wish(
    host: Server, korean: BrowserContext, chosen: dict[str, str], letters: str, short: list[str]
) -> None:
    page = korean.new_page()
    page.goto(host.url)
    page.evaluate("kept => localStorage.setItem('lunaria.settings', JSON.stringify(kept))", chosen)
    page.reload()
    expect(page.locator(".languages")).to_be_visible()
    shown = page.evaluate(
        """async () => {
            const main = document.querySelector('script[data-first], script[type=module]');
            const texts = new URL('texts.js', new URL(main.dataset.first ?? main.src, location));
            const { letters, shortCard } = await import(texts);
            return [letters(), ['JS', 'QH', 'KD', '10C'].map(shortCard)];
        }"""
    )
    assert shown == [letters, short]


def test_without_a_server_the_page_says_so_in_every_language(
    host: Server, korean: BrowserContext
) -> None:
    page = korean.new_page()
    page.route("**/texts/*", lambda route: route.abort())
    page.goto(host.url)
    for name in i18n.LANGUAGES:
        words = i18n.catalog(name).text("page.unreachable")
        expect(page.get_by_text(words)).to_have_attribute("lang", name)
