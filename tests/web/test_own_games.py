"""The list of the player's own games, a part at a time (APP-3)."""

import httpx
from playwright.sync_api import expect

from hands import Hands
from lunaria import i18n
from lunaria.server.store import PAGE
from serving import Server

MORE = i18n.catalog().text("page.more")
UNANSWERED = i18n.catalog().text("refusal.unanswered")


def begin(server: Server, hands: Hands, count: int) -> None:
    """Begin that many games as the player of that browser."""
    made = hands.page.context.request
    for number in range(1, count + 1):
        asked = {"code": f"easy-harp:{number}", "again": True}
        table = made.post(f"{server.url}api/tables", data=asked).json()["table"]
        with server.page(table) as page:
            page.turn()


def test_older_games_are_shown_when_they_are_asked_for(host: Server, calm: Hands) -> None:
    page = calm.page
    games, more = page.locator(".own [data-result]"), page.get_by_role("button", name=MORE)
    begin(host, calm, PAGE + 3)
    page.goto(f"{host.url}games")
    expect(games).to_have_count(PAGE)
    page.route("**/api/tables?*", lambda route: route.abort())
    more.click()
    expect(page.get_by_role("alert")).to_have_text(UNANSWERED)
    page.unroute_all()
    more.dblclick()
    expect(games).to_have_count(PAGE + 3)
    expect(page.get_by_role("alert")).to_be_empty()
    expect(more).to_have_count(0)
    # Who goes by keyboard goes on with the first of them.
    expect(games.nth(PAGE)).to_be_focused()
    assert len(set(games.locator("span").all_inner_texts())) == PAGE + 3


def test_where_all_games_are_shown_there_is_no_button_for_more(host: Server, calm: Hands) -> None:
    begin(host, calm, 2)
    calm.page.goto(f"{host.url}games")
    expect(calm.page.locator(".own [data-result]")).to_have_count(2)
    expect(calm.page.get_by_role("button", name=MORE)).to_have_count(0)


def test_the_server_names_the_address_of_the_next_games(host: Server) -> None:
    with host.player() as player:
        for number in range(1, PAGE + 1):
            table = player.post("api/tables", json={"code": f"easy-harp:{number}"}).json()["table"]
            with host.page(table) as page:
                page.turn()
        first = player.get("api/tables")
        assert len(first.json()) == PAGE
        rest = player.get(httpx.URL(first.links["next"]["url"]))
        assert rest.json() == []
        assert "next" not in rest.links
