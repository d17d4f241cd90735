"""A match at a page whose socket leads to a `Match` in the test itself: no waiting, no luck."""

import json
import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from lunaria.core.code import Code, Sealed
from lunaria.core.match import PERSON, Match
from lunaria.core.replay import Line
from lunaria.core.seats import ONLOOKER
from lunaria.core.table import Message
from lunaria.games.comet import COMET
from serving import Server

TABLE = "a-table"
PEOPLE = (PERSON, PERSON)
#: Somebody against the computer.
ALONE = (PERSON, "normal")
#: What a view must be.
Wanted = Callable[[Message], object]
SEEDS = tuple(bytes([number]) * 32 for number in (7, 8))


def numbered(number: int, players: tuple[str, str], rounds: int = 4, **more: Any) -> Match:
    """A match of the deal of that number."""
    line = Line(COMET, Code("CO", 1, "N", number), rounds)
    return Match(line, players, uniform=lambda least, _most: least, **more)


def sealed(rounds: int = 2, **more: Any) -> Match:
    """A match of two people over the network."""
    line = Line(COMET, Sealed("CO", 1, "N", SEEDS), rounds)
    return Match(line, PEOPLE, uniform=lambda least, _most: least, **more)


class Across:
    """One page at a match, and whoever sits across."""

    def __init__(self, page: Page, match: Match, seat: int = 1) -> None:
        self.page = page
        self.match = match
        self.seat = 0 if match.screen else seat
        self.now = 0.0
        self.heard: list[Message] = []
        #: What a view is changed into before it is sent.
        self.bend: Callable[[Message], Message] = lambda view: view
        #: Whether messages are answered at once; else when `answer` is called.
        self.quick = True
        self._kept: list[Message] = []
        self.luck = random.Random(1)
        self._line: WebSocketRoute | None = None
        match.join("page", self.seat, 0.0)
        if not match.screen:
            match.join("other", 3 - seat, 0.0)

    def listen(self) -> None:
        """Be what the socket of the table leads to."""
        self.page.route_web_socket(f"**/api/tables/{TABLE}/socket", self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(self._hear)
        self.tell()

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.heard.append(message)
        self._kept.append(message)
        if self.quick:
            self.answer()

    def answer(self) -> None:
        """Let the match hear what the page has said."""
        for message in self._kept:
            answer = self.match.receive("page", message, self.now)
            for each in answer.to_sender:
                self.say(each)
            if message["type"] == "act" and answer.action is None:
                self._wait()
            elif answer.to_all:
                self.tell()
        self._kept.clear()

    def _wait(self) -> None:
        """Let what is held back come through."""
        wakes = self.match.wakes
        if wakes is not None:
            self.now = max(self.now, wakes)
            self.match.advance(self.now)
            self.tell()

    def cut(self) -> None:
        """Let the line break."""
        if self._line is not None:
            self._line.close()

    def say(self, message: Message) -> None:
        if self._line is not None:
            self._line.send(json.dumps(message))

    def tell(self) -> None:
        """Show the page how the match stands."""
        self.say(self.bend(self.match.told("page", self.now)))

    def view(self) -> Message:
        return self.match.told("page", self.now)

    def open(self, server: Server) -> None:
        """Sit down at the page."""
        self.listen()
        self.page.goto(f"{server.url}play/comet")
        self.page.evaluate("table => history.replaceState({ table }, '')", TABLE)
        self.page.reload()
        expect(self.page.locator(".match[data-connection=open]")).to_be_visible()

    def watch(self, server: Server) -> None:
        """Let the page look on, at a match that others play."""
        self.match.join("onlooker", ONLOOKER, self.now)
        self.bend = lambda _: self.match.told("onlooker", self.now)
        self.page.route_web_socket(f"**/api/watch/{TABLE}/socket", self._opened)
        self.page.goto(f"{server.url}watch/{TABLE}")
        expect(self.page.locator(".match[data-connection=open]")).to_be_visible()

    def step(self) -> None:
        """The next thing that happens by itself, or by a choice of whoever is in turn."""
        match = self.match
        if match.wakes is not None:
            self.now = max(self.now, match.wakes)
            match.advance(self.now, self._choice() if match.asks else None)
        elif not match.turn:
            for who in ("page", "other"):
                if who == "page" or not match.screen:
                    match.receive(who, {"type": "next"}, self.now)
        else:
            who = "page" if match.screen or match.turn == self.seat else "other"
            if match.screen:
                match.receive(who, {"type": "look"}, self.now)
            self.now += 3.0
            act = {"type": "act", "token": self._choice(), "revision": match.revision}
            match.receive(who, act, self.now)

    def _choice(self) -> str:
        return self.luck.choice(sorted(COMET.legal(self.match.shown)))

    def until(self, done: Wanted, most: int = 3000) -> Message:
        """Play at random until the view is so; then show it."""
        for _ in range(most):
            view = self.view()
            if done(view):
                self.tell()
                return view
            self.step()
        raise AssertionError("it never comes to that")


def found(page: Page, wanted: Wanted) -> Across:
    """A match that comes to what is wanted, of the first deal that does."""
    for number in range(1, 200):
        across = Across(page, numbered(number, ALONE))
        try:
            across.until(wanted, 300)
        except AssertionError:
            continue
        return across
    raise AssertionError("no deal comes to that")


def group(page: Page, rank: str) -> Locator:
    return page.locator(f'.hand [data-rank="{rank}"]')


def tokens(across: Across) -> list[str]:
    """What the page has asked to play."""
    return [each["token"] for each in across.heard if each["type"] == "act"]


def own(view: Message) -> bool:
    """Whether the page may choose."""
    return view["turn"] == view["seat"] and len(view["legal"]) > 1


def leads(view: Message) -> bool:
    return own(view) and view["due"] is None


def a_set(view: Message) -> bool:
    return own(view) and any("x" in token for token in view["legal"])


def may_pass(view: Message) -> bool:
    return own(view) and "pass" in view["legal"]


def rank_of_set(view: Message) -> tuple[str, str]:
    token = next(token for token in view["legal"] if "x" in token)
    return token, token.split("x")[0]
