"""Of every game: it has what a game must have besides its rules."""

from typing import Any

import pytest

from lunaria.core.errors import NotReadable
from lunaria.core.game import Game
from lunaria.core.record import read, verify
from lunaria.games import GAMES, game_named
from registry import DATA, every_game

TESTS = DATA.parent


@every_game
def test_a_game_has_records_that_hold(game: Game[Any]) -> None:
    paths = sorted((DATA / "records").glob(f"{game.id}*.record"))
    assert paths, f"tests/data/records/{game.id}*.record is not there"
    for path in paths:
        for record in read(path.read_text("utf-8")):
            verified = verify(record, GAMES)
            assert verified.fault is None, path.name
            assert verified.line is not None
            assert verified.line.game.id == game.id


@every_game
def test_a_game_has_perft_counts(game: Game[Any]) -> None:
    assert (DATA / "perft" / f"{game.id}.perft").is_file()


@every_game
def test_a_game_has_whole_deals(game: Game[Any]) -> None:
    assert (DATA / "deals" / f"{game.id}.txt").is_file()


@every_game
def test_a_game_has_tests_of_its_rules(game: Game[Any]) -> None:
    assert (TESTS / "games" / f"test_{game.id.replace('-', '_')}.py").is_file()


def test_ids_and_prefixes_are_told_apart() -> None:
    assert len({game.id for game in GAMES}) == len(GAMES)
    assert len({game.prefix for game in GAMES}) == len(GAMES)


@every_game
def test_a_game_is_found_by_id_and_prefix(game: Game[Any]) -> None:
    spoken = game.id.replace("-", " ")
    for name in (game.id, spoken, spoken.title(), game.prefix, game.prefix.lower(), f" {game.id} "):
        assert game_named(name) is game


@pytest.mark.parametrize("name", ["", "moon", "HM1", "half", "\0", "half-moon!"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(NotReadable) as caught:
        game_named(name)
    assert caught.value.reason.code == "game"
