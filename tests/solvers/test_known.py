"""The tables of what is known of the numbered deals."""

import lzma
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lunaria.core.errors import NotReadable
from lunaria.solvers.known import (
    COUNT,
    merged,
    pack,
    pack_losses,
    read_table,
    table_name,
    unpack,
    unpack_losses,
)
from lunaria.solvers.verdict import LOST, UNKNOWN, WINNABLE, Certificate

modest = settings(deadline=None, max_examples=20)
outcomes = st.dictionaries(
    st.integers(1, COUNT), st.sampled_from([UNKNOWN, WINNABLE, LOST]), max_size=20
)


@given(outcomes)
@modest
def test_a_table_tells_what_was_put_in(truth: dict[int, str]) -> None:
    table = unpack(pack({"game": "x"}, truth), "x")
    for number, outcome in truth.items():
        assert table.outcome(number) == outcome
    assert table.head == {"game": "x"}


def test_what_is_not_in_a_table_is_not_known() -> None:
    table = unpack(pack({}, {1: WINNABLE, COUNT: LOST}), "x")
    assert [table.outcome(number) for number in (1, 2, COUNT)] == [WINNABLE, UNKNOWN, LOST]
    assert [table.total(outcome) for outcome in (WINNABLE, LOST, UNKNOWN)] == [1, 1, COUNT - 2]


@given(outcomes, outcomes)
@modest
def test_a_verdict_goes_before_none_when_tables_are_merged(
    first: dict[int, str], second: dict[int, str]
) -> None:
    both = merged(unpack(pack({}, first), "x"), second.items())
    for number in first.keys() | second.keys():
        newer, older = second.get(number, UNKNOWN), first.get(number, UNKNOWN)
        assert both.get(number, UNKNOWN) == (newer if newer != UNKNOWN else older)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-10],
        lambda data: data[:40] + b"\0\1\2\3" + data[44:],
        lambda data: b"no table",
        lambda data: lzma.compress(b"{}\n" + bytes(10)),
        lambda data: lzma.compress(b"not json\n" + bytes((COUNT + 3) // 4)),
        lambda data: lzma.compress(b"[]\n" + bytes((COUNT + 3) // 4)),
        lambda data: lzma.compress(b"{}\n" + b"\3" * ((COUNT + 3) // 4)),
    ],
)
def test_a_damaged_table_is_said_to_be_damaged(damage: object) -> None:
    assert callable(damage)
    with pytest.raises(NotReadable, match="table"):
        unpack(damage(pack({"game": "x"}, {5: LOST})), "x.xz")


def test_deals_by_their_outcome() -> None:
    table = unpack(pack({}, {1: WINNABLE, 6: LOST, 7: LOST, COUNT: LOST}), "x")
    assert table.deals(WINNABLE) == [1]
    assert table.deals(LOST) == [6, 7, COUNT]


def test_lost_deals_are_named_with_their_certificates() -> None:
    named = {7: Certificate("front", {"left": [0, 1]}), 1: Certificate("sat", {})}
    assert unpack_losses(pack_losses(named), "x") == named


@pytest.mark.parametrize(
    "row",
    [
        *("{", "7", "[]", "null", '{"deal":7}', '{"deal":7,"certificate":null}'),
        '{"deal":7,"certificate":{}}',
        '{"deal":7,"certificate":{"kind":1}}',
        '{"deal":0,"certificate":{"kind":"sat"}}',
        '{"deal":"7","certificate":{"kind":"sat"}}',
        '{"deal":1000000,"certificate":{"kind":"sat"}}',
    ],
)
def test_lost_deals_that_are_damaged(row: str) -> None:
    whole = pack_losses({1: Certificate("sat", {})})
    for data in (lzma.compress(lzma.decompress(whole) + row.encode()), whole[:-10], b""):
        with pytest.raises(NotReadable, match="table"):
            unpack_losses(data, "x")


def test_the_table_of_another_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / table_name("crescent")).write_bytes(pack({"game": "half-moon"}, {}))
    with pytest.raises(NotReadable, match="table-game"):
        read_table("crescent", tmp_path)
    assert read_table("half-moon", tmp_path) is None


def test_a_table_is_small() -> None:
    truth = {number: LOST if number % 37 == 0 else WINNABLE for number in range(1, COUNT + 1)}
    assert len(pack({}, truth)) < 60_000
