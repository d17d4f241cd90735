"""The kernels of Easy Harp against the rules: the same positions, moves and counts."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from lunaria.core import perft as rules
from lunaria.core.record import read
from lunaria.core.replay import REDO, UNDO, Line
from lunaria.games import EASY_HARP, read_deal, start
from lunaria.games.easy_harp import State
from lunaria.solvers.easy_harp import arena, board, exhaustion, macros
from lunaria.solvers.easy_harp.line import Play
from lunaria.solvers.easy_harp.pack import CARD, apply, legal, pack, perft, unpack
from registry import DATA
from solvers.small_easy_harp import after, late_position, name_of
from wandering import wander

RECORDS = [
    record
    for file in sorted((DATA / "records").glob("easy-harp*.record"))
    for record in read(file.read_text("ascii"))
]


def played(record: Any) -> Iterator[tuple[State, str]]:
    """Each position of a record with the action that follows, "" at its end."""
    line: Line[Any] = start(read_deal(record.tag("Code") or ""))
    for action in record.actions:
        yield line.state, action
        line.play(action)
    yield line.state, ""


def compare(state: State, tokens: list[str]) -> None:
    """The same position, the same legal tokens, the same position after some of them."""
    packed = pack(state)
    assert unpack(packed) == state
    expected = EASY_HARP.legal(state)
    assert sorted(legal(packed)) == sorted(expected)
    for token in set(tokens) & set(expected):
        assert unpack(apply(packed, token)) == EASY_HARP.apply(state, token)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.tag("Code"))
def test_every_ply_of_the_records(record: Any) -> None:
    count = 0
    for number, (state, action) in enumerate(played(record)):
        tokens = [] if action in (UNDO, REDO, "") else [action]
        compare(state, EASY_HARP.legal(state) if number % 5 == 0 else tokens)
        count += 1
    assert count == len(record.actions) + 1


@pytest.mark.parametrize("number", range(1, 31))
def test_every_ply_of_random_play(number: int) -> None:
    for step in wander(EASY_HARP, number, 120):
        compare(step.state, EASY_HARP.legal(step.state))


@pytest.mark.parametrize(
    "counted", (DATA / "perft" / "easy-harp.perft").read_text("ascii").splitlines()
)
def test_perft(counted: str) -> None:
    code, depth, count = counted.split()
    assert perft(pack(start(read_deal(code)).state), int(depth)) == int(count)


def positions() -> list[State]:
    """Positions from records, from random play, and late ones."""
    known = [state for record in RECORDS for state, _ in played(record)][::40]
    random = [step.state for number in (1, 2) for step in wander(EASY_HARP, number, 100)][::20]
    return [*known, *random, *(late_position(number, 4) for number in range(60))]


def test_perft_along_the_way() -> None:
    for state in positions()[::3]:
        assert perft(pack(state), 3) == rules.perft(EASY_HARP, state, 3)


class Table:
    """A desk with a position on it."""

    def __init__(self, state: State) -> None:
        self.root = board.root_of(pack(state))
        self.desk = arena.desk()
        board.copy(self.root.s, self.root.h, self.desk.s, self.desk.h)
        self.desk.cells[:] = self.root.cells
        self.z = board.table()

    def ways(self, *, lazy: bool, safe: bool, forks: int) -> list[int]:
        desk = self.desk
        count = macros.generate(
            desk.cells, desk.s, self.root.covered, lazy, safe, True, forks, desk.ways
        )
        found: list[int] = desk.ways[1 : count + 1].tolist()
        return found

    def play(self, way: int, *, safe: bool = False) -> list[int]:
        """Play a way on; its steps."""
        desk = self.desk
        desk.s[board.LOGGED] = 0
        macros.play(desk.cells, desk.s, desk.h, self.z, self.root.covered, desk.log, way)
        if safe:
            macros.play_safe(desk.cells, desk.s, desk.h, self.z, desk.log)
        steps: list[int] = desk.log[: desk.s[board.LOGGED]].tolist()
        return steps

    @property
    def name(self) -> Any:
        s, columns = self.desk.s, []
        for column in range(9):
            hidden = board.hidden_in(s, self.root.covered, column)
            cells = self.desk.cells[column, : s[board.SIZE + column]].tolist()
            columns.append((tuple(CARD[card] for card in cells), hidden))
        # The kernels' clubs come before their diamonds.
        heights = [(int(s[board.LOW + q]), int(s[board.HIGH + q])) for q in (0, 1, 3, 2)]
        return tuple(sorted(columns)), tuple(heights)

    @property
    def key(self) -> tuple[int, int]:
        first, second = board.key_of(self.desk.s, self.desk.h, self.root.covered)
        return int(first), int(second)


def test_single_steps_are_those_of_the_rules() -> None:
    """Without lazy stock the ways on are all that the rules allow, draws and names aside."""
    for state in positions():
        found = set()
        for way in Table(state).ways(lazy=False, safe=False, forks=0):
            table = Table(state)
            assert len(table.play(way)) == 1
            found.add(table.name)
        # That a whole column goes to an empty one changes no more than a name.
        assert found == {name_of(each) for each in after(state)} - {name_of(state)}


@pytest.mark.parametrize("number", range(1, 13))
def test_ways_on_are_legal_tokens(number: int) -> None:
    """Random ways on, safe moves between them, become tokens that lead to the same position."""
    chance = Random(f"ways {number}")
    state = start(read_deal(f"easy-harp:{number}")).state
    table, play = Table(state), Play(state)
    known: dict[tuple[int, int], Any] = {}
    for _ in range(60):
        ways = table.ways(lazy=True, safe=True, forks=macros.MOST_FORKS)
        if not ways:
            break
        for step in table.play(chance.choice(ways), safe=True):
            play.step(step)
        assert table.name == name_of(play.state)
        assert known.setdefault(table.key, table.name) == table.name
        assert Table(play.state).key == table.key  # however it came about


def test_keys_do_not_know_the_order_of_columns() -> None:
    chance = Random(1)
    for state in positions():
        order = list(range(9))
        chance.shuffle(order)
        other = state._replace(
            columns=tuple(state.columns[at] for at in order),
            hidden=tuple(state.hidden[at] for at in order),
        )
        assert Table(other).key == Table(state).key


def test_keys_tell_positions_apart() -> None:
    known: dict[tuple[int, int], Any] = {}
    for state in positions()[::2]:
        for each in (state, *after(state)):
            table = Table(each)
            assert known.setdefault(table.key, table.name) == table.name
    assert len(set(known)) == len(set(known.values())) > 500


def test_positions_come_back_from_the_archive() -> None:
    archive = exhaustion.archive()
    for state in positions():
        table = Table(state)
        node = arena.store(
            archive.counts, archive.nodes, archive.rows, table.desk.cells, table.desk.s, 0, 0
        )
        other = Table(late_position(1, 3))
        arena.fetch(
            table.root.cells, table.root.sums, table.z, archive.rows,
            archive.nodes[node, arena.START], other.desk.cells, other.desk.s, other.desk.h,
        )  # fmt: skip
        other.root = table.root
        assert other.name == table.name
        assert other.key == table.key
        stock = slice(board.STOCK, board.STOCK + 52)
        assert np.array_equal(other.desk.s[stock], table.desk.s[stock])


def test_luck_is_splitmix64() -> None:
    # The first number of the reference implementation for seed 1234567.
    luck = np.array([1234567], np.uint64)
    board.random(luck, 10)
    assert int(board.mix(luck[0])) == 6457827717110365317
