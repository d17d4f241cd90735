"""The front page, the new game and the addresses (APP-3, APP-4)."""

import re
from datetime import date

import pytest
from playwright.sync_api import Browser, Locator, expect

from hands import Hands, Moment, words
from lunaria import i18n
from lunaria.core.deal import daily
from lunaria.games import CRESCENT, GAMES, HALF_MOON
from serving import Server

START = Moment("CR1-N-AAAAAAB")
DAY = i18n.catalog().text("new.daily")


@pytest.fixture
def table(host: Server, calm: Hands) -> Hands:
    calm.sit(host, START)
    return calm


def dialog(hands: Hands) -> Locator:
    """The new-game dialog, opened by its button."""
    hands.press("new")
    return hands.page.locator("dialog[open]")


def code(hands: Hands) -> str:
    expect(hands.page.locator(".table[data-connection=open]")).to_be_visible()
    return hands.stat("code")


def today(hands: Hands) -> date:
    """The date where the player is."""
    return date.fromisoformat(hands.page.evaluate("new Date().toLocaleDateString('sv')"))


def test_the_front_page_has_every_game(host: Server, calm: Hands) -> None:
    calm.page.goto(host.url)
    for game in GAMES:
        name = i18n.catalog().text(f"game.{game.id}")
        expect(calm.page.get_by_role("heading", name=name)).to_be_visible()
    expect(calm.page.locator(".own")).to_have_count(0)
    calm.page.locator(".game").nth(1).get_by_role("link", name="New deal").click()
    assert code(calm).startswith("CR1-N-")
    assert calm.page.url.endswith(code(calm))


def test_app3_the_deal_of_the_day_is_that_of_the_players_date(host: Server, calm: Hands) -> None:
    calm.page.goto(host.url)
    day = today(calm)
    calm.page.locator(".game").nth(0).get_by_role("link", name=DAY).click()
    assert code(calm) == str(daily(HALF_MOON, day))


def test_each_game_shows_its_deal_of_the_day_and_what_came_of_it(host: Server, calm: Hands) -> None:
    calm.page.goto(host.url)
    code_today = str(daily(CRESCENT, today(calm)))
    entry = calm.page.locator(".game").nth(GAMES.index(CRESCENT)).get_by_role("link", name=DAY)
    picture = entry.locator("img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_attribute("src", re.compile(f"^/pictures/{code_today}\\.svg"))
    # It takes its room before it is there, and is drawn.
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth > 0 && image.clientHeight > 100")
    expect(entry.locator(".result")).to_have_text(i18n.catalog().text("day.none"))
    calm.sit(host, Moment(code_today, ("redeal",)))
    calm.page.goto(host.url)
    expect(entry.locator(".result")).to_have_text(i18n.catalog().text("day.begun"))


def test_pictures_follow_the_letters_and_colours_that_are_chosen(host: Server, calm: Hands) -> None:
    calm.page.goto(host.url)
    picture = calm.page.locator(".daily img").first
    calm.choose(ranks="VDR", colours="four")
    expect(picture).to_have_attribute("src", re.compile("letters=VDR&colours=four$"))


def test_the_game_that_was_left_last_is_shown_as_it_was_left(host: Server, calm: Hands) -> None:
    calm.page.goto(host.url)
    calm.sit(host, Moment("EH1-N-AAAAACB", ("draw",)))
    calm.sit(host, Moment("CR1-N-AAAAACB", ("redeal",)))
    calm.page.goto(host.url)
    entries = calm.page.locator(".own [data-result]")
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("CR1-N-AAAAACB")
    picture = entries.first.locator("img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth > 0")
    expect(entries.nth(1).locator("img")).to_have_count(0)
    entries.first.click()
    assert code(calm) == "CR1-N-AAAAACB"


def test_app3_the_deal_of_the_day_changes_at_midnight_where_the_player_is(
    host: Server, browser: Browser
) -> None:
    eve, day = date(2026, 11, 30), date(2026, 12, 1)
    with browser.new_context(timezone_id="Asia/Seoul") as context:
        page = context.new_page()
        page.clock.install(time="2026-11-30T14:59:00Z")  # a minute before midnight in Seoul
        page.goto(host.url)
        entry = page.locator(".games li").nth(1).get_by_role("link", name=DAY)
        expect(entry).to_have_attribute("href", f"/play/crescent/{daily(CRESCENT, eve)}")
        entry.focus()
        page.clock.fast_forward("02:00")
        expect(entry).to_have_attribute("href", f"/play/crescent/{daily(CRESCENT, day)}")
        expect(entry).to_contain_text("December 1, 2026")
        expect(entry).to_be_focused()


def test_app3_a_page_that_comes_into_sight_the_next_day_shows_its_deal(
    host: Server, visitor: Hands
) -> None:
    page = visitor.page
    page.clock.install(time="2026-11-30T20:00:00")
    page.goto(host.url)
    entry = page.locator(".games li").first.get_by_role("link", name=DAY)
    expect(entry).to_contain_text("November 30, 2026")
    visitor.hide(True)
    page.route("**/api/daily*", lambda route: route.abort())
    page.clock.fast_forward("12:00:00")
    with page.expect_event("requestfailed"):
        visitor.hide(False)
    expect(entry).to_contain_text("November 30, 2026")  # no server, no other deal
    page.unroute_all()
    page.clock.fast_forward("00:30")
    expect(entry).to_contain_text("December 1, 2026")
    expect(entry).to_have_attribute(
        "href", f"/play/half-moon/{daily(HALF_MOON, date(2026, 12, 1))}"
    )


def test_app3_unfinished_games_are_listed_and_taken_up_again(table: Hands, host: Server) -> None:
    table.touch("3")
    table.expect_moves(1)
    table.page.locator(".bar .home").click()
    entry = table.page.locator(".own [data-result]")
    expect(entry).to_have_count(1)
    assert "Crescent, CR1-N-AAAAAAB" in entry.inner_text()
    assert "1 move" in entry.inner_text()
    entry.click()
    assert code(table) == START.code
    table.expect_cards("7", ["??"] * 6 + ["10H"])
    table.touch("15")
    table.expect_moves(2)
    assert table.actions(host) == ["3>7", "15>C+"]


def test_a_game_of_which_nothing_was_played_is_not_listed(table: Hands, host: Server) -> None:
    table.page.goto(host.url)
    expect(table.page.locator(".games")).to_be_visible()
    expect(table.page.locator(".own")).to_have_count(0)


def test_app3_a_random_deal_leaves_the_game_in_the_list(table: Hands) -> None:
    table.touch("3")
    table.expect_moves(1)
    dialog(table).get_by_role("button", name=re.compile("^New deal")).click()
    table.page.wait_for_url(lambda url: not url.endswith(START.code))
    assert code(table).startswith("CR1-N-")
    table.expect_moves(0)
    table.page.locator(".bar .home").click()
    expect(table.page.locator(".own [data-result]")).to_contain_text("CR1-N-AAAAAAB")


def test_app3_the_same_deal_again_starts_anew(table: Hands, host: Server) -> None:
    table.touch("3")
    table.expect_moves(1)
    dialog(table).get_by_role("button", name=re.compile("^Same deal")).click()
    table.expect_moves(0)
    assert code(table) == START.code
    assert table.top("3") == "10H"
    assert table.actions(host) == ["3>7"]


def test_app3_the_deal_of_the_day_from_the_table(table: Hands) -> None:
    dialog(table).get_by_role("button", name=re.compile(f"^{DAY}")).click()
    table.page.wait_for_url(lambda url: not url.endswith(START.code))
    assert code(table) == str(daily(CRESCENT, today(table)))


def test_app3_a_code_is_read_forgivingly(table: Hands, host: Server) -> None:
    for typed, meant in (
        (" hm1 n aaaaaab ", "HM1-N-AAAAAAB"),
        ("EH1NAAAAAAF", "EH1-N-AAAAAAF"),
        (f"{host.url}play/crescent/CR1-F-AAAAAAC", "CR1-F-AAAAAAC"),
    ):
        asked = dialog(table)
        asked.get_by_role("textbox").fill(typed)
        asked.get_by_role("textbox").press("Enter")
        expect(table.page.locator("dialog")).to_have_count(0)
        table.expect_stat("code", meant)
        assert table.page.url.endswith(f"/{meant}")


def test_app3_a_wrong_code_is_answered_in_words_and_the_game_stays(table: Hands) -> None:
    asked = dialog(table)
    example = "CR1-N-AAAAAAB"
    for typed, said in {
        "": words("code-empty", example="HM1-N-AAAAAAB"),
        "XY1-N-AAAAAAB": words(
            "code-prefix", given="XY", known="HM CR EH CO", example="HM1-N-AAAAAAB"
        ),
        "CR1-X-AAAAAAB": words("code-variant", given="X", known="N F", example=example),
        "CR1-N-AAAB": words("code-letters", given="AAAB", count=7, example=example),
        "CR9-N-AAAAAAB": words("code-unknown-version", given="CR9", example=example),
    }.items():
        asked.get_by_role("textbox").fill(typed)
        asked.get_by_role("button", name="Open").click()
        expect(asked.get_by_role("alert")).to_have_text(said)
        expect(asked.get_by_role("textbox")).to_be_focused()
    table.page.keyboard.press("Escape")
    expect(table.page.locator("dialog")).to_have_count(0)
    assert code(table) == START.code


def test_escape_the_button_and_a_click_beside_it_close_the_dialog(table: Hands) -> None:
    for close in ("escape", "button", "beside"):
        asked = dialog(table)
        if close == "escape":
            table.page.keyboard.press("Escape")
        elif close == "button":
            asked.get_by_role("button", name="Close").click()
        else:
            table.page.mouse.click(5, 5)
        expect(table.page.locator("dialog")).to_have_count(0)
    table.touch("3")
    table.expect_moves(1)


def test_a_code_on_the_front_page(host: Server, calm: Hands) -> None:
    calm.page.goto(host.url)
    field = calm.page.get_by_role("textbox")
    field.fill("nonsense")
    field.press("Enter")
    expect(calm.page.get_by_role("alert")).to_contain_text("HM1-N-AAAAAAB")
    field.fill("eh1-n-aaaaaab")
    field.press("Enter")
    assert code(calm) == "EH1-N-AAAAAAB"
