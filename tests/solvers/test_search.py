"""The search: it wins what is nearly won, keeps to its limit, and does the same again."""

from typing import Any

import pytest

from lunaria.core.game import WON, Game
from lunaria.core.record import read, verify
from lunaria.core.replay import REDO, UNDO
from lunaria.games import GAMES, read_deal, start
from lunaria.games.half_moon import HALF_MOON
from lunaria.solvers import wins
from lunaria.solvers.search import Guide, search, solve
from lunaria.solvers.verdict import CANCELLED, UNKNOWN, WINNABLE, WORK, Limits
from registry import DATA, every_solitaire, numbered

LAST = 12


def nearly_won(game: Game[Any]) -> list[Any]:
    """Positions 12 actions before the end of won games."""
    states = []
    for record in read((DATA / "records" / f"{game.id}.record").read_text("ascii")):
        if not {UNDO, REDO} & set(record.actions):
            line = start(read_deal(record.tag("Code") or ""))
            for action in record.actions[:-LAST]:
                line.play(action)
            states.append(line.state)
    return states


def after(game: Game[Any], state: Any, tokens: list[str]) -> Any:
    for token in tokens:
        assert game.refusal(state, token) is None
        state = game.apply(state, token)
    return state


@every_solitaire
def test_a_nearly_won_position_is_won(game: Game[Any]) -> None:
    states = nearly_won(game)
    assert len(states) >= 3
    for state in states:
        tokens = search(game, state, limit=5000)
        assert tokens is not None
        assert game.outcome(after(game, state, tokens)) == WON


@every_solitaire
def test_no_win_within_a_tiny_limit(game: Game[Any]) -> None:
    for state in nearly_won(game):
        assert search(game, state, limit=1) is None
    assert search(game, start(numbered(game, 1)).state, limit=20) is None


@every_solitaire
def test_a_seed_gives_the_same_win_again(game: Game[Any]) -> None:
    for state in nearly_won(game):
        first = search(game, state, limit=5000, seed=3)
        assert first is not None
        assert search(game, state, limit=5000, seed=3) == first


@every_solitaire
def test_a_won_position_needs_no_tokens(game: Game[Any]) -> None:
    state = nearly_won(game)[0]
    won = after(game, state, search(game, state, limit=5000) or [])
    assert search(game, won, limit=1) == []


@every_solitaire
def test_no_more_positions_are_looked_at_than_the_limit(game: Game[Any]) -> None:
    class Counting(Guide[Any]):
        looked = 0

        def ways(self, state: Any) -> Any:
            self.looked += 1
            return super().ways(state)

    guide = Counting(game)
    guide.width = 7
    assert search(game, start(numbered(game, 2)).state, limit=30, guide=guide) is None
    assert guide.looked == 30


@every_solitaire
def test_without_a_solver_of_its_own_a_game_is_searched(game: Game[Any]) -> None:
    state = nearly_won(game)[0]
    found = solve(state, Limits(work=5000))
    assert found.outcome == WINNABLE
    assert wins(game, state, found.line or ())
    assert (found.how, found.work <= 5000) == ("search", True)
    short = solve(state, Limits(work=1))
    assert (short.outcome, short.limit, short.work) == (UNKNOWN, WORK, 1)
    stopped = solve(state, Limits(), lambda progress: False)
    assert (stopped.outcome, stopped.limit) == (UNKNOWN, CANCELLED)


def test_a_position_without_ways_is_given_up() -> None:
    record = next(read((DATA / "records" / "half-moon-blocked.record").read_text("ascii")))
    line, _ = verify(record, GAMES)
    assert line is not None
    assert search(line.game, line.state, limit=50) is None


@pytest.mark.parametrize("seed", range(3))
def test_earlier_stages_are_looked_at_first(seed: int) -> None:

    class Staged(Guide[Any]):
        def stage(self, state: Any) -> int:
            return -sum(map(len, state.piles))

        def ways(self, state: Any) -> Any:
            stages.append(self.stage(state))
            return super().ways(state)

    stages: list[int] = []
    state = nearly_won(HALF_MOON)[0]
    found = search(HALF_MOON, state, limit=5000, seed=seed, guide=Staged(HALF_MOON))
    assert found is not None
    assert stages == sorted(stages)
