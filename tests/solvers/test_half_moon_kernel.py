"""The arrays of the Half Moon solver against the rules of the game."""

from collections.abc import Iterator

import pytest

from exhaustive import winnable
from half_moon_positions import DEALS, random_position
from lunaria.core.game import WON
from lunaria.core.perft import perft
from lunaria.core.record import read, verify
from lunaria.core.replay import Line, replay
from lunaria.games import GAMES, read_deal, start
from lunaria.games.half_moon import HALF_MOON, State
from lunaria.solvers.half_moon import pack as packed
from lunaria.solvers.half_moon.bits import NUMBERS
from lunaria.solvers.half_moon.board import board_of
from lunaria.solvers.half_moon.facts import first_facts, groups_of
from lunaria.solvers.half_moon.line import line_of
from registry import DATA
from wandering import positions_of


def lines() -> Iterator[Line[State]]:
    """The games of all records."""
    for path in sorted((DATA / "records").glob("half-moon*.record")):
        for record in read(path.read_text("ascii")):
            line, fault = verify(record, GAMES)
            assert line is not None
            assert fault is None
            yield line


def plies() -> list[State]:
    """The positions of all records, ply for ply, and of some random games."""
    states = []
    for line in lines():
        for end in range(len(line.actions) + 1):
            states.append(replay(HALF_MOON, line.code, line.actions[:end])[0].state)
    return states + positions_of(HALF_MOON, deals=20)


PLIES = plies()


def test_positions_come_back_as_they_went() -> None:
    for state in PLIES:
        assert packed.unpack(packed.pack(state)) == state


def test_moves_are_those_of_the_rules() -> None:
    for state in PLIES:
        legal = packed.legal(packed.pack(state))
        assert sorted(legal) == sorted(HALF_MOON.legal(state))
        assert len(legal) == len(set(legal))


def test_moves_lead_where_the_rules_lead() -> None:
    for state in PLIES[::5]:
        arrays = packed.pack(state)
        for token in HALF_MOON.legal(state):
            after = HALF_MOON.apply(state, token)
            assert packed.unpack(packed.apply(arrays, token)) == after
        assert packed.unpack(arrays) == state


@pytest.mark.parametrize("number", [1, 2, 3, 31407])
def test_there_are_as_many_ways_as_by_the_rules(number: int) -> None:
    state = start(read_deal(f"half-moon:{number}")).state
    for depth in range(4):
        assert packed.perft(packed.pack(state), depth) == perft(HALF_MOON, state, depth)


def test_the_frozen_counts_of_ways() -> None:
    for row in (DATA / "perft" / "half-moon.perft").read_text("ascii").splitlines():
        code, depth, count = row.split()
        state = start(read_deal(code)).state
        assert packed.perft(packed.pack(state), int(depth)) == int(count)


def test_the_ways_through_small_positions_to_their_ends() -> None:
    for number in range(200):
        state = random_position(number)
        for depth in range(8):
            assert packed.perft(packed.pack(state), depth) == perft(HALF_MOON, state, depth)


def test_a_board_has_the_cards_of_its_position() -> None:
    for state in [*PLIES[::20], *map(random_position, range(200))]:
        board = board_of(packed.pack(state))
        assert (board.place >= 0).sum() == sum(map(len, state.piles))
        for card in range(NUMBERS):
            if board.above[card] >= 0:
                assert board.below[board.above[card]] == card
                assert board.place[board.above[card]] == board.place[card]
        groups = groups_of(first_facts(board))
        assert groups == [card if board.place[card] >= 0 else -1 for card in range(NUMBERS)]


def test_a_matching_that_is_no_win_is_not_believed() -> None:
    state = start(read_deal(f"half-moon:{DEALS[0]}")).state
    board = board_of(packed.pack(state))
    of_neighbours = [card // 8 for card in range(NUMBERS)]
    with pytest.raises(RuntimeError):
        line_of(state, board, of_neighbours)


def test_exhaustive_search_finds_wins_and_losses() -> None:
    """That the positions which the solver is tried on are of both sorts, and not all easy."""
    outcomes = [winnable(HALF_MOON, random_position(number)) for number in range(300)]
    assert 60 < sum(outcomes) < 240
    assert (
        HALF_MOON.outcome(HALF_MOON.with_cards(PLIES[0], dict.fromkeys(HALF_MOON.places, ())))
        == WON
    )
