"""A player's hands at a table in a real browser."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Locator, Page, expect

from lunaria import i18n
from lunaria.core import record
from lunaria.core.errors import Reason
from serving import Server

Gesture = Literal["tap", "click"]

#: Notes every motion of a card, with its place: a shake goes there and back, or fades in place.
WATCH = """
window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const place = this.closest("[data-place]")?.dataset.place ?? "";
  const shakes = frames.length === 5 || frames[0].opacity === 0.5;
  window.motions.push({ place, shakes, duration: timing.duration + (timing.delay ?? 0) });
  return animate.call(this, frames, timing);
};
"""


RECORDS = Path(__file__).parent / "data" / "records"


class Moment(NamedTuple):
    """A deal, and the actions that lead to a moment of its game."""

    code: str
    actions: tuple[str, ...] = ()


def moment(name: str, after: int | None = None, game: int = 0, folder: Path = RECORDS) -> Moment:
    """The moment after so many actions of a recorded game, or its end."""
    found = list(record.read((folder / f"{name}.record").read_text("utf-8")))[game]
    return Moment(found.tag("Code") or "", found.actions[:after])


def words(code: str, **params: str | int) -> str:
    """The words of a refusal."""
    return i18n.catalog().reason(Reason.of(code, **params))


class Hands:
    """Plays on the page that is open; `gesture` is a finger or a mouse."""

    def __init__(self, page: Page, gesture: Gesture = "click") -> None:
        self.page = page
        self.gesture = gesture
        self.table = ""
        page.add_init_script(WATCH)

    def tab(self) -> "Hands":
        """Hands in another tab of the same browser."""
        return Hands(self.page.context.new_page(), self.gesture)

    def another(self) -> "Hands":
        """Hands in another tab of the same browser, at the same table."""
        other = self.tab()
        other.table = self.table
        other.open(self.page.url)
        return other

    def open(self, address: str) -> None:
        """Open a table and wait until its cards lie."""
        self.page.goto(address)
        self.ready()

    def sit(self, server: Server, at: Moment, *, played: bool = False) -> None:
        """Sit down at a new table at that moment of its game; `played` that it counts.

        A game that is only taken in stands in no ranking, and has not to be played first: a hundred
        actions would take a second.
        """
        code, actions = at
        ask = self.page.context.request
        if actions and not played:
            now = time.time()
            game = {"code": code, "created": now, "touched": now, "played": 0, "actions": actions}
            data = {"lunaria": 1, "games": [game]}
            assert ask.post(f"{server.url}api/import", data=data).json()["taken"] == 1
            made = ask.get(f"{server.url}api/tables").json()[0]
        else:
            wanted = {"code": code, "again": True}
            made = ask.post(f"{server.url}api/tables", data=wanted).json()
            if actions:
                with server.page(made["table"]) as page:
                    for token in actions:
                        assert page.act(token)["last"] == token
        self.table = made["table"]
        # The page that is there now may have the same address, and keep another table with it.
        self.page.evaluate("history.replaceState(null, '')")
        self.open(f"{server.url}play/{made['game']}/{made['code']}")

    def ready(self) -> None:
        """Wait until the server has shown the table and the cards are at rest."""
        expect(self.page.locator(".table[data-connection=open]")).to_be_visible()
        self.rest()

    def rest(self) -> None:
        """Wait until no card moves."""
        self.page.wait_for_function(
            "() => !document.querySelector('.board').getAnimations({subtree: true})"
            ".some(each => !(each instanceof CSSTransition))"
        )

    def place(self, name: str) -> Locator:
        return self.page.locator(f'[data-place="{name}"]')

    def cards(self, name: str) -> list[str]:
        """The faces at a place, bottom to top."""
        shown = self.place(name).locator("[data-card]")
        return [str(each) for each in shown.evaluate_all("all => all.map(x => x.dataset.card)")]

    def top(self, name: str) -> str:
        """The face of a place's last card."""
        return self.cards(name)[-1]

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
        self.touch_at(*self.point(name, index))

    def touch_at(self, x: float, y: float) -> None:
        if self.gesture == "tap":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def double(self, name: str, index: int = -1) -> None:
        """Tap a card twice in quick succession: a tenth of a second, however slow the machine."""
        x, y = self.point(name, index)
        browser = self.page.context.new_cdp_session(self.page)
        now = time.time()
        for moment in (now, now + 0.1):
            if self.gesture == "tap":
                at = {"timestamp": moment}
                pressed = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
                browser.send("Input.dispatchTouchEvent", {**pressed, **at})
                released = {"type": "touchEnd", "touchPoints": []}
                browser.send("Input.dispatchTouchEvent", {**released, **at})
            else:
                click = {"x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": moment}
                browser.send("Input.dispatchMouseEvent", {"type": "mousePressed", **click})
                browser.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **click})
        browser.detach()

    def linger(self) -> None:
        """Wait until the next tap is no longer the second of a double tap."""
        self.page.wait_for_timeout(320)

    def drag(self, source: str, target: str, index: int = -1) -> None:
        """Carry cards of `source` to `target` with the mouse."""
        self.drag_to(source, *self.point(target), index)

    def drag_to(self, source: str, x: float, y: float, index: int = -1) -> None:
        """Carry cards of `source` to a point with the mouse."""
        self.take(source, x, y, index)
        self.page.mouse.up()

    def take(self, source: str, x: float, y: float, index: int = -1) -> None:
        """Carry cards of `source` to a point with the mouse, and hold them there."""
        self.rest()
        mouse = self.page.mouse
        mouse.move(*self.point(source, index))
        mouse.down()
        mouse.move(x - 12, y, steps=4)
        mouse.move(x, y)

    def between(self, one: str, other: str) -> tuple[float, float]:
        """The middle between two places."""
        (a, b), (c, d) = self.point(one), self.point(other)
        return (a + c) / 2, (b + d) / 2

    def press(self, button: str) -> None:
        """Press a button of the foot."""
        self.button(button).click()

    def button(self, name: str) -> Locator:
        return self.page.locator(f'[data-button="{name}"]')

    def stat(self, name: str) -> str:
        """A figure of the bar."""
        return self.page.locator(f'[data-stat="{name}"]').inner_text()

    def selected(self) -> list[str]:
        """The places that are marked as selected."""
        marked = self.page.locator("[data-place]:has(.card.selected)")
        return [str(each) for each in marked.evaluate_all("all => all.map(x => x.dataset.place)")]

    def shaken(self) -> list[str]:
        """The places whose cards have shaken since this was last asked, or come home by a fade."""
        found: list[str] = self.page.evaluate(
            "() => window.motions.splice(0).filter(each => each.shakes).map(each => each.place)"
        )
        return list(dict.fromkeys(found))

    def said(self) -> str | None:
        """The words that lie on the table for all to see."""
        seen = self.page.locator(".say:not(.quiet)")
        return seen.inner_text() if seen.count() else None

    def hush(self) -> None:
        """Take the words off the table, as time does."""
        self.page.locator(".say").evaluate("said => said.classList.add('quiet')")

    def choose(self, **wishes: str | bool) -> None:
        """Choose settings, as in another tab; those of a game as `{"half-moon.dims": True}`."""
        self.page.evaluate(
            """wishes => {
                const key = "lunaria.settings";
                const kept = { ...JSON.parse(localStorage.getItem(key) ?? "{}"), ...wishes };
                localStorage.setItem(key, JSON.stringify(kept));
                dispatchEvent(new StorageEvent("storage", { key }));
            }""",
            wishes,
        )

    def hide(self, hidden: bool) -> None:
        """Put another tab before this one, or take it away."""
        self.page.evaluate(
            """hidden => {
                Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )

    def expect_said(self, text: str) -> None:
        """Wait until those words lie on the table."""
        seen = self.page.locator(".say:not(.quiet)")
        expect(seen).to_have_text(text)

    def expect_selected(self, *places: str) -> None:
        """Just these places are selected, in the order of the table."""
        self.page.wait_for_function(
            """wanted => JSON.stringify(wanted) === JSON.stringify(
                [...document.querySelectorAll("[data-place]:has(.card.selected)")]
                    .map(place => place.dataset.place))""",
            arg=list(places),
        )

    def expect_cards(self, name: str, cards: Sequence[str]) -> None:
        """Wait until just these cards are at a place."""
        self.page.wait_for_function(
            """([name, cards]) => JSON.stringify(cards) === JSON.stringify(
                [...document.querySelectorAll(`[data-place="${name}"] [data-card]`)]
                    .map(card => card.dataset.card))""",
            arg=[name, list(cards)],
        )

    def expect_stat(self, name: str, value: str) -> None:
        """Wait until the bar shows that figure."""
        self.page.wait_for_function(
            "([name, value]) =>"
            " document.querySelector(`[data-stat=${name}]`)?.textContent === value",
            arg=[name, value],
        )

    def expect_moves(self, count: int) -> None:
        """Wait until the bar shows that many moves."""
        self.expect_stat("moves", str(count))

    def expect_outcome(self, outcome: str) -> None:
        """Wait until the table shows that end; empty while the game goes on."""
        expect(self.page.locator(".table")).to_have_attribute("data-outcome", outcome)

    def actions(self, server: Server) -> list[str]:
        """What the server has stored of the game."""
        _, _, played = server.record(self.table).partition("\n\n")
        return [word for word in played.split() if not word.endswith(".")]
