"""The kernels of Crescent against the rules: the same positions, the same moves and counts."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from lunaria.core import perft as rules
from lunaria.core.record import read
from lunaria.core.replay import Line
from lunaria.games import CRESCENT, read_deal, start
from lunaria.games.crescent import PILES, State
from lunaria.solvers.crescent import board as kernel
from lunaria.solvers.crescent.chance import mixed, uniform
from lunaria.solvers.crescent.exhaustion import LONGEST, note, recall
from lunaria.solvers.crescent.hashes import whole
from lunaria.solvers.crescent.line import alike
from lunaria.solvers.crescent.pack import apply, legal, pack, perft, unpack
from registry import DATA
from wandering import wander

RECORDS = [
    record
    for file in sorted((DATA / "records").glob("crescent*.record"))
    for record in read(file.read_text("ascii"))
]


def played(record: Any) -> Iterator[tuple[State, str]]:
    """Each position of a record, and the token that was played there, if it is a move."""
    line: Line[Any] = start(read_deal(record.tag("Code") or ""))
    for action in record.actions:
        yield line.state, action
        line.play(action)
    yield line.state, ""


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.tag("Code"))
def test_every_ply_of_the_records(record: Any) -> None:
    for number, (state, action) in enumerate(played(record)):
        compare(state, [action] if number % 10 else CRESCENT.legal(state))


def compare(state: State, tokens: list[str]) -> None:
    """The same position, the same legal tokens, the same position after some of them."""
    board = pack(state)
    assert unpack(board) == state
    expected = CRESCENT.legal(state)
    assert sorted(legal(board)) == sorted(expected)
    for token in set(tokens) & set(expected):
        assert unpack(apply(board, token)) == CRESCENT.apply(state, token)


@pytest.mark.parametrize("number", range(1, 21))
def test_every_ply_of_random_play(number: int) -> None:
    for ply, step in enumerate(wander(CRESCENT, number, 120)):
        compare(step.state, [step.token] if ply % 6 else CRESCENT.legal(step.state))


@pytest.mark.parametrize(
    "counted", (DATA / "perft" / "crescent.perft").read_text("ascii").splitlines()
)
def test_perft(counted: str) -> None:
    code, depth, count = counted.split()
    assert perft(pack(start(read_deal(code)).state), int(depth)) == int(count)


def test_perft_where_foundations_meet() -> None:
    met = [state for state in positions() if any(t[1] in "+-" for t in CRESCENT.legal(state))]
    assert len(met) > 10
    for state in met:
        assert perft(pack(state), 2) == rules.perft(CRESCENT, state, 2)


def positions() -> list[State]:
    """Positions of all stages, those with foundations that have met among them."""
    return [state for record in RECORDS for state, _ in played(record)][::7]


def hashed(state: State) -> int:
    return int(whole(pack(state), np.empty(PILES, np.uint64)))


def test_all_wanted_cards_are_noted_and_no_other() -> None:
    codes = [32 * suit + rank for suit in range(kernel.SUITS) for rank in range(kernel.RANKS)]
    wants = np.empty(kernel.CODES, np.int8)
    for record in RECORDS:
        for state, _ in played(record):
            board = pack(state)
            kernel.note_wanted(board, wants)
            assert [bool(wants[code]) for code in codes] == [
                kernel.wanted(board, code) for code in codes
            ]


def test_hashes_do_not_know_the_order_of_piles_nor_borders() -> None:
    chance = Random(1)
    borders = 0
    found: dict[int, Any] = {}
    for state in positions():
        piles = list(state.piles[:PILES])
        chance.shuffle(piles)
        other = state._replace(piles=(*piles, *state.piles[PILES:]))
        assert hashed(other) == hashed(state)
        for token in CRESCENT.legal(state):
            after = CRESCENT.apply(state, token)
            borders += token[1] in "+-"
            assert (hashed(after) == hashed(state)) == (alike(after) == alike(state))
        assert found.setdefault(hashed(state), alike(state)) == alike(state)
    assert borders > 10


def test_records_of_the_exhaustion_are_whole_positions() -> None:
    record = np.empty(LONGEST, np.uint64)
    known: dict[bytes, Any] = {}
    for state in positions():
        board = pack(state)
        for ordered in (False, True):
            length = note(board, record, ordered)
            back = np.zeros(kernel.LENGTH, np.uint8)
            recall(record, length, back)
            laid = unpack(back)
            assert pack(laid) is not None  # which refuses what is no position of the game
            assert alike(laid) == alike(state)
        text = record[:length].tobytes()
        assert known.setdefault(text, alike(state)) == alike(state)


def test_luck_is_splitmix64() -> None:
    # The first numbers of the reference implementation for seed 1234567.
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    luck = np.array([1234567], np.uint64)
    for number in expected:
        assert uniform(luck) == (number >> 11) * 2.0**-53
        assert int(mixed(luck[0])) == number
