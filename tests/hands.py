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

    def point(self, name: str, index: int = -1) -> tuple[float, float]:
        """Where a person touches a card of a place: on the strip that shows of it.

        The place itself where it is empty.
        """
        x, y = self.page.evaluate(
            """([name, index]) => {
                const place = document.querySelector(`[data-place="${name}"]`);
                const cards = [...place.querySelectorAll("[data-card]")];
                const box = (cards.at(index) ?? place).getBoundingClientRect();
                const next = cards.slice(index)[1]?.getBoundingClientRect().top ?? box.bottom;
                return [box.left + box.width / 2, box.top + Math.max(1, (next - box.top) / 2)];
            }""",
            [name, index],
        )
        return x, y

    def touch(self, name: str, index: int = -1) -> None:
        """Tap a card where it shows."""
        x, y = self.point(name, index)
        if self.gesture == "tap":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def drag(self, source: str, target: str, index: int = -1) -> None:
        """Carry cards of `source` to `target` with the mouse."""
        self.rest()
        start, (x, y) = self.point(source, index), self.point(target)
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(x - 12, y, steps=4)
        mouse.move(x, y)
        mouse.up()

    def press(self, button: str) -> None:
        """Press a button of the foot."""
        self.page.locator(f'[data-button="{button}"]').click()

    def stat(self, name: str) -> str:
        """A figure of the bar."""
        return self.page.locator(f'[data-stat="{name}"]').inner_text()

    def expect_stat(self, name: str, value: str) -> None:
        """Wait until the bar shows that figure."""
        self.page.wait_for_function(
            "([name, value]) =>"
            " document.querySelector(`[data-stat=${name}]`).textContent === value",
            arg=[name, value],
        )

    def expect_moves(self, count: int) -> None:
        """Wait until the bar shows that many moves."""
        self.expect_stat("moves", str(count))

    def expect_outcome(self, outcome: str) -> None:
        """Wait until the table shows that end; empty while the game goes on."""
        expect(self.page.locator("main.table")).to_have_attribute("data-outcome", outcome)
