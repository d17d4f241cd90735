"""`lunaria play`: for programs by JSON, for people by pictures; matches in test_cli_match.py."""

import json
import os
import subprocess
import sys
import time
from random import Random
from typing import Any

import pytest

from command_line import PROGRAM, run, run_program
from lunaria import i18n
from lunaria.core import record
from lunaria.core.errors import NotLegal, NotReadable
from lunaria.core.game import Game
from lunaria.core.replay import REDO, UNDO, Line
from lunaria.games import GAMES, read_deal, start
from registry import DATA, every_game, every_solitaire, numbered

FIELDS = {
    *("code", "places", "legal", "score", "moves", "redeals", "outcome", "actions"),
    *("undo", "redo"),
}


def plain(cards: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {place: list(each) for place, each in cards.items()}


def told(line: Line[Any], show_all: bool = False) -> dict[str, Any]:
    """A position as the command should tell it, from the library alone."""
    return {
        "code": str(line.code),
        "places": plain(line.cards() if show_all else line.view()),
        "legal": line.game.legal(line.state),
        "score": line.score,
        "moves": line.moves,
        "redeals": line.game.redeals(line.state),
        "outcome": line.outcome,
        "actions": list(line.actions),
        "undo": line.undo,
        "redo": line.redo,
    }


def wish(game: Game[Any], line: Line[Any], chance: Random) -> str:
    """A token of any kind: mostly legal, sometimes back and forth, sometimes nonsense."""
    luck = chance.random()
    if luck < 0.1:
        return chance.choice(sorted(game.tokens))
    if luck < 0.15:
        return chance.choice(["", "??", "99>1", "Undo", "1+1", "redeals", "é"]) or "-"
    if luck < 0.3:
        return chance.choice([UNDO, REDO])
    legal = line.legal()
    return chance.choice(legal) if legal else UNDO


@every_solitaire
@pytest.mark.parametrize("show_all", [False, True], ids=["hidden", "open"])
def test_every_step_is_the_librarys(game: Game[Any], show_all: bool) -> None:
    catalog = i18n.catalog()
    for number in (1, 77, 999_999):
        chance = Random(f"{game.id} {number}")
        code = numbered(game, number)
        line = start(code)
        tokens, wanted = [], [told(line, show_all)]
        for _ in range(150):
            token = wish(game, line, chance)
            tokens.append(token)
            try:
                line.play(token)
                wanted.append(told(line, show_all))
            except (NotReadable, NotLegal) as error:
                message = catalog.reason(error.reason)
                wanted.append({"error": {"reason": error.reason.code, "message": message}})
        options = ["--open"] if show_all else []
        ran = run("play", str(code), "--json", *options, given="\n".join(tokens))
        assert ran.code == 0
        assert ran.err == ""
        assert [json.loads(row) for row in ran.out.splitlines()] == wanted


@every_solitaire
def test_the_first_line_has_every_field(game: Game[Any]) -> None:
    (row,) = run("play", f"{game.id}:1", "--json").out.splitlines()
    shown = json.loads(row)
    assert set(shown) == FIELDS
    assert set(shown["places"]) == set(game.places)
    assert (shown["score"] is None) == (not game.scored)
    assert shown["actions"] == []


@every_game
def test_hidden_cards_have_no_name_unless_asked_for(game: Game[Any]) -> None:
    closed = json.loads(run("play", f"{game.id}:1", "--json").out)["places"]
    opened = json.loads(run("play", f"{game.id}:1", "--json", "--open").out)["places"]
    assert "??" in json.dumps(closed)
    assert sorted(card for cards in opened.values() for card in cards) == sorted(game.pack)
    for place, cards in closed.items():
        for shown, real in zip(cards, opened[place], strict=True):
            assert shown in ("??", real)


@every_solitaire
@pytest.mark.parametrize("option", [["--seat", "1"], ["--against", "easy"], ["--rounds", "2"]])
def test_options_of_matches_are_refused(game: Game[Any], option: list[str]) -> None:
    ran = run("play", f"{game.id}:1", "--json", *option)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"lunaria: {option[0]} is for games of two players; ")


def test_words_may_stand_in_one_line_or_many() -> None:
    one = run("play", "HM:1", "--json", given="2+11 4+5 undo")
    many = run("play", "HM:1", "--json", given="\n2+11\r\n\n\t4+5\nundo\n\n")
    assert one.out == many.out
    assert len(one.out.splitlines()) == 4


def test_a_won_game_takes_nothing_but_undo() -> None:
    text = (DATA / "records" / "half-moon.record").read_text("utf-8")
    won = next(iter(record.read(text)))
    tokens = " ".join([*won.actions, "1+2", "undo", "redo"])
    rows = run("play", str(won.tag("Code")), "--json", given=tokens).out.splitlines()
    end, refused, undone, redone = map(json.loads, rows[-4:])
    assert end["outcome"] == redone["outcome"] == "won"
    assert end["legal"] == []
    assert set(refused) == {"error"}
    assert undone["outcome"] is None
    assert undone["moves"] == end["moves"] - 1


def test_an_answer_comes_before_the_next_word_is_written() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "play", "HM:1", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["actions"] == []
    for token in ("2+11", "nonsense", "undo"):
        process.stdin.write(f"{token}\n")
        process.stdin.flush()
        assert process.stdout.readline()
    _, error = process.communicate(timeout=30)
    assert process.returncode == 0
    assert error == ""


# What nobody would type.


@pytest.mark.parametrize(
    "given",
    [b"\0", b"\0\0 2+11", b"\xff\xfe", b"\xc3", "２+11 ✂".encode(), b"{}[]\"' ; ' OR 1=1"],
)
@pytest.mark.parametrize("options", [["--json"], []], ids=["json", "text"])
def test_any_bytes_are_answered(given: bytes, options: list[str]) -> None:
    ran = run_program("play", "HM:1", *options, given=given)
    assert ran.code == 0
    if options:
        rows = [json.loads(row) for row in ran.out.splitlines()]
        assert next(row["error"]["reason"] for row in rows if "error" in row) == "token"


def test_a_line_of_ten_megabytes() -> None:
    ran = run_program("play", "HM:1", "--json", given=b"x" * 10_000_000 + b" 2+11\n")
    assert ran.code == 0
    _, refused, moved = map(json.loads, ran.out.splitlines())
    assert refused["error"]["reason"] == "token"
    assert len(refused["error"]["message"]) < 200
    assert moved["moves"] == 1


def test_ten_thousand_tokens() -> None:
    begun = time.monotonic()
    ran = run("play", "HM:1", "--json", given="redo " * 5_000 + "1+2+3\n" * 5_000)
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 10_001
    ran = run("play", "EH:1", given="draw " * 300 + "legal\n" * 100 + "nonsense " * 9_600)
    assert ran.code == 0
    assert len(ran.err.splitlines()) > 9_600
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize("options", [["--json"], []], ids=["json", "text"])
def test_standard_input_closed(options: list[str]) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *PROGRAM, "play", "HM:1", *options],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "KH" in done.stdout


# For people.


@every_game
def test_the_picture_hides_what_the_player_may_not_see(game: Game[Any]) -> None:
    line = start(numbered(game, 3))
    closed = run("play", str(line.code)).out.split()
    opened = run("play", str(line.code), "--open").out.split()
    seen = {card for cards in line.view().values() for card in cards} - {"??"}
    assert set(game.pack) & set(closed) <= seen
    assert set(game.pack) <= set(opened)


def test_words_for_people() -> None:
    ran = run("play", "HM:1", given="help\nlegal\n2+11\n1+2\nnonsense\nrecord\nquit\nundo\n")
    assert ran.code == 0
    assert ran.out.count("Type an action such as 1+8") == 2
    assert "Possible: 2+11 " in ran.out
    assert "Moves 1, score 10" in ran.out
    assert ran.err.splitlines() == [
        "A jack, a queen and a king are needed.",
        "“nonsense” is not an action of Half Moon. An action looks like 1+8.",
    ]
    text = ran.out[ran.out.index("[Game ") :]
    (written,) = record.read(text)
    assert written.actions == ("2+11",)
    assert record.verify(written, GAMES).fault is None


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_person_is_asked_once_for_each_line() -> None:
    import pty

    keyboard, terminal = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "play", "HM:1"],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.write(keyboard, b"2+11\n1+2\nquit\n")
    out, error = process.communicate(timeout=60)
    os.close(keyboard)
    os.close(terminal)
    assert out.count("Action (help for a list, quit to end): ") == 3
    assert error == "A jack, a queen and a king are needed.\n"


def test_an_end_is_told() -> None:
    for name, word in (("half-moon-blocked", "Blocked"), ("crescent-stuck", "Stuck")):
        text = (DATA / "records" / f"{name}.record").read_text("utf-8")
        for ended in record.read(text):
            ran = run("play", str(ended.tag("Code")), given=" ".join(ended.actions) + " legal")
            assert f"{word}: " in ran.out
            assert "Nothing is possible but undo." in ran.out


def test_the_redeals_are_counted_where_there_are_some() -> None:
    ran = run("play", "CR:1", given="redeal undo")
    assert "Moves 0, redeals left 3" in ran.out
    assert "Moves 0, redeals left 2" in ran.out
    assert ran.err == "What came before a redeal cannot be undone.\n"
    assert read_deal("CR:1").variant == "N"
