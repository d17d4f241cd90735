"""Running a census: deals in pieces, on processes of this machine or on a Dask cluster.

A piece is decided somewhere and written here, so that a worker that dies takes nothing with it: its
piece is given out again, and its results are written once.
"""

import multiprocessing
import os
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing

from lunaria.census.results import Folder, Result, result_of
from lunaria.core.code import Code
from lunaria.games import game_named, start
from lunaria.solvers import ready, solve
from lunaria.solvers.verdict import Limits

#: How often a piece is given out again whose worker has died.
TRIES = 3

Piece = tuple[int, ...]
#: Is told how many deals are done, and with which results.
Told = Callable[[Sequence[Result]], None]


class WorkersDied(Exception):
    """The processes that decide deals died again and again, as they do without memory."""


def decide(game_id: str, deals: Piece, limits: Limits) -> list[Result]:
    """Decide each of the deals."""
    game = game_named(game_id)
    results = []
    ready(game.id)
    for deal in deals:
        code = Code(game.prefix, game.version, game.variants[0], deal)
        began = time.process_time()
        verdict = solve(start(code).state, limits)
        results.append(result_of(deal, verdict, time.process_time() - began))
    return results


def pieces(deals: Sequence[int], size: int) -> list[Piece]:
    """The deals in pieces of at most `size`."""
    return [tuple(deals[at : at + size]) for at in range(0, len(deals), size)]


def run(
    folder: Folder,
    deals: Sequence[int],
    limits: Limits,
    *,
    size: int,
    workers: int | None = None,
    scheduler: str | None = None,
    told: Told = lambda results: None,
) -> None:
    """Decide the deals and write the results into the folder.

    Raises WorkersDied or OSError; what is in the folder then is valid, and the next run goes on
    from there.
    """
    todo = pieces(deals, size)
    if scheduler is None:
        done = _on_processes(folder.game_id, todo, limits, workers or os.cpu_count() or 1)
    else:
        done = _on_cluster(folder.game_id, todo, limits, scheduler)
    with closing(done):
        for results in done:
            folder.write(results)
            told(results)


def _on_processes(
    game_id: str, todo: Sequence[Piece], limits: Limits, workers: int
) -> Generator[list[Result], None, None]:
    waiting = [(piece, 1) for piece in reversed(todo)]
    while waiting:
        # Processes of their own start without what this one has open.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, mp_context=context)
        running: dict[Future[list[Result]], tuple[Piece, int]] = {}
        try:
            while waiting or running:
                while waiting and len(running) < 2 * workers:
                    piece, tries = waiting.pop()
                    running[pool.submit(decide, game_id, piece, limits)] = (piece, tries)
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    results = future.result()
                    del running[future]
                    yield results
        except BrokenProcessPool:
            again = [(piece, tries + 1) for piece, tries in running.values()]
            if any(tries > TRIES for _, tries in again):
                raise WorkersDied from None
            waiting += again
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _on_cluster(
    game_id: str, todo: Sequence[Piece], limits: Limits, scheduler: str
) -> Generator[list[Result], None, None]:
    from distributed import Client, as_completed

    with Client(scheduler) as client:
        futures = client.map(lambda piece: decide(game_id, piece, limits), todo, retries=TRIES)
        for future in as_completed(futures):
            yield future.result()
            future.release()
