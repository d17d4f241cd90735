"""The table for those who hear it: what lies where, what is told, a game by that alone (APP-8)."""

import re

import pytest
from playwright.sync_api import Locator, expect

from hands import Hands, Moment, moment, words
from keyboard import Keyboard
from lunaria import i18n
from lunaria.core.replay import Line
from lunaria.games import read_deal, start
from serving import Server

TEXTS = i18n.catalog()


def name(card: str) -> str:
    """A card as it is said."""
    return TEXTS.text(
        "card", rank=TEXTS.text(f"rank.{card[:-1]}"), suit=TEXTS.text(f"suit.{card[-1]}")
    )


class Listener:
    """Knows of the page only what a screen reader tells."""

    def __init__(self, hands: Hands) -> None:
        self.page = hands.page
        self.log = hands.page.get_by_role("log")

    def place(self, begins: str, ends: str = "") -> Locator:
        """The place whose name begins and ends so."""
        names = re.compile(f"^{re.escape(begins)},.*{re.escape(ends)}$")
        board = self.page.get_by_role("main").get_by_role("application")
        return board.get_by_role("button", name=names)

    def expect_told(self, *told: str) -> None:
        """Wait until this was told last, each at a moment of its own."""
        heard = self.log.get_by_role("paragraph")
        for at, each in enumerate(reversed(told), start=1):
            expect(heard.nth(-at)).to_have_text(each)


@pytest.fixture
def listener(host: Server, calm: Hands) -> Listener:
    calm.sit(host, Moment("HM1-N-AAAAAAB"))
    return Listener(calm)


def spoken(line: Line[object], place: str) -> tuple[str, str]:
    """How the name of a place with cards begins and ends."""
    begins = f"reserve card {place}" if place.startswith("R") else f"pile {place}"
    return begins, name(line.view()[place][-1])


def test_a_game_is_played_by_names_alone(listener: Listener) -> None:
    code, actions = moment("half-moon")
    listener.page.get_by_role("button", name=TEXTS.text("button.new")).press("Enter")
    asked = listener.page.get_by_role("dialog", name=TEXTS.text("new.title"))
    asked.get_by_role("textbox", name=TEXTS.text("page.by-code")).fill(code)
    asked.get_by_role("button", name=TEXTS.text("page.open")).press("Enter")
    line = start(read_deal(code))
    last = ""
    for token in actions:
        places = sorted(token.split("+"), key=lambda place: place == last)
        tops = [line.view()[place][-1] for place in token.split("+")]
        for place in places:
            listener.place(*spoken(line, place)).press("Enter")
        last = places[-1]
        line.play(token)
        cards = ", ".join(name(card) for card in tops)
        heard = listener.log.get_by_role("paragraph").last
        expect(heard).to_have_text(re.compile(f"^Removed: {cards}\\. .*Score {line.score}\\."))
    expect(listener.log).to_contain_text("Won! All 104 cards are removed.")
    panel = listener.page.get_by_role("group", name=TEXTS.text("end.won.title"))
    expect(panel.get_by_role("button", name=TEXTS.text("button.new"))).to_be_focused()


def test_the_parts_of_a_table_are_found_by_their_roles(listener: Listener) -> None:
    page = listener.page
    for role in ("banner", "main", "contentinfo", "application"):
        expect(page.get_by_role(role)).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text("Half Moon")
    board = page.get_by_role("application", name="Half Moon")
    expect(board).to_have_accessible_description(TEXTS.text("keys.hint"))
    expect(board.get_by_role("button")).to_have_count(20)
    expect(page.get_by_role("contentinfo").get_by_role("button", name="Undo")).to_be_disabled()


def test_nothing_is_told_before_anything_happens(listener: Listener) -> None:
    expect(listener.place("pile 7")).to_be_visible()
    expect(listener.log).to_have_text("")


def test_hm12_what_is_selected_is_pressed(listener: Listener) -> None:
    pile = listener.place("pile 7", "six of hearts")
    pile.press("Enter")
    expect(pile).to_have_attribute("aria-pressed", "true")
    listener.expect_told("Selected: six of hearts.")
    listener.page.wait_for_timeout(350)  # APP-8a: no second tap of a double tap
    pile.press("Enter")
    expect(pile).to_have_attribute("aria-pressed", "false")
    listener.expect_told("Nothing selected.")


RUN = moment("easy-harp", 243, game=1)

#: A position, the keys pressed one after the other, and what is told last.
TOLD = {
    "a pair": (
        Moment("HM1-N-AAAAAAB"),
        "7 Enter 8 Enter",
        "Removed: six of hearts, five of diamonds. "
        "Uncovered: ace of spades, five of diamonds. Score 10.",
    ),
    "a pair taken back": (
        Moment("HM1-N-AAAAAAB", ("7+8",)),
        "u",
        "Taken back. pile 7: six of hearts. pile 8: five of diamonds. Score 0.",
    ),
    "a pair restored": (
        Moment("HM1-N-AAAAAAB", ("7+8", "undo")),
        "y",
        "Restored. Removed: six of hearts, five of diamonds. "
        "Uncovered: ace of spades, five of diamonds. Score 10.",
    ),
    "no pair": (
        Moment("HM1-N-AAAAAAB"),
        "7 Enter 9 Enter",
        "This does not fit. Nothing selected.",
    ),
    "a move": (
        Moment("CR1-N-AAAAAAB"),
        "3 Enter",
        "ten of hearts to pile 7. Uncovered: six of hearts.",
    ),
    "a card that goes nowhere": (
        Moment("CR1-N-AAAAAAB"),
        "1 Enter",
        "No place takes it. Selected: eight of spades.",
    ),
    "a refusal": (
        Moment("CR1-N-AAAAAAB"),
        "1 Enter 5 Enter",
        "The same suit is needed. Selected: eight of spades.",
    ),
    "a refusal that names a card": (
        Moment("CR1-N-AAAAAAB"),
        "1 Enter f Enter",
        "This foundation takes the two of spades next. Selected: eight of spades.",
    ),
    "a selection let go": (Moment("CR1-N-AAAAAAB"), "1 Enter Escape", "Nothing selected."),
    "a redeal": (Moment("CR1-N-AAAAAAB"), "x", "Redealt. Redeals left 2."),
    "a card of the stock": (Moment("EH1-N-AAAAAAB"), "t", "Turned: three of diamonds."),
    "one put back": (
        Moment("EH1-N-AAAAAAB", ("draw", "draw")),
        "u",
        "Taken back. Uncovered: three of diamonds.",
    ),
    "the waste turned over": (
        Moment("EH1-N-AAAAAAB", ("draw",) * 59),
        "t",
        "The waste is the stock again.",
    ),
    "a king's run": (
        RUN,
        "3 m 1 Enter",
        "2 cards to column 1. Uncovered: two of spades. Score 145.",
    ),
    "a column": (
        RUN,
        "3 c",
        "column 3, 3 cards, top: queen of spades. Under it: king of hearts. 1 card face down.",
    ),
    "how far it is": (
        RUN,
        "g",
        "spades foundation 1: ace of spades. diamonds foundation 1: jack of diamonds. "
        "92 cards to go.",
    ),
    "the figures": (Moment("CR1-N-AAAAAAB"), "i", "Time 0:00. Moves 0. Redeals left 3."),
}


@pytest.mark.parametrize("case", TOLD)
def test_what_keys_tell(host: Server, calm: Hands, case: str) -> None:
    at, keys, told = TOLD[case]
    calm.sit(host, at)
    for key in keys.split():
        calm.page.keyboard.press(key)
    Listener(calm).expect_told(told)


def test_all_open_cards_are_told(listener: Listener) -> None:
    line = start(read_deal("HM1-N-AAAAAAB"))
    listener.page.keyboard.press("a")
    tops = ["{}: {}.".format(*spoken(line, place)) for place in line.view()]
    listener.expect_told(" ".join(tops))


def test_the_same_words_are_told_each_time(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("CR1-N-AAAAAAB"))
    keys = Keyboard(calm, "crescent")
    keys.press("f", "Enter", "f", "Enter")
    Listener(calm).expect_told(*[words("base-locked")] * 2)


def test_the_last_move_and_the_end_are_told_together(host: Server, calm: Hands) -> None:
    stuck = moment("crescent-stuck")
    calm.sit(host, Moment(stuck.code, stuck.actions[:-1]))
    Keyboard(calm, "crescent").touch("4")
    told = f" Stuck {TEXTS.text('end.stuck.text')}"
    expect(Listener(calm).log.get_by_role("paragraph").last).to_have_text(
        re.compile(rf"^\w+ of \w+ to .*{re.escape(told)}$")
    )


def test_a_move_in_another_window_is_told(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("CR1-N-AAAAAAB"))
    with host.page(calm.table) as other:
        other.act("3>7")
    Listener(calm).expect_told(
        "Played in another window: ten of hearts to pile 7. Uncovered: six of hearts."
    )


def test_a_line_that_is_lost_and_comes_back_is_told(server: Server, calm: Hands) -> None:
    calm.sit(server, Moment("CR1-N-AAAAAAB"))
    server.kill()
    Listener(calm).expect_told(TEXTS.text("state.offline"))
    server.start()
    Listener(calm).expect_told(TEXTS.text("state.offline"), TEXTS.text("state.back"))


def test_where_a_selected_card_fits_is_said_there(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment("CR1-N-AAAAAAB"))
    Keyboard(calm, "crescent").touch("4")  # 7H goes to piles 5 and 12
    said = calm.page.locator("[data-place]").evaluate_all(
        "all => all.filter(each => each.ariaDescription).map(each => each.dataset.place)"
    )
    assert said == ["5", "12"]
