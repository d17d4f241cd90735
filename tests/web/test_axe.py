"""axe finds nothing to complain of: on any page, in any language, by day and by night, in any
state of a game."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from complaints import findings, speak
from hands import Hands, Moment, moment
from keyboard import Keyboard
from lunaria.i18n import LANGUAGES
from registry import DATA
from serving import Server

#: Each of another deal, as an address stands for the latest game of its deal.
FRESH = {"half-moon": "HM1-N-AAAAAAC", "crescent": "CR1-N-AAAAAAC", "easy-harp": "EH1-N-AAAAAAC"}
MIDDLE = {
    "half-moon": moment("half-moon", 20, game=2),
    "crescent": moment("crescent", 40, game=2),
    "easy-harp": moment("easy-harp", 350, game=1),
}
END = {
    "half-moon": moment("half-moon-blocked"),
    "crescent": moment("crescent-stuck"),
    "easy-harp": moment("easy-harp", game=2),
}


@pytest.fixture
def reader(host: Server, calm: Hands) -> Iterator[Hands]:
    """Somebody who has chosen a language."""
    calm.page.goto(host.url)
    speak(calm, LANGUAGES[0])
    yield calm
    calm.page.emulate_media(color_scheme="null")


@pytest.mark.parametrize("game", FRESH)
def test_a_table_in_every_state(host: Server, reader: Hands, game: str) -> None:
    press = reader.page.keyboard.press
    dialog, panel = reader.page.locator("dialog[open]"), reader.page.locator(".panel")
    found = []
    reader.sit(host, Moment(FRESH[game]))
    for language in LANGUAGES:
        speak(reader, language)
        reader.ready()
        found += findings(reader, "fresh")
    reader.sit(host, MIDDLE[game])
    for language in LANGUAGES:
        speak(reader, language)
        reader.ready()
        press("4")
        press("Enter")
        found += findings(reader, "selected")
        for key in ("n", "?"):
            press(key)
            expect(dialog).to_be_visible()
            found += findings(reader, f"dialog of {key}")
            press("Escape")
            expect(dialog).to_have_count(0)
        press("p")
        expect(panel).to_be_visible()
        found += findings(reader, "paused")
        press("p")
        expect(panel).to_have_count(0)
    code, (*actions, last) = END[game]
    reader.sit(host, Moment(code, tuple(actions)))
    Keyboard(reader, game).act(last)
    for language in LANGUAGES:
        speak(reader, language)
        expect(panel).to_be_visible()
        found += findings(reader, "over")
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_pages(host: Server, reader: Hands, language: str) -> None:
    page = reader.page
    reader.sit(host, Moment("EH1-N-AAAAAAB", ("draw",)))
    speak(reader, language)
    page.goto(host.url)
    expect(page.locator(".own [data-result]")).to_have_count(1)
    found = findings(reader, "front page")
    page.locator(".gear").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    found += findings(reader, "settings")
    page.goto(f"{host.url}games")
    expect(page.locator(".own [data-result]")).to_have_count(1)
    found += findings(reader, "my games")
    page.goto(f"{host.url}play/nothing")
    expect(page.get_by_role("alert")).to_be_visible()
    assert found + findings(reader, "nothing there") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_days_and_the_statistics(host: Server, reader: Hands, language: str) -> None:
    page, found = reader.page, []
    code, actions = moment("half-moon")
    won = {"code": code, "created": 1e9, "touched": 1e9, "played": 60, "actions": actions}
    page.goto(f"{host.url}statistics")
    speak(reader, language)
    expect(page.locator(".empty")).to_be_visible()
    found += findings(reader, "no statistics")
    page.context.request.post(f"{host.url}api/import", data={"lunaria": 1, "games": [won]})
    page.reload()
    expect(page.locator("figure")).to_have_count(3)
    for summary in page.locator("summary").all():
        summary.click()
    found += findings(reader, "statistics")
    page.goto(f"{host.url}days")
    expect(page.locator(".calendar")).to_be_visible()
    found += findings(reader, "days")
    page.goto(f"{host.url}rankings/crescent/all")
    expect(page.locator(".how")).to_be_visible()
    assert found + findings(reader, "rankings") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_and_the_devices(host: Server, reader: Hands, language: str) -> None:
    page = reader.page
    reader.sit(host, Moment("EH1-N-AAAAAAB", ("draw",)))
    page.goto(f"{host.url}you")
    speak(reader, language)
    page.locator("#new-name").fill("...")
    page.locator("#new-name").press("Enter")
    page.locator("[data-button=code]").click()
    expect(page.locator(".one-time")).to_be_visible()
    page.locator("#data-file").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b"[]"}
    )
    expect(page.locator(".report p")).to_be_visible()
    expect(page.locator("#name-wrong")).not_to_be_empty()
    found = findings(reader, "name and devices")
    page.locator("#device-code").fill("H4KM-7TQX-WB2E")
    page.locator("#device-code").press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    found += findings(reader, "to bring games along")
    page.keyboard.press("Escape")
    page.locator("[data-button=delete]").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    assert found + findings(reader, "to delete all") == []


def test_a_game_looked_at_again(host: Server, reader: Hands) -> None:
    page = reader.page
    found = []
    page.goto(f"{host.url}replay")
    for language in LANGUAGES:
        speak(reader, language)
        expect(page.locator("textarea")).to_be_visible()
        found += findings(reader, "entry of a record")
    page.locator("textarea").fill((DATA / "lost" / "half-moon.record").read_text("utf-8"))
    page.locator("form .first").click()
    for language in LANGUAGES:
        speak(reader, language)
        expect(page.locator(".viewer")).to_be_visible()
        found += findings(reader, "replay")
        page.locator(".analysis .first").click()
        expect(page.locator(".analysis ul")).to_be_visible(timeout=90_000)
        found += findings(reader, "analysis")
        page.locator(".analysis .first").click()
        expect(page.locator(".winning")).to_be_visible()
        found += findings(reader, "a win")
    assert found == []


def test_a_table_that_is_not_there_yet(host: Server, calm: Hands) -> None:
    slow = calm.tab()
    slow.page.route_web_socket("**/socket", lambda _line: None)
    slow.page.goto(f"{host.url}play/crescent/CR1-N-AAAAAAC")
    expect(slow.page.locator(".table")).to_be_visible()
    assert findings(slow, "connecting") == []


def test_axe_finds_what_is_wrong(host: Server, reader: Hands) -> None:
    reader.sit(host, Moment("CR1-N-AAAAAAB"))
    reader.page.locator(".gear").evaluate("button => button.removeAttribute('aria-label')")
    reader.page.locator("h1").evaluate("title => title.remove()")
    found = " ".join(findings(reader, "spoilt"))
    assert "button-name" in found
    assert "page-has-heading-one" in found
