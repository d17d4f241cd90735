"""The games of `tests/data/records`, replayed from their records: they end as they claim, fast."""

from pathlib import Path
from time import process_time

import pytest

from lunaria.core.record import ABANDONED, Record, Verified, read, verify, write
from lunaria.core.replay import REDO, UNDO
from lunaria.games import COMET, GAMES
from lunaria.games.crescent import REDEAL, REDEALS
from lunaria.games.easy_harp import COLUMN_NAMES, FOUNDATION_NAMES, MOVES, WASTE
from registry import DATA

MOST_SECONDS = 0.030

PATHS = sorted((DATA / "records").glob("*.record"))
RECORDS = [(path, record) for path in PATHS for record in read(path.read_text("ascii"))]
WON = [(path, record) for path, record in RECORDS if record.tag("Result") == "won"]
#: How the games of a file end, where they are not won.
RESULTS = {
    "half-moon-blocked": "blocked",
    "crescent-stuck": "stuck",
    "easy-harp-unfinished": "unfinished",
    "comet-unfinished": "unfinished",
}
#: The games of two, which somebody wins or nobody, and their matches with secret seeds.
MATCHES = [(path, record) for path, record in RECORDS if record.tag("Game") == COMET.id]
SEALED = [(path, record) for path, record in MATCHES if record.tag("Seeds")]


def ids(records: list[tuple[Path, Record]]) -> list[str]:
    return [
        f"{path.stem}-{record.tag('Code') or (record.tag('Seeds') or '')[:8]}"
        for path, record in records
    ]


every_record = pytest.mark.parametrize(("path", "record"), RECORDS, ids=ids(RECORDS))
every_won_game = pytest.mark.parametrize(("path", "record"), WON, ids=ids(WON))


def won_games(game: str) -> list[Record]:
    return [record for _, record in WON if record.tag("Game") == game]


def kept(actions: tuple[str, ...]) -> list[str]:
    """The actions that count in the end: without what was taken back."""
    done: list[str] = []
    undone: list[str] = []
    for action in actions:
        if action == UNDO:
            undone.append(done.pop())
        elif action == REDO:
            done.append(undone.pop())
        else:
            undone.clear()
            done.append(action)
    return done


@every_record
def test_a_record_holds_what_it_claims(path: Path, record: Record) -> None:
    line, fault = verify(record, GAMES)
    assert fault is None
    assert line is not None
    if record.tag("Result") not in ABANDONED:
        assert line.result == record.tag("Result")
    if path.stem in RESULTS or line.game.seats == 1:
        assert record.tag("Result") == RESULTS.get(path.stem, "won")
    assert record.tag("Moves") == str(line.moves)
    assert record.tag("Score") == (None if line.score is None else str(line.score))
    tags = {tag: value for tag, value in record.tags if tag in ("Result", "Date")}
    assert write(line, **tags) in path.read_text("ascii")


@every_won_game
def test_a_whole_game_is_replayed_in_time(path: Path, record: Record) -> None:
    def seconds() -> float:
        start = process_time()
        verified: Verified = verify(record, GAMES)
        assert verified.fault is None
        return process_time() - start

    assert min(seconds() for _ in range(3)) < MOST_SECONDS


@pytest.mark.parametrize("game", ["half-moon", "crescent", "easy-harp"])
def test_there_are_won_games_of_several_deals(game: str) -> None:
    assert len({record.tag("Code") for record in won_games(game)}) >= 3
    assert any({UNDO, REDO} <= set(record.actions) for record in won_games(game))


def test_there_are_matches_of_every_kind() -> None:
    wanted = {"won1", "won2", "draw", "unfinished", "abandoned2"}
    assert {record.tag("Result") for _, record in MATCHES} == wanted
    codes = [record.tag("Code") for _, record in MATCHES]
    assert {code.split("-")[1] for code in codes if code} == set(COMET.variants)
    assert {record.tag("Rounds") for _, record in MATCHES} == {"2", "4"}
    assert {record.tag("Variant") for _, record in SEALED} == set(COMET.variants)


def test_co15_to_co18_rounds_of_every_kind_are_among_them() -> None:
    ended = set()
    for _, record in MATCHES:
        line, _ = verify(record, GAMES)
        assert line is not None
        for each in COMET.details(line.state)["results"]:
            ended.add((each["out"], bool(each["winner"]), each["why"]))
    assert ended == {
        (True, True, None), (True, True, "held"), (True, True, "last"), (True, True, "nine"),
        (False, True, None), (False, True, "held"), (False, False, None),
    }  # fmt: skip


def test_hm16_a_won_game_has_48_moves_and_520_points() -> None:
    for record in won_games("half-moon"):
        assert (record.tag("Moves"), record.tag("Score")) == ("48", "520")
        assert len(kept(record.actions)) == 48


def test_cr13_redeals_are_not_counted_as_moves() -> None:
    for record in won_games("crescent"):
        actions = kept(record.actions)
        assert record.tag("Moves") == str(len(actions) - actions.count(REDEAL))


@pytest.mark.parametrize("variant", ["N", "F"])
def test_cr21_a_game_is_won_with_all_its_redeals(variant: str) -> None:
    used = [
        record.actions.count(REDEAL)
        for record in won_games("crescent")
        if f"-{variant}-" in (record.tag("Code") or "")
    ]
    assert max(used) == REDEALS[variant]


def test_eh11_a_won_game_has_1220_points_and_5_for_each_card_from_waste_to_columns() -> None:
    for record in won_games("easy-harp"):
        moves = [MOVES[token] for token in kept(record.actions) if token in MOVES]
        assert not any(source in FOUNDATION_NAMES for source, _ in moves)
        placed = sum(source == WASTE and target in COLUMN_NAMES for source, target in moves)
        assert record.tag("Score") == str(1220 + 5 * placed)


def test_eh14_undo_does_not_lower_the_count_of_moves() -> None:
    for record in won_games("easy-harp"):
        actions = [action for action in record.actions if action not in (UNDO, REDO)]
        assert record.tag("Moves") == str(len(actions))
