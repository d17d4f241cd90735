"""The exact solver of Comet against the rules of the game."""

import random

import pytest

from comet_rounds import SIZES, SMALL, opening, wandering
from lunaria.games.comet import COMET, Comet, State
from lunaria.solvers import comet as solver
from lunaria.solvers.comet import board, pack, search

VARIANTS = ("N", "C")


def plain(game: Comet, state: State, known: dict[tuple[object, ...], int]) -> int:
    """The worth of a round to seat 1, by a search that leaves nothing out."""
    if not state.seat:
        return solver.signed(state.rounds[-1])
    key = (state.hands, state.seat, state.due, state.stopped)
    if key not in known:
        after = [plain(game, game.apply(state, token), known) for token in game.legal(state)]
        known[key] = max(after) if state.seat == 1 else min(after)
    return known[key]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_worth_is_that_of_a_plain_search(variant: str) -> None:
    rng = random.Random(6)
    compared = 0
    for game in SMALL:
        for _ in range(60):
            known: dict[tuple[object, ...], int] = {}
            for state in wandering(game, variant, rng):
                assert solver.value(state, game) == plain(game, state, known)
                compared += 1
    assert compared > 1500


def test_a_full_hand_late_in_the_round_is_solved_as_a_plain_search_does() -> None:
    rng = random.Random(7)
    for variant in VARIANTS:
        for _ in range(12):
            states = [
                state
                for state in wandering(COMET, variant, rng)
                if sum(map(len, state.hands)) <= 14
            ]
            for state in states[:1]:
                assert solver.value(state) == plain(COMET, state, {})


def test_a_table_that_is_too_small_makes_no_difference() -> None:
    rng = random.Random(8)
    figures = pack.figures(COMET, "N")
    small, large = search.new_table(1 << 4), search.new_table()
    for _ in range(20):
        position = pack.pack(opening(COMET, "N", rng), COMET)
        found = [
            search.exact(*position[:5], figures, table, search.new_scratch())
            for table in (small, large)
        ]
        assert found[0] == found[1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_best_line_is_legal_and_brings_what_was_said(variant: str) -> None:
    rng = random.Random(9)
    game = SMALL[4]
    for _ in range(10):
        start = opening(game, variant, rng)
        state = start
        for token in solver.line(start, game):
            assert game.refusal(state, token) is None
            state = game.apply(state, token)
        assert not state.seat
        assert solver.value(state, game) == solver.value(start, game)


def test_values_are_those_of_all_legal_tokens() -> None:
    state = opening(COMET, "N", random.Random(10))
    values = solver.values(state)
    assert list(values) == COMET.legal(state)
    assert max(values.values()) == solver.value(state)


# The rules as the kernels know them


@pytest.mark.parametrize("variant", VARIANTS)
def test_positions_come_back_as_they_went(variant: str) -> None:
    rng = random.Random(11)
    for game in SIZES:
        for state in wandering(game, variant, rng):
            position = pack.pack(state, game)
            again = pack.unpack(position, game, state.terms)
            assert pack.pack(again, game) == position
            assert game.legal(again) == game.legal(state)
            assert sorted(again.hands[0] + again.hands[1] + again.aside) == sorted(game.pack)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_kernels_allow_what_the_rules_allow_and_lead_where_they_lead(variant: str) -> None:
    rng = random.Random(12)
    for game in (*SIZES, *SMALL):
        figures = pack.figures(game, variant)
        numbers = pack.numbers(game)
        out = search.new_scratch()[0]
        for _ in range(15):
            for state in wandering(game, variant, rng):
                mine, theirs, due, stopped, comet, seat = pack.pack(state, game)
                count = board.legal(mine, due, comet, figures, out)
                tokens = [pack.token_of(number, game) for number in out[:count].tolist()]
                assert sorted(tokens) == sorted(game.legal(state))
                for token in tokens:
                    after = game.apply(state, token)
                    position, points = follow(
                        (mine, theirs, due, stopped, comet, seat), numbers[token], figures
                    )
                    if after.seat:
                        assert position == pack.pack(after, game)
                    else:
                        assert points == solver.signed(after.rounds[-1])


def follow(position: tuple[int, ...], number: int, figures: object) -> tuple[object, int]:
    """The position after a token and the passes that follow by themselves; points of seat 1."""
    mine, theirs, due, stopped, comet, seat = position
    while True:
        mine, theirs, due, stopped, comet, swapped, over, points = board.after(
            mine, theirs, due, stopped, comet, number, figures
        )
        if over:
            return None, points if seat == 1 else -points
        if swapped:
            seat = 3 - seat
        number = board.PASSING
        if not due or board.held.py_func(mine, due - 1) or comet == board.MINE:
            return pack.Position(mine, theirs, due, stopped, comet, seat), 0


def test_games_too_large_for_the_kernels_are_refused() -> None:
    with pytest.raises(ValueError, match="13 ranks of 4 cards"):
        board.figures_of(13, 4, 9, 10, False)


def test_a_round_that_is_over_is_worth_its_points() -> None:
    game = SMALL[0]
    *_, last = wandering(game, "N", random.Random(13))
    over = game.apply(last, game.legal(last)[0])
    while over.seat:
        over = game.apply(over, game.legal(over)[0])
    assert solver.value(over, game) == solver.signed(over.rounds[-1])
