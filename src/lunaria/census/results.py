"""The results of a census: a folder of Parquet files, each written whole or not at all.

A census that is stopped leaves valid files, and goes on with the deals that are in none of them.
Where a deal is in several, a verdict goes before none.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from lunaria.core.errors import NotReadable, Reason
from lunaria.solvers.verdict import UNKNOWN, Verdict

SCHEMA = pa.schema(
    [
        ("deal", pa.int32()),
        ("verdict", pa.string()),
        ("how", pa.string()),
        ("work", pa.int64()),
        ("seconds", pa.float64()),
        ("length", pa.int32()),
        ("limit", pa.string()),
        ("certificate", pa.string()),
    ]
)


class Result(NamedTuple):
    """What became of one deal.

    `seconds` are of the processor, so that they mean the same on a busy machine; `length` counts
    the tokens of the winning line.
    """

    deal: int
    verdict: str
    how: str
    work: int
    seconds: float
    length: int | None
    limit: str | None
    certificate: str | None


def result_of(deal: int, verdict: Verdict, seconds: float) -> Result:
    """The verdict on a deal, which took so many seconds of the processor, as a row."""
    return Result(
        deal,
        verdict.outcome,
        verdict.how,
        verdict.work,
        seconds,
        None if verdict.line is None else len(verdict.line),
        verdict.limit,
        verdict.certificate and json.dumps(verdict.certificate.told(), separators=(",", ":")),
    )


class Folder:
    """The folder of one census. Raises NotReadable where it holds another game's."""

    def __init__(self, path: Path, game_id: str) -> None:
        self.path = path
        self.game_id = game_id
        path.mkdir(parents=True, exist_ok=True)
        for leftover in path.glob("*.part"):
            leftover.unlink()
        about = path / "census.json"
        if not about.exists():
            with whole(about) as part:
                part.write_text(json.dumps({"game": game_id}) + "\n", "utf-8")
        found = game_in(path)
        if found != game_id:
            raise NotReadable(Reason.of("census-game", folder=str(path), game=found))

    def write(self, results: Iterable[Result]) -> None:
        """Add results in a file of their own; it is there whole, or it is not there."""
        rows = sorted(results, key=lambda row: row.deal)
        columns = {name: [getattr(row, name) for row in rows] for name in SCHEMA.names}
        first, last = rows[0].deal, rows[-1].deal
        file = self.path / f"{first:06d}-{last:06d}-{os.getpid()}-{len(self.files())}.parquet"
        with whole(file) as part:
            pq.write_table(pa.table(columns, SCHEMA), part, compression="zstd")

    def files(self) -> list[Path]:
        """The files with results."""
        return files_in(self.path)

    def done(self) -> set[int]:
        """The deals that are in the folder, decided or not."""
        return {row.deal for file in self.files() for row in _rows(file)}


@contextmanager
def whole(file: Path) -> Iterator[Path]:
    """A file to be written in place of `file`, which it becomes when all went well."""
    part = file.with_suffix(".part")
    try:
        yield part
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def game_in(path: Path) -> str:
    """The game of the census in a folder; raises NotReadable where there is none."""
    try:
        return str(json.loads((path / "census.json").read_text("utf-8"))["game"])
    except (OSError, ValueError, KeyError, TypeError):
        raise NotReadable(Reason.of("census-folder", folder=str(path))) from None


def files_in(path: Path) -> list[Path]:
    """The Parquet files of a folder in the order of their names."""
    return sorted(path.glob("*.parquet"))


def read(path: Path) -> list[Result]:
    """Every deal in the folder once, by number; raises NotReadable where a file is damaged."""
    best: dict[int, Result] = {}
    for file in files_in(path):
        for row in _rows(file):
            kept = best.get(row.deal)
            if kept is None or kept.verdict == UNKNOWN:
                best[row.deal] = row
    return [best[deal] for deal in sorted(best)]


def _rows(file: Path) -> Iterator[Result]:
    try:
        table: dict[str, list[Any]] = pq.read_table(file, schema=SCHEMA).to_pydict()
    except (pa.ArrowException, OSError) as error:
        why = str(error).splitlines()[0]
        raise NotReadable(Reason.of("file", file=str(file), why=why)) from None
    for row in zip(*(table[name] for name in Result._fields), strict=True):
        yield Result(*row)
