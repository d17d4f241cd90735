"""The Chromium that tests and pictures use."""

import os
import shutil
from typing import Any

from playwright.sync_api import Browser, Playwright

FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]


#: The system's, the one without windows first: it draws a page in three quarters of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")


def program() -> dict[str, Any]:
    """Where the Chromium is, the system's or the one that Playwright keeps, and its flags."""
    own = next(filter(None, map(shutil.which, NAMES)), None)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {"executable_path": own, "args": [*FLAGS, "--no-sandbox"] if root else FLAGS}


def chromium(playwright: Playwright) -> Browser:
    """A Chromium with nothing in it."""
    return playwright.chromium.launch(**program())
