"""Luck that is the same everywhere: splitmix64 (Steele, Lea and Flood 2014)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lunaria.solvers.kernels import kernel

Words = NDArray[np.uint64]

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)


@kernel(nogil=True)
def mixed(word: Any) -> Any:
    """A word that depends on every bit of a word."""
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))


@kernel(nogil=True)
def uniform(luck: Any) -> float:
    """A number from 0 to 1, 1 excluded; `luck` is one word, and goes on."""
    luck[0] += STEP
    return np.float64(mixed(luck[0]) >> np.uint64(11)) * 2.0**-53


@kernel(nogil=True)
def normals(luck: Any, numbers: Any) -> None:
    """Fill `numbers` with normally distributed ones, nearly: sums of twelve uniform ones."""
    for at in range(numbers.size):
        total = -6.0
        for _ in range(12):
            total += uniform(luck)
        numbers[at] = total


def words(count: int, seed: int) -> Words:
    """So many random words."""
    first = np.uint64(seed << 32)
    found: Words = mixed.py_func((first + np.arange(1, count + 1, dtype=np.uint64)) * STEP)
    return found
