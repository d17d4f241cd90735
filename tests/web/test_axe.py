"""axe finds nothing to complain of: on any page, by day and by night, in any state of a game."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from hands import Hands, Moment, moment
from keyboard import Keyboard
from serving import Server

#: The languages in which the pages are looked at.
LANGUAGES = ["en"]
#: What hangs on the colours is looked at by night and by day, all else once.
NIGHT = {"resultTypes": ["violations"]}
DAY = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
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

AXE = Axe()


@pytest.fixture(params=LANGUAGES)
def reader(request: pytest.FixtureRequest, host: Server, calm: Hands) -> Iterator[Hands]:
    """Somebody who has chosen that language."""
    calm.page.goto(host.url)
    calm.page.evaluate(
        "language => localStorage.setItem('lunaria.settings', JSON.stringify({ language }))",
        request.param,
    )
    yield calm
    calm.page.emulate_media(color_scheme="null")
    calm.page.evaluate("localStorage.clear()")


def findings(hands: Hands, state: str) -> list[str]:
    """What axe finds, in words."""
    found = []
    for scheme, options in (("dark", NIGHT), ("light", DAY)):
        hands.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        for fault in AXE.run(hands.page, options=options).response["violations"]:
            where = "; ".join(node["html"][:120] for node in fault["nodes"][:3])
            found.append(f"{state}, {scheme}: {fault['id']}: {where}")
    return found


@pytest.mark.parametrize("game", FRESH)
def test_a_table_in_every_state(host: Server, reader: Hands, game: str) -> None:
    press = reader.page.keyboard.press
    dialog, panel = reader.page.locator("dialog[open]"), reader.page.locator(".panel")
    reader.sit(host, Moment(FRESH[game]))
    found = findings(reader, "fresh")
    reader.sit(host, MIDDLE[game])
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
    code, (*actions, last) = END[game]
    reader.sit(host, Moment(code, tuple(actions)))
    Keyboard(reader, game).act(last)
    expect(panel).to_be_visible()
    assert found + findings(reader, "over") == []


def test_the_other_pages(host: Server, reader: Hands) -> None:
    page = reader.page
    reader.sit(host, Moment("EH1-N-AAAAAAB", ("draw",)))
    page.goto(host.url)
    expect(page.locator(".own a")).to_have_count(1)
    found = findings(reader, "front page")
    page.locator(".gear").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    found += findings(reader, "settings")
    page.goto(f"{host.url}games")
    expect(page.locator(".own a")).to_have_count(1)
    found += findings(reader, "my games")
    page.goto(f"{host.url}play/nothing")
    expect(page.get_by_role("alert")).to_be_visible()
    assert found + findings(reader, "nothing there") == []


def test_axe_finds_what_is_wrong(host: Server, reader: Hands) -> None:
    reader.sit(host, Moment("CR1-N-AAAAAAB"))
    reader.page.locator(".gear").evaluate("button => button.removeAttribute('aria-label')")
    reader.page.locator("h1").evaluate("title => title.remove()")
    found = " ".join(findings(reader, "spoilt"))
    assert "button-name" in found
    assert "page-has-heading-one" in found
