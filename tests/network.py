"""People with browsers of their own who meet at a server in a thread of the tests."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, WebSocket

from lunaria import i18n
from lunaria.core import match as sessions
from lunaria.core.match import Pace
from lunaria.server import launch
from lunaria.server.app import create_app

TEXT = i18n.catalog().text


class Player:
    """A person with a browser, and every frame that came to it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.frames: list[str] = []
        self.stored: Any = None
        self.context: BrowserContext | None = None
        self.open()

    def open(self) -> None:
        """A browser that has its cookies, and nothing else."""
        self.context = self.browser.new_context(
            reduced_motion="reduce", service_workers="block", storage_state=self.stored
        )
        self.page: Page = self.context.new_page()
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(str(data)))

    def killed(self) -> None:
        """The browser is gone without a word; the cookie is kept, as a browser does."""
        assert self.context is not None
        self.stored = self.context.storage_state()
        self.context.close()
        self.open()

    def plays(self) -> None:
        """Whatever can be done now, by the first button that does it."""
        page = self.page
        for button in (
            page.get_by_role("button", name=TEXT("match.next-round")),
            page.locator(".choice button").first,
            page.locator(".hand .group.open:not(.wild)").first,
            page.get_by_role("button", name=TEXT("match.keep-pass")),
        ):
            if button.is_visible():
                # It may be gone by now, as the server plays what has no alternative.
                with suppress(TimeoutError):
                    button.click(timeout=500)
                return


@contextmanager
def hurried_server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server at which people play faster than people do."""
    monkeypatch.setattr(sessions, "PEOPLE", Pace(0.05, 0.1))
    monkeypatch.setattr(sessions, "PASSING_LONGER", 0.05)
    listening = launch.listen("127.0.0.1", 0)
    app = create_app(f"sqlite:///{folder / 'lunaria.sqlite'}")
    running = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=running.run, args=([listening],))
    thread.start()
    yield launch.address(listening)
    running.should_exit = True
    thread.join()
