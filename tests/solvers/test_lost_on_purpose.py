"""Games that go well until somebody makes a mistake on purpose: the analysis names it."""

from typing import Any

import pytest

from exhaustive import winnable
from lunaria.core import record
from lunaria.core.errors import NotReadable
from lunaria.core.game import Game
from lunaria.core.replay import Line, replay
from lunaria.games import CRESCENT, EASY_HARP, GAMES, HALF_MOON
from lunaria.solvers import check, wins
from lunaria.solvers import solve as solve_any
from lunaria.solvers.analysis import AnalysisProgress, analyse
from lunaria.solvers.verdict import LOST, Limits
from registry import DATA, every_solitaire
from wandering import opening

#: The action that loses each game, by its number and token.
MISTAKES = {
    HALF_MOON.id: (37, "4+6+R2"),
    CRESCENT.id: (189, "2>10"),
    EASY_HARP.id: (72, "W>1"),
}
PATIENT = Limits(seconds=120.0)

every_mistake = pytest.mark.parametrize("name", MISTAKES)


def lost_game(name: str) -> Line[Any]:
    """The game of `tests/data/lost`; it goes on for some actions after the mistake."""
    text = (DATA / "lost" / f"{name}.record").read_text("utf-8")
    line, fault = record.verify(next(record.read(text)), GAMES)
    assert fault is None
    assert line is not None
    return line


def position(line: Line[Any], after: int) -> Any:
    """The position after so many of the actions."""
    return replay(line.game, line.code, line.path[:after])[0].state


@every_mistake
def test_the_mistake_is_named(name: str) -> None:
    line = lost_game(name)
    number, token = MISTAKES[name]
    told: list[AnalysisProgress] = []

    def watch(progress: AnalysisProgress) -> bool:
        told.append(progress)
        return True

    found = analyse(line, PATIENT, watch)
    assert found.exact
    assert (found.last_winnable, found.first_lost) == (number - 1, number)
    assert found.path[number - 1] == token
    assert len(found.path) >= number + 3
    assert wins(line.game, position(line, number - 1), found.line or ())
    # What was told while it looked: the positions that it has verdicts of, each counted once.
    looked = list(dict.fromkeys((each.number, each.position) for each in told))
    assert [nth for nth, _ in looked] == sorted({nth for nth, _ in looked})
    assert {at for _, at in looked} <= set(found.verdicts)
    about = {each.about for each in told}
    assert len(about) == 1
    assert abs(about.pop() - len(found.verdicts)) <= 2


@pytest.mark.parametrize("name", [HALF_MOON.id, CRESCENT.id])
def test_after_the_mistake_nothing_wins_and_before_it_something_does(name: str) -> None:
    line, (number, _) = lost_game(name), MISTAKES[name]
    assert winnable(line.game, position(line, number - 1))
    assert not winnable(line.game, position(line, number))


def test_after_the_mistake_there_is_a_proof_where_there_is_too_much_to_try() -> None:
    line, (number, _) = lost_game(EASY_HARP.id), MISTAKES[EASY_HARP.id]
    state = position(line, number)
    verdict = solve_any(state, PATIENT)
    assert verdict.outcome == LOST
    assert verdict.certificate is not None
    assert check(state, verdict.certificate)
    assert not check(position(line, number - 1), verdict.certificate)


@every_solitaire
@pytest.mark.parametrize("card", ["2H", "KS", "14H", ""])
def test_positions_that_cannot_arise_are_refused(game: Game[Any], card: str) -> None:
    state = opening(game)
    cards = {place: (card,) * len(cards) for place, cards in game.cards(state).items()}
    with pytest.raises(NotReadable) as refused:
        solve_any(game.with_cards(state, cards))
    assert refused.value.reason.code == "position"


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(TypeError):
        solve_any(("2H",) * 25)
