"""`lunaria play` with a game of two: from a seat, from both, and against the computer."""

import json
from random import Random
from typing import Any

import pytest

from command_line import run, run_program
from lunaria.bots import LEVELS, player, seen_by
from lunaria.core import record
from lunaria.core.errors import NotLegal, NotReadable
from lunaria.core.game import Game
from lunaria.core.replay import Line
from lunaria.games import COMET, GAMES, read_deal, start
from registry import DATA, every_match, numbered

MORE = {"turn", "hands", "due", "history", "round", "rounds", "points", "ended"}
CODE = "CO1-N-AAAAAAB"


def rows(*options: str, given: str = "", code: str = CODE) -> list[dict[str, Any]]:
    """What `play --json` answers."""
    ran = run("play", code, "--json", *options, given=given)
    assert (ran.code, ran.err) == (0, "")
    return [json.loads(row) for row in ran.out.splitlines()]


def plain(data: dict[str, Any]) -> dict[str, Any]:
    """`data` as JSON has it."""
    again: dict[str, Any] = json.loads(json.dumps(data))
    return again


def told(line: Line[Any], seat: int, ended: Any = None) -> dict[str, Any]:
    """A position as the command should tell it to a seat, 0 for both, from the library alone."""
    turn = line.state.seat
    scored = [(each.winner, each.points) for each in line.state.rounds]
    return plain({
        "code": str(line.code),
        "places": line.view(seat or turn),
        "legal": line.legal() if seat in (0, turn) else [],
        "score": None,
        "moves": len(line.actions),
        "redeals": None,
        "outcome": line.outcome,
        "actions": line.actions,
        "undo": 0,
        "redo": 0,
        "turn": turn,
        "hands": [len(hand) for hand in line.state.hands],
        "due": COMET.details(line.state)["due"],
        "history": COMET.details(line.state)["history"],
        "round": len(line.breaks) + 1,
        "rounds": line.rounds,
        "points": [[points * (winner == seat) for seat in (1, 2)] for winner, points in scored],
        "ended": ended,
    })  # fmt: skip


def result(line: Line[Any], before: Line[Any]) -> Any:
    """How the last round ended, where the last action ended one."""
    over = line.outcome is not None or len(line.breaks) > len(before.breaks)
    return plain(COMET.details(line.state)["results"][-1]) if over else None


@every_match
@pytest.mark.parametrize("seat", ["1", "2", "all"])
def test_every_step_is_the_librarys(game: Game[Any], seat: str) -> None:
    """Without a level of the computer the tokens of both seats are read."""
    chance = Random(f"{game.id} {seat}")
    for variant in game.variants:
        code = numbered(game, 77)._replace(variant=variant)
        line, shown = start(code, rounds=4), 0 if seat == "all" else int(seat)
        words, wanted = [], [told(line, shown)]
        while line.outcome is None:
            legal = line.legal()
            word = chance.choice(legal if chance.random() < 0.8 else [*sorted(game.tokens), "undo"])
            words.append(word)
            before = start(code, line.actions, 4)
            try:
                line.play(word)
                wanted.append(told(line, shown, result(line, before)))
            except (NotReadable, NotLegal) as error:
                wanted.append({"error": error.reason.code})
        found = rows("--seat", seat, "--rounds", "4", given=" ".join(words), code=str(code))
        for row in found:
            if "error" in row:
                row["error"] = row["error"]["reason"]
        assert found == wanted


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("level", LEVELS[:2])
def test_against_the_computer(level: str, seat: int) -> None:
    """Each of its actions has an object of its own, and is what it plays of what it sees."""
    line, computer = start(read_deal(CODE)), player(level)
    words, wanted = [], [told(line, seat)]
    chance = Random(level)
    while line.outcome is None:
        legal, before = line.legal(), start(line.code, line.actions)
        if line.state.seat == seat:
            words.append(chance.choice(legal))
            line.play(words[-1])
        else:
            seen = seen_by(COMET, line.state, line.state.seat)
            line.play(computer.choose(seen, legal) if len(legal) > 1 else legal[0])
        wanted.append(told(line, seat, result(line, before)))
    found = rows("--seat", str(seat), "--against", level, given=" ".join(words))
    assert found == wanted
    for row in found:
        other = f"hand{3 - seat}"
        assert set(row) >= MORE
        if row["outcome"] is None:
            assert {*row["places"][other], *row["places"]["aside"]} <= {"??"}
            assert bool(row["legal"]) == (row["turn"] == seat)


def test_a_round_that_is_over_is_told_once_with_all_its_cards() -> None:
    found = rows("--against", "normal", given="2 3 4 5 6 7 8 9 10 J Q K pass " * 20)
    ended = [row["ended"] for row in found if row.get("ended")]
    assert len(ended) == 2
    assert found[-1]["error"]["reason"] == "comet-over"
    for each in ended:
        assert set(each) == {
            *("winner", "out", "hands", "held", "aside", "pips", "factor", "why", "points"),
        }
        assert each["points"] == each["pips"] * each["factor"]
        assert len(each["aside"]) == 12


def test_open_shows_both_hands() -> None:
    (shown,) = rows("--open")
    assert "??" not in json.dumps(shown["places"])
    assert shown["legal"]
    (other,) = rows("--open", "--seat", "2")
    assert other["legal"] == []


def test_the_rounds_of_a_match() -> None:
    assert rows()[0]["rounds"] == 2
    assert rows("--rounds", "100")[0]["rounds"] == 100
    for rounds in ("0", "1", "3", "101", "-2", "9" * 30):
        ran = run("play", CODE, "--rounds", rounds)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == "lunaria: A match has from 2 to 100 rounds, in steps of 2.\n"


@pytest.mark.parametrize(
    "options",
    [["--seat", "3"], ["--seat", "0"], ["--against", "gandalf"], ["--rounds", "two"]],
)
def test_options_that_are_none(options: list[str]) -> None:
    ran = run("play", CODE, *options)
    assert (ran.code, ran.out) == (2, "")
    assert options[1] in ran.err


def test_no_seat_is_left_for_the_computer() -> None:
    for options in (["--json"], []):
        ran = run("play", CODE, "--seat", "all", "--against", "easy", *options)
        assert (ran.code, ran.out) == (2, "")
        assert "--against" in ran.err


# For people.


def test_people_play_against_the_computer_where_they_say_nothing_else() -> None:
    ran = run("play", CODE, given="help\nlegal\n2\n3\npass\nundo\nfly\nrecord\nquit\n2\n")
    assert ran.code == 0
    assert ran.out.startswith("You are player 1. Your opponent is the computer: Normal.\n")
    assert ran.out.count("Type an action such as 7, ") == 2
    assert "\nhand2 (18): ??\n" in ran.out
    assert "\nPlayer 1: 2C.\n" in ran.out
    assert "\nPlayer 1: pass.\nPlayer 2: 3S" in ran.out
    assert "\nRound 1 of 2, points 0 : 0\n" in ran.out
    assert "Possible: 2 4 5 " in ran.out
    assert ran.err.splitlines() == [
        "There is no 3 in this hand.",
        "Nothing can be taken back in this game.",
        "“fly” is not an action of Comet. An action looks like 7.",
    ]
    (written,) = record.read(ran.out[ran.out.index("[Game ") :])
    assert written.actions[:3] == ("2", "pass", "3")
    assert record.verify(written, GAMES).fault is None


@pytest.mark.parametrize("number", [64, 180, 161, 188, 19])
def test_how_a_round_ended_and_its_points_came_about_is_said(number: int) -> None:
    code = f"CO:{number}" if number != 64 else "CO1-C-AAAAACM"
    line = start(read_deal(code))
    chance = Random(number)
    while line.outcome is None:
        line.play(chance.choice(line.legal()))
    ran = run("play", code, "--seat", "all", given=" ".join([*line.actions, "legal"]))
    assert ran.err == ""
    assert ran.out.startswith("Both hands are played here; the hand in turn is shown.\n")
    for ended in line.state.rounds:
        if not ended.winner:
            assert "Both were stopped with equal points in hand. Nobody scores." in ran.out
            continue
        name, other = f"Player {ended.winner}", f"Player {3 - ended.winner}"
        if ended.out:
            assert f"{name} went out. {other} held {ended.pips} point" in ran.out
        else:
            assert f"Both were stopped. {name} held {ended.pips} point" in ran.out
        assert (f": {ended.points}." in ran.out) or ended.factor == 1
        for cards in (*ended.hands, ended.aside):
            assert not cards or " ".join(cards[:18]) in ran.out
    first, second = COMET.totals(line.state)
    assert f"Round 2 of 2, points {first} : {second}" in ran.out
    said = {"won1": "Player 1 won", "won2": "Player 2 won", "draw": "A draw"}
    assert said[line.outcome or ""] in ran.out
    assert ran.out.endswith("The match is over.\n")


@pytest.mark.parametrize("options", [["--json"], []], ids=["json", "text"])
def test_any_bytes_are_answered(options: list[str]) -> None:
    for given in (b"\0 \xff\xfe 7x \xc3\n", "７ ☄".encode(), b"2 " * 5000):
        assert run_program("play", CODE, "--against", "easy", *options, given=given).code == 0


# Records.


def test_a_sealed_match_is_verified() -> None:
    path = DATA / "records" / "comet-sealed.record"
    ran = run("verify", str(path))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "1: Comet N, sealed, commitments hold: player 2 won, holds",
        "2: Comet C, sealed, commitments hold: player 2 won, holds",
    ]
    text = path.read_text("ascii").split("\n\n[Game")[0] + "\n"
    first = json.loads(run("verify", "-", "--json", given=text).out)
    assert (first["holds"], first["code"], first["sealed"], first["rounds"]) == (
        True,
        None,
        True,
        2,
    )
    bare = "\n".join(row for row in text.splitlines() if "Commitments" not in row)
    ran = run("verify", "-", given=bare)
    assert ran.out == "1: Comet N, sealed, but without commitments: player 2 won, holds\n"


def test_a_broken_seal_is_named() -> None:
    text = (DATA / "records" / "comet-abandoned.record").read_text("ascii")
    assert "player 2 left" in run("verify", "-", given=text).out
    told = json.loads(run("verify", "-", "--json", given=text).out)
    assert told["result"] == "abandoned2"
    head, _, tail = text.partition('Commitments "')
    broken = f'{head}Commitments "{"0" * 64}{tail[64:]}'
    ran = run("verify", "-", given=broken)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == "1: The commitment of round 1 is not SHA-256 of its seed.\n"


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (
            '[Code "CO1-N-AAAAAAB"]\n[Rounds "3"]',
            "A match has from 2 to 100 rounds, in steps of 2.",
        ),
        (f'[Seeds "{"0" * 64}"]\n[Rounds "2"]', "The record has 1 seeds for 2 rounds; "),
        ('[Seeds "12"]', "The seed of a sealed deal has 64 hexadecimal digits."),
        (f'[Seeds "{"0" * 64}"]\n[Code "CO1-N-AAAAAAB"]', "A record has Code or Seeds, not both"),
    ],
)
def test_matches_that_cannot_be_dealt(head: str, said: str) -> None:
    ran = run("verify", "-", given=f'[Game "comet"]\n{head}\n\n1. 2 | 2. 3\n')
    assert (ran.code, ran.err) == (2, "")
    assert ran.out.startswith(f"1: {said}")
