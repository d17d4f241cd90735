"""How hard a deal is."""

from pathlib import Path
from typing import Any

import pytest

from lunaria.core import record
from lunaria.core.game import Game
from lunaria.core.replay import Line
from lunaria.games import CRESCENT, EASY_HARP, GAMES, HALF_MOON, read_deal, start
from lunaria.solvers import solve, wins
from lunaria.solvers.difficulty import difficulty, greedy_plays, random_plays, shorten
from lunaria.solvers.verdict import (
    CANCELLED,
    LOST,
    MEMORY,
    UNKNOWN,
    WINNABLE,
    Limits,
    Progress,
)
from registry import every_game

RECORDS = Path(__file__).parent.parent / "data" / "records"


def won_line(game_id: str, number: int = 0) -> Line[Any]:
    line, _ = record.verify(
        list(record.read((RECORDS / f"{game_id}.record").read_text("utf-8")))[number], GAMES
    )
    assert line is not None
    return line


@every_game
def test_plays_are_the_same_for_a_seed(game: Game[Any]) -> None:
    line = won_line(game.id)
    near = start(line.code)
    for token in line.path[:-6]:
        near.play(token)
    for plays in (random_plays, greedy_plays):
        first = plays(line.game, near.state, 20)
        assert first == plays(line.game, near.state, 20)
        assert 0 <= first.won <= first.games == 20


def test_greed_wins_a_game_that_only_waits_for_it() -> None:
    line = won_line(EASY_HARP.id)
    near = start(line.code)
    for token in line.path[:-10]:
        near.play(token)
    assert greedy_plays(EASY_HARP, near.state, 5).won == 5


def test_a_deal_is_hard_for_random_play() -> None:
    state = start(read_deal("crescent:1")).state
    assert random_plays(CRESCENT, state, 10).won == 0


@pytest.mark.parametrize("game_id", [CRESCENT.id, EASY_HARP.id])
def test_detours_are_left_out(game_id: str) -> None:
    line = won_line(game_id)
    opening = start(line.code).state
    shorter = shorten(line.game, opening, line.path, Limits(seconds=0.5))
    assert wins(line.game, opening, shorter)
    assert len(shorter) <= len(line.path)
    detour = ("draw", "recycle") if game_id == EASY_HARP.id else ()
    if detour:
        stock = len(line.game.cards(opening)["stock"])
        around = ("draw",) * stock + ("recycle",)
        assert shorten(line.game, opening, around + line.path, Limits(seconds=0.5)) == shorter


def test_a_game_of_half_moon_cannot_be_shorter() -> None:
    line = won_line(HALF_MOON.id)
    assert len(shorten(line.game, start(line.code).state, line.path)) == 48


def test_plays_end_with_the_time() -> None:
    state = start(read_deal("half-moon:1")).state
    for plays in (random_plays, greedy_plays):
        assert plays(HALF_MOON, state, 1000, Limits(seconds=0)) == (0, 0)


def test_the_figures_of_a_deal() -> None:
    state = start(read_deal("half-moon:5")).state
    told: list[Progress] = []

    def watch(progress: Progress) -> bool:
        told.append(progress)
        return True

    found = difficulty(state, 10, Limits(seed=2), watch)
    assert found.verdict.outcome == WINNABLE
    assert found.random == random_plays(HALF_MOON, state, 10, Limits(seed=2))
    assert found.greedy == greedy_plays(HALF_MOON, state, 10, Limits(seed=2))
    assert found.redeals is None
    assert wins(HALF_MOON, state, found.par or ())
    assert {"random play", "greedy play", "shortening"} <= {each.stage for each in told}


def test_a_lost_deal_has_no_figures() -> None:
    found = difficulty(start(read_deal("half-moon:19")).state, 10)
    assert found.verdict.outcome == LOST
    assert found[1:] == (None, None, None, None)


def test_the_fewest_redeals_of_the_end_of_a_game() -> None:
    line = won_line(CRESCENT.id)
    late = start(line.code)
    for token in line.path[:-15]:
        late.play(token)
    found = difficulty(late.state, 3, Limits(seconds=5.0))
    assert found.verdict.outcome == WINNABLE
    assert found.redeals == (0, 0)
    assert 0 < len(found.par or ()) <= len(found.verdict.line or ())


def test_whoever_watches_can_end_it() -> None:
    state = start(read_deal("crescent:1")).state
    found = difficulty(state, 10_000, Limits(seconds=None), lambda progress: False)
    assert found.verdict.limit == CANCELLED
    assert found.random == found.greedy == (0, 0)
    assert found.par is None


def test_memory_that_is_not_there_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("lunaria.solvers.half_moon.solve", fall)
    verdict = solve(start(read_deal("half-moon:5")).state)
    assert (verdict.outcome, verdict.limit) == (UNKNOWN, MEMORY)
