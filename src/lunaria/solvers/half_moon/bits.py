"""Sets of cards as bits, for the kernels.

A card is numbered `8 * (rank - 1) + n`, so the cards of one rank are one byte, and a set of cards
is two unsigned 64-bit words: ranks 1 to 8, ranks 9 to 13.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from lunaria.solvers.kernels import kernel

#: Numbers that cards can have: 13 ranks of 8.
NUMBERS = 104
#: Cards of one rank at most, and bits of a byte.
OF_A_RANK = 8

ONE = np.uint64(1)
NONE = np.uint64(0)
BYTE = np.uint64(0xFF)


def _ones(_typing: Any, word: Any) -> Any:
    """How many bits of an unsigned word are set (the machine's own instruction)."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


ones: Any = intrinsic(_ones)


def _lowest(_typing: Any, word: Any) -> Any:
    """The number of the lowest bit that is set in an unsigned word that is not 0."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), generate


lowest: Any = intrinsic(_lowest)


@kernel()
def bit(number: int) -> Any:
    """The word in which only bit `number` (0 to 63) is set."""
    return ONE << np.uint64(number & 63)


@kernel()
def byte(word: Any, rank: int) -> Any:
    """The cards of a rank (0 to 12), where `word` is the one of the two that has them."""
    return (word >> np.uint64(8 * (rank & 7))) & BYTE


@kernel()
def draw(chance: Any) -> Any:
    """The next 64 random bits of a generator whose state is the word `chance[0]` (splitmix64).

    Public domain, by Sebastiano Vigna: https://prng.di.unimi.it/splitmix64.c
    """
    chance[0] += np.uint64(0x9E3779B97F4A7C15)
    z = chance[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel()
def below(chance: Any, count: int) -> Any:
    """A random number from 0 to `count` - 1; `count` far smaller than 2 ** 32."""
    return np.int64(((draw(chance) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))
