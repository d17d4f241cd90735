"""What a census says of its results."""

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lunaria.census.report import effort_svg, markdown, summary, wilson
from lunaria.census.results import Folder, Result, game_in, read
from lunaria.core.errors import NotReadable
from lunaria.solvers.verdict import LOST, TIME, UNKNOWN, WINNABLE


def result(deal: int, verdict: str = WINNABLE, seconds: float = 0.001) -> Result:
    won = 48 if verdict == WINNABLE else None
    lost = '{"kind":"front"}' if verdict == LOST else None
    limit = TIME if verdict == UNKNOWN else None
    return Result(deal, verdict, "stage", 10, seconds, won, limit, lost)


@pytest.mark.parametrize(
    ("found", "of", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 100, 0.7222, 0.8749),
    ],
)
def test_wilsons_interval_is_the_published_one(
    found: int, of: int, low: float, high: float
) -> None:
    interval = wilson(found, of)
    assert interval.value == found / of
    assert math.isclose(interval.low, low, abs_tol=5e-5)
    assert math.isclose(interval.high, high, abs_tol=5e-5)


def test_nothing_seen_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 0.0, 1.0)
    assert summary([]).deals == 0


def test_open_deals_make_a_band() -> None:
    results = [result(n) for n in range(1, 91)]
    results += [result(n, LOST) for n in range(91, 99)] + [
        result(n, UNKNOWN, 60) for n in (99, 100)
    ]
    figures = summary(results)
    assert (figures.deals, figures.winnable, figures.lost, figures.open) == (100, 90, 8, 2)
    assert (figures.at_least.value, figures.at_most.value) == (0.9, 0.92)
    assert figures.at_least.low < 0.9 < 0.92 < figures.at_most.high
    assert (figures.longest, figures.median) == (60, 0.001)
    text = markdown("A game", figures)
    assert "| 100 | 90 | 8 | 2 |" in text
    assert "90.0000% to 92.0000%" in text


def test_the_effort_is_a_picture_that_does_not_change() -> None:
    results = [result(n, seconds=n / 1000) for n in range(1, 200)]
    drawn = effort_svg("A game", results)
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert effort_svg("A game", results) == drawn


def test_results_are_kept_whole(tmp_path: Path) -> None:
    folder = Folder(tmp_path, "half-moon")
    rows = [result(3, LOST), result(1), result(2, UNKNOWN)]
    folder.write(rows)
    assert read(tmp_path) == sorted(rows)
    assert folder.done() == {1, 2, 3}
    folder.write([result(2)])  # decided in another try
    assert [row.verdict for row in read(tmp_path)] == [WINNABLE, WINNABLE, LOST]
    folder.write([result(1, UNKNOWN)])  # and not forgotten by a worse one
    assert read(tmp_path)[0].verdict == WINNABLE


def test_what_was_not_written_whole_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "000001-000002-1-0.part").write_bytes(b"half of a file")
    folder = Folder(tmp_path, "half-moon")
    assert folder.done() == set()
    assert list(tmp_path.glob("*.part")) == []


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    folder = Folder(tmp_path, "half-moon")
    folder.write([result(1)])
    (file,) = folder.files()
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(NotReadable) as told:
        read(tmp_path)
    assert str(file) in str(told.value)


def test_a_folder_belongs_to_one_game(tmp_path: Path) -> None:
    Folder(tmp_path, "half-moon")
    with pytest.raises(NotReadable, match="census-game"):
        Folder(tmp_path, "crescent")
    for bad in ("no json", "[]", "{}"):
        (tmp_path / "census.json").write_text(bad)
        with pytest.raises(NotReadable, match="census-folder"):
            game_in(tmp_path)
    with pytest.raises(NotReadable, match="census-folder"):
        game_in(tmp_path / "none")
