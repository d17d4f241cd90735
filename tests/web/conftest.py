"""A real Chromium and a real server for the tests of the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    sync_playwright,
)

from browsers import chromium
from hands import Hands
from serving import Server

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 800}


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


@pytest.fixture
def faults() -> list[str]:
    """What the pages of a test complain of; nothing, in the end."""
    return []


def _page(context: BrowserContext, faults: list[str]) -> Page:
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: _note(said, faults))
    return page


def _note(said: ConsoleMessage, faults: list[str]) -> None:
    # Chromium itself reports that a server which was ended does not answer.
    if said.type == "error" and "WebSocket connection" not in said.text:
        faults.append(said.text)


@pytest.fixture
def desk(browser: Browser, faults: list[str]) -> Iterator[Hands]:
    """A mouse at a desk."""
    context = browser.new_context(viewport=DESK, color_scheme="dark")
    yield Hands(_page(context, faults))
    context.close()
    assert faults == []


@pytest.fixture
def calm(browser: Browser, faults: list[str]) -> Iterator[Hands]:
    """A mouse at a desk whose owner wishes little motion."""
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")
    yield Hands(_page(context, faults))
    context.close()
    assert faults == []


@pytest.fixture
def phone(browser: Browser, faults: list[str]) -> Iterator[Hands]:
    """A finger on a phone."""
    context = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    yield Hands(_page(context, faults), "tap")
    context.close()
    assert faults == []
