"""Several processes on one database: each serves every table, and they hear of each other."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lunaria.core.deal import sealed
from lunaria.core.table import Message
from lunaria.games import COMET, read_deal
from lunaria.server import lobby, news, seating
from lunaria.server.computer import Computer
from lunaria.server.hall import Hall
from lunaria.server.store import Conflict, Name, Seat, Store, players
from postgres import Postgres

DEAL = read_deal("easy-harp:1")
SECONDS = 20.0

pytestmark = pytest.mark.xdist_group("postgres")


class Page:
    """A page at a table of a hall, and the last that it was told."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.view: Message = {}
        self.others: list[Message] = []
        self.heard = asyncio.Event()

    async def hear(self, message: Message) -> None:
        if message["type"] in ("table", "match"):
            self.view = message
        else:
            self.others.append(message)
        self.heard.set()

    async def join(self, key: str) -> "Page":
        return self._at(await self.hall.join(key, self, self.hear))

    async def watch(self, name: str) -> "Page":
        return self._at(await self.hall.watch(name, self, self.hear))

    def _at(self, table: str | None) -> "Page":
        assert table is not None
        self.table = table
        return self

    async def leave(self) -> None:
        await self.hall.leave(self.table, self)

    async def say(self, kind: str, **more: Any) -> None:
        await self.hall.receive(self.table, self, {"type": kind, **more})

    async def act(self, token: str) -> None:
        await self.say("act", token=token, revision=self.view["revision"])

    async def until(self, wanted: Callable[[Message], Any]) -> Message:
        """The first view for which `wanted` holds."""
        async with asyncio.timeout(SECONDS):
            while not wanted(self.view):
                self.heard.clear()
                await self.heard.wait()
        return self.view

    async def reach(self, revision: int) -> Message:
        """The view after so many actions."""
        return await self.until(lambda view: view["revision"] == revision)

    async def told(self, kind: str) -> Message:
        """The first other message of that kind."""
        async with asyncio.timeout(SECONDS):
            while not any(message["type"] == kind for message in self.others):
                self.heard.clear()
                await self.heard.wait()
        return next(message for message in self.others if message["type"] == kind)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'shared.sqlite'}"
    running: Postgres = request.getfixturevalue("postgres")
    return running.new_database()


@asynccontextmanager
async def a_hall(database: str) -> AsyncIterator[Hall]:
    """A hall as a process has it."""
    store = Store(database, alone=False)
    hall = Hall(store, Computer())
    hall.news.begin()
    try:
        yield hall
    finally:
        await hall.news.close()
        await store.close()


def on_two(database: str, play: Callable[[Hall, Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        async with a_hall(database) as one, a_hall(database) as other:
            await play(one, other)

    asyncio.run(run())


def test_a_move_is_heard_of_in_the_other_process(database: str) -> None:
    async def play(one: Hall, other: Hall) -> None:
        table = await one.create("player", DEAL)
        here, there = await Page(one).join(table), await Page(other).join(table)
        for number in range(1, 11):
            acting = here if number % 2 else there
            await acting.act("draw" if acting.view["places"]["stock"] else "recycle")
            views = [await page.reach(number) for page in (here, there)]
            assert views[0]["places"] == views[1]["places"]
        stored = await one.store.load(table)
        assert stored is not None
        assert len(stored.actions) == 10

    on_two(database, play)


def test_of_two_processes_that_race_one_wins_and_both_show_it(database: str) -> None:
    async def play(one: Hall, other: Hall) -> None:
        table = await one.create("player", DEAL)
        pages = [await Page(one).join(table), await Page(other).join(table)]
        for number in range(1, 26):
            await asyncio.gather(*(page.act("draw") for page in pages))
            for page in pages:
                await page.reach(number)
        assert pages[0].view["places"] == pages[1].view["places"]
        refused = [message["reason"]["code"] for page in pages for message in page.others]
        assert refused == ["stale"] * 25
        stored = await one.store.load(table)
        assert stored is not None
        assert stored.actions == ("draw",) * 25

    on_two(database, play)


def test_a_pause_and_the_time_are_the_same_in_both(database: str) -> None:
    async def play(one: Hall, other: Hall) -> None:
        table = await one.create("player", DEAL)
        here = await Page(one).join(table)
        await here.act("draw")
        await here.say("pause")
        there = await Page(other).join(table)
        await there.until(lambda view: view["paused"] and not view["runs"])
        await there.say("resume")
        assert (await here.until(lambda view: not view["paused"]))["runs"]
        await here.say("hidden")
        await there.say("hidden")
        await here.until(lambda view: not view["runs"])
        before = there.view
        await here.say("why", token="recycle", revision=here.view["revision"])
        assert (await here.told("why"))["reason"] == {"code": "stock-left"}
        assert there.view is before
        await there.say("visible")
        await here.until(lambda view: view["runs"])

    on_two(database, play)


def test_what_is_deleted_or_studied_is_so_in_both(database: str) -> None:
    async def play(one: Hall, other: Hall) -> None:
        table = await one.create("player", DEAL)
        here = await Page(one).join(table)
        await other.study(table)
        await here.until(lambda view: view["study"])
        await other.forget("player")
        async with asyncio.timeout(SECONDS):
            while one.concerns(table):  # noqa: ASYNC110 (nothing tells it)
                await asyncio.sleep(0.01)

    on_two(database, play)


async def a_match(one: Hall, *, listed: bool = False) -> tuple[str, str, str]:
    """The keys of both seats of a new match, and the name of its replay."""
    made = await seating.network(
        one.store, sealed(COMET, "N", 2), {1: "first", 2: "second"}, listed=listed
    )
    seat = await one.store.seat(made.keys[1])
    assert seat is not None
    stored = await one.store.load(seat.table_id)
    assert stored is not None
    return made.keys[1], made.keys[2], stored.replay


async def play_out(pages: list[Page], luck: random.Random) -> None:
    """Both seats play what comes, until the match is over."""

    async def sit(page: Page) -> None:
        while not page.view["outcome"]:
            view = page.view
            if view["legal"]:
                await page.act(luck.choice(sorted(view["legal"])))
            elif not view["turn"] and view["seat"] in view["waits"]:
                await page.say("next")
            await page.until(lambda now: now is not view)  # noqa: B023 (awaited at once)

    await asyncio.gather(*map(sit, pages))


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_match_is_played_through_two_processes(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lunaria.core import match

    fast = match.Pace(0.0, 0.01)
    for name in ("PEOPLE", "BY_ONESELF"):
        monkeypatch.setattr(match, name, fast)
    monkeypatch.setattr(match, "PASSING_LONGER", 0.0)

    async def play(one: Hall, other: Hall) -> None:
        first, second, replay = await a_match(one, listed=True)
        pages = [await Page(one).join(first), await Page(other).join(second)]
        watching = await Page(other).watch(replay)
        for page in pages:
            await page.until(lambda view: all(seat["here"] for seat in view["seats"]))
            await page.until(lambda view: view["watched"])
        await play_out(pages, random.Random(1))
        views = [page.view for page in (*pages, watching)]
        assert len({view["outcome"] for view in views}) == 1
        assert len({view["revision"] for view in views}) == 1
        for page in pages:
            await page.say("rematch")
        moved = [await page.told("moved") for page in pages]
        assert len({message["invitation"] for message in moved}) == 1
        assert len({message["table"] for message in moved}) == 2
        elsewhere = await watching.told("moved")
        assert set(elsewhere) == {"type", "watch"}
        again = await Page(other).watch(elsewhere["watch"])
        assert again.view["looksOn"]
        assert again.view["revision"] == 0

    on_two(database, play)


def test_another_name_is_seen_at_once_and_everywhere(database: str) -> None:
    async def play(one: Hall, other: Hall) -> None:
        first, second, _ = await a_match(one)
        pages = [await Page(one).join(first), await Page(other).join(second)]
        for name in (Name("Ada", "ada", "ada"), Name("Bo", "bo", "bo")):
            await one.store.write(partial(players.take_name, player="second", name=name, now=0.0))
            await one.renamed("second")
            for page in pages:
                await page.until(lambda view: view["seats"][1]["name"] == name.text)  # noqa: B023
        await other.store.write(partial(players.give_up_name, player="second"))
        await other.renamed("second")
        for page in pages:
            await page.until(lambda view: view["seats"][1]["name"] is None)

    on_two(database, play)


def test_an_onlooker_sees_neither_hand_and_does_nothing(database: str) -> None:
    async def play(one: Hall, other: Hall) -> None:
        first, _, replay = await a_match(one, listed=True)
        playing = await Page(one).join(first)
        watching = await Page(other).watch(replay)
        await playing.until(lambda view: view["watched"])
        view = watching.view
        assert view["looksOn"]
        assert view["seat"] == 0
        assert set(view["places"]["hand1"]) == set(view["places"]["hand2"]) == {"??"}
        assert view["legal"] == {}
        for kind in ("act", "next", "claim", "rematch", "look", "hidden"):
            await watching.say(kind, token="1", revision=0)
        assert {message["reason"]["code"] for message in watching.others} == {"looks-on"}
        await watching.leave()
        await playing.until(lambda view: not view["watched"])

    on_two(database, play)


def test_nobody_looks_on_at_a_match_that_is_not_offered(tmp_path: Path) -> None:
    async def play(one: Hall, _other: Hall) -> None:
        first, _, replay = await a_match(one)
        for name in (replay, first, "", "nonsense"):
            assert await one.watch(name, object(), Page(one).hear) is None

    on_two(f"sqlite:///{tmp_path / 'shared.sqlite'}", play)


def test_who_is_gone_with_its_process_is_seen_to_be_gone(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "ALIVE", 0.1)
    monkeypatch.setattr(news, "LOST", 0.5)

    async def run() -> None:
        async with a_hall(database) as one:
            first, second, _ = await a_match(one)
            other_store = Store(database, alone=False)
            other = Hall(other_store, Computer())
            other.news.begin()
            here = await Page(one).join(first)
            await Page(other).join(second)
            await here.until(lambda view: view["seats"][1]["here"])
            # The other process falls silent, as one does that is killed.
            for task in list(other.news._tasks):
                task.cancel()
            silent = time.monotonic()
            await here.until(lambda view: not view["seats"][1]["here"])
            assert time.monotonic() - silent > 0.4
            await other_store.close()

    asyncio.run(run())


def test_a_database_that_comes_back_is_listened_to_again(postgres: Postgres) -> None:
    async def play(one: Hall, other: Hall) -> None:
        table = await one.create("player", DEAL)
        here, there = await Page(one).join(table), await Page(other).join(table)
        postgres.kill()
        postgres.start()
        await store_again(one)
        await here.act("draw")
        await here.until(lambda view: view["revision"] == 1)
        await there.until(lambda view: view["revision"] == 1)

    on_two(postgres.new_database(), play)


async def store_again(hall: Hall) -> None:
    """Wait until the database answers."""
    async with asyncio.timeout(SECONDS):
        while True:
            try:
                await hall.store.load("none")
                return
            except Exception:
                await asyncio.sleep(0.05)


def test_two_processes_make_one_rematch(database: str) -> None:
    async def play(one: Hall, other: Hall) -> None:
        first, _, _ = await a_match(one)
        seat = await one.store.seat(first)
        assert seat is not None
        stored = await one.store.load(seat.table_id)
        assert stored is not None
        made = await asyncio.gather(
            seating.rematch(one.store, stored), seating.rematch(other.store, stored)
        )
        assert made[0] == made[1] is not None
        with pytest.raises(Conflict):
            await seating.network(
                one.store, sealed(COMET, "N", 2), {1: "a", 2: "b"}, previous=stored.id
            )

    on_two(database, play)


def test_a_seat_that_is_offered_is_listed_while_somebody_waits(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "NOTED", 0.05)

    async def listed(hall: Hall) -> tuple[list[str], list[str]]:
        now = time.time()
        free, played = await hall.store.listed(now - 0.4, now - 60, 10)
        return [each.table_id for each in free], [each.table_id for each in played]

    async def wait_for(hall: Hall, wanted: tuple[list[str], list[str]]) -> None:
        async with asyncio.timeout(SECONDS):
            while await listed(hall) != wanted:  # noqa: ASYNC110 (nothing tells it)
                await asyncio.sleep(0.02)

    async def play(one: Hall, other: Hall) -> None:
        offers = asyncio.create_task(lobby.keep_offers(one))
        made = await seating.network(one.store, sealed(COMET, "N", 2), {1: "p"}, listed=True)
        seat = await one.store.seat(made.keys[1])
        assert seat is not None
        table = seat.table_id
        await wait_for(other, ([], []))
        page = await Page(one).join(made.keys[1])
        await wait_for(other, ([table], []))
        await page.leave()
        await wait_for(other, ([], []))
        await page.join(made.keys[1])
        await wait_for(other, ([table], []))
        assert await other.store.sit(Seat(table, 2, "key", "q"))
        await page.until(lambda view: view["invitation"] is None)
        await wait_for(other, ([], [table]))
        offers.cancel()

    on_two(database, play)


def test_a_page_that_comes_is_shown_what_the_store_has_where_news_are_late(
    database: str,
) -> None:
    async def play(one: Hall, other: Hall) -> None:
        table = await one.create("player", DEAL)
        await Page(other).join(table)
        await other.news.close()  # it hears of nothing any more
        here = await Page(one).join(table)
        await here.act("draw")
        await here.reach(1)
        assert (await Page(other).join(table)).view["revision"] == 1

    on_two(database, play)
