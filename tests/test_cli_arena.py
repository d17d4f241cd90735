"""`arena` on the command line: what it says of two players, and what it refuses."""

import json

import pytest

from command_line import run
from lunaria.bots.arena import play_pairs, score


def test_two_players_are_compared() -> None:
    ran = run("arena", "comet", "gturn", "random", "--pairs", "20", "--workers", "1")
    assert (ran.code, ran.err) == (0, "")
    first, second, *times = ran.out.splitlines()
    assert first.startswith("gturn against random, 20 pairs: +")
    assert "standard error" in first
    assert second.startswith("Rounds: ")
    assert len(times) == 2


def test_the_same_as_data_of_later_deals_and_the_other_rules() -> None:
    arguments = ("--pairs", "4", "--first", "7", "--variant", "C", "--seed", "3", "--json")
    ran = run("arena", "comet", "glow", "random", *arguments, "--workers", "1")
    told = json.loads(ran.out)
    expected = score(list(play_pairs(("glow", "random"), range(7, 11), "C", 3)))
    assert told["players"] == ["glow", "random"]
    assert (told["variant"], told["deals"], told["seed"]) == ("C", [7, 10], 3)
    assert (told["mean"], told["error"]) == (expected.mean, expected.error)
    assert [told[key] for key in ("won", "drawn", "lost")] == list(expected[3:6])


def test_several_processes_find_the_same() -> None:
    arguments = ("arena", "comet", "gval", "glen", "--pairs", "12", "--json")
    one, two = (json.loads(run(*arguments, "--workers", count).out) for count in ("1", "2"))
    for told in (one, two):
        del told["median"], told["longest"]
        told["mean"], told["error"] = round(told["mean"], 9), round(told["error"], 9)
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("comet", "gandalf", "gturn"), "gandalf"),
        (("half-moon", "gturn", "gturn"), "lunaria arena comet"),
        (("comet", "gturn", "glen", "--variant", "X"), "X"),
        (("comet", "gturn", "glen", "--first", "999999", "--pairs", "2"), "999,999"),
        (("comet", "gturn", "glen", "--pairs", "0"), "--pairs"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...], said: str) -> None:
    ran = run("arena", *arguments, "--workers", "1")
    assert ran.code == 2
    assert ran.out == ""
    assert said in ran.err
