"""The computer as a table asks it: legal, in time, and with somebody to step in."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from lunaria.bots import LEVELS, PLAYERS, seen_by
from lunaria.games import start
from lunaria.games.comet import COMET, State
from lunaria.server import computer
from lunaria.server.computer import Computer
from registry import numbered

STATE: State = start(numbered(COMET, 1)).state


def asked(play: Callable[[Computer], Any]) -> Any:
    async def run() -> Any:
        players = Computer()
        try:
            return await play(players)
        finally:
            await players.close()

    return asyncio.run(run())


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_answers_with_a_legal_token(level: str) -> None:
    async def play(players: Computer) -> str:
        await players.ready(level)
        return await players.choose(level, STATE)

    assert asked(play) in COMET.legal(STATE)


def test_who_thinks_too_long_is_played_for_and_can_still_answer_the_next_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(players: Computer) -> tuple[str, str]:
        await players.ready("master")
        monkeypatch.setattr(computer, "THINKS", 0.0)
        first = await players.choose("master", STATE)
        monkeypatch.setattr(computer, "THINKS", 60.0)
        return first, await players.choose("master", STATE)

    first, second = asked(play)
    seen = seen_by(COMET, STATE, STATE.seat)
    assert first == PLAYERS["normal"](0).choose(seen, COMET.legal(STATE))
    assert second in COMET.legal(STATE)
    assert caplog.text.count("did not answer") == 1


def test_where_its_process_cannot_start_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(self: Any, *_: Any, **__: Any) -> Any:
        raise MemoryError

    async def play(players: Computer) -> str:
        monkeypatch.setattr("lunaria.solvers.workers.Workers.ask", broken)
        return await players.choose("master", STATE)

    assert asked(play) in COMET.legal(STATE)
    assert "MemoryError" in caplog.text
