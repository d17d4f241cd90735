"""A load on the real server: players who act over WebSockets, and what their acts cost.

`python -m benchmarks.load [--players 100] [--seconds 20] [--rate N] [--tables N] [--actions 100]
[--game NAME] [--workers 1] [--database URL]`. The server runs in processes of its own, on the
loopback; this process is the players'. At the end every acknowledged action has to be in the
database, once and in order, and nothing else. Ends with 1 where one is not, or where a target is
missed.
"""

import argparse
import asyncio
import gc
import math
import secrets
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from random import Random
from statistics import median
from typing import NamedTuple

import uvloop

from benchmarks.figure import Figure
from benchmarks.machine import machine
from benchmarks.players import Answered, Crowd
from benchmarks.server import Server, new_database, running
from lunaria.games import SOLITAIRES, read_deal, start
from lunaria.server.store import Store

#: The first seconds of play are not counted.
WARM_UP = 2.0
#: How many different games the tables have that are there before the players come.
DIFFERENT = 50
#: How many tables are read or written at a time.
PART = 500

TARGET_MOVES, TARGET_FAST_MS, TARGET_MS = 2_500, 60, 100
TARGET_TABLES, TARGET_MEMORY_MB = 10_000, 1_500


class Load(NamedTuple):
    """What the server has to bear."""

    players: int
    seconds: float
    #: Actions a second of all players together; None: as fast as they are answered.
    rate: float | None
    #: How many tables are open; those without a player are looked at.
    tables: int
    #: How many actions were played at each of them before.
    actions: int
    games: tuple[str, ...]
    workers: int


class Found(NamedTuple):
    """What came of a load: seconds of the processors, bytes, and the actions of each table."""

    answers: Sequence[Answered]
    seconds: float
    spent: float | None
    spent_here: float
    joined: float
    joining: float | None
    before: int | None
    after: int | None
    acknowledged: Mapping[str, Sequence[str]]
    faults: Sequence[str]


async def seeded(database: str, load: Load) -> dict[str, tuple[str, ...]]:
    """Tables in the database on which something was done, with their actions."""
    chance = Random(1)
    played = [_played(load.games[n % len(load.games)], n, load.actions, chance)
              for n in range(1, min(DIFFERENT, load.tables) + 1)]  # fmt: skip
    store, tables = Store(database), {}
    for first in range(0, load.tables, PART):
        part = {
            secrets.token_urlsafe(16): played[number % len(played)]
            for number in range(first, min(first + PART, load.tables))
        }
        await asyncio.gather(
            *(store.create(table, table, code, done) for table, (code, done) in part.items())
        )
        tables.update({table: done for table, (_, done) in part.items()})
    await store.close()
    return tables


def _played(game: str, number: int, actions: int, chance: Random) -> tuple[str, tuple[str, ...]]:
    """The code of a deal and a game of it, taken back where it goes on no more."""
    code = read_deal(f"{game}:{number}")
    line = start(code)
    while len(line.actions) < actions:
        legal = line.legal()
        line.play(chance.choice(legal) if legal else "undo")
    return str(code), tuple(line.actions)


async def borne(server: Server, crowd: Crowd, load: Load, tables: Sequence[str]) -> Found:
    """Let the crowd put the load on the server."""
    before, there = server.memory(), server.spent()
    began = time.perf_counter()
    await crowd.look(tables[load.players :])
    await crowd.sit(load.players, tables[: load.players])
    joined, spent = time.perf_counter() - began, server.spent()
    joining = None if spent is None or there is None else spent - there
    playing = asyncio.create_task(crowd.play(WARM_UP + load.seconds, load.rate))
    await asyncio.sleep(WARM_UP)
    began, here, there = time.perf_counter(), time.process_time(), server.spent()
    await asyncio.sleep(load.seconds)
    ended, spent, spent_here = time.perf_counter(), server.spent(), time.process_time() - here
    after = server.memory()
    await playing
    await crowd.close()
    return Found(
        [answer for answer in crowd.answers if began <= answer.at < ended],
        ended - began,
        None if spent is None or there is None else spent - there,
        spent_here,
        joined,
        joining,
        before,
        after,
        crowd.acknowledged,
        crowd.faults,
    )


async def lost(database: str, found: Found, before: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The tables whose actions in the database are others than those acknowledged."""
    store, wrong = Store(database), []
    wanted = {table: (*before.get(table, ()), *done) for table, done in found.acknowledged.items()}
    ids = list(wanted)
    for first in range(0, len(ids), PART):
        part = ids[first : first + PART]
        stored = {each.id: each.actions for each in await store.load_all(part)}
        wrong += [table for table in part if stored.get(table) != wanted[table]]
    await store.close()
    return iter(wrong)


def figures(load: Load, found: Found, wrong: int) -> Iterator[Figure]:
    """What was found, beside its targets where the load is that of a target."""
    tables = max(load.players, load.tables)
    took = sorted(1000 * answer.took for answer in found.answers)
    fast = load.rate is None
    measured = load.players >= 100 and load.workers == 1
    rate = len(took) / found.seconds
    target = TARGET_MOVES if fast and measured else None
    yield Figure("stored moves a second", rate, "", at_least=target)
    if took:
        slow = (TARGET_FAST_MS if fast else TARGET_MS) if measured else None
        yield Figure("answer, median", median(took), "ms")
        yield Figure("answer, slowest of ten", percentile(took, 90), "ms")
        yield Figure("answer, slowest of a hundred", percentile(took, 99), "ms", at_most=slow)
        yield Figure("answer, slowest", took[-1], "ms")
    if found.spent is not None and took:
        yield Figure("server, processor time a move", 1e6 * found.spent / len(took), "µs")
        yield Figure("server, of one processor", 100 * found.spent / found.seconds, "%")
    yield Figure("players, of one processor", 100 * found.spent_here / found.seconds, "%")
    if found.before is not None and found.after is not None:
        many = load.tables >= TARGET_TABLES
        most = TARGET_MEMORY_MB if many and load.workers == 1 else None
        yield Figure("server, memory", found.after / 1e6, "MB", at_most=most)
        yield Figure("memory a table", (found.after - found.before) / tables / 1000, "KB")
    yield Figure("tables joined a second", tables / found.joined, "")
    if found.joining is not None:
        yield Figure("server, processor time to join", 1e6 * found.joining / tables, "µs")
    yield Figure("answers of another kind", len(found.faults), "", at_most=0)
    yield Figure("tables with lost or other actions", wrong, "", at_most=0)


def percentile(ordered: Sequence[float], percent: int) -> float:
    """The value that so many percent of them do not exceed."""
    return ordered[math.ceil(len(ordered) * percent / 100) - 1]


def measured(load: Load, database: str) -> tuple[list[Figure], Found]:
    """Bear the load, and compare what is in the database with what was acknowledged."""
    # Thousands of views are looked through for garbage in seconds, in which nobody is answered.
    gc.disable()
    before = asyncio.run(seeded(database, load))
    with running(database, load.workers) as server:
        found = uvloop.run(borne(server, Crowd(server.address, load.games), load, list(before)))
    wrong = list(asyncio.run(lost(database, found, before)))
    return list(figures(load, found, len(wrong))), found


def main() -> int:
    """Print the figures."""
    games = [game.id for game in SOLITAIRES]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, help="actions a second of all; else the most")
    parser.add_argument("--tables", type=int, default=0, help="open tables, with the players'")
    parser.add_argument("--actions", type=int, default=100, help="played at each of them before")
    parser.add_argument("--game", choices=games, help="all solitaires by turns by default")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", help="a URL; a new SQLite file by default")
    given = parser.parse_args()
    load = Load(
        given.players,
        given.seconds,
        given.rate,
        given.tables,
        given.actions,
        (given.game,) if given.game else tuple(games),
        given.workers,
    )
    print(f"{machine()}\n{load.players:,} players, {load.tables:,} tables, {load.seconds:g} s\n")
    with nullcontext(given.database) if given.database else new_database() as database:
        told, found = measured(load, database)
    for figure in told:
        print(figure)
    for fault in found.faults[:5]:
        print(fault, file=sys.stderr)
    return 1 if any(figure.missed for figure in told) else 0


if __name__ == "__main__":
    sys.exit(main())
