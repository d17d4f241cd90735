"""Foreign text thrown at what reads it: codes, records and the frames of a page.

`fuzz/run.py` throws it; the tests try each a little.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache

from lunaria.core import record
from lunaria.core.errors import LunariaError
from lunaria.core.match import Match
from lunaria.core.table import Table
from lunaria.games import GAMES, read_deal, start
from lunaria.server.sockets import readable

#: The most actions of a foreign record that are played: it is the reading that is tried.
MOST = 50


def code(data: bytes) -> None:
    """A deal as a person writes it: it is read, or refused with a reason."""
    with suppress(LunariaError):
        deal = read_deal(data.decode("utf-8", "replace"))
        assert read_deal(str(deal)) == deal


def records(data: bytes) -> None:
    """A text with records: it is read and played as far as it goes, or refused with a reason."""
    with suppress(LunariaError):
        for each in record.read(data.decode("utf-8", "replace")):
            line, _ = record.verify(each._replace(actions=each.actions[:MOST]), GAMES)
            if line is not None:
                (again,) = record.read(record.write(line))
                assert again.actions == tuple(line.actions)


@cache
def _sessions() -> tuple[Table, Match]:
    """A table and a match with a page at each."""
    table = Table(start(read_deal("easy-harp:1")))
    table.join("page", 0.0)
    match = Match(start(read_deal("comet:1"), rounds=2), ("person", "easy"))
    match.join("page", 1, 0.0)
    return table, match


def frame(data: bytes) -> None:
    """A frame of a page: a table and a match answer it, and neither breaks."""
    message = readable(data.decode("utf-8", "replace"))
    for session in _sessions():
        session.receive("page", message, 1.0)
        session.told("page", 2.0)
    if any(session.revision for session in _sessions()):
        _sessions.cache_clear()


READERS: dict[str, Callable[[bytes], None]] = {"code": code, "record": records, "frame": frame}
