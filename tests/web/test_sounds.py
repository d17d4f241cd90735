"""Sounds: silent and unloaded at first; each says what happened (APP-5)."""

import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

import lunaria
from hands import Hands, Moment, moment
from serving import Server

FILES = Path(lunaria.__file__).parent / "web" / "sounds"
START = Moment("CR1-N-AAAAAAB")

#: Notes how many seconds each sound lasts that is begun, how many last at that moment, and how many
#: milliseconds after the touch it begins.
LISTEN = """
window.heard = [];
let lasting = 0;
let touched = 0;
addEventListener("pointerup", () => { touched = performance.now(); }, true);
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  lasting += 1;
  this.addEventListener("ended", () => { lasting -= 1; });
  window.heard.push({
    seconds: this.buffer.duration, lasting, wait: performance.now() - touched,
  });
  return start.apply(this, when);
};
"""


def seconds(path: Path) -> float:
    with wave.open(str(path)) as file:
        return float(file.getnframes() / file.getframerate())


LENGTHS = {round(seconds(path), 3): path.stem for path in FILES.glob("*.wav")}


class Ears:
    """What comes from a table while its player plays."""

    def __init__(self, hands: Hands) -> None:
        self.page = hands.page
        self.loaded: list[str] = []
        self.page.on("request", lambda request: self.loaded.append(request.url))
        self.page.add_init_script(LISTEN)

    def sounds(self) -> set[str]:
        """The sounds, and what plays them, that were loaded."""
        names = {url.rpartition("/")[2] for url in self.loaded}
        return {name for name in names if name.endswith(".wav") or name == "sound.js"}

    def heard(self) -> list[str]:
        """The sounds that were begun since this was last asked."""
        found = self.page.evaluate("() => window.heard.splice(0).map(each => each.seconds)")
        return [LENGTHS[round(each, 3)] for each in found]

    def expect_heard(self, *names: str) -> None:
        """Wait until just these sounds were begun."""
        self.page.wait_for_function("count => window.heard.length >= count", arg=len(names))
        assert self.heard() == list(names)

    def switch(self, wish: str) -> None:
        """Choose in the settings whether there is sound, and wait until all of it is there."""
        self.page.get_by_role("button", name="Settings").click()
        box = self.page.locator("input[name=sound]")
        if wish == "on" and not self.sounds():
            with self.page.expect_response("**/sounds/won.wav"):
                box.check()
            self.page.wait_for_timeout(200)
        else:
            box.set_checked(wish == "on")
        self.page.get_by_role("button", name="Close").click()


@pytest.fixture
def ears(tab: Hands) -> Iterator[Ears]:
    yield Ears(tab)
    tab.page.evaluate("localStorage.clear()")


def test_all_lengths_differ() -> None:
    assert len(LENGTHS) == len(list(FILES.glob("*.wav"))) == 7


def test_app5_there_is_no_sound_and_nothing_of_it_is_loaded_until_it_is_wished_for(
    host: Server, tab: Hands, ears: Ears
) -> None:
    tab.sit(host, START)
    tab.touch("3")
    tab.expect_moves(1)
    assert ears.sounds() == set()
    assert ears.heard() == []
    ears.switch("on")
    assert ears.sounds() == {"sound.js", *(f"{name}.wav" for name in LENGTHS.values())}
    tab.press("undo")
    ears.expect_heard("undone")
    ears.switch("off")
    tab.press("redo")
    tab.expect_moves(1)
    assert ears.heard() == []


def test_each_sound_says_what_happened(host: Server, tab: Hands, ears: Ears) -> None:
    tab.sit(host, START)
    ears.switch("on")
    tab.touch("3")
    ears.expect_heard("laid", "turned")
    tab.expect_moves(1)
    tab.page.wait_for_timeout(400)
    tab.touch("15")
    ears.expect_heard("home", "turned")
    tab.expect_moves(2)
    tab.linger()
    tab.touch("1")
    ears.expect_heard("refused")
    tab.press("redeal")
    tab.expect_stat("redeals", "2")
    assert ears.heard()[0] == "shuffled"


def test_a_pair_that_is_removed_a_stock_that_is_turned_and_a_game_that_is_won_are_heard(
    host: Server, tab: Hands, ears: Ears
) -> None:
    tab.sit(host, Moment("HM1-N-AAAAAAB"))
    ears.switch("on")
    tab.touch("4")
    tab.touch("5")
    tab.expect_moves(1)
    assert ears.heard()[0] == "home"
    tab.sit(host, Moment("EH1-N-AAAAAAB"))
    tab.touch("stock")
    ears.expect_heard("turned")
    code, actions = moment("half-moon")
    tab.sit(host, Moment(code, actions[:-1]))
    for place in actions[-1].split("+"):
        tab.touch(place)
    tab.expect_outcome("won")
    ears.expect_heard("home", "won")


def test_a_sound_begins_at_once_and_few_are_heard_together(
    host: Server, tab: Hands, ears: Ears
) -> None:
    tab.sit(host, START)
    ears.switch("on")
    for pile in ("3", "15", "9", "12"):
        tab.touch(pile)
    tab.expect_moves(4)
    heard = tab.page.evaluate("() => window.heard")
    assert max(each["lasting"] for each in heard) <= 3
    assert heard[0]["wait"] < 50


def test_a_hidden_page_is_silent(host: Server, tab: Hands, ears: Ears) -> None:
    tab.sit(host, START)
    ears.switch("on")
    tab.hide(True)
    tab.touch("3")
    tab.expect_moves(1)
    assert ears.heard() == []


@pytest.mark.parametrize(
    "fault",
    ["delete window.AudioContext", "window.AudioContext = class { constructor() { throw 1; } }"],
    ids=["none", "blocked"],
)
def test_a_browser_without_sound_plays_all_the_same(host: Server, tab: Hands, fault: str) -> None:
    tab.page.add_init_script(
        f"{fault}; localStorage.setItem('lunaria.settings', '{{\"sound\":\"on\"}}')"
    )
    tab.sit(host, START)
    tab.touch("3")
    tab.expect_moves(1)
    tab.page.evaluate("localStorage.clear()")
