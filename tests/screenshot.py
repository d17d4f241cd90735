"""Draws the pictures of the table in the README: `make screenshot`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from browsers import chromium
from hands import Hands
from serving import Server

DOCS = Path(__file__).parent.parent / "docs"

#: Each picture with its size, theme, and the deal and actions that it shows.
PICTURES = {
    "table": ((1280, 800), "dark", "HM1-N-AAAAAAB", ("R2+R8", "4+5", "5+7", "7+11")),
}


def draw() -> None:
    """Play to each position and take its picture."""
    with TemporaryDirectory() as folder, Server(Path(folder)) as server, sync_playwright() as play:
        browser = chromium(play)
        for name, ((width, height), theme, code, actions) in PICTURES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
            )
            hands = Hands(context.new_page())
            hands.open(f"{server.url}play/half-moon/{code}")
            for number, token in enumerate(actions, start=1):
                for place in token.split("+"):
                    hands.touch(place)
                hands.expect_moves(number)
            hands.page.mouse.move(width / 2, height - 40)
            hands.page.wait_for_timeout(1000)
            hands.page.screenshot(path=DOCS / f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    draw()
