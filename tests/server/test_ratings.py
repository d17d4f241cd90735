"""Ratings of matches over the network: Glicko-2, once a match, between two people."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import glicko2
import pytest
from sqlalchemy import Connection, insert

from lunaria.core.deal import sealed
from lunaria.core.match import PATIENCE, PERSON, Match
from lunaria.core.replay import Line
from lunaria.games import COMET, read_deal
from lunaria.server import seating
from lunaria.server.finishes import counting
from lunaria.server.glicko import SURE, UNKNOWN, WEEK, Rating, _Player, rated, rested
from lunaria.server.store import Seat, Store
from lunaria.server.store.ratings import AT_MOST, WITHIN, Ratings, rate
from lunaria.server.store.schema import players, ratings

NOW = 1_796_000_000.0
GAME = COMET.id
PEOPLE = ("ada", "bob", "cy", "dee")


def test_the_example_of_glickmans_paper() -> None:
    player = _Player(1500, 200, 0.06)
    player.update_player([1400, 1550, 1700], [30, 100, 300], [1, 0, 0])
    assert player.rating == pytest.approx(1464.06, abs=0.02)
    assert player.rd == pytest.approx(151.52, abs=0.01)
    # The paper has 0.05999. Worked out to more places by its step 5 it is this.
    assert player.vol == pytest.approx(0.0599960, abs=2e-7)


def test_the_volatility_is_not_the_librarys_which_takes_the_rating_for_the_deviation() -> None:
    theirs = glicko2.Player(1500, 200, 0.06)
    theirs.update_player([1400, 1550, 1700], [30, 100, 300], [1, 0, 0])
    assert abs(theirs.vol - 0.0599960) > 2e-6


def test_a_match_alone_is_a_period_as_in_the_library() -> None:
    for score in (0.0, 0.5, 1.0):
        theirs = glicko2.Player(1620.0, 80.0, 0.06)
        theirs.update_player([1480.0], [120.0], [score])
        own = rated(Rating(1620.0, 80.0), Rating(1480.0, 120.0), score)
        assert own.rating == pytest.approx(theirs.rating, abs=0.01)
        assert own.deviation == pytest.approx(theirs.rd, abs=0.01)


def test_a_win_by_hand() -> None:
    """Two of whom nothing is known: E is 1/2, so v is 4/g², and half of g is won."""
    won, lost = rated(Rating(), Rating(), 1), rated(Rating(), Rating(), 0)
    assert won.rating - 1500 == pytest.approx(162.31, abs=0.01)
    assert lost.rating - 1500 == pytest.approx(-162.31, abs=0.01)
    assert won.deviation == lost.deviation == pytest.approx(290.32, abs=0.01)
    drawn = rated(Rating(), Rating(), 0.5)
    assert drawn.rating == pytest.approx(1500)


def test_who_rests_is_less_surely_known() -> None:
    known = Rating(1700.0, 60.0)
    assert rested(known, 0.0) == known
    assert rested(known, -5.0) == known  # a clock was set back
    one = glicko2.Player(*known)
    one.did_not_compete()
    assert rested(known, WEEK).deviation == pytest.approx(one.rd)
    assert rested(known, 70 * WEEK).deviation < SURE < rested(known, 80 * WEEK).deviation
    assert rested(known, 1e12).deviation == UNKNOWN


def test_extreme_ratings_have_a_result() -> None:
    for score in (0.0, 0.5, 1.0):
        for own in (-1000.0, 1500.0, 4000.0):
            after = rated(Rating(own, 30.0), Rating(4000.0 - own, 30.0), score)
            assert 0 < after.deviation <= UNKNOWN
            assert 0.05 < after.volatility < 0.07


# In the store.


def on(folder: Path, play: Callable[[Store], Awaitable[Any]]) -> Any:
    """What `play` comes to on a new store whose players have names."""

    async def run() -> Any:
        store = Store(f"sqlite:///{folder / 'store.sqlite'}")
        rows = [
            {"id": each, "name": each, "skeleton": each, "folded": each, "since": NOW}
            for each in PEOPLE
        ]
        await store.write(lambda connection: connection.execute(insert(players), rows))
        try:
            return await play(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def match_of(store: Store, first: str, second: str | None, *, begun: bool = True) -> str:
    """The id of a match over the network; nobody follows the invitation where `second` is None."""
    made = await seating.network(store, sealed(COMET, "N", 2), {1: first})
    place = await store.seat(made.keys[1])
    assert place is not None
    if second is not None:
        await store.sit(Seat(place.table_id, 2, f"{place.table_id[:20]}-second", second))
    if begun:
        await store.append(place.table_id, 1, "A", 1.0)
    return place.table_id


async def end(store: Store, table: str, score: float = 1.0, now: float = NOW) -> None:
    def job(connection: Connection) -> None:
        rate(connection, table, GAME, score, now)

    await store.write(job)


async def told(store: Store, player: str | None = None, now: float = NOW, page: int = 1) -> Ratings:
    return await store.rankings.ratings(GAME, page, player, now)


def test_both_are_rated_once_however_often_a_match_ends(tmp_path: Path) -> None:
    async def play(store: Store) -> Ratings:
        table = await match_of(store, "ada", "bob")
        await asyncio.gather(*(end(store, table) for _ in range(5)))
        other = Store(str(store._engine.url))
        await end(other, table, 0.0)
        await other.close()
        return await told(store)

    found = on(tmp_path, play)
    assert [(line.name, round(line.rating), line.matches) for line in found.lines] == [
        ("ada", 1662, 1),
        ("bob", 1338, 1),
    ]
    assert all(line.replay and line.provisional for line in found.lines)


def test_matches_of_one_player_or_of_nobody_are_not_rated(tmp_path: Path) -> None:
    async def play(store: Store) -> Ratings:
        await end(store, await match_of(store, "ada", "ada"))
        await end(store, await match_of(store, "ada", None))
        await end(store, await match_of(store, "ada", ""))  # who has deleted everything
        await end(store, await match_of(store, "ada", "bob", begun=False))
        return await told(store)

    assert on(tmp_path, play).total == 0


def test_no_more_than_some_matches_of_the_same_two_are_rated_in_a_day(tmp_path: Path) -> None:
    async def play(store: Store) -> list[int]:
        for at in range(AT_MOST + 3):
            first, second = ("ada", "bob") if at % 2 else ("bob", "ada")
            await end(store, await match_of(store, first, second), now=NOW + at)
        seen = [line.matches for line in (await told(store)).lines]
        await end(store, await match_of(store, "ada", "cy"), now=NOW + 60)
        await end(store, await match_of(store, "ada", "bob"), now=NOW + WITHIN + 1)
        ada = (await told(store, "ada")).own
        assert ada is not None
        return [*seen, ada.matches]

    assert on(tmp_path, play) == [AT_MOST, AT_MOST, AT_MOST + 2]


def test_the_list_has_the_sure_ones_first_and_tells_who_asks_their_place(tmp_path: Path) -> None:
    async def play(store: Store) -> tuple[Ratings, Ratings]:
        def known(connection: Connection) -> None:
            for player, rating, deviation in (
                ("ada", 1600.0, 60.0),
                ("bob", 1900.0, 300.0),
                ("cy", 1700.0, 60.0),
                ("nameless", 1650.0, 60.0),
            ):
                figures = Rating(rating, deviation)._asdict()
                row = {"player": player, "game": GAME, "matches": 9, "changed": NOW, "last": None}
                connection.execute(insert(ratings).values(**row, **figures))

        await store.write(known)
        return await told(store, "nameless"), await told(store, "bob", NOW + 80 * WEEK)

    found, later = on(tmp_path, play)
    assert [(line.place, line.name) for line in found.lines] == [(1, "cy"), (2, "ada"), (3, "bob")]
    assert found.total == 3
    assert (found.own.place, found.own.name, found.own.own) == (2, None, True)
    # After so long nobody's rating is sure, and the highest stands first.
    assert [line.name for line in later.lines] == ["bob", "cy", "ada"]
    assert later.own == later.lines[0]


def test_who_is_forgotten_has_no_rating_and_the_other_keeps_theirs(tmp_path: Path) -> None:
    async def play(store: Store) -> Ratings:
        await end(store, await match_of(store, "ada", "bob"))
        assert (await store.rankings.of_player("ada"))["ratings"][0]["matches"] == 1
        await store.forget("ada")
        assert (await store.rankings.of_player("ada")) == {"games": [], "ratings": []}
        seen = await told(store)
        await store.forget("bob")
        assert (await told(store)).total == 0
        return seen

    assert [line.name for line in on(tmp_path, play).lines] == ["bob"]


# What counts of a match.


def a_match(**more: Any) -> Match:
    match = Match(Line(COMET, sealed(COMET, "N", 2)), (PERSON, PERSON), **more)
    for seat in (1, 2):
        match.join(seat, seat, 0.0)
    return match


def score(match: Match) -> float | None:
    job: Any = counting("t", match)
    return None if job is None else job.keywords["score"]


def test_a_match_counts_when_it_is_over_or_claimed() -> None:
    match = a_match()
    assert score(match) is None
    match.leave(2, 10.0)
    match.receive(1, {"type": "claim"}, 10.0 + PATIENCE - 1)
    assert score(match) is None
    match.receive(1, {"type": "claim"}, 10.0 + PATIENCE)
    assert score(match) == 1.0
    assert score(a_match(gone=1)) == 0.0


def test_the_last_card_ends_a_match_with_its_score() -> None:
    match = a_match()
    line = match.line
    while line.outcome is None:
        assert score(match) is None
        line.play(line.legal()[0])
    assert score(match) == {"won1": 1.0, "won2": 0.0, "draw": 0.5}[line.outcome]


def test_numbered_matches_and_those_at_one_page_do_not_count() -> None:
    at_page = Match(Line(COMET, sealed(COMET, "N", 2)), (PERSON, PERSON), screen=True, gone=1)
    numbered = Match(Line(COMET, read_deal("comet:1")), (PERSON, "easy"), gone=1)
    assert score(at_page) is None
    assert score(numbered) is None
