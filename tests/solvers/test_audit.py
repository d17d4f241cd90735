"""Tables held against the solvers and the checkers, and what is found where they are wrong."""

from collections.abc import Mapping
from typing import Any

import pytest

from lunaria.core.game import Game
from lunaria.games import CRESCENT, EASY_HARP, GAMES, HALF_MOON
from lunaria.solvers import WrongLine, audit, check, solve
from lunaria.solvers.audit import CONFIRMED, OPEN, REFUTED, Claims, claims_of
from lunaria.solvers.known import TABLES, pack, unpack
from lunaria.solvers.verdict import LOST, WINNABLE, Certificate
from registry import every_game, every_solitaire
from wandering import opening

#: Deals of Half Moon by what is true of them.
WON_DEALS, LOST_DEALS = (1, 2, 3), (19, 136)

#: A claim of each game whose check asks for work.
CLAIMS = {
    HALF_MOON.id: Certificate("sat", {}),
    CRESCENT.id: Certificate("exhausted", {"positions": 1}),
    EASY_HARP.id: Certificate("exhaustion", {"positions": 1}),
}


def certificate(deal: int) -> Certificate:
    found = solve(opening(HALF_MOON, deal)).certificate
    assert found is not None
    return found


def claims(outcomes: Mapping[int, str], losses: Mapping[int, Certificate]) -> Claims:
    return Claims(HALF_MOON, unpack(pack({}, outcomes), "x"), losses)


def right() -> Claims:
    outcomes = dict.fromkeys(WON_DEALS, WINNABLE) | dict.fromkeys(LOST_DEALS, LOST)
    return claims(outcomes, {deal: certificate(deal) for deal in LOST_DEALS})


def test_what_is_right_is_confirmed() -> None:
    told = right()
    assert (told.uncertified(), told.unclaimed()) == ([], [])
    assert {told.prove(deal) for deal in told.sample(10, 0)} == {CONFIRMED}


def test_what_is_wrong_is_refuted() -> None:
    assert claims({19: WINNABLE}, {}).prove(19) == REFUTED
    assert claims({1: LOST}, {1: Certificate("sat", {})}).prove(1) == REFUTED
    assert claims({19: LOST}, {19: certificate(136)}).prove(19) == REFUTED
    assert claims({19: LOST}, {19: Certificate("oracle", {})}).prove(19) == REFUTED


def test_a_win_that_the_rules_refuse_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> None:
        raise WrongLine

    monkeypatch.setattr(audit, "solve", wrong)
    assert right().prove(1) == REFUTED


def test_what_takes_too_long_stays_open() -> None:
    assert right().prove(1, 0.0) == OPEN
    assert right().prove(19, 0.0) == OPEN


def test_table_and_certificates_are_compared_in_whole() -> None:
    proof = Certificate("sat", {})
    told = claims({1: WINNABLE, 19: LOST, 51: LOST}, {1: proof, 7: proof, 51: proof})
    assert told.uncertified() == [19]
    assert told.unclaimed() == [1, 7]
    assert sorted(told.sample(10, 0)) == [1, 51]


@pytest.mark.parametrize(
    ("count", "lost", "won"), [(1, 1, 0), (2, 1, 1), (9, 5, 4), (50, 20, 30), (99, 59, 40)]
)
def test_half_of_a_sample_is_lost(count: int, lost: int, won: int) -> None:
    losses = range(1, 21) if count < 60 else range(1, 61)
    wins = range(101, 141)
    told = claims(
        dict.fromkeys(losses, LOST) | dict.fromkeys(wins, WINNABLE),
        dict.fromkeys(losses, Certificate("sat", {})),
    )
    drawn = told.sample(count, 3)
    assert len(set(drawn)) == count
    assert [sum(deal in deals for deal in drawn) for deals in (losses, wins)] == [lost, won]
    assert drawn == told.sample(count, 3)
    assert count == 1 or drawn != told.sample(count, 4)
    assert sorted(told.sample(1000, 0)) == [*losses, *wins]


@every_game
def test_the_tables_of_the_package_agree_with_the_certificates(game: Game[Any]) -> None:
    told = claims_of(game, TABLES)
    if told is not None:
        assert (told.uncertified(), told.unclaimed()) == ([], [])


def test_the_package_has_a_table() -> None:
    assert any(claims_of(game, TABLES) for game in GAMES)


@every_solitaire
def test_a_check_keeps_its_time(game: Game[Any]) -> None:
    with pytest.raises(TimeoutError):
        check(opening(game, 1), CLAIMS[game.id], 0.0)


@every_game
@pytest.mark.parametrize(
    "data",
    [{}, {"left": 1}, {"upturned": 0, "left": "1"}, {"covered": {"1": 5}}, {"vectors": [[], "x"]}],
)
def test_certificates_without_form_show_nothing(game: Game[Any], data: dict[str, Any]) -> None:
    for kind in ("front", "lattice", "oracle", ""):
        assert not check(opening(game, 1), Certificate(kind, data))
