"""The calendar of the deals of the day: by hand and by keyboard, over the ends of months."""

from collections.abc import Iterator
from datetime import date

import pytest
from playwright.sync_api import Browser, Page, expect

from hands import words
from lunaria import i18n
from lunaria.core.deal import daily
from lunaria.games import CRESCENT, EASY_HARP, GAMES
from serving import Server

TEXT = i18n.catalog().text
#: A moment of the evening of the last day of a month, where the player is.
EVENING = "2026-11-30T20:00:00"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page whose player has the evening of 30 November 2026."""
    context = browser.new_context(
        locale="en-US", service_workers="block", viewport={"width": 360, "height": 740}
    )
    page = context.new_page()
    page.clock.set_fixed_time(EVENING)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []


def open_days(page: Page, host: Server, rest: str = "") -> None:
    page.goto(f"{host.url}days{rest}")
    expect(page.locator(".calendar")).to_be_visible()


def day_in_focus(page: Page) -> str | None:
    found: str | None = page.evaluate("document.activeElement?.dataset.day ?? null")
    return found


def press(page: Page, key: str, day: str) -> None:
    """Press a key; the day of that date has the focus then."""
    page.keyboard.press(key)
    expect(page.locator(f"[data-day='{day}']")).to_be_focused()


def play(host: Server, page: Page, code: str, *actions: str) -> None:
    made = page.context.request.post(f"{host.url}api/tables", data={"code": code}).json()
    with host.page(made["table"]) as table:
        for action in actions:
            table.act(action)


def test_a_month_is_a_table_with_its_week_and_the_days_so_far(host: Server, page: Page) -> None:
    open_days(page, host)
    table = page.get_by_role("table", name="November 2026")
    heads = table.get_by_role("columnheader")
    expect(heads).to_have_count(7)
    expect(heads.first).to_have_text("Sun")
    expect(heads.first).to_have_attribute("abbr", "Sunday")
    expect(page.locator(".day")).to_have_count(30)
    expect(page.locator(".day[aria-current=date]")).to_have_attribute("data-day", "2026-11-30")
    first = page.locator("tbody tr").first.locator("td")
    expect(first.first).to_contain_text("1")  # 1 November 2026 is a Sunday
    assert page.title() == "November 2026 · Calendar of deals"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_weeks_begin_as_the_language_has_it(host: Server, page: Page) -> None:
    open_days(page, host)
    for language, first in (("sv", "mån"), ("ko", "일"), ("fr", "lun."), ("en", "Sun")):
        page.evaluate(
            """language => {
                localStorage.setItem("lunaria.settings", JSON.stringify({ language }));
                dispatchEvent(new StorageEvent("storage", { key: "lunaria.settings" }));
            }""",
            language,
        )
        expect(page.locator(f"html[lang={language}]")).to_be_attached()
        expect(page.locator(".calendar th").first).to_have_text(first)


def test_where_the_browser_does_not_know_weeks_they_begin_all_the_same(
    host: Server, page: Page
) -> None:
    page.add_init_script(
        "delete Intl.Locale.prototype.getWeekInfo; delete Intl.Locale.prototype.weekInfo;"
    )
    open_days(page, host)
    expect(page.locator(".calendar th").first).to_have_text("Sun")


def test_a_day_shows_its_deals_which_are_played_from_there(host: Server, page: Page) -> None:
    open_days(page, host)
    page.locator("[data-day='2026-11-12']").click()
    expect(page.locator(".chosen h2")).to_have_text("November 12, 2026")
    expect(page.locator("[data-day='2026-11-12']")).to_have_attribute("aria-pressed", "true")
    code = daily(CRESCENT, date(2026, 11, 12))
    link = page.locator(".chosen li").nth(1).get_by_role("link").first
    expect(link).to_have_attribute("href", f"/play/crescent/{code}")
    picture = link.locator("img")
    expect(picture).to_have_attribute("src", f"/pictures/{code}.svg?letters=JQK&colours=two")
    link.click()
    expect(page.locator(".table[data-game=crescent]")).to_be_visible()
    page.go_back()
    # The day that was chosen is still so.
    expect(page.locator(".chosen h2")).to_have_text("November 12, 2026")


def test_own_results_are_told_as_shapes_and_in_words(host: Server, page: Page) -> None:
    day = date(2026, 11, 11)
    page.goto(host.url)
    play(host, page, str(daily(EASY_HARP, day)), "draw")
    open_days(page, host)
    button = page.locator("[data-day='2026-11-11']")
    label = button.get_attribute("aria-label") or ""
    assert label.startswith("November 11, 2026. ")
    assert f"{TEXT('game.easy-harp')}: {TEXT('day.begun')}" in label
    assert f"{TEXT('game.crescent')}: {TEXT('day.none')}" in label
    shapes = button.locator(".sign").evaluate_all("all => all.map(each => each.dataset.result)")
    assert shapes == ["begun" if game is EASY_HARP else "none" for game in GAMES]
    button.click()
    mine = page.locator(".chosen li").nth(GAMES.index(EASY_HARP))
    expect(mine.locator(".result")).to_have_text(TEXT("day.begun"))
    # Of what was never won in a row nothing is said.
    expect(page.locator(".streaks")).to_have_count(0)


def test_the_moon_of_a_day_has_its_name(host: Server, page: Page) -> None:
    open_days(page, host)
    named = {
        day: (page.locator(f"[data-day='2026-11-{day:02}']").get_attribute("aria-label") or "")
        for day in range(1, 31)
    }
    full = [day for day, label in named.items() if TEXT("moon.full") in label]
    new = [day for day, label in named.items() if TEXT("moon.new") in label]
    # By the almanac: new on 9 November 2026 at 07:02, full on 24 November at 14:53 UTC.
    assert len(full) == len(new) == 1
    assert abs(full[0] - 24) <= 1
    assert abs(new[0] - 9) <= 1


def test_arrows_walk_over_days_and_into_other_months(host: Server, page: Page) -> None:
    open_days(page, host)
    page.locator("[data-day='2026-11-30']").focus()
    # One stop for the whole calendar.
    expect(page.locator(".day[tabindex='0']")).to_have_count(1)
    press(page, "ArrowLeft", "2026-11-29")
    press(page, "ArrowUp", "2026-11-22")
    press(page, "End", "2026-11-28")
    press(page, "Home", "2026-11-22")
    press(page, "PageUp", "2026-10-22")
    expect(page.get_by_role("table", name="October 2026")).to_be_visible()
    assert page.url.endswith("/days/2026-10")
    press(page, "ArrowDown", "2026-10-29")
    press(page, "ArrowDown", "2026-11-05")
    press(page, "ArrowUp", "2026-10-29")
    press(page, "PageDown", "2026-11-29")
    press(page, "ArrowRight", "2026-11-30")
    for key in ("ArrowRight", "ArrowDown", "PageDown"):
        press(page, key, "2026-11-30")  # tomorrow is still to come
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".chosen h2")).to_have_text("November 29, 2026")
    expect(page.locator("[data-day='2026-11-29']")).to_be_focused()


def test_the_last_day_of_a_month_goes_to_the_last_of_a_shorter_one(
    host: Server, page: Page
) -> None:
    open_days(page, host, "/2026-03-31")
    page.locator("[data-day='2026-03-31']").focus()
    press(page, "PageUp", "2026-02-28")


def test_months_are_links_and_end_with_the_first_and_the_present(host: Server, page: Page) -> None:
    open_days(page, host)
    expect(page.locator("[data-step=after]")).to_have_count(0)
    before = page.get_by_role("link", name="Previous month: October 2026")
    before.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("table", name="October 2026")).to_be_visible()
    expect(page.locator("[data-step=before]")).to_be_focused()
    expect(page.locator(".day")).to_have_count(31)
    page.go_back()
    expect(page.get_by_role("table", name="November 2026")).to_be_visible()
    open_days(page, host, "/2026-01")
    expect(page.locator("[data-step=before]")).to_have_count(0)
    expect(page.locator("[data-step=after]")).to_be_visible()
    # The last day of the month is shown where today is not in it.
    expect(page.locator(".chosen h2")).to_have_text("January 31, 2026")


def test_days_to_come_are_not_opened(host: Server, page: Page) -> None:
    page.clock.set_fixed_time("2026-11-10T08:00:00")
    open_days(page, host)
    expect(page.locator(".day")).to_have_count(10)
    expect(page.locator(".future")).to_have_count(20)
    expect(page.locator(".future").first.locator("button, a")).to_have_count(0)


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("/2026-11-31", words("date", given="2026-11-31", example="2026-11-30")),
        ("/2026-02-30", words("date", given="2026-02-30", example="2026-11-30")),
        ("/2026-13", words("month", given="2026-13", example="2026-01")),
        ("/x", words("month", given="x", example="2026-01")),
        ("/2025-12", words("month-without", given="2025-12", first="2026-01", last="2036-12")),
        ("/2025-12-31", words("month-without", given="2025-12", first="2026-01", last="2036-12")),
        ("/9999-01", words("month-without", given="9999-01", first="2026-01", last="2036-12")),
        ("/2026-12", TEXT("day.future")),
        ("/2026-12-01", TEXT("day.future")),
    ],
)
def test_a_day_that_there_is_not_is_said_in_words_with_a_way_on(
    host: Server, page: Page, rest: str, said: str
) -> None:
    page.goto(f"{host.url}days{rest}")
    expect(page.get_by_role("alert")).to_have_text(said)
    expect(page.get_by_role("link", name=TEXT("page.home"))).to_be_visible()


def test_midnight_brings_the_new_day_to_an_open_calendar(host: Server, browser: Browser) -> None:
    with browser.new_context(timezone_id="Europe/Stockholm", service_workers="block") as context:
        page = context.new_page()
        page.clock.install(time="2026-11-30T22:59:30Z")  # half a minute before midnight
        open_days(page, host)
        expect(page.locator("[aria-current=date]")).to_have_attribute("data-day", "2026-11-30")
        page.locator("[data-day='2026-11-30']").focus()
        page.clock.fast_forward("01:00")
        expect(page.get_by_role("table", name="December 2026")).to_be_visible()
        expect(page.locator("[aria-current=date]")).to_have_attribute("data-day", "2026-12-01")
        assert page.evaluate("document.activeElement !== document.body")
