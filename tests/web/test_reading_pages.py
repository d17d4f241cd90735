"""The reading pages in a browser: without scripts, with settings, by axe, on phones."""

import json
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from complaints import findings
from hands import Hands, Moment
from lunaria import i18n
from lunaria.games import GAMES
from lunaria.reading.sources import PAGES
from serving import Server

GAME_IDS = [game.id for game in GAMES]
ADDRESSES = [f"{game}/{page}" for game, page in product(GAME_IDS, PAGES)]
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def paper(browser: Browser) -> Iterator[Page]:
    """A browser that runs no scripts, as wide as a phone."""
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def kept(page: Page, **settings: str) -> None:
    """Choose settings as another page of the app does."""
    page.evaluate("kept => localStorage.setItem('lunaria.settings', kept)", json.dumps(settings))


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_axe_finds_nothing(host: Server, tab: Hands, language: str) -> None:
    found = []
    for address in ("", *ADDRESSES, "nothing"):
        tab.page.goto(f"{host.url}{language}/{address}")
        found += findings(tab, address)
    tab.page.emulate_media(color_scheme="null")
    assert found == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_is_whole_without_scripts(host: Server, paper: Page, address: str) -> None:
    paper.goto(f"{host.url}en/{address}")
    expect(paper.get_by_role("heading", level=1)).to_be_visible()
    figures = paper.locator("figure")
    assert figures.count() == paper.get_by_role("img").filter(has=paper.locator("svg")).count()
    for at in range(figures.count()):
        figures.nth(at).scroll_into_view_if_needed()
        pictures = figures.nth(at).locator("svg:visible")
        expect(pictures).to_have_count(1)
        assert pictures.get_attribute("class") in ("phone", "row")
    links = paper.get_by_role("link")
    expect(links.filter(has_text="Svenska")).to_be_visible()


@pytest.mark.parametrize("width", [320, 360, 740, 1280])
def test_nothing_is_wider_than_the_page(host: Server, tab: Hands, width: int) -> None:
    tab.page.set_viewport_size({"width": width, "height": 740})
    for language, address in product(("en", "fr"), ("", *ADDRESSES)):
        tab.page.goto(f"{host.url}{language}/{address}")
        wide = tab.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{language}/{address}"


#: How high the letters under the cards are, in pixels; first what is out of sight is laid out too.
SIZES = """() => {
    const figures = [...document.querySelectorAll(".diagram > div")];
    for (const figure of figures) figure.style.contentVisibility = "visible";
    return figures
        .flatMap(figure => [...figure.querySelectorAll("svg")])
        .filter(svg => getComputedStyle(svg).display !== "none")
        .flatMap(svg => [...svg.querySelectorAll("text.label")])
        .map(text => Number(text.getAttribute("font-size")) * text.getScreenCTM().a);
}"""


def test_the_names_under_the_cards_can_be_read_on_a_phone(host: Server, tab: Hands) -> None:
    tab.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for language, address in product(i18n.LANGUAGES, ADDRESSES):
        tab.page.goto(f"{host.url}{language}/{address}")
        sizes = tab.page.evaluate(SIZES)
        assert sizes or address.endswith("faq")
        assert min(sizes, default=9) >= 9, f"{language}/{address}"


def test_the_players_settings_hold(host: Server, tab: Hands) -> None:
    page = tab.page
    page.goto(f"{host.url}en/half-moon/rules")
    expect(page.locator("html")).to_have_attribute("data-theme", "system")
    kept(page, theme="dark", colours="four", ranks="VDR")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-colours", "four")
    expect(page.locator("[data-card=KH]").first).to_have_text("R♥")
    expect(page.locator(".diagram use[href='#RH']").first).to_be_attached()
    used = page.locator(".diagram use").evaluate_all("all => all.map(use => use.href.baseVal)")
    assert {"#RH", "#DS", "#VH"} <= set(used)
    assert not {"#KH", "#QS", "#JH"} & set(used)
    missing = page.evaluate(
        "all => all.filter(name => !document.getElementById(name.slice(1)))", used
    )
    assert missing == []
    # A change in another tab is followed at once, to letters that are two.
    other = tab.tab().page
    other.goto(page.url)
    kept(other, ranks="KnDK")
    expect(page.locator("[data-card=JH]").first).to_have_text("Kn♥")


def test_a_language_is_one_tap_away_and_stays_chosen(host: Server, tab: Hands) -> None:
    page = tab.page
    page.goto(f"{host.url}en/crescent/faq")
    page.get_by_role("link", name="Svenska").click()
    expect(page).to_have_url(f"{host.url}sv/crescent/faq")
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    page.goto(host.url)
    expect(page.locator("html[lang=sv]")).to_be_attached()
    expect(page.get_by_role("button", name="Svenska")).to_have_attribute("aria-pressed", "true")


def test_the_first_stop_of_the_keyboard_leads_to_the_text(host: Server, tab: Hands) -> None:
    page = tab.page
    page.goto(f"{host.url}en/easy-harp/rules")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=i18n.catalog().text("reading.skip"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_on_paper_there_is_the_text_and_no_way_of_leaving_it(host: Server, tab: Hands) -> None:
    page = tab.page
    page.goto(f"{host.url}en/crescent/rules")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".diagram svg").first).to_be_visible()
    for hidden in ("header", "footer", ".pages", ".contents"):
        expect(page.locator(hidden).first).to_be_hidden()
    page.emulate_media(media="null")


def test_the_rules_are_one_tap_from_the_front_page(host: Server, tab: Hands) -> None:
    page = tab.page
    page.goto(host.url)
    page.get_by_role("link", name="Half Moon: Rules").click()
    expect(page).to_have_url(f"{host.url}en/half-moon/rules")
    page.go_back()
    page.get_by_role("link", name=i18n.catalog().text("reading.title")).click()
    expect(page).to_have_url(f"{host.url}en/")


@pytest.mark.parametrize("key", ["n", "?"])
def test_the_rules_open_beside_a_table(host: Server, calm: Hands, key: str) -> None:
    calm.sit(host, Moment("EH1-N-AAAAABB"))
    page = calm.page
    page.keyboard.press(key)
    with page.context.expect_page() as opened:
        page.get_by_role("dialog").get_by_role("link", name="Easy Harp: Rules").click()
    expect(opened.value).to_have_url(f"{host.url}en/easy-harp/rules")
    assert page.url.startswith(f"{host.url}play/easy-harp/")
