"""`census` on the command line: what it says, and what it leaves where there is no room."""

import errno
import json
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from command_line import run
from lunaria.census import results
from lunaria.census import run as running
from lunaria.census.results import Folder, Result
from lunaria.solvers.known import losses_name, read_losses, read_table, table_name
from lunaria.solvers.verdict import LOST, UNKNOWN, WINNABLE

FRONT = '{"kind":"front","cards":["2H"]}'
ROWS = [
    Result(1, WINNABLE, "swaps", 10, 0.01, 48, None, None),
    Result(2, LOST, "relaxation", 5, 0.001, None, None, FRONT),
    Result(3, UNKNOWN, "search", 99, 60.0, None, "time", None),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A census of three deals."""
    path = tmp_path / "census"
    Folder(path, "half-moon").write(ROWS)
    return path


# Report and table


def test_a_report_is_printed_and_kept(folder: Path) -> None:
    ran = run("census", "report", str(folder))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("### Half Moon\n")
    assert "| 3 | 1 | 1 | 1 | 33.3333% to 66.6667% (" in ran.out
    assert "| relaxation | lost | 1 |" in ran.out
    assert (folder / "report.md").read_text("utf-8") == ran.out
    assert (folder / "effort.svg").read_text("utf-8").startswith("<?xml")


def test_a_report_of_nothing(tmp_path: Path) -> None:
    Folder(tmp_path, "crescent")
    ran = run("census", "report", str(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    assert "| 0 | 0 | 0 | 0 |" in ran.out


def test_a_table_has_what_was_found_and_what_was_there(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "tables"
    ran = run("census", "table", str(folder), "--into", str(into))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"The table is in {into / 'half-moon.xz'}.\n"
    Folder(folder, "half-moon").write([ROWS[0]._replace(deal=3)])
    assert run("census", "table", str(folder), "--into", str(into)).code == 0
    table = read_table("half-moon", into)
    assert table is not None
    assert [table.outcome(deal) for deal in (1, 2, 3, 4)] == [WINNABLE, LOST, WINNABLE, UNKNOWN]
    losses = read_losses("half-moon", into)
    assert {deal: each.told() for deal, each in losses.items()} == {2: json.loads(FRONT)}
    assert list(into.glob("*.part")) == []


def test_a_damaged_table_is_told_and_left_as_it_was(folder: Path, tmp_path: Path) -> None:
    for name in (table_name("half-moon"), losses_name("half-moon")):
        into = tmp_path / name
        into.mkdir()
        (into / name).write_bytes(b"damaged")
        ran = run("census", "table", str(folder), "--into", str(into))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"lunaria: The table {name} is damaged. Install the package again.\n"
        assert [each.read_bytes() for each in into.iterdir()] == [b"damaged"]


def test_results_that_are_damaged_are_named(folder: Path) -> None:
    (file,) = results.files_in(folder)
    file.write_bytes(b"PAR1")
    for what in ("report", "table"):
        ran = run(
            "census", what, str(folder), *(["--into", str(folder)] if what == "table" else [])
        )
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"lunaria: {file} cannot be read: ")


@pytest.mark.parametrize("what", ["report", "table"])
def test_folders_without_a_census(what: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(100))
    for bad in (tmp_path, tmp_path / "none", tmp_path / "file"):
        ran = run("census", what, str(bad))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"lunaria: There is no census in “{bad}”.\n"
    assert run("census", what).code == 2


def test_a_report_or_table_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    (folder / "report.md").mkdir()
    ran = run("census", "report", str(folder))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"lunaria: {folder / 'report.md'} cannot be written: ")
    (tmp_path / "file").write_bytes(b"")
    ran = run("census", "table", str(folder), "--into", str(tmp_path / "file"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"lunaria: {tmp_path / 'file'}")


# Running


def test_calls_that_are_none(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "new"))
    for arguments, said in (
        (["half-moon"], "A census needs its deals and a folder"),
        (["half-moon", "--deals", "1-5"], "A census needs its deals and a folder"),
        (["chess", "--deals", "1-5", *out], "There is no game “chess”."),
        (["comet", "--deals", "1-5", *out], "Comet is played by two"),
        (["half-moon", "--deals", "5-1", *out], "“5-1” does not name any deals."),
        (["half-moon", "--deals", "1-1000000", *out], "“1-1000000” does not name any deals."),
    ):
        ran = run("census", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"lunaria: {said}")
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for out in (tmp_path / "file", tmp_path / "file" / "census"):
        ran = run("census", "half-moon", "--deals", "1-5", "--out", str(out))
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith(f"lunaria: {out} cannot be written: ")


def test_the_census_of_another_game(folder: Path) -> None:
    ran = run("census", "crescent", "--deals", "1-5", "--out", str(folder))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"lunaria: {folder} holds the census of another game: Half Moon.\n"


def test_a_disk_that_is_full_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    write = pq.write_table

    def write_some(table: Any, part: Path, **options: Any) -> None:
        if written:
            part.write_bytes(b"PAR1")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(table, part, **options)
        written.append(part)

    call = ("census", "half-moon", "--deals", "1-16", "--out", str(tmp_path), "--workers", "1")
    monkeypatch.setattr(pq, "write_table", write_some)
    ran = run(*call)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        f"lunaria: {tmp_path} cannot be written: No space left on device. "
        "What was decided before is kept.\n"
    )
    kept = [row.deal for row in results.read(tmp_path)]
    assert kept == [1, 2]
    assert sorted(each.suffix for each in tmp_path.iterdir()) == [".json", ".parquet"]
    monkeypatch.undo()
    ran = run(*call)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"14 deals decided or tried; the results are in {tmp_path}.\n"
    deals = [
        deal
        for file in results.files_in(tmp_path)
        for deal in pq.read_table(file)["deal"].to_pylist()
    ]
    assert sorted(deals) == list(range(1, 17))


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can grow beyond so many bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_that_finds_no_room_is_not_there(tmp_path: Path) -> None:
    with room_for(5), pytest.raises(OSError, match="File too large"):
        Folder(tmp_path / "new", "half-moon")
    folder = Folder(tmp_path / "new", "half-moon")  # and another try finds nothing in its way
    folder.write(ROWS[:1])
    with room_for(500), pytest.raises(OSError, match="File too large"):
        folder.write(ROWS[1:])
    assert results.read(folder.path) == ROWS[:1]
    assert list(folder.path.glob("*.part")) == []
    folder.write(ROWS[1:])
    assert results.read(folder.path) == ROWS


def test_a_table_that_finds_no_room_leaves_the_old_one(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "tables"
    assert run("census", "table", str(folder), "--into", str(into)).code == 0
    before = {each.name: each.read_bytes() for each in into.iterdir()}
    with room_for(20):
        ran = run("census", "table", str(folder), "--into", str(into))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"lunaria: {into}")
    assert "cannot be written: File too large" in ran.err
    assert {each.name: each.read_bytes() for each in into.iterdir()} == before


def test_workers_that_die_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A piece that no process can see to: what is sent there ends it.
    call = ("census", "half-moon", "--deals", "1-2", "--out", str(tmp_path), "--workers", "1")
    monkeypatch.setattr(running, "TRIES", 1)
    monkeypatch.setattr(running, "pieces", lambda deals, size: [Ending()])
    ran = run(*call)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("lunaria: The processes that decide deals died again and again")
    assert results.read(tmp_path) == []


class Ending:
    """Ends the process that reads it."""

    def __reduce__(self) -> Any:
        return os._exit, (1,)
