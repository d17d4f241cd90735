"""The readers that are fuzzed are at least run with chance, and with halves of what is right."""

import random

import pytest
from fuzz.readers import READERS

from registry import DATA

SEEDS = [
    b"HM1-N-AAAAAAB",
    b"crescent:5",
    b"\xff\xfe\x00",
    b'{"type": "act", "token": "draw", "revision": 0}',
    b'{"type": "act", "token": ["draw"], "revision": 1e999}',
    b'{"type": "why", "token": "1>2", "revision": 0}',
    b"[" * 3000,
    *(path.read_bytes()[:3000] for path in sorted((DATA / "records").glob("*"))[:4]),
]


@pytest.mark.parametrize("name", READERS)
def test_nothing_that_is_read_breaks_the_reader(name: str) -> None:
    luck = random.Random(1)
    for seed in SEEDS:
        READERS[name](seed)
        for _ in range(20):
            spoilt = bytearray(seed)
            for _ in range(luck.randint(1, 4)):
                spoilt[luck.randrange(len(spoilt))] = luck.randrange(256)
            READERS[name](bytes(spoilt[: luck.randint(1, len(spoilt))]))
