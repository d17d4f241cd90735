"""How fast the rules are: random play, replay, deals."""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks.figure import Figure
from lunaria.core import record
from lunaria.core.code import Code
from lunaria.core.deal import order_of
from lunaria.core.game import Game, Terms
from lunaria.games import GAMES
from lunaria.games.crescent import CRESCENT
from lunaria.games.half_moon import HALF_MOON

RECORDS = Path(__file__).parents[1] / "tests" / "data" / "records"

SECONDS = 2.0
TARGET_MOVES = {CRESCENT.id: 5_000, HALF_MOON.id: 20_000}
TARGET_REPLAY_MS = 30
DEALS = 100_000
TARGET_DEALS_SECONDS = 10
REPLAYS = 7


def opening(game: Game[Any], number: int) -> Any:
    """The position of a numbered deal."""
    code = Code(game.prefix, game.version, game.variants[0], number)
    return game.deal(order_of(code, game), Terms(code.variant))


def moves_per_second(game: Game[Any]) -> Figure:
    """Random moves applied in a second, with the list of the legal ones made before each."""
    chance, moves, spent, number = Random(1), 0, 0.0, 0
    while spent < SECONDS:
        number += 1
        state = opening(game, number)
        started = time.perf_counter()
        for _ in range(200):
            legal = game.legal(state)
            if not legal:
                break
            state = game.apply(state, chance.choice(legal))
            moves += 1
        spent += time.perf_counter() - started
    target = TARGET_MOVES.get(game.id)
    return Figure(f"{game.id}: random moves a second", moves / spent, "", at_least=target)


def replays() -> Iterator[Figure]:
    """Milliseconds to read and replay each won game of the tests' records."""
    found = False
    for file in sorted(RECORDS.glob("*.record")):
        for each in record.read(file.read_text("utf-8")):
            if each.tag("Result") == "won":
                found = True
                took = median(_replay(each) for _ in range(REPLAYS)) * 1000
                name = f"{file.stem}: replay of {len(each.actions)} actions"
                yield Figure(name, took, "ms", at_most=TARGET_REPLAY_MS)
    if not found:
        yield Figure("replay of a won game: no records yet", None, "ms", at_most=TARGET_REPLAY_MS)


def _replay(each: record.Record) -> float:
    started = time.perf_counter()
    line, fault = record.verify(each, GAMES)
    took = time.perf_counter() - started
    if line is None or fault is not None:
        raise SystemExit(f"a record does not hold: {fault}")
    return took


def deals() -> Figure:
    """Seconds for many deals of one game, from number to position."""
    started = time.perf_counter()
    for number in range(1, DEALS + 1):
        opening(HALF_MOON, number)
    took = time.perf_counter() - started
    return Figure(f"{DEALS:,} deals", took, "s", at_most=TARGET_DEALS_SECONDS)


def figures() -> Iterator[Figure]:
    """Every figure of the rules."""
    yield from (moves_per_second(game) for game in GAMES)
    yield from replays()
    yield deals()
