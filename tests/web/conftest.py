"""A real Chromium and a real server for the tests of the page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    ViewportSize,
    WebError,
    expect,
    sync_playwright,
)

from browsers import chromium
from hands import Gesture, Hands
from serving import Server

#: What Chromium itself reports: a server that was ended, a code that was refused, a cut line.
OF_THE_BROWSER = ("WebSocket connection", "status of ", "net::ERR_", "when fetching the script")

#: A machine with other work to do takes its time; what is there at once waits for nothing.
expect.set_options(timeout=15_000)

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 800}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each of these tests another try, which the summary names.

    On a machine with other work to do a browser can miss the moment that a test waits for.
    """
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, or the one that Playwright keeps."""
    with sync_playwright() as playwright:
        started = chromium(playwright)
        yield started
        started.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path) as running:
        yield running


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do it no harm; each has a cookie and tables of its own."""
    with Server(tmp_path_factory.mktemp("host")) as running:
        yield running


def _player(browser: Browser, gesture: Gesture = "click", **options: Any) -> Iterator[Hands]:
    """Hands in a browser of their own, kept for all tests: a new window costs more than most."""
    # What a worker fetches is fetched behind the back of tests that meddle with the line.
    context = browser.new_context(**{"service_workers": "block", **options})
    context.set_default_timeout(10_000)
    yield Hands(context.new_page(), gesture)
    context.close()


def _sits_down(hands: Hands) -> Iterator[Hands]:
    """The hands of a new player; in the end no page has complained of anything."""
    context, size = hands.page.context, hands.page.viewport_size
    faults: list[str] = []

    def failed(error: WebError) -> None:
        faults.append(str(error.error))

    def said(message: ConsoleMessage) -> None:
        own = not any(part in message.text for part in OF_THE_BROWSER)
        if message.type == "error" and own:
            faults.append(message.text)

    context.on("weberror", failed)
    context.on("console", said)
    hands.page.bring_to_front()
    yield hands
    for page in context.pages:
        # A page that was never opened has no storage, and refuses to be asked for it.
        page.evaluate("() => { try { localStorage.clear(); } catch {} }")
        if page != hands.page:
            page.close()
    context.clear_cookies()
    context.remove_listener("weberror", failed)
    context.remove_listener("console", said)
    if size and hands.page.viewport_size != size:
        hands.page.set_viewport_size(size)
    assert faults == []


@pytest.fixture(scope="session")
def _desk(browser: Browser) -> Iterator[Hands]:
    yield from _player(browser, viewport=DESK, color_scheme="dark")


@pytest.fixture(scope="session")
def _calm(browser: Browser) -> Iterator[Hands]:
    yield from _player(browser, viewport=DESK, reduced_motion="reduce")


@pytest.fixture(scope="session")
def _phone(browser: Browser) -> Iterator[Hands]:
    yield from _player(
        browser, "tap", viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2
    )


@pytest.fixture
def desk(_desk: Hands) -> Iterator[Hands]:
    """A mouse at a desk."""
    yield from _sits_down(_desk)


@pytest.fixture
def calm(_calm: Hands) -> Iterator[Hands]:
    """A mouse at a desk whose owner wishes little motion."""
    yield from _sits_down(_calm)


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Hands]:
    """The same in a new browser, in which the page may keep itself for times without a server."""
    keeping = _player(browser, viewport=DESK, reduced_motion="reduce", service_workers="allow")
    for hands in keeping:
        yield from _sits_down(hands)


@pytest.fixture
def tab(calm: Hands) -> Hands:
    """The same in a tab of its own, for tests that listen to the line or meddle with it."""
    return calm.tab()


@pytest.fixture
def phone(_phone: Hands) -> Iterator[Hands]:
    """A finger on a phone."""
    yield from _sits_down(_phone)
