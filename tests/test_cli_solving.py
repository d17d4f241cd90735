"""`solve`, `analyse` and `difficulty`: what they print, and how they end."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from command_line import run
from lunaria.cli import measuring, solving, thinking
from lunaria.core import record
from lunaria.games import GAMES, HALF_MOON, read_deal, start
from lunaria.solvers import wins
from lunaria.solvers.analysis import AnalysisProgress
from lunaria.solvers.verdict import Progress
from registry import DATA, every_solitaire, numbered

WINNABLE, LOST = "half-moon:5", "half-moon:19"
HEAD = '[Game "half-moon"]\n[Code "HM1-N-AAAAAAB"]\n'
BEGUN = f"{HEAD}\n1. 2+11 2. 9+R8\n"


@pytest.fixture
def begun(tmp_path: Path) -> str:
    file = tmp_path / "begun.record"
    file.write_text(BEGUN, "utf-8")
    return str(file)


# Solving


def test_a_winnable_deal_with_its_win(tmp_path: Path) -> None:
    file = tmp_path / "won.record"
    ran = run("solve", WINNABLE, "--record", str(file))
    assert (ran.code, ran.err) == (0, "")
    said, tokens = ran.out.splitlines()
    assert said.startswith("Winnable (")
    assert said.endswith(", in 48 actions:")
    line, fault = record.verify(next(record.read(file.read_text("utf-8"))), GAMES)
    assert fault is None
    assert line is not None
    assert line.result == "won"
    assert line.actions == tokens.split()


def test_a_lost_deal(tmp_path: Path) -> None:
    file = tmp_path / "won.record"
    ran = run("solve", LOST, "--record", str(file))
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("Lost (")
    assert not file.exists()


@pytest.mark.parametrize("command", ["solve", "difficulty", "analyse"])
def test_games_of_two_have_no_verdict(command: str) -> None:
    asked = "CO1-N-AAAAAAB"
    if command == "analyse":
        asked = str(DATA / "records" / "comet.record")
    for options in ([], ["--json"]):
        ran = run(command, asked, *options)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == (
            "lunaria: Comet is played by two: no deal of it is winnable or lost for one player "
            "alone, so there is no verdict.\n"
        )


@every_solitaire
def test_no_time(game: Any) -> None:
    ran = run("solve", str(numbered(game, 1)), "--time", "0", "--json")
    told = json.loads(ran.out)
    # What is decided before anybody looks at the clock may be told.
    assert (told["verdict"], ran.code) in {("unknown", 3), ("winnable", 0)}
    assert (told["limit"] == "time") == (ran.code == 3)
    assert (told["line"] is None) == (ran.code == 3)


def test_no_time_in_words() -> None:
    ran = run("solve", "crescent:1", "--time", "0")
    assert (ran.code, ran.err) == (3, "")
    assert ran.out.startswith("Not decided after 0.")
    assert "the limit of time was reached" in ran.out


def test_solving_as_data() -> None:
    ran = run("solve", WINNABLE, "--json")
    assert ran.code == 0
    told = json.loads(ran.out)
    assert list(told) == [
        *("code", "actions", "verdict", "how", "work", "seconds", "line", "certificate", "limit")
    ]
    assert (told["code"], told["actions"], told["verdict"]) == ("HM1-N-AAAAAAF", 0, "winnable")
    assert wins(HALF_MOON, start(read_deal(WINNABLE)).state, tuple(told["line"]))
    assert told["certificate"] is told["limit"] is None
    lost = json.loads(run("solve", LOST, "--json").out)
    assert (lost["verdict"], lost["line"]) == ("lost", None)
    assert lost["certificate"]["kind"]


def test_the_position_at_the_end_of_a_record(begun: str, tmp_path: Path) -> None:
    file = tmp_path / "won.record"
    told = json.loads(run("solve", begun, "--record", str(file), "--json").out)
    assert (told["code"], told["actions"]) == ("HM1-N-AAAAAAB", 2)
    written = next(record.read(file.read_text("utf-8")))
    assert written.actions == ("2+11", "9+R8", *told["line"])


def test_a_short_win_has_no_detours(tmp_path: Path) -> None:
    won = next(record.read((DATA / "records" / "easy-harp.record").read_text("utf-8")))
    line = start(read_deal(won.tag("Code") or ""))
    for token in won.actions[:-30]:
        line.play(token)
    file = tmp_path / "nearly.record"
    file.write_text(record.write(line), "utf-8")
    found = json.loads(run("solve", str(file), "--json").out)["line"]
    shorter = json.loads(run("solve", str(file), "--short", "--json", "--time", "5").out)["line"]
    assert len(shorter) <= len(found)
    assert wins(line.game, line.state, tuple(shorter))
    for at in range(len(shorter)):
        assert not wins(line.game, line.state, (*shorter[:at], *shorter[at + 1 :]))


def test_a_win_that_cannot_be_written(tmp_path: Path) -> None:
    for target in (tmp_path, tmp_path / "none" / "won.record"):
        ran = run("solve", WINNABLE, "--record", str(target))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"lunaria: {target} cannot be written: ")


# Analysing


def test_a_game_that_can_be_won(begun: str) -> None:
    ran = run("analyse", begun)
    assert (ran.code, ran.err) == (0, "")
    said, tokens = ran.out.splitlines()
    assert said == "The last position can still be won:"
    assert len(tokens.split()) == 46
    piped = run("analyse", "-", given=BEGUN)
    assert piped.out == ran.out


def test_a_game_that_was_lost() -> None:
    file = DATA / "lost" / "half-moon.record"
    ran = run("analyse", str(file))
    assert (ran.code, ran.err) == (1, "")
    said, tokens = ran.out.splitlines()
    assert said == "It was lost by action 37 of 43, 4+6+R2. Before it, this wins:"
    assert tokens.split()
    told = json.loads(run("analyse", str(file), "--json").out)
    assert told == {
        "actions": 43,
        "now": "lost",
        "lastWinnable": 36,
        "firstLost": 37,
        "exact": True,
        "lostBy": "4+6+R2",
        "line": tokens.split(),
    }


def test_a_deal_that_could_not_be_won() -> None:
    ran = run("analyse", "-", given='[Game "half-moon"]\n[Code "HM1-N-AAAAAAT"]\n\n')
    assert (ran.code, ran.out) == (1, "It could not be won from the start.\n")


def test_an_analysis_without_time() -> None:
    text = '[Game "crescent"]\n[Code "CR1-N-AAAAAAB"]\n\n1. 15>C+\n'
    ran = run("analyse", "-", "--time", "0", given=text)
    assert (ran.code, ran.out) == (3, "Not decided in the time given.\n")


# Difficulty


def test_the_difficulty_of_a_deal() -> None:
    ran = run("difficulty", WINNABLE, "--games", "5")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "Half Moon, deal 5, HM1-N-AAAAAAF\n"
        "It can be won.\n"
        "Random play, in which any possible action is as likely as another: 0 of 5 games won.\n"
        "Greedy play, which puts on foundations what it can, else takes most points, "
        "and redeals last: 0 of 5 games won.\n"
        "Par: 48 actions. It is the shortest win known: one of the solver, without its detours.\n"
    )


def test_difficulty_as_data_is_the_same_for_a_seed() -> None:
    ran = run("difficulty", WINNABLE, "--games", "5", "--seed", "3", "--json")
    told = json.loads(ran.out)
    assert list(told) == ["code", "verdict", "random", "greedy", "redeals", "par", "line"]
    assert (told["code"], told["verdict"], told["redeals"]) == ("HM1-N-AAAAAAF", "winnable", None)
    assert told["random"]["games"] == told["greedy"]["games"] == 5
    assert told["par"] == len(told["line"]) == 48
    assert wins(HALF_MOON, start(read_deal(WINNABLE)).state, tuple(told["line"]))
    assert run("difficulty", WINNABLE, "--games", "5", "--seed", "3", "--json").out == ran.out


def test_a_lost_deal_has_no_more_figures() -> None:
    ran = run("difficulty", LOST)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == (
        "Half Moon, deal 19, HM1-N-AAAAAAT\nIt is lost: however it is played, it cannot be won.\n"
    )
    told = json.loads(run("difficulty", LOST, "--json").out)
    assert told["verdict"] == "lost"
    assert told["random"] is told["greedy"] is told["par"] is None


def test_the_difficulty_of_crescent_counts_redeals() -> None:
    ran = run("difficulty", "crescent:1", "--games", "2", "--time", "4", "--json")
    told = json.loads(ran.out)
    if told["verdict"] == "winnable":  # a busy machine may need longer
        assert told["line"].count("redeal") <= 3
    assert told["redeals"]["most"] is None or told["redeals"]["most"] <= 3
    assert told["redeals"]["least"] <= 3


def test_difficulty_without_time() -> None:
    ran = run("difficulty", "crescent:1", "--time", "0")
    assert (ran.code, ran.err) == (3, "")
    _, verdict, redeals = ran.out.splitlines()
    assert verdict.startswith("Not decided after 0.")
    assert redeals == ("Fewest redeals: at least 0. The solver found no win in the time given.")


# Bad input


@pytest.mark.parametrize("command", ["solve", "difficulty"])
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "HM", "HM1-X-AAAAAAB", "HM2-N-AAAAAAB", "ZZ1-N-AAAAAAB", "half-moon:0"),
        *("half-moon:1000000", "moon:1", "A" * 5000, "\x1b[31m", "none.record", "/none/a.record"),
    ],
)
def test_deals_that_cannot_be_read(command: str, text: str) -> None:
    ran = run(command, "--", text)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("lunaria: ")
    assert len(ran.err) < 300


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "31536000", "86401", "long", ""])
@pytest.mark.parametrize("command", ["solve", "analyse", "difficulty", "census"])
def test_times_that_are_none(command: str, seconds: str) -> None:
    ran = run(command, WINNABLE, "--time", seconds)
    assert (ran.code, ran.out) == (2, "")
    assert f"“{seconds}” is not a time to think. It is a number of seconds" in ran.err


def test_a_day_is_not_too_long() -> None:
    assert run("solve", WINNABLE, "--time", "86400").code == 0


@pytest.mark.parametrize("games", ["0", "-1", "100001", "many"])
def test_numbers_of_games_that_are_none(games: str) -> None:
    ran = run("difficulty", WINNABLE, "--games", games)
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize("command", ["solve", "analyse"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (f"{HEAD}\n1. 2+11 2. 1+2\n".encode(), "A jack, a queen and a king"),
        (f"{HEAD}\n1. 2+11 2. nonsense\n".encode(), "“nonsense” is not an action"),
        (f'{HEAD}[Score "20"]\n\n1. 2+11\n'.encode(), "The record says Score"),
        (b'[Game "half-moon"]\n\n1. 2+11\n', "The tag Code is missing."),
        (b"", "There is no record in this text."),
        (bytes(range(256)) * 40, ""),
        (b"\x89PNG\r\n\x1a\n" + bytes(2000), ""),
    ],
    ids=["illegal", "no action", "false", "no code", "empty", "bytes", "picture"],
)
def test_records_that_fail(command: str, content: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.record"
    file.write_bytes(content)
    ran = run(command, str(file))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"lunaria: {said}")
    assert len(ran.err) < 400


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_a_folder_is_no_record(command: str, tmp_path: Path) -> None:
    ran = run(command, str(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"lunaria: {tmp_path} cannot be read: Is a directory.\n"


def test_a_record_that_is_not_there() -> None:
    ran = run("analyse", "none.record")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "lunaria: none.record cannot be read: No such file or directory.\n"


# Memory


def test_no_memory_for_a_search() -> None:
    program = """
import resource, sys
from lunaria.cli import main
from lunaria.solvers import easy_harp
easy_harp.warm_up()
pages = int(open("/proc/self/statm").read().split()[0])
most = pages * resource.getpagesize() + 32_000_000
resource.setrlimit(resource.RLIMIT_AS, (most, most))
main(["solve", "easy-harp:1"])
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=100, check=False
    )
    assert (ran.returncode, ran.stderr) == (3, "")
    assert "the limit of memory was reached" in ran.stdout


def test_no_memory_elsewhere(begun: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(solving, "analyse_line", fall)
    ran = run("analyse", begun)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "lunaria: There is not enough memory for this.\n"


# Terminals


def test_progress_is_shown_on_a_terminal_and_taken_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    progress = Progress("contours", 1234, 0.56)
    thinking.showing(thinking.thought)(progress)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    watch = thinking.showing(solving._looking)
    assert watch(AnalysisProgress(7, 2, 5, progress))
    assert watch(AnalysisProgress(8, 3, 5, progress))  # too soon to be shown
    assert capsys.readouterr().err == (
        "\r\x1b[KPosition 7, 2 of about 5: contours, work 1,234, 0.6 s"
    )
    thinking.clear()
    assert capsys.readouterr().err == "\r\x1b[K"


def test_difficulty_shows_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Progress] = []

    def showing(said: Any) -> Any:
        def watch(progress: Progress) -> bool:
            told.append(progress)
            return bool(said(progress))

        return watch

    monkeypatch.setattr(measuring, "showing", showing)
    assert run("difficulty", WINNABLE, "--games", "2").code == 0
    stages = [each.stage for each in told]
    assert stages.index("random play") < stages.index("greedy play") < stages.index("shortening")
