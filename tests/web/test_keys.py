"""What keys do at the table, and where the focus is afterwards (APP-8)."""

import re

import pytest
from playwright.sync_api import Locator, expect

from documents import ROOT
from hands import Hands, Moment, moment, words
from keyboard import Keyboard
from lunaria import i18n
from serving import Server

TEXTS = i18n.catalog()
#: Column 3 is a hidden card, KH, QS; column 1 is empty; JD on a foundation goes on QS.
RUN = moment("easy-harp", 243, game=1)
#: 6S on the waste goes on 7H (column 2 of 2 cards) and 7D (column 4 of 4 cards).
TWO_COLUMNS = moment("easy-harp", 3, game=1)


@pytest.fixture
def crescent(host: Server, calm: Hands) -> Keyboard:
    calm.sit(host, Moment("CR1-N-AAAAAAB"))
    return Keyboard(calm, "crescent")


@pytest.fixture
def harp(host: Server, calm: Hands) -> Keyboard:
    calm.sit(host, RUN)
    return Keyboard(calm, "easy-harp")


def send(hands: Hands, **event: object) -> bool:
    """Press a key as another keyboard has it; whether the page let the browser have it."""
    left: bool = hands.page.evaluate(
        "event => document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
        " { ...event, bubbles: true, cancelable: true }))",
        event,
    )
    return left


def dialog(hands: Hands) -> Locator:
    return hands.page.locator("dialog[open]")


def test_enter_acts_once_however_long_it_is_held(crescent: Keyboard, host: Server) -> None:
    crescent.go("3")
    crescent.hands.page.keyboard.down("Enter")
    for _ in range(5):
        crescent.hands.page.keyboard.down("Enter")
    crescent.hands.page.keyboard.up("Enter")
    crescent.hands.expect_moves(1)
    assert crescent.hands.actions(host) == ["3>7"]
    crescent.expect_here("3")


@pytest.mark.parametrize("key", ["d", "Shift+Enter"])
def test_cr18_the_double_tap_has_a_key(crescent: Keyboard, host: Server, key: str) -> None:
    crescent.go("4")  # 7H goes to two piles
    crescent.press(key)
    crescent.hands.expect_moves(1)
    assert crescent.hands.actions(host) == ["4>5"]


def test_eh15_the_double_tap_has_a_key(host: Server, calm: Hands) -> None:
    calm.sit(host, TWO_COLUMNS)
    keys = Keyboard(calm, "easy-harp")
    keys.press("w", "d")
    calm.expect_moves(4)
    assert calm.actions(host)[-1] == "W>4"


def test_a_card_is_taken_up_where_a_tap_would_play_it(crescent: Keyboard, host: Server) -> None:
    crescent.go("15")  # a tap would send its 2C to the foundation
    crescent.press("m")
    crescent.hands.expect_selected("15")
    expect(crescent.hands.place("C+")).to_have_accessible_description("Fits what is selected.")
    crescent.press("Escape")
    crescent.hands.expect_selected()
    expect(crescent.hands.place("C+")).to_have_accessible_description("")
    crescent.carry("15", "C+")
    crescent.hands.expect_moves(1)
    assert crescent.hands.actions(host) == ["15>C+"]
    crescent.expect_here("C+")


def test_eh6_a_kings_run_goes_to_an_empty_column(harp: Keyboard, host: Server) -> None:
    harp.carry("3", "1")
    harp.hands.expect_moves(244)
    assert harp.hands.cards("1") == ["KH", "QS"]
    assert harp.hands.actions(host)[-1] == "3>1"


def test_eh5_what_a_column_refuses_stays_taken_up(harp: Keyboard, host: Server) -> None:
    harp.carry("3", "7")
    harp.hands.expect_said(words("one-higher"))
    harp.hands.expect_selected("3")
    harp.press("m")  # another card is taken up instead
    harp.hands.expect_selected("7")
    assert harp.hands.actions(host) == list(RUN.actions)


def test_eh8_a_card_taken_up_goes_where_a_tap_on_the_target_would_play(
    host: Server, calm: Hands
) -> None:
    calm.sit(host, Moment("EH1-N-AAAAAAB"))
    keys = Keyboard(calm, "easy-harp")
    keys.carry("2", "7")  # a tap on column 7 would send its ace home
    calm.expect_said(words("one-higher"))
    assert calm.stat("moves") == "0"
    keys.carry("2", "5")
    calm.expect_moves(1)
    assert calm.actions(host) == ["2>5"]


def test_the_stock_is_turned_from_anywhere(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("EH1-N-AAAAAAB"))
    keys = Keyboard(calm, "easy-harp")
    keys.go("4")
    keys.press("t", "t", "t")
    calm.expect_moves(3)
    assert len(calm.cards("W")) == 3
    assert keys.here() == "4"


def test_undo_redo_and_redeal_say_why_not(crescent: Keyboard) -> None:
    hands = crescent.hands
    crescent.press("u")
    hands.expect_said(words("nothing-to-undo"))
    crescent.press("y")
    hands.expect_said(words("nothing-to-redo"))
    for left in "210":
        crescent.press("x")
        hands.expect_stat("redeals", left)
    crescent.press("x")
    hands.expect_said(words("no-redeal"))
    crescent.press("u")
    hands.expect_said(words("undo-barrier"))


def test_undo_and_redo(crescent: Keyboard) -> None:
    crescent.touch("3")
    for keys, moves in [("u", 0), ("y", 1), ("u", 0), ("Shift+U", 1)]:
        crescent.press(keys)
        crescent.hands.expect_moves(moves)
        crescent.expect_here("3")


@pytest.mark.parametrize(
    ("event", "place"),
    [
        ({"key": "ㄹ", "code": "KeyF"}, "S+"),
        ({"key": "Process", "code": "KeyF"}, "S+"),
        ({"key": "а", "code": "KeyF"}, "S+"),
        ({"key": "F", "code": "KeyF"}, "S+"),
        ({"key": "f", "code": "KeyU"}, "S+"),
        ({"key": "&", "code": "Digit1"}, "1"),
        ({"key": "1", "code": "Digit1", "shiftKey": True}, "1"),
        ({"key": "ě", "code": "Digit2"}, "2"),
        ({"key": "7", "code": "Numpad7"}, "7"),
    ],
)
def test_other_keyboards(crescent: Keyboard, event: dict[str, object], place: str) -> None:
    assert not send(crescent.hands, **event)
    assert crescent.here() == place


@pytest.mark.parametrize(
    "event",
    [
        {"key": "f", "code": "KeyF", "ctrlKey": True},
        {"key": "f", "code": "KeyF", "metaKey": True},
        {"key": "ArrowLeft", "code": "ArrowLeft", "altKey": True},
        {"key": "!", "code": "Digit1", "shiftKey": True},
        {"key": ",", "code": "KeyW"},
        {"key": "Home", "code": "Numpad7", "ctrlKey": True},
        {"key": "F5", "code": "F5"},
    ],
)
def test_what_belongs_to_the_browser(crescent: Keyboard, event: dict[str, object]) -> None:
    assert send(crescent.hands, **event)
    assert crescent.here() is None


def test_letters_and_digits_can_be_switched_off(crescent: Keyboard) -> None:
    page = crescent.hands.page
    name = TEXTS.text("options.keys")
    page.get_by_role("button", name=TEXTS.text("options.title")).click()
    page.get_by_role("checkbox", name=name).uncheck()
    crescent.press("Escape", "3", "f", "x", "?")
    assert (crescent.here(), crescent.hands.stat("redeals")) == (None, "3")
    expect(dialog(crescent.hands)).to_have_count(0)
    crescent.press("Home", "ArrowUp", "ArrowUp", "Enter")
    crescent.hands.expect_moves(1)
    page.get_by_role("button", name=TEXTS.text("options.title")).click()
    page.get_by_role("checkbox", name=name).check()
    crescent.press("Escape", "u")
    crescent.hands.expect_moves(0)


def listed(hands: Hands) -> list[tuple[str, str]]:
    """The rows of the list of keys that is open."""
    rows = dialog(hands).get_by_role("row").all()
    return [
        (", ".join(row.locator("kbd").all_inner_texts()), row.get_by_role("cell").inner_text())
        for row in rows
    ]


@pytest.mark.parametrize("name", ["half-moon", "crescent", "easy-harp"])
def test_the_list_of_keys_is_as_the_documents_have_it(host: Server, calm: Hands, name: str) -> None:
    calm.sit(host, Moment(moment(name).code))
    calm.page.keyboard.press("?")
    page = (ROOT / "docs" / "keys.md").read_text("utf-8")
    _, *rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", page, re.MULTILINE)
    game = TEXTS.text(f"game.{name}")
    wanted = [(keys, does) for keys, does, games in rows if games == "all" or game in games]
    assert listed(calm) == wanted
    assert len(wanted) > 10


def test_the_list_of_keys_is_behind_a_button_for_fingers(host: Server, phone: Hands) -> None:
    phone.sit(host, Moment("CR1-N-AAAAAAB"))
    phone.page.get_by_role("button", name=TEXTS.text("options.title")).tap()
    phone.page.get_by_role("button", name=TEXTS.text("keys.title")).tap()
    shown = dialog(phone).filter(has=phone.page.get_by_role("table"))
    expect(shown.get_by_text(TEXTS.text("keys.undo"), exact=True)).to_be_visible()
    shown.get_by_role("button", name=TEXTS.text("button.close")).tap()
    expect(dialog(phone)).to_have_count(1)


def test_the_list_of_keys_is_read_from_its_head_and_scrolled_by_keys(crescent: Keyboard) -> None:
    crescent.hands.page.set_viewport_size({"width": 740, "height": 360})
    crescent.press("?")
    expect(dialog(crescent.hands)).to_be_focused()
    assert dialog(crescent.hands).evaluate("each => each.scrollTop") == 0
    crescent.press("PageDown")
    crescent.hands.page.wait_for_function("() => document.querySelector('dialog').scrollTop > 100")


def test_keys_do_nothing_under_a_dialog_and_the_focus_comes_back(crescent: Keyboard) -> None:
    crescent.go("3")
    for opens in ("?", "n"):
        crescent.press(opens)
        expect(dialog(crescent.hands)).to_have_count(1)
        crescent.press("x", "p")
        crescent.press("Escape")
        expect(dialog(crescent.hands)).to_have_count(0)
        crescent.expect_here("3")
    assert crescent.hands.stat("redeals") == "3"


def test_app1_a_pause_has_the_focus_and_gives_it_back(crescent: Keyboard) -> None:
    crescent.touch("3")
    crescent.hands.expect_moves(1)
    crescent.press("p")
    goes_on = crescent.hands.page.get_by_role("button", name=TEXTS.text("button.resume"))
    expect(goes_on).to_be_focused()
    crescent.press("u", "7", "a")  # nothing is played or told while the table is covered
    expect(goes_on).to_be_focused()
    crescent.press("Enter")
    crescent.expect_here("3")
    crescent.press("p")
    expect(goes_on).to_be_focused()
    crescent.press("p")
    crescent.expect_here("3")
    assert crescent.hands.stat("moves") == "1"


def test_a_button_that_can_be_pressed_no_more_gives_the_focus_to_the_board(
    crescent: Keyboard,
) -> None:
    crescent.touch("3")
    crescent.hands.expect_moves(1)
    crescent.hands.button("undo").focus()
    crescent.press("Enter")
    crescent.hands.expect_moves(0)
    crescent.expect_here("3")


def test_the_end_has_the_focus_and_undo_brings_it_back(host: Server, calm: Hands) -> None:
    stuck = moment("crescent-stuck")
    calm.sit(host, Moment(stuck.code, stuck.actions[:-1]))
    keys = Keyboard(calm, "crescent")
    keys.touch("4")
    first = calm.page.get_by_role("button", name=TEXTS.text("end.undo"))
    expect(first).to_be_focused()
    keys.press("Enter")
    calm.expect_outcome("")
    keys.expect_here("4")
    calm.linger()
    keys.press("Enter")
    expect(first).to_be_focused()
    calm.page.get_by_role("button", name=TEXTS.text("end.look")).press("Enter")
    keys.expect_here("4")


def test_a_new_game_by_keys_begins_on_its_board(crescent: Keyboard) -> None:
    crescent.go("3")
    crescent.press("n", "Enter")
    expect(crescent.hands.page.get_by_role("dialog")).to_have_count(0)
    crescent.hands.page.wait_for_function(
        "() => document.querySelector('[data-stat=code]').textContent !== 'CR1-N-AAAAAAB'"
    )
    crescent.expect_here("1")


def test_other_pages_by_keys_begin_at_their_heading(crescent: Keyboard) -> None:
    page = crescent.hands.page
    page.get_by_role("button", name=TEXTS.text("page.home")).press("Enter")
    expect(page.get_by_role("heading", name=TEXTS.text("page.title"), exact=True)).to_be_focused()
