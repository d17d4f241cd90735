"""Of every game of two: rounds, turns, and nothing that is taken back."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from lunaria.core.deal import order_of, sealed
from lunaria.core.errors import NotLegal, NotReadable, Reason
from lunaria.core.game import Game, Terms
from lunaria.core.replay import REDO, UNDO, Line, replay
from registry import every_match, numbered
from wandering import positions_of


def whole_match(game: Game[Any], code: Any, rounds: int) -> Line[Any]:
    """A match played at random to its end."""
    chance = Random(f"{code} {rounds}")
    line: Line[Any] = Line(game, code, rounds)
    while line.outcome is None:
        line.play(chance.choice(line.legal()))
    return line


@every_match
def test_a_match_has_an_even_number_of_rounds(game: Game[Any]) -> None:
    assert game.seats == 2
    assert (game.rounds[0], game.rounds[-1], game.rounds.step) == (2, 100, 2)
    for rounds in (-2, 0, 1, 3, 99, 101, 102):
        with pytest.raises(NotReadable) as caught:
            Line(game, numbered(game, 1), rounds)
        assert caught.value.reason == Reason.of("rounds", first=2, last=100, step=2)


@every_match
@pytest.mark.parametrize("rounds", [2, 6])
def test_each_round_is_dealt_from_the_code_and_its_number(game: Game[Any], rounds: int) -> None:
    for code in (numbered(game, 5), sealed(game, game.variants[-1], rounds)):
        line: Line[Any] = Line(game, code, rounds)
        terms, ended, seen = Terms(code.variant, rounds), None, []
        chance = Random(str(code))
        for nth in range(1, rounds + 1):
            assert line.state == game.deal(order_of(code, game, nth), terms, ended)
            assert line.ended == ended
            seen.append(line.cards())
            while len(line.breaks) < nth and line.outcome is None:
                line.play(chance.choice(line.legal()))
            ended = line.ended
        assert line.outcome is not None
        assert len(line.breaks) == rounds - 1
        assert all(first != second for first, second in pairwise(seen))


@every_match
def test_a_sealed_match_has_a_seed_for_each_round(game: Game[Any]) -> None:
    for rounds in (2, 6):
        code = sealed(game, game.variants[0], 4)
        with pytest.raises(NotReadable) as caught:
            Line(game, code, rounds)
        assert caught.value.reason == Reason.of("seeds", count=4, rounds=rounds)
    assert Line(game, code).rounds == 4


@every_match
def test_nothing_is_taken_back(game: Game[Any]) -> None:
    line: Line[Any] = Line(game, numbered(game, 3))
    while line.outcome is None:
        for action, code in ((UNDO, "no-undo"), (REDO, "nothing-to-redo")):
            with pytest.raises(NotLegal) as caught:
                line.play(action)
            assert caught.value.reason.code == code
        line.play(line.legal()[0])
        assert (line.undo, line.redo) == (0, 0)


@every_match
def test_a_match_follows_from_its_actions(game: Game[Any]) -> None:
    line = whole_match(game, numbered(game, 8), 4)
    for length in range(0, len(line.actions) + 1, 7):
        part, fault = replay(game, line.code, line.actions[:length], 4)
        again, _ = replay(game, line.code, part.actions, 4)
        assert fault is None
        assert (part.state, part.breaks) == (again.state, again.breaks)
        assert part.breaks == [at for at in line.breaks if at <= length]
        assert (part.score, part.moves) == (None, length)
    assert whole_match(game, numbered(game, 8), 4).state == line.state


@every_match
def test_the_steps_of_a_token_end_where_it_leads(game: Game[Any]) -> None:
    """What follows unasked moves no card, and begins with what the token alone does."""
    several = 0
    for state in positions_of(game, deals=6, steps=80):
        for token in game.legal(state):
            first, *more = game.steps(state, token)
            last = more[-1] if more else first
            assert last == game.apply(state, token)
            assert all(game.cards(each) == game.cards(first) for each in more)
            several += bool(more)
    assert several > 20


@every_match
def test_a_seat_sees_its_own_hand_until_the_round_is_over(game: Game[Any]) -> None:
    line = whole_match(game, numbered(game, 2), 2)
    cards = line.cards()
    assert all(game.view(line.state, seat) == cards for seat in (0, 1, 2))
    assert line.ended is not None
    assert game.view(line.ended, 0) == game.cards(line.ended)
    for state in positions_of(game, deals=3):
        views = [game.view(state, seat) for seat in (0, 1, 2)]
        assert views[1]["hand1"] == game.cards(state)["hand1"]
        assert views[2]["hand2"] == game.cards(state)["hand2"]
        for view, hidden in zip(views, [{"hand1", "hand2"}, {"hand2"}, {"hand1"}], strict=True):
            for place in (*hidden, "aside"):
                assert set(view[place]) <= {"??"}


@every_match
def test_the_details_of_a_round_name_no_hidden_card(game: Game[Any]) -> None:
    """Whoever deals the hidden cards anew among their places tells the same."""
    chance = Random("details")
    for state in positions_of(game, deals=3):
        view, cards = game.view(state, 0), game.cards(state)
        hidden = [card for place in cards if "??" in view[place] for card in cards[place]]
        chance.shuffle(hidden)
        other = game.with_cards(
            state,
            {
                place: [hidden.pop() if card == "??" else card for card in shown]
                for place, shown in view.items()
            },
        )
        assert other != state
        assert game.details(other) == game.details(state)
