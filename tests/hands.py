"""A player's hands at a table in a real browser."""

from typing import Literal

from playwright.sync_api import Locator, Page, expect

Gesture = Literal["tap", "click"]


class Hands:
    """Plays on the page that is open; `gesture` is a finger or a mouse."""

    def __init__(self, page: Page, gesture: Gesture = "click") -> None:
        self.page = page
        self.gesture = gesture

    def open(self, address: str) -> None:
        """Open a table and wait until its cards lie."""
        self.page.goto(address)
        self.ready()

    def ready(self) -> None:
        """Wait until the server has shown the table and the cards are at rest."""
        expect(self.page.locator("main.table[data-connection=open]")).to_be_visible()
        self.rest()

    def rest(self) -> None:
        """Wait until nothing moves."""
        self.page.wait_for_function(
            "() => !document.querySelector('.board').getAnimations({subtree: true}).length"
        )

    def place(self, name: str) -> Locator:
        return self.page.locator(f'[data-place="{name}"]')

    def cards(self, name: str) -> list[str]:
        """The faces at a place, bottom to top."""
        shown = self.place(name).locator("[data-card]")
        return [str(each) for each in shown.evaluate_all("all => all.map(x => x.dataset.card)")]

    def card(self, name: str, index: int = -1) -> Locator:
        """A card of a place; the place itself where it is empty."""
        cards = self.place(name).locator("[data-card]")
        count = cards.count()
        return cards.nth(index % count) if count else self.place(name)

    def touch(self, name: str, index: int = -1) -> None:
        """Tap a card where a person would see it: its upper edge, or its middle when it is on top."""
        card = self.card(name, index)
        box = card.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 8)
        if self.gesture == "tap":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def drag(self, source: str, target: str, index: int = -1) -> None:
        """Carry cards of `source` to `target` with the mouse."""
        self.rest()
        start, end = self.card(source, index).bounding_box(), self.card(target).bounding_box()
        assert start is not None
        assert end is not None
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + 6)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2 - 12, end["y"] + end["height"] / 2, steps=4)
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
        mouse.up()

    def press(self, button: str) -> None:
        """Press a button of the foot."""
        self.page.locator(f'[data-button="{button}"]').click()

    def stat(self, name: str) -> str:
        """A figure of the bar."""
        return self.page.locator(f'[data-stat="{name}"]').inner_text()

    def expect_stat(self, name: str, value: str) -> None:
        """Wait until the bar shows that figure."""
        expect(self.page.locator(f'[data-stat="{name}"]')).to_have_text(value)

    def expect_moves(self, count: int) -> None:
        """Wait until the bar shows that many moves."""
        self.expect_stat("moves", str(count))

    def expect_outcome(self, outcome: str) -> None:
        """Wait until the table shows that end; empty while the game goes on."""
        expect(self.page.locator("main.table")).to_have_attribute("data-outcome", outcome)
