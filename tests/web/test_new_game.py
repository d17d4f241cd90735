"""The new-game dialog, my games and the settings (APP-3, APP-4, APP-5), in the browser."""

import re

import pytest
from playwright.sync_api import Locator, expect

from hands import Hands, Moment
from lunaria import i18n
from lunaria.solvers import known
from lunaria.solvers.verdict import WINNABLE
from serving import Server

TEXTS = i18n.catalog()
START = Moment("CR1-N-AAAAAAB")


@pytest.fixture
def table(host: Server, calm: Hands) -> Hands:
    calm.sit(host, START)
    return calm


def new_game(hands: Hands) -> Locator:
    hands.press("new")
    return hands.page.locator("dialog[open]")


def options(hands: Hands) -> Locator:
    hands.page.get_by_role("button", name=TEXTS.text("options.title")).click()
    return hands.page.locator("dialog[open]")


def test_app3_the_deals_beside_this_one(table: Hands) -> None:
    asked = new_game(table)
    expect(asked.locator('[data-beside="-1"]')).to_be_disabled()
    asked.locator('[data-beside="1"]').click()
    table.expect_stat("code", "CR1-N-AAAAAAC")
    new_game(table).locator('[data-beside="-1"]').click()
    table.expect_stat("code", "CR1-N-AAAAAAB")


def test_app3_the_last_deal_has_none_after_it(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("CR1-F-AACEXHN"))
    asked = new_game(calm)
    expect(asked.locator('[data-beside="1"]')).to_be_disabled()
    asked.locator('[data-beside="-1"]').click()
    calm.expect_stat("code", "CR1-F-AACEXHM")


def test_app3_a_number_alone_is_a_deal_of_the_game_on_the_table(table: Hands) -> None:
    asked = new_game(table)
    asked.get_by_role("textbox").fill(" 1,234 ")
    asked.get_by_role("textbox").press("Enter")
    table.expect_stat("code", "CR1-N-AAAABVM")


def test_app3_only_winnable_deals_and_it_is_remembered(host: Server, calm: Hands) -> None:
    table = known.known("half-moon")
    assert table is not None
    calm.sit(host, Moment("HM1-N-AAAAAAB"))
    box = new_game(calm).get_by_role("checkbox", name=TEXTS.text("new.winnable"))
    expect(box).not_to_be_checked()
    box.check()
    calm.page.keyboard.press("Escape")
    asked = new_game(calm)
    expect(asked.get_by_role("checkbox")).to_be_checked()
    with calm.page.expect_request("**/api/tables") as sent:
        asked.get_by_role("button", name=re.compile("^New deal")).click()
    assert sent.value.post_data_json == {"game": "half-moon", "winnable": True}
    calm.page.wait_for_url(lambda url: not url.endswith("HM1-N-AAAAAAB"))
    calm.expect_moves(0)
    number = calm.page.evaluate(
        "code => [...code].reduce((sum, each) => 26 * sum + each.charCodeAt(0) - 65, 0)",
        calm.stat("code").split("-")[2],
    )
    assert table.outcome(number) == WINNABLE


def test_cr21_crescent_four_is_chosen_in_the_dialog(table: Hands) -> None:
    asked = new_game(table)
    asked.get_by_role("combobox").select_option("F")
    asked.get_by_role("button", name=re.compile("^New deal")).click()
    table.page.wait_for_url(lambda url: "CR1-F-" in url)
    table.expect_stat("redeals", "4")


def test_app4_the_code_is_the_link_to_the_deal(table: Hands, host: Server) -> None:
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.page.locator('[data-stat="code"]').click()
    table.expect_said(TEXTS.text("said.copied"))
    link = table.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{host.url}play/crescent/{START.code}"


def test_app4_without_a_clipboard_the_link_is_shown(table: Hands, host: Server) -> None:
    table.page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined, configurable: true})"
    )
    table.page.locator('[data-stat="code"]').click()
    table.expect_said(f"{host.url}play/crescent/{START.code}")


def test_my_games_holds_all_that_were_begun_and_each_goes_on(table: Hands, host: Server) -> None:
    table.touch("3")
    table.expect_moves(1)
    new_game(table).locator('[data-beside="1"]').click()
    table.expect_stat("code", "CR1-N-AAAAAAC")
    table.press("redeal")
    table.expect_stat("redeals", "2")
    table.page.goto(host.url)
    table.page.get_by_role("link", name=TEXTS.text("page.own")).click()
    entries = table.page.locator(".own [data-result]")
    expect(entries).to_have_count(2)
    assert "CR1-N-AAAAAAC" in entries.nth(0).inner_text()
    entries.nth(1).click()
    table.expect_stat("code", "CR1-N-AAAAAAB")
    table.expect_moves(1)


def test_app5_a_setting_holds_at_once_and_after_a_reload(table: Hands) -> None:
    asked = options(table)
    asked.get_by_role("combobox", name=TEXTS.text("options.theme")).select_option("light")
    asked.get_by_label(TEXTS.text("options.colours")).check()
    root = table.page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    table.page.reload()
    table.ready()
    expect(root).to_have_attribute("data-theme", "light")
    expect(root).to_have_attribute("data-colours", "four")


def test_app5_the_rule_guide_is_on_until_it_is_switched_off(table: Hands) -> None:
    said = TEXTS.text("refusal.base-locked")
    table.touch("S+")
    table.expect_said(said)
    options(table).get_by_label(TEXTS.text("options.crescent.explains")).uncheck()
    table.page.keyboard.press("Escape")
    table.hush()
    table.linger()
    table.touch("S+")
    assert table.said() is None
    assert table.shaken()


@pytest.mark.parametrize(
    "kept", ["{", "[1]", "null", '{"theme": 7, "contrast": "purple", "crescent.explains": "x"}']
)
def test_app5_settings_edited_by_hand_do_no_harm(table: Hands, kept: str) -> None:
    table.page.evaluate("kept => localStorage.setItem('lunaria.settings', kept)", kept)
    table.page.reload()
    table.ready()
    expect(table.page.locator("html")).to_have_attribute("data-theme", "system")
    table.touch("S+")
    table.expect_said(TEXTS.text("refusal.base-locked"))


def test_app5_what_a_newer_version_has_kept_is_left_alone(table: Hands) -> None:
    table.page.evaluate(
        "localStorage.setItem('lunaria.settings', JSON.stringify({comets: 'blue', theme: 'dark'}))"
    )
    table.page.reload()
    table.ready()
    options(table).get_by_label(TEXTS.text("options.hand")).check()
    kept = table.page.evaluate("JSON.parse(localStorage.getItem('lunaria.settings'))")
    assert kept == {"comets": "blue", "theme": "dark", "hand": "left"}


def test_app5_settings_without_storage_hold_while_the_page_is_open(
    table: Hands, host: Server
) -> None:
    tab = table.another()  # of its own: the page of all tests keeps its storage
    tab.page.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " {get() { throw new DOMException('blocked', 'SecurityError'); }})"
    )
    tab.page.reload()
    tab.ready()
    options(tab).get_by_role("combobox", name=TEXTS.text("options.theme")).select_option("dark")
    expect(tab.page.locator("html")).to_have_attribute("data-theme", "dark")
    tab.page.keyboard.press("Escape")
    tab.touch("3")
    tab.expect_moves(1)
    tab.page.close()


def test_app5_a_change_reaches_the_other_tab(table: Hands) -> None:
    other = table.another()
    options(table).get_by_role("combobox", name=TEXTS.text("options.theme")).select_option("light")
    expect(other.page.locator("html")).to_have_attribute("data-theme", "light")
