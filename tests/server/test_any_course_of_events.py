"""Pages come, act, go and crash in any order: what a page was told is stored, in order."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sqlalchemy.exc import OperationalError

from lunaria.core.replay import replay
from lunaria.core.table import Message
from lunaria.games import read_deal
from lunaria.games.easy_harp import EASY_HARP
from lunaria.server.computer import Computer
from lunaria.server.hall import Forgotten, Hall
from lunaria.server.store import Store

DEAL = read_deal("easy-harp:5")
PAGES = st.integers(0, 2)


class TableInUse(RuleBasedStateMachine):
    """One table with up to three pages, in a hall on a real database file."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._loop = asyncio.new_event_loop()
        self.store = Store(f"sqlite:///{Path(self._folder.name) / 'hall.sqlite'}")
        self.hall = Hall(self.store, Computer())
        self.table: str = self.do(self.hall.create("player", DEAL))
        self.views: dict[int, Message] = {}
        self.acknowledged: list[str] = []
        self.broken = False

    def do(self, work: Any) -> Any:
        return self._loop.run_until_complete(work)

    def teardown(self) -> None:
        self.do(self.store.close())
        self._loop.close()
        self._folder.cleanup()

    async def _hear(self, page: int, message: Message) -> None:
        if message["type"] == "table":
            self.views[page] = message

    async def _say(self, page: int, message: object) -> None:
        try:
            await self.hall.receive(self.table, page, message)
        except Forgotten:
            await self.hall.leave(self.table, page)
            self.views.pop(page, None)

    @rule(page=PAGES)
    def comes(self, page: int) -> None:
        if page not in self.views:
            assert self.do(
                self.hall.join(self.table, page, lambda message: self._hear(page, message))
            )

    @rule(page=PAGES)
    def goes(self, page: int) -> None:
        self.do(self.hall.leave(self.table, page))
        self.views.pop(page, None)

    @precondition(lambda self: self.views)
    @rule(page=PAGES, choice=st.integers(0, 50), late=st.sampled_from([0, 0, 0, 1]))
    def acts(self, page: int, choice: int, late: int) -> None:
        view = self.views.get(page)
        if view is None:
            return
        tokens = [*view["legal"], "undo", "redo", "1>1"]
        token = tokens[choice % len(tokens)]
        revision = view["revision"] - late
        self.do(self._say(page, {"type": "act", "token": token, "revision": revision}))

    @precondition(lambda self: len(self.views) > 1)
    @rule(choice=st.integers(0, 50))
    def all_act_at_once(self, choice: int) -> None:
        async def race() -> None:
            says = []
            for page, view in self.views.items():
                tokens = [*view["legal"], "undo"]
                token = tokens[(choice + page) % len(tokens)]
                says.append({"type": "act", "token": token, "revision": view["revision"]})
            pages = list(self.views)
            await asyncio.gather(*map(self._say, pages, says))

        self.do(race())

    @rule(page=PAGES, token=st.sampled_from(["draw", "recycle", "1>1"]), late=st.integers(0, 1))
    def asks(self, page: int, token: str, late: int) -> None:
        view = self.views.get(page)
        if view is not None:
            revision = view["revision"] - late
            self.do(self._say(page, {"type": "why", "token": token, "revision": revision}))

    @rule(page=PAGES, kind=st.sampled_from(["pause", "resume", "hidden", "visible", "nonsense"]))
    def says(self, page: int, kind: str) -> None:
        if page in self.views:
            self.do(self._say(page, {"type": kind}))

    @rule()
    def the_server_crashes(self) -> None:
        self.hall = Hall(self.store, Computer())
        self.views.clear()

    @rule(page=PAGES, reads=st.booleans())
    def the_disk_fails_at_a_move(self, page: int, reads: bool) -> None:
        view = self.views.get(page)
        if view is None or view["paused"]:
            return

        async def fails(*_what: Any) -> None:
            raise OperationalError("disk", None, Exception("full"))

        vars(self.store)["append"] = fails
        if not reads:
            vars(self.store)["load"] = fails
        token = next(iter(view["legal"]))
        self.do(self._say(page, {"type": "act", "token": token, "revision": view["revision"]}))
        vars(self.store).pop("append")
        vars(self.store).pop("load", None)
        for other in list(self.views):  # a page whose table was forgotten finds out when it speaks
            self.do(self._say(other, {"type": "nonsense"}))

    @invariant()
    def what_pages_were_told_is_stored(self) -> None:
        stored = self.do(self.store.load(self.table))
        actions = list(stored.actions)
        assert actions[: len(self.acknowledged)] == self.acknowledged
        self.acknowledged = actions
        line, fault = replay(EASY_HARP, DEAL, actions)
        assert fault is None
        for view in self.views.values():
            assert view["revision"] == len(actions)
            assert view["places"] == line.view()
            assert (view["score"], view["moves"]) == (line.score, line.moves)

    @invariant()
    def all_pages_are_shown_the_same(self) -> None:
        untimed = [{**view, "time": 0, "runs": 0} for view in self.views.values()]
        assert all(view == untimed[0] for view in untimed)


TestTableInUse = TableInUse.TestCase
TestTableInUse.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
