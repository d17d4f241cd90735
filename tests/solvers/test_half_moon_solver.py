"""The solver of Half Moon: right, checked, the same again, and within its limits."""

import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from exhaustive import winnable
from half_moon_positions import random_position
from lunaria.core.cards import Card
from lunaria.core.errors import NotReadable
from lunaria.core.game import WON
from lunaria.core.record import read, verify
from lunaria.core.replay import replay
from lunaria.games import GAMES, start
from lunaria.games.half_moon import HALF_MOON, PLACES, State
from lunaria.solvers.half_moon import PARTS, STAGES, check, pack, solve, warm_up
from lunaria.solvers.half_moon.bits import NUMBERS
from lunaria.solvers.half_moon.board import board_of
from lunaria.solvers.half_moon.facts import AFTER, BEFORE, MAY, TOGETHER, first_facts
from lunaria.solvers.half_moon.propagation import ALL_RULES, propagate
from lunaria.solvers.half_moon.shaving import DONE, Shaving
from lunaria.solvers.verdict import (
    CANCELLED,
    LOST,
    TIME,
    UNKNOWN,
    WINNABLE,
    WORK,
    Certificate,
    Limits,
    Progress,
    Verdict,
)
from registry import DATA
from wandering import opening, wander

SMALL = 2000
#: The stages that need not be there, and what then is left of the solver: one stage alone.
OTHERS = frozenset(STAGES) - {"sat", "backtracking"}
ONLY_SAT = OTHERS | {"backtracking"}
ONLY_BACKTRACKING = OTHERS | {"sat"}
RULES = PARTS - set(STAGES) - {"facts"}

#: The lost deals among the first 400, by the stage that shows it.
LOST_DEALS = {
    136: "relaxation",
    185: "relaxation",
    304: "relaxation",
    19: "propagation",
    51: "propagation",
    161: "propagation",
    182: "propagation",
    255: "propagation",
    292: "propagation",
    339: "propagation",
    275: "shaving",
    323: "shaving",
}
#: Won deals that are left to the last stage.
HARD_DEALS = (120, 416, 541)
#: A lost deal that takes the last stage some seconds.
HARDEST = 7516


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    warm_up()


@pytest.fixture(scope="module")
def small() -> list[tuple[State, bool]]:
    """Small positions, and whether trying everything has found a win."""
    states = [random_position(number) for number in range(SMALL)]
    return [(state, winnable(HALF_MOON, state)) for state in states]


def deal(number: int) -> State:
    state: State = opening(HALF_MOON, number)
    return state


def is_won_by(state: State, tokens: tuple[str, ...] | None) -> bool:
    """Whether the rules have nothing against the tokens, and they win."""
    assert tokens is not None
    for token in tokens:
        assert HALF_MOON.refusal(state, token) is None
        state = HALF_MOON.apply(state, token)
    return HALF_MOON.outcome(state) == WON


def is_right(state: State, verdict: Verdict, can_be_won: bool) -> bool:
    if can_be_won:
        return verdict.outcome == WINNABLE and is_won_by(state, verdict.line)
    return verdict.outcome == LOST and verdict.certificate is not None


def timeless(verdict: Verdict) -> Verdict:
    return verdict._replace(seconds=0.0)


def test_small_positions_as_by_trying_everything(small: list[tuple[State, bool]]) -> None:
    for state, can_be_won in small:
        verdict = solve(state)
        assert is_right(state, verdict, can_be_won), state
        if verdict.certificate is not None:
            assert check.check(state, verdict.certificate)


@pytest.mark.parametrize("part", sorted(PARTS))
def test_each_part_can_be_left_out(part: str, small: list[tuple[State, bool]]) -> None:
    for state, can_be_won in small[:500]:
        assert is_right(state, solve(state, without=frozenset({part})), can_be_won), state


@pytest.mark.parametrize("part", [None, *sorted(RULES)])
def test_backtracking_alone(part: str | None, small: list[tuple[State, bool]]) -> None:
    without = ONLY_BACKTRACKING | ({part} if part else set())
    for state, can_be_won in small[:500]:
        verdict = solve(state, without=without)
        assert is_right(state, verdict, can_be_won), state
        assert verdict.how == "backtracking"


def test_backtracking_by_no_rules_at_all(small: list[tuple[State, bool]]) -> None:
    for state, can_be_won in small:
        assert is_right(state, solve(state, without=ONLY_BACKTRACKING | RULES), can_be_won), state


def test_sat_alone(small: list[tuple[State, bool]]) -> None:
    for state, can_be_won in small[:700]:
        verdict = solve(state, without=ONLY_SAT)
        assert is_right(state, verdict, can_be_won), state
        assert verdict.how == "sat"


def test_sat_with_the_facts_of_propagation(small: list[tuple[State, bool]]) -> None:
    without = ONLY_SAT - {"propagation", "shaving"}
    for state, can_be_won in small[:700]:
        assert is_right(state, solve(state, without=without), can_be_won), state


def test_local_search_is_tried_on_what_can_be_won(small: list[tuple[State, bool]]) -> None:
    found = 0
    for state, can_be_won in small:
        if can_be_won:
            without = frozenset({"relaxation", "propagation"})
            found += solve(state, without=without).how == "local-search"
    assert found > 0.95 * sum(can_be_won for _, can_be_won in small)


def test_the_checkers_find_wins_where_there_are_some(small: list[tuple[State, bool]]) -> None:
    for state, can_be_won in small[:150]:
        assert check.is_refuted(state) != can_be_won
    for state, can_be_won in small[:25]:
        assert check.can_be_won(state) == can_be_won


def test_a_false_certificate_is_not_believed() -> None:
    state = deal(1)
    assert not check.check(state, Certificate("sat", {}))
    fronts = ([8] * 12 + [1] * 8, [1] * 20, [0] * 20, [9] * 20, [-1] * 20, [1])
    for left in fronts:
        for upturned in (False, True):
            front = Certificate("front", {"upturned": upturned, "left": left})
            assert not check.check(state, front)
    with pytest.raises(ValueError, match="oracle"):
        check.check(state, Certificate("oracle", {}))


def test_a_front_of_one_position_does_not_do_for_others() -> None:
    certificate = solve(deal(136)).certificate
    assert certificate is not None
    assert check.check(deal(136), certificate)
    assert not any(check.check(deal(number), certificate) for number in range(1, 100))


@pytest.mark.parametrize("number", LOST_DEALS)
def test_lost_deals(number: int) -> None:
    state = deal(number)
    verdict = solve(state)
    assert (verdict.outcome, verdict.how) == (LOST, LOST_DEALS[number])
    assert verdict.certificate is not None
    assert check.check(state, verdict.certificate)


@pytest.mark.parametrize("number", [161, 339])
def test_lost_deals_by_a_third_way(number: int) -> None:
    assert check.can_be_won(deal(number)) is False


def test_deals_are_decided() -> None:
    for number in range(1, 401):
        state = deal(number)
        assert is_right(state, solve(state, Limits(seconds=None)), number not in LOST_DEALS)


@pytest.mark.parametrize("number", HARD_DEALS)
def test_deals_for_the_last_stage(number: int) -> None:
    state = deal(number)
    assert is_right(state, solve(state, without=frozenset({"local-search"})), can_be_won=True)


def wins() -> Iterator[tuple[State, tuple[str, ...]]]:
    """Won games: those of the records and of some deals."""
    for record in read((DATA / "records" / "half-moon.record").read_text("ascii")):
        line, _ = verify(record, GAMES)
        assert line is not None
        if "undo" not in line.actions:
            yield start(line.code).state, tuple(line.actions)
    for number in range(1, 101):
        line_found = solve(deal(number)).line
        if line_found is not None:
            yield deal(number), line_found


def test_facts_hold_in_every_known_win() -> None:
    """Each match of a won game stays possible, and each fact about the order holds in it."""
    for nth, (state, tokens) in enumerate(wins()):
        board = board_of(pack.pack(state))
        facts = first_facts(board)
        weights = np.ones(NUMBERS)
        assert propagate(board, facts, ALL_RULES, weights)
        if nth % 4 == 0:
            assert Shaving(board, facts, ALL_RULES, weights).go(1_000_000)[0] == DONE
        heights, piles = board.heights.tolist(), board.piles.tolist()
        earlier: dict[int, int] = {}
        group_of: dict[int, int] = {}
        for token in tokens:
            cards = []
            for name in token.split("+"):
                place = PLACES.index(name)
                heights[place] -= 1
                cards.append(piles[place][heights[place]])
            # What in this win must go before the group: what lies on its cards, and before that.
            before = 0
            for card in cards:
                if board.above[card] >= 0:
                    over = int(board.above[card])
                    before |= earlier[over] | group_of[over]
            group = sum(1 << card for card in cards)
            for card in cards:
                group_of[card] = group
                earlier[card] = before
                low, high = facts[card, BEFORE : BEFORE + 2].tolist()
                assert not (low | high << 64) & ~before
                low, high = facts[card, AFTER : AFTER + 2].tolist()
                assert not (low | high << 64) & (before | group)
                low, high = facts[card, TOGETHER : TOGETHER + 2].tolist()
                assert not (low | high << 64) & ~group
                for other in cards:
                    if other != card:
                        assert any(
                            int(facts[card, MAY + slot]) >> (other & 7) & 1 for slot in range(2)
                        )


def test_records_can_be_won_at_every_ply() -> None:
    for record in read((DATA / "records" / "half-moon.record").read_text("ascii")):
        line, _ = verify(record, GAMES)
        assert line is not None
        for end in range(len(record.actions) + 1):
            state = replay(HALF_MOON, line.code, record.actions[:end])[0].state
            assert is_right(state, solve(state), can_be_won=True)


def test_a_blocked_position_is_lost() -> None:
    record = next(read((DATA / "records" / "half-moon-blocked.record").read_text("ascii")))
    line, _ = verify(record, GAMES)
    assert line is not None
    verdict = solve(line.state)
    assert is_right(line.state, verdict, can_be_won=False)
    assert solve(start(line.code).state).outcome == WINNABLE


def test_random_play_is_decided_and_what_is_lost_stays_lost() -> None:
    for number in range(1, 16):
        lost = False
        for step in wander(HALF_MOON, number):
            verdict = solve(step.state)
            assert is_right(step.state, verdict, verdict.outcome == WINNABLE)
            assert not (lost and verdict.outcome == WINNABLE)
            lost = verdict.outcome == LOST


def test_a_won_position_needs_no_tokens() -> None:
    empty = HALF_MOON.with_cards(deal(1), dict.fromkeys(PLACES, ()))
    verdict = solve(empty)
    assert (verdict.outcome, verdict.line) == (WINNABLE, ())


def laid(**places: str) -> State:
    """The opening of deal 1 with other cards at some places."""
    cards: dict[str, tuple[Card, ...]] = dict(zip(PLACES, deal(1).piles, strict=True))
    return HALF_MOON.with_cards(
        deal(1), {**cards, **{p: tuple(t.split()) for p, t in places.items()}}
    )


def empty_but(**places: str) -> State:
    """A position with no other cards."""
    return laid(**{**dict.fromkeys(PLACES, ""), **places})


def test_positions_that_cannot_arise_are_refused() -> None:
    refused = {
        "7× 3, 8× 8": laid(R1=""),
        "3× 5H": empty_but(**{"1": "5H 5H 5H", "2": "6S 6S 6H"}),
        "1× J, 0× Q": empty_but(R1="JS", R2="KS"),
        "1× Q, 0× K": empty_but(R1="JS", R2="QS"),
        "1× 5, 0× 6": empty_but(R1="5S"),
        "??": empty_but(R1="??"),
        "0 / 20": State(()),
    }
    for given, state in refused.items():
        with pytest.raises(NotReadable) as error:
            solve(state)
        reason = error.value.reason
        assert (reason.code, dict(reason.params)["given"]) == ("position", given)


def test_parts_that_are_not_there_cannot_be_left_out() -> None:
    with pytest.raises(ValueError, match="oracle"):
        solve(deal(1), without=frozenset({"oracle"}))
    with pytest.raises(ValueError, match="no end"):
        solve(deal(1), without=frozenset({"sat", "backtracking"}))


@pytest.mark.parametrize("number", [1, 19, 275, 541])
def test_the_same_answer_for_the_same_work(number: int) -> None:
    for work in (0, 1, 100, 5_000, 100_000, 100_900, 101_500, 210_000):
        limits = Limits(work=work, seconds=None, seed=5)
        first = solve(deal(number), limits)
        assert timeless(solve(deal(number), limits)) == timeless(first)
        assert first.work <= work + (first.how != "local-search") * 250
        if first.outcome == UNKNOWN:
            assert first.limit == WORK
        else:
            enough = solve(deal(number), Limits(seconds=None, seed=5))
            assert timeless(enough) == timeless(first)


def test_seeds_give_other_wins_of_the_same_deals() -> None:
    lines = {solve(deal(2), Limits(seed=seed)).line for seed in range(6)}
    assert len(lines) > 1


@pytest.mark.parametrize("only", [ONLY_SAT | {"facts"}, ONLY_BACKTRACKING])
def test_time_is_kept(only: frozenset[str]) -> None:
    state = deal(HARDEST)
    began = time.perf_counter()
    verdict = solve(state, Limits(seconds=0.2), without=only)
    took = time.perf_counter() - began
    assert (verdict.outcome, verdict.limit) == (UNKNOWN, TIME)
    assert took < 0.6  # within 0.05 s on a machine of one's own
    assert solve(state, Limits(seconds=0.0)).limit == TIME


def test_a_watcher_is_asked_often_and_can_end_it() -> None:
    told: list[Progress] = []

    def watch(progress: Progress) -> bool:
        told.append(progress)
        return progress.stage != "sat" or progress.seconds < 1.0

    verdict = solve(deal(HARDEST), watch=watch, without=frozenset({"facts"}))
    assert verdict.limit == CANCELLED
    assert {progress.stage for progress in told} >= {*STAGES}
    assert [progress.work for progress in told] == sorted(progress.work for progress in told)
    assert len(told) > 20 * told[-1].seconds
    assert solve(deal(1), watch=lambda _: False).limit == CANCELLED


def test_numba_is_imported_only_for_the_solver() -> None:
    program = (
        "import sys, lunaria.solvers.verdict, lunaria.solvers; assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
