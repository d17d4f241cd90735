"""The Chromium that tests and pictures use."""

import os
import shutil
from typing import Any

from playwright.sync_api import Browser, Playwright

FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]


#: The system's, whole ones and before them one that has no windows, which costs a quarter less.
WHOLE = ("chromium", "chromium-browser")
QUICK = ("chromium-headless-shell", *WHOLE)


def program(*, whole: bool = False) -> dict[str, Any]:
    """Where the Chromium is, the system's or the one that Playwright keeps, and its flags.

    A `whole` one knows what its user has chosen in its settings.
    """
    own = next(filter(None, map(shutil.which, WHOLE if whole else QUICK)), None)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    found: dict[str, Any] = {"args": [*FLAGS, "--no-sandbox"] if root else FLAGS}
    if own is not None:
        return {**found, "executable_path": own}
    return {**found, "channel": "chromium"} if whole else found


def chromium(playwright: Playwright) -> Browser:
    """A Chromium with nothing in it."""
    return playwright.chromium.launch(**program())
