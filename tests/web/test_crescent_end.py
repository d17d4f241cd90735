"""Crescent's redeals, and what is offered where nothing goes on (CR-12, CR-13, CR-15)."""

import json

from playwright.sync_api import WebSocketRoute, expect

from hands import Hands, Moment, moment
from serving import Server

STUCK = moment("crescent-stuck")

#: The buttons of a game that is over, whatever became of it.
OTHERS = ["New game", "Look at the table", "Replay and analysis", "Share the result"]


def test_cr12_the_redeal_button_shows_how_many_are_left(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("CR1-N-AAAAAAB"))
    button = calm.button("redeal")
    tops = [calm.cards(str(pile)) for pile in range(1, 17)]
    for left in ("2 left", "1 left", "No redeal left"):
        calm.press("redeal")
        expect(button).to_contain_text(left)
    expect(button).to_be_disabled()
    assert (calm.stat("redeals"), calm.stat("moves")) == ("0", "0")
    after = [calm.cards(str(pile)) for pile in range(1, 17)]
    assert after != tops
    assert [len(pile) for pile in after] == [len(pile) for pile in tops]


def test_cr21_crescent_four_has_a_fourth_redeal(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("CR1-F-AAAAAAB"))
    expect(calm.button("redeal")).to_contain_text("4 left")
    assert calm.stat("redeals") == "4"


def test_cr13_what_came_before_a_redeal_cannot_be_undone(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("CR1-N-AAAAAAB"))
    calm.touch("3")
    calm.expect_moves(1)
    expect(calm.button("undo")).to_be_enabled()
    calm.press("redeal")
    calm.expect_stat("redeals", "2")
    expect(calm.button("undo")).to_be_disabled()
    expect(calm.button("redo")).to_be_disabled()
    assert calm.stat("moves") == "1"


def test_cr16_undo_lowers_the_moves_and_redo_raises_them(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("CR1-N-AAAAAAB"))
    for pile in ("3", "15"):
        calm.touch(pile)
    calm.expect_moves(2)
    calm.press("undo")
    calm.expect_moves(1)
    assert (calm.top("15"), calm.cards("C+")) == ("2C", ["AC"])
    calm.press("redo")
    calm.expect_moves(2)
    calm.touch("1")
    calm.press("undo")
    calm.press("undo")
    calm.expect_moves(0)
    assert calm.top("3") == "10H"


def test_cr15_stuck_is_said_and_undo_or_a_new_game_offered(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment(STUCK.code, STUCK.actions[:-1]))
    calm.expect_outcome("")
    calm.touch("4")  # the last move that there is
    calm.expect_outcome("stuck")
    panel = calm.page.locator(".panel")
    assert panel.locator("h2").inner_text() == "Stuck"
    assert "No move is possible and no redeal is left." in panel.inner_text()
    buttons = ["Undo the last move", *OTHERS]
    assert panel.get_by_role("button").all_inner_texts() == buttons
    panel.get_by_role("button", name="Undo").click()
    calm.expect_outcome("")
    expect(panel).to_have_count(0)
    calm.expect_moves(37)


def test_cr15_a_stuck_game_that_is_taken_up_again_says_so(host: Server, calm: Hands) -> None:
    calm.sit(host, STUCK)
    panel = calm.page.locator(".panel")
    assert panel.locator("h2").inner_text() == "Stuck"
    panel.get_by_role("button", name="Look").click()
    expect(panel).to_have_count(0)
    calm.touch("4")
    calm.expect_selected()
    assert calm.said() is None
    calm.press("undo")
    calm.expect_outcome("")


def test_cr15_without_anything_to_undo_a_stuck_game_offers_none(host: Server, tab: Hands) -> None:
    """No deal is known that is stuck right after a redeal, so the page is told of one."""

    def tell(page: WebSocketRoute) -> None:
        def told(frame: str | bytes) -> None:
            page.send(json.dumps({**json.loads(frame), "undo": 0}))

        page.connect_to_server().on_message(told)

    tab.page.route_web_socket("**/socket", tell)
    tab.sit(host, STUCK)
    panel = tab.page.locator(".panel")
    assert panel.get_by_role("button").all_inner_texts() == OTHERS
    expect(tab.button("undo")).to_be_disabled()


def test_a_won_game_is_celebrated_and_can_be_undone(host: Server, calm: Hands) -> None:
    won = moment("crescent")
    calm.sit(host, Moment(won.code, won.actions[:-1]))
    calm.touch(won.actions[-1].split(">")[0])
    if calm.selected():
        calm.touch(won.actions[-1].split(">")[1])
    calm.expect_outcome("won")
    panel = calm.page.locator(".panel")
    assert panel.locator("h2").inner_text() == "Won!"
    assert panel.get_by_role("button").all_inner_texts() == OTHERS
    panel.get_by_role("button", name="Look").click()
    calm.press("undo")
    calm.expect_outcome("")
    calm.press("redo")
    calm.expect_outcome("won")
    expect(panel).to_have_count(1)
