"""Calls in processes of their own: told of, cancelled, and never waited for in vain."""

import asyncio
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from pathlib import Path
from typing import Any

import pytest

import chores
from lunaria.core.errors import NotReadable
from lunaria.core.game import Game
from lunaria.core.replay import Line
from lunaria.games import HALF_MOON, read_deal, start
from lunaria.solvers import solve, wins
from lunaria.solvers.analysis import AnalysisProgress, analyse
from lunaria.solvers.verdict import WINNABLE, Limits, Progress
from lunaria.solvers.workers import WorkerDied, Workers
from registry import every_game
from wandering import fidget

#: What a cancelled call may take to be over, with the machine busy otherwise.
SOON = 1.0
LONG = 30.0


@pytest.fixture(scope="module")
def one() -> Iterator[Workers]:
    """A worker that all tests of this file use who leave it in order."""
    with Workers(1) as workers:
        yield workers


def begun(workers: Workers, seconds: float = 600.0) -> tuple[Future[str], int]:
    """A call that sleeps, and the process that it sleeps in."""
    told: list[int] = []
    answer = workers.submit(chores.sleep, seconds, told=told.append)
    wait_until(lambda: bool(told))
    return answer, told[0]


def wait_until(holds: Callable[[], bool], seconds: float = LONG) -> float:
    """Wait until something holds; how long it took."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < seconds
        time.sleep(0.005)
    return time.monotonic() - began


def runs(process: int) -> bool:
    """Whether a process is there and not over."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_call_is_answered_and_told_of(one: Workers) -> None:
    told: list[int] = []
    assert one.submit(chores.double, 21, told=told.append).result(LONG) == 42
    assert told == [21]


def test_a_process_stays_for_the_next_call(one: Workers) -> None:
    first = one.submit(chores.whoami).result(LONG)
    assert first != os.getpid()
    assert one.submit(chores.whoami).result(LONG) == first


def test_what_is_raised_is_raised_here(one: Workers) -> None:
    with pytest.raises(NotReadable) as refused:
        one.submit(chores.refuse).result(LONG)
    assert dict(refused.value.reason.params) == {"given": "25 hearts"}
    assert "in refuse" in "".join(refused.value.__notes__)
    with pytest.raises(MemoryError):
        one.submit(chores.run_out).result(LONG)
    with pytest.raises(TypeError):
        one.submit(chores.answer_with_a_lock).result(LONG)
    assert one.submit(chores.double, 1).result(LONG) == 2


def test_what_cannot_be_sent_is_refused_at_once(one: Workers) -> None:
    with pytest.raises((AttributeError, pickle.PicklingError)):
        one.submit(lambda watch: None)


@pytest.mark.parametrize("killed", [True, False], ids=["killed", "dies by itself"])
def test_a_process_that_dies_is_told(one: Workers, killed: bool) -> None:
    answer: Future[Any] = one.submit(chores.die)
    if killed:
        answer, process = begun(one)
        os.kill(process, signal.SIGKILL)
    with pytest.raises(WorkerDied):
        answer.result(LONG)
    assert one.submit(chores.double, 4).result(LONG) == 8


def test_a_process_that_dies_between_calls_does_no_harm(one: Workers) -> None:
    process = one.submit(chores.whoami).result(LONG)
    os.kill(process, signal.SIGKILL)
    wait_until(lambda: not runs(process))
    assert one.submit(chores.double, 4).result(LONG) == 8


def test_a_call_is_cancelled_at_once_whatever_it_is_at(one: Workers) -> None:
    answer, process = begun(one)
    assert answer.cancel()
    assert wait_until(lambda: not runs(process)) < SOON
    with pytest.raises(CancelledError):
        answer.result(LONG)
    assert wait([answer], LONG).done == {answer}
    assert one.submit(chores.double, 4).result(LONG) == 8


def test_a_call_that_waits_is_cancelled_without_the_one_before_it(one: Workers) -> None:
    first, process = begun(one, 0.3)
    second = one.submit(chores.double, 3)
    assert second.cancel()
    assert first.result(LONG) == "slept"
    assert one.submit(chores.whoami).result(LONG) == process


def test_a_fault_of_whoever_is_told_ends_the_call(one: Workers) -> None:
    def told(progress: Any) -> None:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        one.submit(chores.sleep, 600.0, told=told).result(LONG)


def test_so_many_at_once_and_no_more(tmp_path: Path) -> None:
    with Workers(2) as workers:
        met = [workers.submit(chores.meet, tmp_path, 2) for _ in range(2)]
        assert [each.result(LONG) for each in met] == [True, True]
        crowd = [workers.submit(chores.meet, tmp_path, 3) for _ in range(3)]
        assert [each.result(LONG) for each in crowd] == [False, False, False]


def test_nothing_is_left_behind() -> None:
    workers = Workers(1)
    running, process = begun(workers)
    waiting = workers.submit(chores.double, 1)
    workers.close()
    assert running.cancelled()
    assert waiting.cancelled()
    assert not runs(process)
    assert not {child.pid for child in multiprocessing.active_children()} & {process}
    with pytest.raises(RuntimeError):
        workers.submit(chores.double, 1)
    workers.close()


def test_no_workers_are_none() -> None:
    with pytest.raises(ValueError, match="one worker"):
        Workers(0)


@pytest.mark.parametrize("end", ["", "os.kill(os.getpid(), signal.SIGKILL)", "1 / 0"])
def test_nothing_outlives_its_program(end: str) -> None:
    program = textwrap.dedent(f"""
        import os, signal, sys
        sys.path[:0] = {sys.path!r}
        import chores
        from lunaria.solvers.workers import Workers

        if __name__ == "__main__":
            told = []
            Workers(1).submit(chores.sleep, 600.0, told=told.append)
            while not told:
                pass
            print(told[0], flush=True)
            {end}
    """)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    process = int(ran.stdout)
    wait_until(lambda: not runs(process), 5.0)
    assert ("ZeroDivisionError" in ran.stderr) == (end == "1 / 0")


# asyncio


def test_asyncio_goes_on_meanwhile(one: Workers) -> None:
    async def both() -> tuple[int, list[Any], int]:
        told: list[Any] = []
        turns = 0
        task = asyncio.ensure_future(one.ask(chores.sleep, 0.3, told=told.append))
        while not task.done():
            turns += 1
            await asyncio.sleep(0.01)
        assert task.result() == "slept"
        return await one.ask(chores.double, 5), told, turns

    answer, told, turns = asyncio.run(both())
    assert answer == 10
    assert len(told) == 1
    assert turns > 5


def test_a_task_that_is_cancelled_cancels_its_call(one: Workers) -> None:
    async def cancel() -> int:
        begun: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(one.ask(chores.sleep, 600.0, told=begun.set_result))
        process = await begun
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return process

    process = asyncio.run(cancel())
    assert wait_until(lambda: not runs(process)) < SOON


def test_a_time_out_of_asyncio_ends_the_process(one: Workers) -> None:
    told: list[int] = []

    async def hurry() -> None:
        async with asyncio.timeout(1.0):
            await one.ask(chores.sleep, 600.0, told=told.append)

    one.submit(chores.whoami).result(LONG)
    with pytest.raises(TimeoutError):
        asyncio.run(hurry())
    assert wait_until(lambda: not runs(told[0])) < SOON


def test_a_process_that_dies_is_told_to_asyncio(one: Workers) -> None:
    async def fall() -> None:
        with pytest.raises(WorkerDied):
            await one.ask(chores.die)

    asyncio.run(fall())


# Solvers


@every_game
def test_a_game_arrives_as_it_is(game: Game[Any]) -> None:
    line = fidget(game, 3, 150)
    there: Line[Any] = pickle.loads(pickle.dumps(line))
    assert (there.code, there.path, there.state) == (line.code, line.path, line.state)
    assert (there.legal(), there.undo, there.redo) == (line.legal(), line.undo, line.redo)


def test_solving_and_analysing(one: Workers) -> None:
    line = start(read_deal("half-moon:1"))
    for token in line.legal()[:1]:
        line.play(token)
    verdict = one.submit(solve, line.state, Limits()).result(LONG * 4)
    assert verdict.outcome == WINNABLE
    assert wins(HALF_MOON, line.state, verdict.line or ())
    told: list[AnalysisProgress] = []
    found = one.submit(analyse, line, Limits(), told=told.append).result(LONG)
    assert found.last_winnable == 1
    assert told
    assert {(each.position, each.number) for each in told} == {(1, 1)}
    assert all(each.number <= each.about <= 2 for each in told)
    assert all(isinstance(each.solver, Progress) for each in told)


def test_a_position_that_cannot_arise_is_told_from_there(one: Workers) -> None:
    state = start(read_deal("half-moon:1")).state
    hearts = {place: ("2H",) * len(cards) for place, cards in HALF_MOON.cards(state).items()}
    with pytest.raises(NotReadable):
        one.submit(solve, HALF_MOON.with_cards(state, hearts)).result(LONG * 4)
