"""On a slow phone a dragged card keeps up with the finger, and no move lays the page out in vain.

What the page's own thread computes is counted, not the time on the wall: that of a machine with
other work to do says nothing of the page. A phone is taken to be four times slower.
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

TABLES = {
    "half-moon": (Moment("HM1-N-AAAAAAB"), "8", "R3"),
    "crescent": (Moment("CR1-N-AAAAAAB"), "4", "16"),
    "easy-harp": (moment("easy-harp", 120), "4", "9"),
}


class Meter:
    """What the page's thread has done so far."""

    def __init__(self, hands: Hands) -> None:
        self.session: CDPSession = hands.page.context.new_cdp_session(hands.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read(self, name: str) -> float:
        found = self.session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in found if each["name"] == name))

    def move(self, x: float, y: float) -> float:
        """Move the mouse that holds a card; the milliseconds that a slow phone computes for it."""
        before = self.read("TaskDuration")
        moved = {"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}
        self.session.send("Input.dispatchMouseEvent", moved)
        return (self.read("TaskDuration") - before) * 1000 * SLOWDOWN


@pytest.mark.parametrize("name", TABLES)
def test_dragging_holds_sixty_frames_a_second_on_a_slow_phone(
    host: Server, tab: Hands, name: str
) -> None:
    at, source, target = TABLES[name]
    tab.sit(host, at)
    (x, y), (c, d) = tab.between(source, target), tab.point(target)
    tab.take(source, x, y)
    meter = Meter(tab)
    layouts = meter.read("LayoutCount")
    frames = [
        meter.move(x + (c - x) * step / FRAMES, y + (d - y) * step / FRAMES)
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
