"""The page of who looks on at a match: neither hand, nobody's side, and nothing to do."""

import pytest
from playwright.sync_api import Page, expect

from across import Across, sealed
from complaints import findings
from hands import Hands
from lunaria import i18n
from serving import Server

TEXT = i18n.catalog().text


@pytest.fixture
def page(calm: Hands) -> Page:
    """A tab of its own, as the socket leads elsewhere in it."""
    return calm.tab().page


def test_both_hands_lie_face_down_and_nobody_is_you(host: Server, page: Page) -> None:
    across = Across(page, sealed(listed=True))
    across.until(lambda view: view["turn"] == 1 and len(view["history"]) > 4)
    across.watch(host)
    for seat in (1, 2):
        count = len(across.view()["places"][f"hand{seat}"])
        cards = page.locator(f'[data-place="hand{seat}"] [data-card="??"]')
        expect(cards).to_have_count(count)
        expect(page.get_by_role("region", name=TEXT("match.player", seat=seat))).to_be_visible()
    told = page.locator(".match").inner_text().replace(TEXT("match.looks-on"), "")
    for word in ("match.you", "match.your-turn", "match.other", "match.deals-you"):
        assert TEXT(word) not in told
    expect(page.locator(".other.acts")).to_contain_text(TEXT("match.player", seat=1))
    for key in ("h", "7", "p", "o", "g"):
        page.keyboard.press(key)
    assert across.heard == []
    assert findings(Hands(page), "looking on") == []
    page.get_by_role("link", name=TEXT("match.to-lobby")).click()
    expect(page.get_by_role("heading", name=TEXT("page.lobby"))).to_be_visible()


def test_rounds_end_without_a_way_to_hurry_them_and_the_match_with_its_replay(
    host: Server, page: Page
) -> None:
    across = Across(page, sealed(listed=True))
    across.match.replay = "a-name"
    across.watch(host)
    across.until(lambda view: view["turn"] == 0)
    expect(page.locator(".over .waits")).to_contain_text(TEXT("match.player", seat=1))
    expect(page.locator(".over button")).to_have_count(0)
    expect(page.locator(".seal")).to_have_text(TEXT("match.seal-checked"))
    view = across.until(lambda view: view["outcome"])
    won = TEXT("match.won", name=TEXT("match.player", seat=view["outcome"][-1]))
    expect(page.locator(".over h2")).to_have_text(won)
    expect(page.get_by_role("button", name=TEXT("match.rematch"))).to_have_count(0)
    assert across.heard == []
    page.get_by_role("button", name=TEXT("replay.title")).click()
    page.wait_for_url("**/replay/a-name*")


def test_who_looks_on_goes_on_to_the_rematch(host: Server, page: Page) -> None:
    across = Across(page, sealed(listed=True))
    across.until(lambda view: view["outcome"])
    across.watch(host)
    across.say({"type": "moved", "watch": "another-name"})
    page.wait_for_url("**/watch/another-name")


def test_there_is_nothing_to_watch_by_a_name_that_nobody_has(host: Server, page: Page) -> None:
    page.goto(f"{host.url}watch/nothing")
    expect(page.get_by_role("heading", name=TEXT("match.not-watched"))).to_be_visible()
    page.get_by_role("button", name=TEXT("match.to-lobby")).click()
    page.wait_for_url("**/lobby")
