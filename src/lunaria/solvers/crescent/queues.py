"""Several priority queues: binary heaps, one a row, with the best at the root."""

from typing import Any, NamedTuple

import numpy as np

from lunaria.solvers.kernels import kernel


class Queues(NamedTuple):
    """The scores and moves of each heap, and how many it has."""

    scores: Any
    moves: Any
    sizes: Any


def queues(count: int, room: int) -> Queues:
    """So many empty queues, each with room for so many moves."""
    shape = count, room
    return Queues(np.empty(shape, np.float32), np.empty(shape, np.int64), np.zeros(count, np.int64))


@kernel(nogil=True)
def push(all_queues: Queues, queue: int, score: float, move: int) -> bool:
    """Put a move into a queue; answers whether there was room."""
    scores, moves = all_queues.scores[queue], all_queues.moves[queue]
    at = all_queues.sizes[queue]
    if at == scores.size:
        return False
    all_queues.sizes[queue] = at + 1
    while at:
        above = (at - 1) >> 1
        if scores[above] >= score:
            break
        scores[at], moves[at] = scores[above], moves[above]
        at = above
    scores[at], moves[at] = score, move
    return True


@kernel(nogil=True)
def pop(all_queues: Queues, queue: int) -> int:
    """Take the best move out of a queue that has one."""
    scores, moves = all_queues.scores[queue], all_queues.moves[queue]
    best: int = moves[0]
    size = all_queues.sizes[queue] - 1
    all_queues.sizes[queue] = size
    score, move = scores[size], moves[size]
    at = 0
    while True:
        below = 2 * at + 1
        if below >= size:
            break
        if below + 1 < size and scores[below + 1] > scores[below]:
            below += 1
        if scores[below] <= score:
            break
        scores[at], moves[at] = scores[below], moves[below]
        at = below
    scores[at], moves[at] = score, move
    return best
