"""What came of the games of a player, without replaying each of them for every request."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lunaria.core.code import Code, Sealed
from lunaria.core.errors import LunariaError
from lunaria.core.game import WON
from lunaria.core.replay import UNDO, Fault, Line
from lunaria.games import start
from lunaria.server.store import Entry, Result, Store, StoredTable
from lunaria.server.stored import deal_of

#: How many games are loaded and replayed at a time.
PART = 100


def result_of(
    code: Code | Sealed, actions: Sequence[str], rounds: int | None = None
) -> tuple[Result, Fault | None]:
    """What comes of a game as far as its actions are legal, and what stopped them."""
    line, fault, won = start(code, rounds=rounds), None, None
    for number, action in enumerate(actions, start=1):
        # Nothing but undo is legal after a win, so it need not be looked for more often.
        if action == UNDO and won is None:
            won = _win(line)
        try:
            line.play(action)
        except LunariaError as error:
            fault = Fault(number, error.reason)
            break
    if won is None:
        won = _win(line)
    return Result(len(line.actions), line.result, line.moves, won), fault


def _win(line: Line[Any]) -> int | None:
    """The count of moves of a game that is won now."""
    return line.moves if line.outcome == WON else None


async def complete(store: Store, entries: Sequence[Entry]) -> list[tuple[Entry, Result]]:
    """The entries, each with what came of it; without those that are no longer played.

    What is not known, or only of fewer actions, is found by a replay and kept.
    """
    unknown = [entry.id for entry in entries if entry.result is None]
    found: dict[str, Result] = {}
    for begin in range(0, len(unknown), PART):
        stored = await store.load_all(unknown[begin : begin + PART])
        # A long game takes a while to replay, and the other tables do not wait for it.
        part = await asyncio.to_thread(dict, _results(stored))
        if part:
            await store.keep_results(part)
        found |= part
    known = ((entry, entry.result or found.get(entry.id)) for entry in entries)
    return [(entry, result) for entry, result in known if result is not None]


def _results(tables: Iterable[StoredTable]) -> Iterator[tuple[str, Result]]:
    for table in tables:
        try:
            deal = deal_of(table)
        except LunariaError:
            continue  # of a version that this server no longer plays
        rounds = table.match and table.match.rounds
        yield table.id, result_of(deal, table.actions, rounds)[0]
