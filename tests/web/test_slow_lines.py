"""However slow the line is, a touch is answered on the screen at once.

The page itself measures, from the touch to the moment when the changed frame is drawn, and the best
of several touches counts: what is late for other work on the machine says nothing of the page.
"""

from collections.abc import Callable

import pytest

from hands import Hands, Moment
from serving import Server

#: Milliseconds: what is added to the way of each message, and within what a touch is answered.
DELAY = 300
AT_ONCE = 50
TOUCHES = 5

#: Delays what the page sends, and notes for each touch how long it took until the board, or what
#: is said on it, looked otherwise: a card elsewhere, marked or shaking, or words.
MEASURE = """delay => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (...frame) {
        setTimeout(() => send.apply(this, frame), delay);
    };
    const seen = () => {
        const cards = [...document.querySelectorAll(".place .card")].map(card => [
            card.parentElement.dataset.place,
            card.classList.contains("selected"),
            card.getAnimations().length,
        ]);
        return JSON.stringify([cards, document.querySelector(".say:not(.quiet)")?.textContent]);
    };
    const moves = document.querySelector("[data-stat=moves]");
    window.answered = [];
    document.addEventListener("pointerup", event => {
        const before = seen();
        const look = () => {
            if (seen() === before) requestAnimationFrame(look);
            // What is left for later in a frame is done when the frame is drawn.
            else setTimeout(() => note(performance.now() - event.timeStamp));
        };
        const note = after => window.answered.push({ after, moves: moves.textContent });
        requestAnimationFrame(look);
    }, { capture: true });
}"""


def expect_at_once(hands: Hands, place: str, back: Callable[[], None]) -> None:
    """Touch a place again and again; `back` makes the table as it was."""
    for number in range(1, TOUCHES + 1):
        hands.touch(place)
        hands.page.wait_for_function("count => window.answered.length === count", arg=number)
        back()
        hands.linger()
        hands.hush()
    answers = hands.page.evaluate("window.answered")
    assert min(each["after"] for each in answers) <= AT_ONCE
    # The server has not answered by then.
    assert {each["moves"] for each in answers} == {"0"}


@pytest.fixture
def far(host: Server, phone: Hands) -> Hands:
    """A finger on a phone that is far from the server."""
    away = phone.tab()
    away.sit(host, Moment("CR1-N-AAAAAAB"))
    away.page.evaluate(MEASURE, DELAY)
    return away


def test_a_move_is_seen_at_once(far: Hands) -> None:
    def back() -> None:
        far.expect_moves(1)
        far.page.keyboard.press("u")
        far.expect_moves(0)

    expect_at_once(far, "15", back)


def test_a_selection_is_seen_at_once(far: Hands) -> None:
    def back() -> None:
        far.page.keyboard.press("Escape")
        far.expect_selected()

    expect_at_once(far, "4", back)


def test_a_refusal_is_seen_at_once(far: Hands) -> None:
    expect_at_once(far, "S+", lambda: None)
