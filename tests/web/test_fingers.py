"""Fingers on a phone, and what a hand does to a page without meaning to."""

import pytest
from playwright.sync_api import CDPSession

from hands import Hands, Moment
from serving import Server

START = Moment("CR1-N-AAAAAAB")

Point = tuple[float, float]


class Fingers:
    """Fingers that stay on the glass."""

    def __init__(self, hands: Hands) -> None:
        self.glass: CDPSession = hands.page.context.new_cdp_session(hands.page)
        self.down: list[Point] = []

    def put(self, point: Point) -> None:
        self.down.append(point)
        self._tell("touchStart")

    def slide(self, point: Point, finger: int = 0, steps: int = 4) -> None:
        x, y = self.down[finger]
        for step in range(1, steps + 1):
            part = step / steps
            self.down[finger] = (x + (point[0] - x) * part, y + (point[1] - y) * part)
            self._tell("touchMove")

    def lift(self, finger: int = 0) -> None:
        del self.down[finger]
        self._tell("touchEnd")

    def _tell(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(self.down)]
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.fixture
def table(host: Server, phone: Hands) -> Hands:
    phone.sit(host, START)
    return phone


def test_app8_a_finger_drags_a_card(table: Hands, host: Server) -> None:
    fingers = Fingers(table)
    fingers.put(table.point("4"))
    fingers.slide(table.point("12"))
    assert table.page.locator(".card.held").count() == 1
    fingers.lift()
    table.expect_moves(1)
    assert table.actions(host) == ["4>12"]
    assert table.page.evaluate("scrollX + scrollY") == 0


def test_app8_a_finger_that_drifts_8_pixels_still_taps(table: Hands, host: Server) -> None:
    fingers = Fingers(table)
    x, y = table.point("15")
    fingers.put((x, y))
    fingers.slide((x + 5, y + 6))
    assert table.page.locator(".card.held").count() == 0
    fingers.lift()
    table.expect_moves(1)
    assert table.actions(host) == ["15>C+"]


def test_app8_two_taps_of_a_finger_are_a_double_tap(table: Hands, host: Server) -> None:
    table.double("4")
    table.expect_moves(1)
    assert table.actions(host) == ["4>5"]


@pytest.mark.parametrize("first", [0, 1], ids=["the first is lifted first", "the second"])
def test_app8_a_second_finger_ends_the_drag_without_harm(
    table: Hands, host: Server, first: int
) -> None:
    fingers = Fingers(table)
    fingers.put(table.point("15"))
    fingers.slide(table.between("15", "C+"))
    assert table.page.locator(".card.held").count() == 1
    fingers.put(table.point("1"))
    assert table.page.locator(".card.held").count() == 0
    fingers.slide(table.point("C+"))
    fingers.lift(first)
    fingers.lift()
    table.rest()
    table.expect_selected()
    assert table.actions(host) == []
    table.linger()
    table.touch("15")  # and the table is as ready as before
    table.expect_moves(1)


def test_a_long_press_is_a_tap_and_opens_nothing(table: Hands) -> None:
    table.page.evaluate(
        "addEventListener('contextmenu', event => { window.menu = !event.defaultPrevented; })"
    )
    fingers = Fingers(table)
    fingers.put(table.point("4"))
    table.page.wait_for_timeout(700)
    fingers.lift()
    table.expect_selected("4")
    assert not table.page.evaluate("window.menu")
    assert table.page.evaluate("String(getSelection())") == ""


def test_a_pinch_does_not_zoom_the_board(table: Hands, host: Server) -> None:
    fingers = Fingers(table)
    fingers.put(table.point("6"))
    fingers.put(table.point("8"))
    fingers.slide(table.point("3"), 0)
    fingers.slide(table.point("14"), 1)
    fingers.lift(1)
    fingers.lift()
    assert table.page.evaluate("visualViewport.scale") == 1
    assert table.actions(host) == []


def test_other_mouse_buttons_do_nothing(host: Server, calm: Hands) -> None:
    calm.sit(host, START)
    calm.page.evaluate(
        "addEventListener('contextmenu', event => { window.menu = !event.defaultPrevented; })"
    )
    for button in ("right", "middle"):
        calm.page.mouse.click(*calm.point("15"), button=button)
    assert not calm.page.evaluate("window.menu")
    calm.page.mouse.move(*calm.point("15"))
    calm.page.mouse.down(button="right")
    calm.page.mouse.move(*calm.point("C+"), steps=3)
    calm.page.mouse.up(button="right")
    calm.expect_selected()
    assert calm.actions(host) == []


def test_nothing_on_the_board_is_marked_as_text(host: Server, calm: Hands) -> None:
    calm.sit(host, START)
    mouse = calm.page.mouse
    mouse.move(*calm.between("1", "16"))
    mouse.down()
    mouse.move(*calm.point("8"), steps=4)
    mouse.up()
    mouse.dblclick(*calm.between("6", "S+"))
    assert calm.page.evaluate("String(getSelection())") == ""
    assert calm.actions(host) == []
