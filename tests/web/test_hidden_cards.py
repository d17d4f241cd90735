"""No covered card is anywhere in the page or in what the server sends (HM-22, CR-22, EH-1)."""

import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import WebSocket

from hands import Hands, Moment, moment
from lunaria.core.replay import Line, replay
from lunaria.games import game_of, read_deal
from lunaria.i18n import catalog
from serving import Server


def line_of(at: Moment) -> Line[object]:
    code = read_deal(at.code)
    return replay(game_of(code), code, at.actions)[0]


def secret(lines: Iterable[Line[object]]) -> set[str]:
    """The cards of which nothing was to be seen in any of these positions, not even a twin."""
    cards: set[str] = set()
    seen: set[str] = set()
    for line in lines:
        for place, shown in line.view().items():
            seen |= {card for card in shown if card != "??"}
            cards |= set(line.cards()[place])
    return cards - seen


def names(card: str) -> list[str]:
    """All that a card is called: in tokens, on the page, and aloud."""
    texts = catalog()
    rank, suit = texts.text(f"rank.{card[:-1]}"), texts.text(f"suit.{card[-1]}")
    aloud = texts.text("card", rank=rank, suit=suit)
    return [f'"{card}"', f"#{card}-s", f'"{card}-s"', f'#{card}"', texts.card(card), aloud]


@pytest.mark.parametrize(
    ("at", "moves"),
    [
        (Moment("HM1-N-AAAAAAB"), ["7+8", "9+R3"]),
        (Moment("CR1-N-AAAAAAB"), ["3>7", "15>C+"]),
        (moment("easy-harp", 3, game=1), ["1>S1", "5>9"]),
    ],
    ids=["half-moon", "crescent", "easy-harp"],
)
def test_hm22_cr22_a_covered_card_is_nowhere(
    host: Server, tab: Hands, at: Moment, moves: list[str]
) -> None:
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    tab.page.on("websocket", listen)
    tab.sit(host, at)
    documents = [tab.page.locator("body").evaluate(OUTSIDE_THE_SPRITE)]
    lines = [line_of(at)]
    count = len(at.actions)
    for token in moves:
        source, target = re.split(r">|\+(?=\w)", token, maxsplit=1)
        tab.drag(source, target)
        count += 1
        tab.expect_moves(count)
        tab.rest()
        documents.append(tab.page.locator("body").evaluate(OUTSIDE_THE_SPRITE))
        at = Moment(at.code, (*at.actions, token))
        lines.append(line_of(at))
    tab.press("undo")
    tab.page.wait_for_function("() => document.querySelector('[data-button=redo]:enabled')")
    tab.rest()
    documents.append(tab.page.locator("body").evaluate(OUTSIDE_THE_SPRITE))
    documents += read_aloud(tab, list(lines[0].view()))
    hidden = secret(lines)
    assert len(hidden) >= 10
    assert len(frames) == len(moves) + 2
    assert all('"??"' in frame for frame in frames)
    told = "".join(frames + documents)
    found = [name for card in hidden for name in names(card) if name in told]
    assert found == []
    known = next(card for card in lines[0].view()["4"] if card != "??")
    assert any(name in told for name in names(known))


def read_aloud(hands: Hands, places: list[str]) -> list[str]:
    """All that the keys tell which read the table."""
    told = hands.page.get_by_role("log").get_by_role("paragraph")
    heard = []
    for place in places:
        hands.place(place).focus()
        hands.page.keyboard.press("c")
        heard.append(told.last.inner_text())
    for key in ("a", "g"):
        hands.page.keyboard.press(key)
        heard.append(told.last.inner_text())
    assert len(set(heard)) == len(places) + 2
    return heard


#: The marks of the games are the same in every game; where they are used tells nothing else.
OUTSIDE_THE_SPRITE = """body => {
    const copy = body.cloneNode(true);
    copy.querySelector("#sprite").replaceChildren();
    return copy.outerHTML;
}"""


def test_hm22_a_covered_card_is_named_nowhere_aloud(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("HM1-N-AAAAAAB"))
    assert calm.place("7").get_attribute("aria-label") == "pile 7, 8 cards, top: six of hearts"
    assert calm.cards("7") == ["??"] * 7 + ["6H"]
    assert calm.place("R1").get_attribute("aria-label") == (
        "reserve card R1, 1 card: three of hearts"
    )


def test_eh4_an_uncovered_card_that_undo_hides_again_is_face_down(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, Moment("EH1-N-AAAAAAB"))
    calm.touch("7")
    calm.expect_moves(1)
    turned = calm.top("7")
    calm.press("undo")
    calm.expect_cards("7", ["??"] * 6 + ["AC"])
    calm.page.wait_for_timeout(400)  # covered cards are tidied when nothing moves any more
    pictures = (
        calm.place("7").locator(".card").evaluate_all("all => all.map(x => x.dataset.symbol)")
    )
    assert not [each for each in pictures if turned in each]
