"""From a code to cards: the generator, the deal of the day, sealed deals.

`docs/deal-codes.md` defines every step so that any language can repeat it. The deals are frozen:
nothing here may change without a new version of every game.
"""

import hashlib
import secrets
import struct
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice
from typing import Any

from lunaria.core.cards import Card
from lunaria.core.code import FIRST_NUMBER, LAST_NUMBER, Code, Sealed
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.game import Game

SEED_BYTES = 32
_WORDS = struct.Struct(">8I")
_SPAN = 1 << 32


def words(seed: bytes) -> Iterator[int]:
    """Endless unsigned 32-bit numbers: SHA-256 of seed and block number, cut into eight."""
    block = 0
    while True:
        yield from _WORDS.unpack(hashlib.sha256(seed + block.to_bytes(4, "big")).digest())
        block += 1


def draw(stream: Iterator[int], count: int) -> int:
    """A number from 0 to `count` - 1, each equally likely: words past the last whole span go."""
    limit = _SPAN - _SPAN % count
    for word in stream:
        if word < limit:
            return word % count
    raise AssertionError("the stream of words has no end")


def shuffled(pack: Sequence[Card], seed: bytes) -> tuple[Card, ...]:
    """`pack` in the order that `seed` gives it (Fisher and Yates, from the last card down)."""
    order = list(pack)
    stream = words(seed)
    for last in range(len(order) - 1, 0, -1):
        other = draw(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def seed_of(code: Code | Sealed, round_number: int = 1) -> bytes:
    """The seed of a deal. Rule sets of one game share their numbered deals."""
    if isinstance(code, Sealed):
        return code.seeds[round_number - 1]
    return f"lunaria:{code.prefix}{code.version}:{code.number}:{round_number}".encode("ascii")


def order_of(code: Code | Sealed, game: Game[Any], round_number: int = 1) -> tuple[Card, ...]:
    """The order of the game's pack in a deal."""
    return shuffled(game.pack, seed_of(code, round_number))


def sealed(game: Game[Any], variant: str, rounds: int) -> Sealed:
    """Deals for a match that nobody can know: seeds from the system's generator."""
    seeds = tuple(secrets.token_bytes(SEED_BYTES) for _ in range(rounds))
    return Sealed(game.prefix, game.version, variant, seeds)


def commitment(seed: bytes) -> str:
    """What is published before a sealed deal is played: SHA-256 of its seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def read_seed(text: str) -> bytes:
    """The seed of a sealed deal from 64 hexadecimal digits; raises NotReadable."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise NotReadable(Reason.of("seed", digits=2 * SEED_BYTES))
    return seed


def daily_candidates(game: Game[Any], day: date) -> Iterator[int]:
    """The numbers that may be the deal of that day, the first choice first."""
    stream = words(f"lunaria:day:{game.prefix}{game.version}:{day.isoformat()}".encode("ascii"))
    while True:
        yield FIRST_NUMBER + draw(stream, LAST_NUMBER - FIRST_NUMBER + 1)


def daily(game: Game[Any], day: date) -> Code:
    """The deal of the day, of the player's own date: the first candidate, or the one chosen."""
    chosen = game.later_choices.get(day.isoformat(), 0)
    number = next(islice(daily_candidates(game, day), chosen, None))
    return Code(game.prefix, game.version, game.variants[0], number)


def read_date(text: str) -> date:
    """A date written as 2026-11-29; raises NotReadable."""
    written = text.strip()
    try:
        day = date.fromisoformat(written)
    except ValueError:
        day = None
    # Python reads other forms too, such as the ISO week 2026-W48-7.
    if day is None or day.isoformat() != written:
        raise NotReadable(Reason.of("date", given=written[:40], example="2026-11-29"))
    return day
