"""The page of name and devices: a name, a second browser by code or passkey, and signing out."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from hands import Hands, Moment, words
from lunaria import i18n
from lunaria.i18n import LANGUAGES
from serving import Server

TEXT = i18n.catalog().text


def at(host: Server) -> str:
    """The page under a name: an address in numbers has no passkeys."""
    return f"{host.url.replace('127.0.0.1', 'localhost')}you"


@pytest.fixture
def you(host: Server, calm: Hands) -> Page:
    """Somebody who has played a game."""
    calm.page.goto(at(host))
    with_game(host, calm.page)
    calm.page.reload()
    expect(calm.page.locator("#new-name")).to_be_visible()
    return calm.page


@pytest.fixture
def second(browser: Browser, host: Server) -> Iterator[Page]:
    """Somebody's other browser."""
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    page = context.new_page()
    page.goto(at(host))
    expect(page.locator("#new-name")).to_be_visible()
    yield page
    context.close()


def with_game(host: Server, page: Page, code: str = "EH1-N-AAAAAAB") -> None:
    address = at(host).removesuffix("you")
    made = page.request.post(f"{address}api/tables", data={"code": code, "again": True}).json()
    with host.page(made["table"]) as table:
        table.turn()


def press(page: Page, key: str) -> None:
    page.get_by_role("button", name=TEXT(key), exact=True).click()


def take(page: Page, name: str) -> None:
    page.locator("#new-name").fill(name)
    page.keyboard.press("Enter")


def code_of(page: Page) -> str:
    press(page, "device.bring")
    return page.locator(".one-time").inner_text()


def enter(page: Page, code: str) -> None:
    page.locator("#device-code").fill(code)
    page.keyboard.press("Enter")


def devices(page: Page) -> Any:
    return page.get_by_role("region", name=TEXT("device.title")).get_by_role("listitem")


def virtual_authenticator(page: Page, credentials: Any = ()) -> tuple[Any, str]:
    """A passkey provider in the browser of a page, which says yes to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    name = made["authenticatorId"]
    for each in credentials:
        session.send("WebAuthn.addCredential", {"authenticatorId": name, "credential": each})
    return session, name


def test_a_name_is_taken_refused_in_words_and_given_up_by_keyboard(you: Page) -> None:
    region = you.get_by_role("region", name=TEXT("you.name"), exact=True)
    you.locator("#new-name").focus()
    you.keyboard.type("Lunaria")
    you.keyboard.press("Enter")
    expect(you.get_by_role("alert").first).to_have_text(words("name-reserved"))
    expect(you.locator("#new-name")).to_be_focused()
    take(you, "  Åsa  Öberg ")
    expect(region.locator("bdi")).to_have_text("Åsa Öberg")
    expect(you.locator(".news")).to_have_text(TEXT("you.name-taken"))
    expect(you.locator("#you-name")).to_be_focused()
    for _ in range(3):
        you.keyboard.press("Tab")
    expect(you.get_by_role("button", name=TEXT("you.name-give-up"))).to_be_focused()
    you.keyboard.press("Enter")
    expect(region).to_contain_text(TEXT("you.name-about"))


def test_a_code_brings_a_second_browser_to_the_same_games(
    host: Server, you: Page, second: Page
) -> None:
    enter(second, "nonsense")
    expect(second.locator("#device-wrong")).to_contain_text("H4KM-7TQX-WB2E")
    code = code_of(you)
    expect(you.locator("#code-link")).to_have_value(f"{at(host)}#{code}")
    enter(second, code)
    expect(second.locator(".news")).to_have_text(TEXT("device.signed-in"))
    expect(devices(second)).to_have_count(2)
    expect(second.locator("#device-code")).to_have_count(0)
    address = at(host).removesuffix("you")
    assert len(second.request.get(f"{address}api/tables").json()) == 1
    # The other is signed out from here, and is nobody there.
    devices(second).filter(has_text=TEXT("device.other")).get_by_role("button").click()
    expect(devices(second)).to_have_count(1)
    you.reload()
    expect(devices(you)).to_have_count(0)


def test_a_link_brings_the_code_and_games_come_along_when_it_is_agreed(
    host: Server, you: Page, second: Page
) -> None:
    with_game(host, second, "EH1-N-AAAAAAC")
    code = code_of(you)
    second.goto(f"{at(host)}#{code}")
    expect(second.locator("#device-code")).to_have_value(code)
    expect(second).to_have_url(at(host))
    second.reload()
    second.goto(f"{at(host)}#{code}")
    expect(second.locator("#device-code")).to_be_focused()
    second.keyboard.press("Enter")
    dialog = second.get_by_role("dialog")
    expect(dialog).to_contain_text(TEXT("device.merge-about", count=1))
    second.keyboard.press("Escape")
    expect(devices(second)).to_have_count(1)
    second.locator("#device-code").press("Enter")
    dialog.get_by_role("button", name=TEXT("device.merge")).click()
    expect(devices(second)).to_have_count(2)
    address = at(host).removesuffix("you")
    assert len(you.request.get(f"{address}api/tables").json()) == 2


def test_a_passkey_signs_in_a_browser_that_was_never_here(
    host: Server, you: Page, second: Page
) -> None:
    session, authenticator = virtual_authenticator(you)
    press(you, "passkey.make")
    passkeys = you.get_by_role("region", name=TEXT("passkey.title"))
    expect(passkeys.get_by_role("listitem")).to_have_count(1)
    expect(you.locator(".news")).to_have_text(TEXT("passkey.made"))
    press(you, "passkey.make")
    expect(passkeys.get_by_role("alert")).to_have_text(TEXT("passkey.there"))
    kept = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})
    (credential,) = kept["credentials"]
    assert credential["isResidentCredential"]
    virtual_authenticator(second, [credential])
    press(second, "passkey.sign-in")
    expect(second.locator(".news")).to_have_text(TEXT("device.signed-in"))
    expect(devices(second)).to_have_count(2)
    you.reload()
    expect(devices(you)).to_have_count(2)
    passkeys.get_by_role("button", name=TEXT("passkey.remove")).click()
    expect(passkeys.get_by_role("listitem")).to_have_count(0)


def test_who_does_not_wish_to_is_told_that_nothing_was_done(second: Page) -> None:
    second.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error('no')); }")
    press(second, "passkey.sign-in")
    expect(second.locator("#device-wrong")).to_have_text(TEXT("passkey.none"))


def test_where_there_are_no_passkeys_nothing_is_said_of_them(host: Server, calm: Hands) -> None:
    calm.page.goto(f"{host.url}you")
    expect(calm.page.locator("#device-code")).to_be_visible()
    assert "asskey" not in calm.page.locator("main").inner_text()


def test_the_way_here_from_the_front_page(host: Server, calm: Hands) -> None:
    calm.page.goto(host.url)
    calm.page.get_by_role("link", name=TEXT("page.you")).click()
    expect(calm.page.get_by_role("heading", level=1)).to_have_text(TEXT("page.you"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_small_phone_in_every_language(host: Server, phone: Hands, language: str) -> None:
    page = phone.page
    phone.sit(host, Moment("EH1-N-AAAAAAB", ("draw",)))
    page.goto(f"{host.url}you")
    phone.choose(language=language)
    page.reload()
    text = i18n.catalog(language).text
    expect(page.get_by_role("heading", level=1)).to_have_text(text("page.you"))
    page.locator("#new-name").fill("W" * 12 + " " + "W" * 11)
    page.locator("#new-name").press("Enter")
    expect(page.locator(".own-name")).to_be_visible()
    page.locator("[data-button=code]").click()
    expect(page.locator(".one-time")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.request.delete(f"{host.url}api/player")
