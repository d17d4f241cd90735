"""On a slow phone a dragged card keeps up with the finger, and no move lays the page out in vain.

What the page's own thread computes is counted, not the time on the wall: that of a machine with
other work to do says nothing of the page. A phone is taken to be four times slower than a machine
that does `WORK` in `USUAL` milliseconds; how this one does it is measured beside each drag.
"""

from statistics import median, quantiles

import pytest
from playwright.sync_api import CDPSession

from hands import Hands, Moment, moment
from serving import Server

#: One of sixty in a second, in milliseconds, with a little for the measure itself.
FRAME = 17.5
SLOWDOWN = 4
FRAMES = 60

#: Something to do, and how long it takes a machine of 2026 that has nothing else to do.
WORK = """() => {
    const counts = new Map();
    for (let at = 0; at < 300000; at += 1) {
        const key = `k${at % 5000}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts.size;
}"""
USUAL = 28.0

TABLES = {
    "half-moon": (Moment("HM1-N-AAAAAAB"), "8", "R3"),
    "crescent": (Moment("CR1-N-AAAAAAB"), "4", "16"),
    "easy-harp": (moment("easy-harp", 120), "4", "9"),
}


class Meter:
    """What the page's thread has done so far."""

    def __init__(self, hands: Hands) -> None:
        self.page = hands.page
        self.session: CDPSession = hands.page.context.new_cdp_session(hands.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def pace(self) -> float:
        """How much slower a phone is than this machine now."""
        took = []
        for _ in range(5):
            before = self.read("TaskDuration")
            self.page.evaluate(WORK)
            took.append((self.read("TaskDuration") - before) * 1000)
        return SLOWDOWN * min(1.0, USUAL / median(took))

    def read(self, name: str) -> float:
        found = self.session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in found if each["name"] == name))

    def move(self, x: float, y: float) -> float:
        """Move the mouse that holds a card; the milliseconds that are computed for it."""
        before = self.read("TaskDuration")
        moved = {"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}
        self.session.send("Input.dispatchMouseEvent", moved)
        return (self.read("TaskDuration") - before) * 1000


@pytest.mark.parametrize("name", TABLES)
def test_dragging_holds_sixty_frames_a_second_on_a_slow_phone(
    host: Server, tab: Hands, name: str
) -> None:
    at, source, target = TABLES[name]
    tab.sit(host, at)
    (x, y), (c, d) = tab.between(source, target), tab.point(target)
    tab.take(source, x, y)
    meter = Meter(tab)
    pace = meter.pace()
    layouts = meter.read("LayoutCount")
    frames = [
        pace * meter.move(x + (c - x) * step / FRAMES, y + (d - y) * step / FRAMES)
        for step in range(FRAMES)
    ]
    assert meter.read("LayoutCount") - layouts < FRAMES / 2  # the clock ticks meanwhile
    tab.page.mouse.up()
    assert median(frames) <= FRAME
    assert quantiles(frames, n=20)[-1] <= 2 * FRAME


def test_a_move_of_many_cards_lays_the_page_out_a_few_times_and_not_for_each(
    host: Server, desk: Hands
) -> None:
    desk.sit(host, Moment("CR1-N-AAAAAAB"))
    meter = Meter(desk)
    before = meter.read("LayoutCount")
    desk.press("redeal")
    desk.expect_stat("redeals", "2")
    desk.rest()
    assert meter.read("LayoutCount") - before < 16
