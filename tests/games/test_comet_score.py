"""The score of Comet, rule by rule."""

from random import Random

import pytest

from games.test_comet import after, hands, match
from lunaria.games.comet import COMET, Round, State


def last(state: State) -> Round:
    return state.rounds[-1]


@pytest.mark.parametrize(
    ("held", "pips"),
    [("2S 9S", 11), ("10S JS QS KS", 40), ("8C 3S", 11), ("2S 3S 4S 5S 6S 7S 8S", 35)],
)
def test_co14_the_value_of_cards(held: str, pips: int) -> None:
    over = after(hands("2S", held), "2")
    assert last(over).pips == pips


def test_co14_an_unplayed_comet_counts_nine() -> None:
    over = after(hands("2S 4S", "9D 7S"), "2", "pass")
    assert last(over).winner == 1
    assert last(over).pips == (9 + 7) - 4


def test_co15_who_goes_out_scores_what_the_other_holds() -> None:
    over = after(hands("2S 3S", "KS 7S"), "2", "3")
    assert last(over) == Round(((), ("7S", "KS")), (), 1, True, 17, 1)


def test_co16_both_stopped_the_lower_total_scores_the_difference() -> None:
    over = after(hands("2S 9S", "4S KS"), "2")
    assert (last(over).winner, last(over).out) == (1, False)
    assert last(over).points == 14 - 9


def test_co16_equal_totals_score_nothing() -> None:
    over = after(hands("2S KS", "4S 6S"), "2")
    assert (last(over).winner, last(over).points) == (0, 0)


def test_co17_the_other_still_holds_the_comet() -> None:
    assert last(after(hands("2S 3S", "9D 7S"), "2", "3")).points == 2 * 16
    stopped = after(hands("2S 4S", "9D 7S"), "2", "pass")
    assert (last(stopped).factor, last(stopped).points) == (2, 2 * 12)


def test_co17_the_winner_keeping_the_comet_doubles_nothing() -> None:
    over = after(hands("2S 9D", "KS QS"), "2", "pass")
    assert last(over).winner == 1
    assert last(over).factor == 1


@pytest.mark.parametrize(
    ("first", "due", "tokens", "factor"),
    [
        ("9D", 9, ["comet"], 4),
        ("8S 9D", 0, ["8", "comet"], 4),
        ("9D", 5, ["comet"], 2),
        ("9D", 0, ["comet"], 2),
        ("KS 9D", 0, ["K", "comet"], 2),
    ],
)
def test_co18_the_last_card_is_the_comet(
    first: str, due: int, tokens: list[str], factor: int
) -> None:
    over = after(hands(first, "3S 4S", due=due), *tokens)
    assert last(over).out
    assert (last(over).factor, last(over).points) == (factor, factor * 7)


def test_co18_on_an_eight_of_the_other() -> None:
    state = after(hands("8S 2S", "9D", seat=1), "8", "comet")
    assert last(state).factor == 4
    assert last(state).winner == 2


@pytest.mark.parametrize("number", range(1, 31))
def test_co19_the_higher_sum_wins(number: int) -> None:
    line = match(number, rounds=4)
    chance = Random(number)
    while line.outcome is None:
        line.play(chance.choice(line.legal()))
    first = sum(each.points for each in line.state.rounds if each.winner == 1)
    second = sum(each.points for each in line.state.rounds if each.winner == 2)
    assert COMET.totals(line.state) == (first, second)
    assert line.outcome == ("draw" if first == second else "won1" if first > second else "won2")


def test_co19_equal_sums_are_a_draw() -> None:
    done = (Round(((), ("2S",)), (), 1, True, 2, 1), Round((("2S",), ()), (), 2, True, 2, 1))
    state = hands("2S", "3S")._replace(seat=0, rounds=done)
    assert COMET.outcome(state) == "draw"
