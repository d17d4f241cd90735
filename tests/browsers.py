"""The Chromium that tests and pictures use."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]


def chromium(playwright: Playwright) -> Browser:
    """The system's Chromium, or the one that Playwright keeps."""
    own = shutil.which("chromium") or shutil.which("chromium-browser")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*FLAGS, "--no-sandbox"] if root else FLAGS
    return playwright.chromium.launch(executable_path=own, args=flags)
