"""What the commands read: standard input and files, whatever they hold."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from lunaria.cli.saying import fail
from lunaria.core import record
from lunaria.core.errors import Reason


def words_of_input() -> Iterator[list[str]]:
    """The words of each line of standard input, whatever bytes they are."""
    for row in _stdin() or ():
        yield row.decode("utf-8", "replace").split()


def _stdin() -> BinaryIO | None:
    """Standard input as bytes; None where the caller has closed it."""
    return None if sys.stdin is None else sys.stdin.buffer


def read_text(file: Path) -> str:
    """The text of a file, `-` for standard input; ends the command where there is none."""
    try:
        if str(file) == "-":
            stdin = _stdin()
            data = stdin.read(record.MAX_TEXT + 1) if stdin is not None else b""
        else:
            with file.open("rb") as stream:
                data = stream.read(record.MAX_TEXT + 1)
    except OSError as error:
        fail(Reason.of("file", file=str(file), why=error.strerror or str(error)))
    if len(data) > record.MAX_TEXT:
        fail(Reason.of("record-long", limit=record.MAX_TEXT))
    return data.decode("utf-8", "replace")
