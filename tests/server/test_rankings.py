"""The rankings: which won games count, in which order, on which day, and what is told of them."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from hands import moment
from lunaria.core.code import Code
from lunaria.core.deal import daily
from lunaria.core.game import WON
from lunaria.core.table import Table
from lunaria.games import CRESCENT, EASY_HARP, GAMES, HALF_MOON, SOLITAIRES, read_deal, start
from lunaria.games.days import FIRST, LAST
from lunaria.server import days
from lunaria.server.computer import Computer
from lunaria.server.finishes import counting
from lunaria.server.hall import Hall
from lunaria.server.store import Foreign, Store
from lunaria.server.store.finishes import LINES, Finish, Ranking, Which, finish
from lunaria.server.store.own import Result
from lunaria.server.store.schema import players

CODE, ACTIONS = moment("half-moon")
ADA, BOB, CY = "ada", "bob", "cy"
NOW = 1_796_000_000.0  # 30 November 2026, 00:53:20 UTC
BY_TIME, BY_MOVES = ("time",), ("moves", "time")


def on(folder: Path, play: Callable[[Store], Awaitable[Any]]) -> Any:
    """What `play` comes to on a new store where Ada, Bob and Cy have names."""

    async def run() -> Any:
        store = Store(f"sqlite:///{folder / 'store.sqlite'}")
        rows = [
            {"id": each, "name": each, "skeleton": each, "folded": each, "since": NOW}
            for each in (ADA, BOB, CY)
        ]
        await store.write(lambda connection: connection.execute(insert(players), rows))
        try:
            return await play(store)
        finally:
            await store.close()

    return asyncio.run(run())


class Wins:
    """Tables that are won without being played, each of another deal."""

    def __init__(self, store: Store, by: tuple[str, ...] = BY_MOVES) -> None:
        self.store, self.by = store, by
        self.number = 0

    async def won(self, player: str, moves: int = 100, seconds: int = 60, **other: Any) -> None:
        """A new table of the player's that is won so."""
        self.number += 1
        code = str(Code("CR", 1, "N", self.number))
        table = f"table-{self.number}"
        await self.store.create(table, player, code)
        await self.again(table, code, moves=moves, seconds=seconds, **other)

    async def again(self, table: str, code: str, **other: Any) -> None:
        """A table that is there is won."""
        told: dict[str, Any] = {
            "game": "crescent",
            "variant": "N",
            "code": code,
            "codes": tuple(code[:4] + letter + code[5:] for letter in "NF"),
            "day": None,
            "began": 0.0,
            "undone": False,
            "finished": NOW + self.number,
            "by": self.by,
        }
        won = Finish(**{"moves": 100, "seconds": 60, **told, **other})
        await self.store.write(lambda connection: finish(connection, table, won))

    async def listed(self, player: str | None = None, page: int = 1, **other: Any) -> Ranking:
        which = Which(**{"game": "crescent", "variant": "N", "day": None, "by": self.by, **other})
        return await self.store.rankings.games(which, page, player)


def lines(found: Ranking) -> list[tuple[int, str | None, int, int]]:
    return [(line.place, line.name, line.moves, line.seconds) for line in found.lines]


# Which games count.


async def played(hall: Hall, table: str, *actions: str) -> None:
    async def hear(_message: Any) -> None: ...

    page = object()
    await hall.join(table, page, hear)
    found = await hall.store.load(table)
    assert found is not None
    for revision, token in enumerate(actions, start=len(found.actions)):
        await hall.receive(table, page, {"type": "act", "token": token, "revision": revision})
    await hall.leave(table, page)


async def half_moons(store: Store, player: str | None = ADA) -> Ranking:
    return await store.rankings.games(Which("half-moon", "N", None, BY_TIME), 1, player)


def test_a_win_counts_once_with_the_figures_of_the_first_time(tmp_path: Path) -> None:
    async def play(store: Store) -> list[Ranking]:
        hall = Hall(store, Computer())
        table = await hall.create(ADA, read_deal(CODE))
        await played(hall, table, *ACTIONS[:-1])
        seen = [await half_moons(store)]
        await played(hall, table, ACTIONS[-1])
        seen.append(await half_moons(store))
        await played(hall, table, "undo", "redo", "undo", ACTIONS[-1])
        seen.append(await half_moons(store))
        return seen

    before, after, again = on(tmp_path, play)
    assert (before.total, before.lines, before.own) == (0, (), None)
    (line,) = after.lines
    assert (line.place, line.name, line.moves, line.undone, line.own) == (1, ADA, 48, False, True)
    assert again == after


@pytest.mark.parametrize("game", SOLITAIRES, ids=lambda game: game.id)
def test_what_counts_of_a_recorded_game(game: Any) -> None:
    code, actions = moment(game.id, game=3)
    table = Table(start(read_deal(code), actions))
    assert table.line.outcome == WON
    job: Any = counting("t", table, 61.9)
    won: Finish = job.keywords["won"]
    assert (won.game, won.code, won.codes[0]) == (game.id, code, code)
    assert (won.moves, won.seconds, won.undone) == (table.line.moves, 61, True)
    assert won.by == game.ranked_by
    table.line.play("undo")
    assert counting("t", table, 62.0) is None


def test_eh11_nothing_ranks_by_score() -> None:
    assert [game.ranked_by for game in GAMES] == [BY_TIME, BY_MOVES, BY_MOVES, ("rating",)]
    assert [game.id for game in GAMES if game.marks_undo] == [EASY_HARP.id]


def test_a_studied_game_does_not_count(tmp_path: Path) -> None:
    async def play(store: Store) -> Ranking:
        hall = Hall(store, Computer())
        one = await hall.create(ADA, read_deal(CODE), ACTIONS[:-1], study=True)
        other = await hall.create(BOB, read_deal(CODE), ACTIONS[:-1])
        await hall.study(other)
        for table in (one, other):
            await played(hall, table, ACTIONS[-1])
        return await half_moons(store)

    assert on(tmp_path, play).total == 0


def foreign(actions: tuple[str, ...], created: float = NOW) -> Foreign:
    found = Result(len(actions), "unfinished", len(actions), None)
    return Foreign("foreign", CODE, created, created + 9, 1.0, "replay", False, actions, found)


def test_a_game_that_was_taken_in_does_not_count_even_where_it_is_won_here(tmp_path: Path) -> None:
    async def play(store: Store) -> Ranking:
        hall = Hall(store, Computer())
        assert await store.take_in(ADA, [foreign(ACTIONS[:-1])]) == [True]
        await played(hall, "foreign", ACTIONS[-1])
        # The file makes an own game longer.
        table = await hall.create(BOB, read_deal(CODE))
        await played(hall, table, ACTIONS[0])
        (entry,) = await store.of_player(BOB)
        assert await store.take_in(BOB, [foreign(ACTIONS[:-1], entry.created)]) == [True]
        await played(hall, table, ACTIONS[-1])
        found = await store.load(table)
        assert found is not None
        assert found.actions == ACTIONS
        return await half_moons(store)

    assert on(tmp_path, play).total == 0


@pytest.mark.parametrize("other", ["CR1-N-AAAAAAB", "CR1-F-AAAAAAB"])
def test_only_the_first_game_of_a_deal_counts_and_only_while_it_is_the_only_one(
    tmp_path: Path, other: str
) -> None:
    async def play(store: Store) -> Ranking:
        wins, code = Wins(store), "CR1-N-AAAAAAB"
        for player in (ADA, BOB, CY):
            await store.create(f"first-{player}", player, code)
        await store.create("second", BOB, other)
        await wins.again("first-ada", code)
        await wins.again("first-bob", code)
        await wins.again("second", other)
        # Opened again after the win: that one stays, and this one adds nothing.
        await wins.again("first-cy", code)
        await store.create("later", CY, other)
        await wins.again("later", other, moves=1)
        return await wins.listed()

    assert [line.name for line in on(tmp_path, play).lines] == [ADA, CY]


def test_who_has_looked_at_somebody_elses_game_of_the_deal_does_not_count(tmp_path: Path) -> None:
    async def play(store: Store) -> Ranking:
        wins = Wins(store)
        await store.create("t", ADA, "CR1-F-AAAAAAB")
        for _ in range(3):
            await store.rankings.know(ADA, "CR1-N-AAAAAAB")
        await wins.again("t", "CR1-F-AAAAAAB", codes=("CR1-N-AAAAAAB", "CR1-F-AAAAAAB"))
        await wins.won(BOB)
        return await wins.listed()

    assert [line.name for line in on(tmp_path, play).lines] == [BOB]


# Their order.


def test_moves_go_before_time_and_each_player_has_one_line(tmp_path: Path) -> None:
    async def play(store: Store) -> tuple[Ranking, Ranking]:
        wins = Wins(store)
        for player, moves, seconds in (
            (ADA, 120, 50),
            (ADA, 100, 90),
            (ADA, 100, 91),
            (BOB, 100, 80),
            (BOB, 300, 10),
            (CY, 99, 900),
        ):
            await wins.won(player, moves, seconds)
        return await wins.listed(ADA), await wins.listed("stranger")

    found, strangers = on(tmp_path, play)
    assert lines(found) == [(1, CY, 99, 900), (2, BOB, 100, 80), (3, ADA, 100, 90)]
    assert found.own == found.lines[2]
    assert [line.own for line in found.lines] == [False, False, True]
    assert (strangers.total, strangers.own) == (3, None)


def test_by_time_alone_moves_do_not_matter(tmp_path: Path) -> None:
    async def play(store: Store) -> Ranking:
        wins = Wins(store, BY_TIME)
        for player, moves, seconds in ((ADA, 10, 50), (BOB, 200, 40), (ADA, 300, 45)):
            await wins.won(player, moves, seconds)
        return await wins.listed()

    assert lines(on(tmp_path, play)) == [(1, BOB, 200, 40), (2, ADA, 300, 45)]


def test_equals_share_a_place_and_who_was_first_stands_first(tmp_path: Path) -> None:
    async def play(store: Store) -> tuple[Ranking, Ranking]:
        wins = Wins(store)
        for player in (BOB, ADA):
            await wins.won(player, 100, 60)
        await wins.won(CY, 101, 1)
        await wins.won("nameless", 100, 60)
        return await wins.listed(CY), await wins.listed("nameless")

    found, other = on(tmp_path, play)
    assert lines(found) == [(1, BOB, 100, 60), (1, ADA, 100, 60), (3, CY, 101, 1)]
    assert found.own == found.lines[2]
    # A game without a name is seen by its own player alone.
    assert other.lines[0].name == BOB
    assert (other.total, other.own.place, other.own.name) == (3, 1, None)


def test_a_list_has_pages_and_tells_who_asks_their_line_on_each(tmp_path: Path) -> None:
    async def play(store: Store) -> list[Ranking]:
        wins, many = Wins(store), LINES + 5
        names = [f"player {at:02}" for at in range(many)]
        rows = [
            {"id": each, "name": each, "skeleton": each, "folded": each, "since": NOW}
            for each in names
        ]
        await store.write(lambda connection: connection.execute(insert(players), rows))
        for at, name in enumerate(names):
            await wins.won(name, 100 + at)
        return [await wins.listed(names[-1], page) for page in (1, 2, 3)]

    first, second, third = on(tmp_path, play)
    assert [len(found.lines) for found in (first, second, third)] == [LINES, 5, 0]
    assert [line.place for line in second.lines] == list(range(LINES + 1, LINES + 6))
    assert {found.total for found in (first, second, third)} == {LINES + 5}
    assert first.own == second.own == third.own == second.lines[-1]


def test_rule_sets_have_lists_of_their_own(tmp_path: Path) -> None:
    async def play(store: Store) -> tuple[Ranking, Ranking]:
        wins = Wins(store)
        await wins.won(ADA)
        await wins.won(ADA, 50, variant="F")
        return await wins.listed(), await wins.listed(variant="F")

    standard, four = on(tmp_path, play)
    assert (lines(standard), lines(four)) == ([(1, ADA, 100, 60)], [(1, ADA, 50, 60)])


# Days.


@pytest.mark.parametrize(
    ("moment", "there", "over"),
    [
        ("2026-11-29T09:59:59", False, False),
        ("2026-11-29T10:00:00", True, False),  # it is midnight on the Line Islands
        ("2026-11-30T12:00:00", True, False),
        ("2026-12-01T11:59:59", True, False),  # and here a minute before it
        ("2026-12-01T12:00:00", False, True),
    ],
)
@pytest.mark.parametrize("game", SOLITAIRES, ids=lambda game: game.id)
def test_a_day_is_today_from_its_first_midnight_to_its_last(
    game: Any, moment: str, there: bool, over: bool
) -> None:
    day, now = date(2026, 11, 30), datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp()
    assert days.day_of(daily(game, day), now) == (day if there else None)
    assert (now >= days.begin(day)) == (there or over)
    assert days.is_over(day, now) == over


def test_days_without_a_chosen_deal_and_other_deals_are_no_days() -> None:
    first = datetime(FIRST.year, FIRST.month, FIRST.day, tzinfo=UTC).timestamp()
    last = datetime(LAST.year, LAST.month, LAST.day, tzinfo=UTC).timestamp()
    assert days.day_of(daily(HALF_MOON, FIRST), first) == FIRST
    assert days.day_of(daily(HALF_MOON, date(2025, 12, 31)), first) is None
    assert days.day_of(daily(HALF_MOON, LAST), last) == LAST
    assert days.day_of(daily(HALF_MOON, date(2037, 1, 1)), last + 24 * 3600) is None
    for now in (0.0, first - 1e9, last + 1e9):
        assert days.day_of(read_deal(CODE), now) is None
    assert days.day_of(daily(CRESCENT, FIRST)._replace(variant="F"), first) is None


def test_a_day_ranks_what_was_begun_and_won_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    day, began = "2026-11-30", NOW - 3600

    async def play(store: Store) -> tuple[Ranking, Ranking]:
        wins = Wins(store)
        for player, created in ((ADA, began + 1), (BOB, began - 1), (CY, began)):
            monkeypatch.setattr("lunaria.server.store.time.time", lambda created=created: created)
            await wins.won(player, day=day, began=began, moves=round(created - NOW) + 9000)
        return await wins.listed(day=day), await wins.listed()

    of_day, of_all = on(tmp_path, play)
    assert [line.name for line in of_day.lines] == [CY, ADA]
    assert [line.name for line in of_all.lines] == [BOB, CY, ADA]
