"""What a browser or a line can do to a page: blocked cookies, strange answers, a silent line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, WebSocketRoute, expect

from browsers import program
from hands import Hands, Moment
from lunaria import i18n
from serving import Server

DESK: ViewportSize = {"width": 1280, "height": 800}
START = Moment("CR1-N-AAAAAAB")
OFFLINE = i18n.catalog().text("state.offline")
CONNECTING = i18n.catalog().text("state.connecting")
NOT_KEPT = i18n.catalog().text("page.not-kept")

ANSWERS = {
    "a fault as a page": (500, "text/html", "<h1>Internal Server Error</h1>"),
    "nothing": (502, "text/plain", ""),
    "a page in its place": (200, "text/html", "<h1>Sign in to the hotel's network</h1>"),
    "no JSON": (200, "application/json", "{"),
}


@pytest.mark.parametrize(("status", "kind", "body"), ANSWERS.values(), ids=ANSWERS.keys())
@pytest.mark.parametrize("address", ["", "play/crescent/CR1-N-AAAAAAB"], ids=["front", "table"])
def test_an_answer_that_is_none_is_waited_out(
    host: Server, tab: Hands, address: str, status: int, kind: str, body: str
) -> None:
    def answer(route: Route) -> None:
        route.fulfill(status=status, content_type=kind, body=body)

    for asked in ("**/api/daily*", "**/api/tables"):
        tab.page.route(asked, answer)
    tab.page.goto(host.url + address)
    expect(tab.page.locator("main.notice")).to_contain_text(OFFLINE)
    tab.page.unroute_all()
    shown = tab.page.locator(".table[data-connection=open]" if address else "main.front")
    expect(shown).to_be_visible()


@pytest.mark.parametrize("missing", ["texts/*", "games"])
def test_a_page_without_what_it_needs_says_so_and_starts_when_it_has_it(
    host: Server, tab: Hands, missing: str
) -> None:
    tab.page.route(f"**/web/*/{missing}", lambda route: route.fulfill(status=500, body="oops"))
    tab.page.goto(host.url)
    notice = tab.page.locator("main.notice")
    for language in i18n.LANGUAGES:
        words = i18n.catalog(language).text("page.unreachable")
        expect(notice.locator(f"[lang={language}]")).to_have_text(words)
    tab.page.unroute_all()
    expect(tab.page.locator("main.front")).to_be_visible()


def test_a_table_without_the_drawings_of_its_cards_says_so_and_starts_when_it_has_them(
    host: Server, tab: Hands
) -> None:
    tab.page.route("**/cards.svg", lambda route: route.fulfill(status=500, body="oops"))
    tab.page.goto(f"{host.url}play/crescent/{START.code}")
    expect(tab.page.locator("main.notice")).to_contain_text(OFFLINE)
    tab.page.unroute_all()
    tab.page.locator(".table[data-connection=open]").wait_for()
    assert tab.top("3") == "10H"


class Line:
    """Between a page and the server: a line that is `dead` carries nothing, and stays open."""

    def __init__(self, hands: Hands) -> None:
        self.dead: set[int] = set()
        self.opened = 0
        hands.page.route_web_socket("**/socket", self.stand)

    def stand(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self.opened += 1
        number = self.opened

        def carry(frame: str | bytes, to: WebSocketRoute) -> None:
            if number not in self.dead:
                to.send(frame)

        page.on_message(lambda frame: carry(frame, server))
        server.on_message(lambda frame: carry(frame, page))

    def die(self) -> None:
        """What is open now is silent from now on; what is opened later is not."""
        self.dead = set(range(1, self.opened + 1))


def test_app9_an_action_on_a_dead_line_is_played_on_another_one(host: Server, tab: Hands) -> None:
    line = Line(tab)
    tab.sit(host, START)
    line.die()
    tab.touch("3")
    tab.expect_moves(1)
    assert line.opened == 2
    assert tab.actions(host) == ["3>7"]


@pytest.mark.parametrize("event", ["online", "pageshow"])
def test_app9_a_line_that_died_in_a_sleep_is_replaced_before_it_is_needed(
    host: Server, tab: Hands, event: str
) -> None:
    line = Line(tab)
    tab.sit(host, START)
    line.die()
    with host.page(tab.table) as elsewhere:
        elsewhere.act("3>7")
    tab.page.evaluate(f"dispatchEvent(new Event('{event}'))")
    tab.expect_moves(1)
    assert line.opened == 2


def test_app9_a_line_on_which_nothing_ever_comes_is_given_up(host: Server, tab: Hands) -> None:
    line = Line(tab)
    line.dead = {1}
    tab.page.goto(f"{host.url}play/crescent/{START.code}")
    tab.expect_said(CONNECTING)
    tab.page.locator(".table[data-connection=open]").wait_for()
    assert line.opened == 2
    assert tab.said() is None
    # Words are still there while they fade.
    expect(tab.page.locator(".say")).to_have_text(OFFLINE)


def test_a_line_that_is_quick_is_not_spoken_of(host: Server, tab: Hands) -> None:
    tab.page.goto(host.url)
    tab.page.evaluate(
        """() => {
            window.said = [];
            const look = () => {
                const said = document.querySelector(".say:not(.quiet)");
                if (said) window.said.push(said.textContent);
            };
            new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    tab.page.get_by_role("textbox").fill(START.code)
    tab.page.get_by_role("textbox").press("Enter")
    tab.ready()
    tab.page.wait_for_timeout(600)
    assert tab.page.evaluate("window.said") == []


def test_app1_the_time_that_the_machine_slept_is_not_played(host: Server, visitor: Hands) -> None:
    visitor.page.clock.install()
    visitor.sit(host, START)
    visitor.touch("3")
    visitor.expect_moves(1)
    visitor.page.evaluate(
        """() => {
            window.times = new Set();
            const time = document.querySelector("[data-stat=time]");
            new MutationObserver(() => window.times.add(time.textContent))
                .observe(time, { childList: true, characterData: true, subtree: true });
        }"""
    )
    visitor.page.clock.fast_forward("08:00:00")
    visitor.page.wait_for_timeout(3000)
    times = visitor.page.evaluate("() => [...window.times]")
    assert times
    assert all(time.startswith("0:") for time in times)
    visitor.touch("15")
    visitor.expect_moves(2)


@pytest.fixture
def guarded(browser: Browser, tmp_path: Path) -> Iterator[Hands]:
    """A browser whose owner has blocked all cookies, and with them what pages keep."""
    profile = tmp_path / "profile" / "Default"
    profile.mkdir(parents=True)
    wishes = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Preferences").write_text(json.dumps(wishes), "utf-8")
    context = browser.browser_type.launch_persistent_context(
        profile.parent, viewport=DESK, reduced_motion="reduce", **program(whole=True)
    )
    context.set_default_timeout(10_000)
    yield Hands(context.pages[0])
    context.close()


def test_with_cookies_blocked_a_game_is_played_and_kept_by_its_tab_and_that_is_said(
    server: Server, guarded: Hands
) -> None:
    faults: list[str] = []
    guarded.page.on("pageerror", lambda error: faults.append(str(error)))
    guarded.open(f"{server.url}play/crescent/{START.code}")
    guarded.expect_said(NOT_KEPT)
    guarded.page.locator(".home").click()
    expect(guarded.page.locator("main.front")).to_contain_text(NOT_KEPT)
    guarded.page.get_by_role("textbox").fill(START.code)
    guarded.page.get_by_role("textbox").press("Enter")
    guarded.ready()
    assert guarded.said() is None
    guarded.touch("3")
    guarded.expect_moves(1)
    guarded.page.reload()
    guarded.ready()
    guarded.expect_moves(1)
    assert faults == []


def test_where_cookies_are_kept_nothing_is_said_of_them(host: Server, tab: Hands) -> None:
    tab.page.goto(host.url)
    expect(tab.page.locator("main.front")).to_be_visible()
    expect(tab.page.get_by_text(NOT_KEPT)).to_have_count(0)
    tab.sit(host, START)
    assert tab.said() is None
