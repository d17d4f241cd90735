"""A page is all of one release; it opens without the server, and comes to the newest by itself."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

import lunaria
from hands import Hands, Moment
from lunaria import i18n
from serving import Server

PACKAGE = Path(lunaria.__file__).parent
START = Moment("CR1-N-AAAAAAB")
OFFLINE = i18n.catalog().text("state.offline")

#: The releases that the scripts and the styles of the page are of.
SEEN = """() => {
    const root = getComputedStyle(document.documentElement);
    const styles = [...document.querySelectorAll("link[rel=stylesheet]")]
        .filter(link => link.sheet && !link.sheet.disabled)
        .map(link => link.href.split("/").at(-1).replace(".css", ""));
    const found = styles.map(name => root.getPropertyValue(`--release-${name}`));
    return [...new Set([...globalThis.run, ...found])].sort();
}"""
#: What the browser keeps of the page, by cache.
KEPT = """async () => {
    const kept = {};
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        kept[name] = (await cache.keys()).map(request => new URL(request.url).pathname);
    }
    return kept;
}"""


class Updated:
    """A server whose package is given other files of the page."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "package" / "lunaria"
        self.package.mkdir(parents=True)
        for each in PACKAGE.iterdir():
            if each.name not in ("web", "__pycache__"):
                (self.package / each.name).symlink_to(each)
        self.put("old")
        self.server = Server(folder, package=self.package.parent)

    def put(self, release: str) -> None:
        """Lay files into the package that tell which release they are of."""
        web = self.package / "web"
        shutil.rmtree(web, ignore_errors=True)
        shutil.copytree(PACKAGE / "web", web)
        for script in (web / "js").glob("*.js"):
            with script.open("a") as file:
                file.write(f'(globalThis.run ??= []).push("{release}");\n')
        for style in (web / "css").glob("*.css"):
            with style.open("a") as file:
                file.write(f":root {{ --release-{style.stem}: {release}; }}\n")

    def update(self) -> None:
        """End the server, and start that of another release."""
        self.server.stop()
        self.put("new")
        self.server.start()


@pytest.fixture
def updated(tmp_path: Path) -> Iterator[Updated]:
    made = Updated(tmp_path)
    with made.server:
        yield made


def expect_release(hands: Hands, release: str) -> None:
    """Wait until all that runs and shows is of that release."""
    hands.page.wait_for_function(
        f"release => globalThis.run && JSON.stringify(({SEEN})()) === JSON.stringify([release])",
        arg=release,
    )


def expect_kept(hands: Hands) -> dict[str, list[str]]:
    """Wait until the browser has the whole page; what it keeps."""
    hands.page.evaluate(
        """async () => {
            const { active } = await navigator.serviceWorker.ready;
            while (active.state !== "activated") await new Promise(go => setTimeout(go, 20));
        }"""
    )
    kept: dict[str, list[str]] = hands.page.evaluate(KEPT)
    return kept


def test_a_server_updated_under_an_open_page_is_followed_and_nothing_is_lost(
    updated: Updated, visitor: Hands
) -> None:
    visitor.sit(updated.server, START)
    visitor.touch("3")
    visitor.expect_moves(1)
    expect_release(visitor, "old")
    (old,) = expect_kept(visitor)
    updated.update()
    expect_release(visitor, "new")
    visitor.ready()
    visitor.expect_moves(1)
    visitor.touch("15")
    visitor.expect_moves(2)
    assert visitor.actions(updated.server) == ["3>7", "15>C+"]
    visitor.page.evaluate("window.stays = true")
    visitor.page.wait_for_timeout(2500)
    assert visitor.page.evaluate("window.stays")
    (new,) = expect_kept(visitor)
    assert new != old


def test_a_new_release_waits_until_the_player_is_not_busy(updated: Updated, visitor: Hands) -> None:
    visitor.sit(updated.server, START)
    visitor.touch("3")
    visitor.expect_moves(1)
    visitor.press("new")
    field = visitor.page.get_by_role("textbox")
    field.fill("HM1-N-")
    with visitor.page.expect_response("**/api/release"):
        updated.update()
    visitor.page.wait_for_timeout(2500)
    expect(field).to_have_value("HM1-N-")
    expect_release(visitor, "old")
    visitor.page.get_by_role("button", name="Close").click()
    expect_release(visitor, "new")
    visitor.ready()
    visitor.expect_moves(1)


def test_an_action_that_the_old_server_did_not_answer_is_played_before_the_new_release_is_taken(
    updated: Updated, calm: Hands
) -> None:
    tab = calm.tab()
    cuts = ["once"]

    def stand(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def sent(frame: str | bytes) -> None:
            if json.loads(frame)["type"] == "act" and cuts:
                cuts.pop()
                updated.update()
            else:
                server.send(frame)

        page.on_message(sent)

    tab.page.route_web_socket("**/socket", stand)
    tab.sit(updated.server, START)
    tab.touch("3")
    expect_release(tab, "new")
    tab.ready()
    tab.expect_moves(1)
    assert tab.actions(updated.server) == ["3>7"]


def test_a_page_whose_parts_are_gone_before_it_has_them_starts_again_with_new_ones(
    updated: Updated, calm: Hands
) -> None:
    """The server is updated after it gave the page and some of its scripts, and before the rest."""
    tab = calm.tab()
    held: list[Route] = []
    tab.page.route("**/js/moon.js", lambda route: held.append(route), times=1)
    tab.page.goto(updated.server.url, wait_until="commit")
    while not held:
        tab.page.wait_for_timeout(10)
    updated.update()
    held[0].continue_()
    expect(tab.page.locator("main.front")).to_be_visible()
    expect_release(tab, "new")


def test_a_new_release_is_taken_on_the_way_to_another_page(updated: Updated, calm: Hands) -> None:
    tab = calm.tab()
    tab.sit(updated.server, START)
    tab.page.locator('[data-button="pause"]').focus()
    tab.page.keyboard.press("Tab")  # whoever is on the way by keyboard is left alone
    with tab.page.expect_response("**/api/release"):
        updated.update()
    tab.page.wait_for_timeout(2500)
    expect_release(tab, "old")
    tab.page.locator(".home").click()
    expect(tab.page.locator("main.front")).to_be_visible()
    expect_release(tab, "new")
    assert tab.page.url == updated.server.url


def test_the_page_opens_without_the_server_says_so_and_comes_back_by_itself(
    updated: Updated, visitor: Hands
) -> None:
    visitor.page.goto(updated.server.url)
    expect_kept(visitor)
    updated.server.stop()
    visitor.page.goto(f"{updated.server.url}play/crescent/{START.code}")
    notice = visitor.page.locator("main.notice")
    expect(notice).to_contain_text(OFFLINE)
    expect_release(visitor, "old")
    updated.server.start()
    visitor.ready()
    assert visitor.stat("code") == START.code


def test_without_the_server_the_page_speaks_the_language_that_was_chosen(
    server: Server, visitor: Hands
) -> None:
    visitor.page.goto(server.url)
    expect_kept(visitor)
    visitor.page.get_by_role("button", name="Svenska").click()
    swedish = i18n.catalog("sv").text
    expect(visitor.page.locator("main.front")).to_contain_text(swedish("page.motto"))
    visitor.page.reload()
    expect(visitor.page.locator("main.front")).to_contain_text(swedish("page.motto"))
    server.stop()
    visitor.page.reload()
    expect(visitor.page.locator("main.notice")).to_contain_text(swedish("state.offline"))
    server.start()
    expect(visitor.page.locator("main.front")).to_be_visible()


def test_a_page_kept_from_before_an_update_becomes_new_when_the_server_is_back(
    updated: Updated, visitor: Hands
) -> None:
    visitor.page.goto(updated.server.url)
    expect_kept(visitor)
    updated.server.stop()
    visitor.page.goto(updated.server.url)
    expect(visitor.page.locator("main.notice")).to_contain_text(OFFLINE)
    updated.put("new")
    updated.server.start()
    expect(visitor.page.locator("main.front")).to_be_visible()
    expect_release(visitor, "new")


def test_a_table_that_was_open_stays_in_sight_without_the_server(
    server: Server, visitor: Hands
) -> None:
    visitor.sit(server, START)
    expect_kept(visitor)
    server.stop()
    visitor.expect_said(OFFLINE)
    assert visitor.top("3") == "10H"
    visitor.page.reload()
    visitor.expect_said(OFFLINE)
    server.start()
    visitor.page.locator(".table[data-connection=open]").wait_for()
    assert visitor.top("3") == "10H"


def test_only_the_page_is_kept_and_nothing_of_the_player(host: Server, visitor: Hands) -> None:
    visitor.sit(host, START)
    visitor.touch("3")
    visitor.expect_moves(1)
    ((cache, kept),) = expect_kept(visitor).items()
    visitor.page.goto(host.url)
    visitor.page.goto(f"{host.url}games")
    expect(visitor.page.locator("main.front")).to_be_visible()
    assert expect_kept(visitor) == {cache: kept}
    assert {path for path in kept if not path.startswith(cache)} == {"/start.js"}
    assert not [path for path in kept if "sounds" in path or "icons" in path]
    assert f"{cache}texts/en" in kept


def test_a_browser_with_no_room_left_plays_all_the_same(host: Server, visitor: Hands) -> None:
    session = visitor.page.context.new_cdp_session(visitor.page)
    origin = host.url.rstrip("/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1000})
    visitor.sit(host, START)
    visitor.page.wait_for_timeout(1000)
    assert not visitor.page.evaluate(
        "async () => (await navigator.serviceWorker.getRegistration())?.active"
    )
    visitor.touch("3")
    visitor.expect_moves(1)
