"""Where keys lead on the board: by arrows, by numbers and by letters (APP-8)."""

import pytest
from playwright.sync_api import ViewportSize

from hands import Hands, Moment
from keyboard import Keyboard
from serving import Server

START = {
    "half-moon": Moment("HM1-N-AAAAAAB"),
    "crescent": Moment("CR1-N-AAAAAAB"),
    "easy-harp": Moment("EH1-N-AAAAAAB"),
}
SIZES = [
    ViewportSize(width=1280, height=800),
    ViewportSize(width=360, height=740),
    ViewportSize(width=740, height=360),
]

#: For each place, where each arrow leads when one has just come there, and where its opposite then
#: leads back to.
STEPS = """() => {
    const places = [...document.querySelectorAll("[data-place]")];
    const press = (key) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const here = () => document.activeElement.dataset.place;
    const back = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft",
                   ArrowUp: "ArrowDown", ArrowDown: "ArrowUp" };
    const steps = [];
    for (const place of places) {
        for (const [key, opposite] of Object.entries(back)) {
            document.activeElement.blur();
            place.focus();
            press(key);
            const to = here();
            press(opposite);
            if (to !== place.dataset.place) steps.push([place.dataset.place, key, to, here()]);
        }
    }
    return steps;
}"""


@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone", "lying phone"])
@pytest.mark.parametrize("game", START)
def test_app8_arrows_reach_every_place_and_the_opposite_one_leads_back(
    host: Server, calm: Hands, game: str, size: ViewportSize
) -> None:
    calm.page.set_viewport_size(size)
    calm.sit(host, START[game])
    steps: list[tuple[str, str, str, str]] = calm.page.evaluate(STEPS)
    assert [step for step in steps if step[3] != step[0]] == []
    reached = {"1"}
    while more := {to for place, _, to, _ in steps if place in reached} - reached:
        reached |= more
    assert reached == set(Keyboard(calm, game).ways)


def test_hm3_arrows_follow_the_arc_and_enter_its_middle(host: Server, calm: Hands) -> None:
    calm.sit(host, START["half-moon"])
    keys = Keyboard(calm, "half-moon")
    keys.press("Home")
    way = []
    for arrow in ["ArrowUp"] * 2 + ["ArrowRight"] * 7 + ["ArrowDown"] * 2 + ["ArrowLeft"] * 5:
        keys.press(arrow)
        way.append(keys.here())
    assert way == [*(str(n) for n in range(2, 13)), "R8", "R7", "R6", "R5", "1"]


def test_arrows_lead_from_the_waste_to_the_columns_and_back(host: Server, calm: Hands) -> None:
    calm.sit(host, START["easy-harp"])
    keys = Keyboard(calm, "easy-harp")
    keys.go("W")
    keys.press("ArrowRight")
    assert keys.here() == "1"
    keys.press("ArrowLeft")
    assert keys.here() == "W"
    keys.press("ArrowUp", "ArrowRight")
    assert keys.here() == "1"


def test_home_and_end_are_the_first_and_the_last_place(host: Server, calm: Hands) -> None:
    calm.sit(host, START["crescent"])
    keys = Keyboard(calm, "crescent")
    keys.press("End")
    assert keys.here() == "C-"
    keys.press("Home")
    assert keys.here() == "1"


def test_digits_jump_to_the_pile_of_their_number(host: Server, calm: Hands) -> None:
    calm.sit(host, START["crescent"])
    keys = Keyboard(calm, "crescent")
    for typed, place in [("7", "7"), ("16", "16"), ("10", "10"), ("1", "1"), ("29", "9")]:
        keys.press(*typed)
        assert keys.here() == place
        keys.press("Escape")
    keys.press("1")
    calm.page.wait_for_timeout(750)  # too slow to be twelve
    keys.press("2")
    assert keys.here() == "2"


def test_letters_jump_to_kinds_of_places_and_go_on_to_the_next(host: Server, calm: Hands) -> None:
    calm.sit(host, START["easy-harp"])
    keys = Keyboard(calm, "easy-harp")
    for letter, place in [("s", "stock"), ("w", "W"), ("f", "S1"), ("f", "S2"), ("f", "H1")]:
        keys.press(letter)
        assert keys.here() == place
    keys.press("ArrowUp", "f", "8")
    assert keys.here() == "C2"
    keys.press("f")
    assert keys.here() == "S1"
    keys.press("r")  # there is no reserve in this game
    assert keys.here() == "S1"
    calm.sit(host, START["half-moon"])
    keys.press("r", "5")
    assert keys.here() == "R5"
    keys.press("f")
    assert keys.here() == "R5"


def test_the_board_is_one_stop_for_the_tabulator(host: Server, calm: Hands) -> None:
    calm.sit(host, START["crescent"])
    keys = Keyboard(calm, "crescent")
    keys.go("13")
    keys.press("Tab")
    assert keys.here() is None
    keys.press("Shift+Tab")
    assert keys.here() == "13"
    keys.press("Shift+Tab")
    assert keys.here() is None
    keys.press("ArrowLeft")  # an arrow comes back to the board before it walks
    assert keys.here() == "13"


def test_a_tapped_place_is_where_the_keys_go_on(host: Server, calm: Hands) -> None:
    calm.sit(host, START["crescent"])
    keys = Keyboard(calm, "crescent")
    calm.touch("10")
    keys.press("ArrowRight")
    assert keys.here() == "11"
