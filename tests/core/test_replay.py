"""A game being played: undo, redo, counts, and actions that are refused."""

from collections.abc import Sequence
from typing import Any

import pytest

from lunaria.core.cards import Card
from lunaria.core.code import Code
from lunaria.core.errors import NotLegal, NotReadable, Reason
from lunaria.core.game import Game, Terms
from lunaria.core.replay import REDO, UNDO, Line, replay
from lunaria.games.crescent import CRESCENT
from lunaria.games.easy_harp import EASY_HARP, EasyHarp
from lunaria.games.easy_harp import State as EasyHarpState
from lunaria.games.half_moon import HALF_MOON, HalfMoon
from lunaria.games.half_moon import State as HalfMoonState
from positions import easy_harp, half_moon, rising
from registry import every_game, every_solitaire, numbered
from wandering import fidget, opening


class FewCards(HalfMoon):
    """Half Moon with a trio and a pair left."""

    def deal(
        self, order: Sequence[Card], terms: Terms, previous: HalfMoonState | None = None
    ) -> HalfMoonState:
        return half_moon({"1": "JS 5S", "2": "QH 6D", "R1": "KC"})


class LastCards(EasyHarp):
    """Easy Harp before its last two cards, one of them hidden."""

    def deal(
        self, order: Sequence[Card], terms: Terms, previous: EasyHarpState | None = None
    ) -> EasyHarpState:
        full = {f"{suit}{n}": rising(suit, 13) for suit in "SHDC" for n in (1, 2)}
        return easy_harp({**full, "S2": rising("S", 11), "1": "KS QS"}, hidden={"1": 1})


def shown(line: Line[Any]) -> tuple[Any, ...]:
    """All that a line shows."""
    return (
        line.state,
        line.score,
        line.moves,
        line.undo,
        line.redo,
        list(line.actions),
        line.outcome,
        line.result,
        line.legal(),
        line.view(),
    )


def counts(line: Line[Any]) -> tuple[int | None, int, int, int]:
    return line.score, line.moves, line.undo, line.redo


def test_half_moon_undo_lowers_score_and_moves() -> None:
    line = Line(FewCards(), Code("HM", 1, "N", 1))
    seen = []
    for action in ("1+2", "1+2+R1", UNDO, UNDO, REDO, REDO, UNDO, "1+2+R1"):
        line.play(action)
        seen.append(counts(line))
    assert seen == [
        (10, 1, 1, 0),
        (25, 2, 2, 0),
        (10, 1, 1, 1),
        (0, 0, 0, 2),
        (10, 1, 1, 1),
        (25, 2, 2, 0),
        (10, 1, 1, 1),
        (25, 2, 2, 0),
    ]


def test_crescent_undo_lowers_moves() -> None:
    line = Line(CRESCENT, numbered(CRESCENT, 1))
    first = next(token for token in line.legal() if token != "redeal")
    seen = []
    for action in (first, UNDO, REDO, UNDO, "redeal"):
        line.play(action)
        seen.append(counts(line))
    assert seen == [
        (None, 1, 1, 0),
        (None, 0, 0, 1),
        (None, 1, 1, 0),
        (None, 0, 0, 1),
        (None, 0, 0, 0),
    ]


def test_easy_harp_undo_lowers_the_score_alone() -> None:
    line = Line(LastCards(), Code("EH", 1, "N", 1))
    seen = []
    for action in ("1>S2", "1>S2", UNDO, UNDO, REDO, "1>S2", UNDO):
        line.play(action)
        seen.append(counts(line))
    assert seen == [
        (15, 1, 1, 0),
        (25, 2, 2, 0),
        (15, 2, 1, 1),
        (0, 2, 0, 2),
        (15, 2, 1, 1),
        (25, 3, 2, 0),
        (15, 3, 1, 1),
    ]


@pytest.mark.parametrize("game", [FewCards(), LastCards()], ids=["half-moon", "easy-harp"])
def test_a_win_can_be_undone_like_any_move(game: Game[Any]) -> None:
    line = Line(game, Code(game.prefix, 1, "N", 1))
    while line.outcome is None:
        line.play(line.legal()[0])
    won = shown(line)
    assert (line.result, line.legal()) == ("won", [])
    line.play(UNDO)
    assert line.outcome is None
    assert line.result == "unfinished"
    line.play(REDO)
    assert shown(line)[:5] == won[:5]
    assert line.outcome == "won"


def test_a_redeal_is_a_barrier() -> None:
    line = Line(CRESCENT, numbered(CRESCENT, 1))
    moves = [token for token in line.legal() if token != "redeal"]
    assert line.refusal(UNDO) == Reason.of("nothing-to-undo")
    line.play(moves[0])
    assert line.refusal(UNDO) is None
    line.play("redeal")
    assert line.refusal(UNDO) == Reason.of("undo-barrier", action="redeal")
    line.play(next(token for token in line.legal() if token != "redeal"))
    line.play(UNDO)
    assert line.redo == 1
    line.play("redeal")
    assert line.refusal(REDO) == Reason.of("nothing-to-redo")
    assert CRESCENT.redeals(line.state) == 1


def test_undo_stays_shallow_after_redo() -> None:
    line = Line(EASY_HARP, numbered(EASY_HARP, 1))
    for _ in range(150):
        line.play("draw" if line.state.stock else "recycle")
    for _ in range(70):
        line.play(UNDO)
    for _ in range(70):
        line.play(REDO)
    assert (line.undo, line.redo, line.moves) == (100, 0, 150)
    for _ in range(100):
        line.play(UNDO)
    assert line.refusal(UNDO) == Reason.of("undo-depth", depth=100)
    wanted, _ = replay(EASY_HARP, line.code, line.actions[:50])
    assert line.state == wanted.state


@every_solitaire
def test_redo_is_dropped_by_a_new_action(game: Game[Any]) -> None:
    line: Line[Any] = Line(game, numbered(game, 1))
    line.play(line.legal()[0])
    line.play(UNDO)
    assert line.refusal(REDO) is None
    line.play(line.legal()[-1])
    assert line.refusal(REDO) == Reason.of("nothing-to-redo")
    assert UNDO not in line.legal()


@every_game
def test_a_refused_action_changes_nothing(game: Game[Any]) -> None:
    line = fidget(game, 9, steps=30)
    if line.undo:
        line.play(UNDO)
    before = shown(line)
    for action in sorted(game.tokens - set(line.legal())):
        with pytest.raises(NotLegal) as caught:
            line.play(action)
        assert caught.value.reason == line.refusal(action)
    assert shown(line) == before


@every_game
@pytest.mark.parametrize(
    "action",
    [
        "",
        "x",
        "UNDO",
        " undo",
        "1+1",
        "1>1",
        "0>1",
        "8+1",
        "R1+1",
        "1+8 ",
        "\0",
        "1\N{EN DASH}8",
        "x" * 1_000_000,
    ],
    ids=lambda text: repr(text[:8]),
)
def test_what_is_no_token_is_not_readable(game: Game[Any], action: str) -> None:
    line: Line[Any] = Line(game, numbered(game, 1))
    before = shown(line)
    with pytest.raises(NotReadable) as caught:
        line.play(action)
    reason = caught.value.reason
    assert reason.code == "token"
    said = dict(reason.params)
    assert said["example"] in game.tokens
    assert len(str(said["given"])) <= 40
    assert shown(line) == before


@every_game
def test_replay_keeps_the_good_part_and_names_the_action(game: Game[Any]) -> None:
    good = fidget(game, 4, steps=8)
    for bad in ("no token", REDO if not good.redo else "also none"):
        line, fault = replay(game, good.code, [*good.actions, bad, *good.actions])
        assert fault is not None
        assert fault.action == len(good.actions) + 1
        assert shown(line) == shown(good)


@every_game
def test_a_code_of_another_game_is_refused(game: Game[Any]) -> None:
    good = numbered(game, 1)
    other = CRESCENT if game is HALF_MOON else HALF_MOON
    for code in (numbered(other, 1), good._replace(version=2)):
        with pytest.raises(ValueError, match=str(code)):
            Line(game, code)


@every_game
def test_a_code_of_a_rule_set_that_the_game_has_not_is_refused(game: Game[Any]) -> None:
    code = numbered(game, 1)._replace(variant="Z")
    with pytest.raises(ValueError, match=str(code)):
        Line(game, code)


@every_game
def test_a_new_line_stands_at_the_deal(game: Game[Any]) -> None:
    line: Line[Any] = Line(game, numbered(game, 12))
    assert line.state == opening(game, 12)
    assert counts(line) == (0 if game.scored else None, 0, 0, 0)
    assert line.result == "unfinished"
    assert line.cards() == game.cards(line.state)
    assert line.view() == game.view(line.state, 1)
