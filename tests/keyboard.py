"""A player who has nothing but a keyboard."""

import json
from pathlib import Path

from playwright.sync_api import expect

import lunaria
from hands import Hands
from serving import Server

LAYOUTS = Path(lunaria.__file__).parent / "layouts"

#: The letter that goes to the first of these places; a digit after it goes to another.
LETTERS = {
    "pile": "",
    "column": "",
    "reserve": "r",
    "stock": "s",
    "waste": "w",
    "foundation": "f",
    "ascending": "f",
    "descending": "f",
}


class Keyboard:
    """Plays by keys on the page where `hands` would play."""

    def __init__(self, hands: Hands, game: str) -> None:
        self.hands = hands
        names = json.loads((LAYOUTS / f"{game}.json").read_text("utf-8"))["names"]
        counted: dict[str, int] = {}
        self.ways: dict[str, str] = {}
        for kind, places in names.items():
            letter = LETTERS[kind]
            for place in places:
                counted[letter] = counted.get(letter, 0) + 1
                self.ways[place] = letter if letter in ("s", "w") else f"{letter}{counted[letter]}"

    def press(self, *keys: str) -> None:
        for key in keys:
            self.hands.page.keyboard.press(key)

    def go(self, place: str) -> None:
        """Jump to a place by its letter, its number or both."""
        self.press(*self.ways[place])
        assert self.here() == place

    def here(self) -> str | None:
        """The place where the focus is; None where it is elsewhere."""
        place: str | None = self.hands.page.evaluate("document.activeElement.dataset.place ?? null")
        return place

    def expect_here(self, place: str) -> None:
        """Wait until the focus is on that place."""
        expect(self.hands.place(place)).to_be_focused()

    def touch(self, *places: str) -> None:
        """Go to places, one after the other, and touch each."""
        for place in places:
            self.go(place)
            self.press("Enter")

    def carry(self, source: str, target: str) -> None:
        """Take up what lies at `source` and put it down at `target`."""
        self.go(source)
        self.press("m")
        self.go(target)
        self.press("Enter")

    def act(self, token: str) -> None:
        """Do an action: by a key of its own, or by carrying or touching what it names."""
        if token in OWN:
            self.press(OWN[token])
        elif ">" in token:
            self.carry(*token.split(">"))
        else:
            self.touch(*token.split("+"))

    def enter(self, server: Server, code: str) -> None:
        """Come to the table of a deal from the front page."""
        self.hands.page.goto(server.url)
        field = self.hands.page.get_by_role("textbox")
        field.wait_for()
        for _ in range(40):
            self.press("Tab")
            if field.evaluate("field => field === document.activeElement"):
                break
        self.hands.page.keyboard.type(code)
        self.press("Enter")
        self.hands.ready()


OWN = {"draw": "t", "recycle": "t", "redeal": "x", "undo": "u", "redo": "y"}
