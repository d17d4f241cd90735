"""Every byte that is sent to the two seats of sealed matches, read for what it must not hold."""

import asyncio
import json
import logging
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lunaria.core import match as sessions
from lunaria.core.cards import HIDDEN
from lunaria.core.deal import sealed, shuffled
from lunaria.core.match import Pace
from lunaria.core.table import Message
from lunaria.games.comet import COMET
from lunaria.server import seating
from lunaria.server.computer import Computer
from lunaria.server.hall import Hall
from lunaria.server.store import Store

CARD = re.compile(r'"(10|[2-9JQK])[SHDC]"')
#: Where a message may show cards.
SHOWING = ("places", "history", "results")


class Seat:
    """A page at a seat that plays at random, with everything that it was ever sent."""

    def __init__(self, hall: Hall, key: str, seed: int) -> None:
        self.hall, self.key = hall, key
        self.luck = random.Random(seed)
        self.sent: list[str] = []
        self.news = asyncio.Event()
        self.table = ""

    async def join(self) -> None:
        joined = await self.hall.join(self.key, self, self.hear)
        assert joined is not None
        self.table = joined

    async def hear(self, message: Message) -> None:
        self.sent.append(json.dumps(message))
        self.news.set()

    @property
    def view(self) -> Message:
        views = (json.loads(text) for text in reversed(self.sent))
        found: Message = next(view for view in views if view["type"] == "match")
        return found

    async def say(self, **message: Any) -> None:
        await self.hall.receive(self.table, self, message)

    async def play(self) -> None:
        """Play to the end of the match, and now and then lie or come back on another line."""
        while not self.view["outcome"]:
            self.news.clear()
            view = self.view
            if view["waits"]:
                await self.say(type="next")
            elif view["legal"]:
                token = self.luck.choice(sorted(view["legal"]))
                await self.say(type="act", token=token, revision=view["revision"])
            else:
                lie = self.luck.choice(["comet", "pass", "K", "9x3", "undo"])
                await self.say(type="act", token=lie, revision=view["revision"])
            if self.luck.random() < 0.05:
                await self.hall.leave(self.table, self)
                await self.join()
            try:
                await asyncio.wait_for(self.news.wait(), 0.05)
            except TimeoutError:
                continue


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PEOPLE", "COMPUTER", "BY_ONESELF"):
        monkeypatch.setattr(sessions, name, Pace(0.001, 0.002))
    monkeypatch.setattr(sessions, "PASSING_LONGER", 0.001)


def course(folder: Path, play: Callable[[Hall], Any]) -> Any:
    """What comes of `play` in a hall on a database of its own."""

    async def run() -> Any:
        store = Store(f"sqlite:///{folder / 'hall.sqlite'}")
        try:
            return await play(Hall(store, Computer()))
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.mark.usefixtures("fast")
@pytest.mark.parametrize("seed", range(4))
def test_no_byte_tells_what_a_seat_may_not_see(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "lunaria")
    deals = sealed(COMET, "NC"[seed % 2], 2)

    async def play(hall: Hall) -> list[Seat]:
        made = await seating.network(hall.store, deals, {1: "one", 2: "two"})
        seats = [Seat(hall, made.keys[seat], 10 * seed + seat) for seat in (1, 2)]
        for each in seats:
            await each.join()
        await asyncio.gather(*(each.play() for each in seats))
        return seats

    for number, each in enumerate(course(tmp_path, play), start=1):
        assert len(each.sent) > 40
        read = [check(json.loads(text), text, number, deals.seeds) for text in each.sent]
        assert read.count("cards") > 30
        assert "refused" in read
    for seed_bytes in deals.seeds:
        assert seed_bytes.hex() not in caplog.text
    assert not CARD.search(caplog.text)


def check(message: Message, text: str, seat: int, seeds: tuple[bytes, ...]) -> str:
    """Hold one message against what `seat` may know; what kind of message it is."""
    if message["type"] == "refused":
        assert not CARD.search(text)
        return "refused"
    done = len(message["results"])
    for number, seed in enumerate(seeds):
        assert (seed.hex() in text) == (number < done)
    rest = {name: value for name, value in message.items() if name not in SHOWING}
    assert not CARD.search(json.dumps(rest))
    if not message["turn"]:
        return "over"
    order = shuffled(COMET.pack, seeds[done])
    places = message["places"]
    own, other = f"hand{seat}", f"hand{3 - seat}"
    assert set(places[other]) <= {HIDDEN}
    assert set(places["aside"]) == {HIDDEN}
    assert HIDDEN not in places[own]
    dealt = Counter(order[18 * (seat - 1) : 18 * seat])
    played = Counter(card for who, _, cards in message["history"] if who == seat for card in cards)
    assert Counter(places[own]) + played == dealt
    assert [card for *_, cards in message["history"] for card in cards] == places["pile"]
    return "cards"


@pytest.mark.usefixtures("fast")
def test_a_rematch_swaps_the_seats_and_has_new_seeds(tmp_path: Path) -> None:
    async def play(hall: Hall) -> tuple[list[Seat], list[Message]]:
        made = await seating.network(hall.store, sealed(COMET, "N", 2), {1: "one", 2: "two"})
        seats = [Seat(hall, made.keys[seat], seat) for seat in (1, 2)]
        for each in seats:
            await each.join()
        await asyncio.gather(*(each.play() for each in seats))
        for each in seats:
            await each.say(type="rematch")
        moved = [json.loads(each.sent[-1]) for each in seats]
        again = [Seat(hall, each["table"], 0) for each in moved]
        for each in again:
            await each.join()
        return seats, [each.view for each in again]

    before, after = course(tmp_path, play)
    assert [each.view["seat"] for each in before] == [1, 2]
    assert [view["seat"] for view in after] == [2, 1]
    assert after[0]["sealed"]["seeds"] == [None, None]
    old = set(before[0].view["sealed"]["commitments"])
    assert not old & set(after[0]["sealed"]["commitments"])


@pytest.mark.usefixtures("fast")
def test_a_match_goes_on_after_everybody_was_away(tmp_path: Path) -> None:
    async def play(hall: Hall) -> list[int]:
        made = await seating.network(hall.store, sealed(COMET, "N", 2), {1: "one", 2: "two"})
        revisions = []
        for number in range(12):
            seats = [Seat(hall, made.keys[seat], number) for seat in (1, 2)]
            for each in seats:
                await each.join()
            for each in seats:
                view = each.view
                if view["waits"]:
                    for one in seats:
                        await one.say(type="next")
                elif view["legal"]:
                    token = sorted(view["legal"])[0]
                    await each.say(type="act", token=token, revision=view["revision"])
            await asyncio.sleep(0.05)
            revisions.append(seats[0].view["revision"])
            for each in seats:
                await hall.leave(each.table, each)
        return revisions

    revisions = course(tmp_path, play)
    assert revisions == sorted(revisions)
    assert revisions[-1] >= 10
