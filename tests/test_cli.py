"""The commands besides `play`: what they print and how they end."""

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest

import lunaria
from command_line import PROGRAM, run, run_program
from lunaria.core import record
from lunaria.core.deal import daily
from lunaria.core.game import Game
from lunaria.games import GAMES, read_deal, start
from lunaria.games.crescent import CRESCENT
from lunaria.games.half_moon import HALF_MOON
from registry import DATA, numbered
from serving import Server

HOLDS = '[Game "half-moon"]\n[Code "HM1-N-AAAAAAB"]\n\n1. 2+11\n'
FALSE = '[Game "half-moon"]\n[Code "HM1-N-AAAAAAB"]\n[Score "20"]\n\n1. 2+11\n'
BROKEN = '[Game "half-moon"]\n[Code "HM1-N-AAAAAAB"]\n\n1. 2+11 } 2. 4+5\n'
ILLEGAL = '[Game "half-moon"]\n[Code "HM1-N-AAAAAAB"]\n\n1. 2+11 2. 1+2\n'
NO_CODE = '[Game "half-moon"]\n\n1. 2+11\n'
RECORDS = sorted((DATA / "records").glob("*.record"))

# Deals.


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_deal_shows_all_cards(game: Game[Any]) -> None:
    code = numbered(game, 5)
    ran = run("deal", str(code))
    assert ran.code == 0
    assert ran.err == ""
    assert str(code) in ran.out.splitlines()[0]
    assert "??" not in ran.out
    shown = ran.out.split()
    for cards in start(code).cards().values():
        for card in cards:
            assert card in shown


def test_deal_as_data() -> None:
    ran = run("deal", "half-moon:1", "--json")
    told = json.loads(ran.out)
    line = start(read_deal("HM1-N-AAAAAAB"))
    assert told == {
        "code": "HM1-N-AAAAAAB",
        "game": "half-moon",
        "number": 1,
        "places": {place: list(cards) for place, cards in line.cards().items()},
    }


def test_deal_as_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "deal.svg"
    ran = run("deal", "crescent:7", "--svg", str(picture))
    assert ran.code == 0
    assert str(picture) in ran.out
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    for target in (tmp_path, tmp_path / "none" / "deal.svg"):
        ran = run("deal", "crescent:7", "--svg", str(target))
        assert ran.code == 2
        assert ran.out == ""
        assert ran.err.startswith(f"lunaria: {target} cannot be written: ")


@pytest.mark.parametrize("text", ["hm1naaaaaab", "half-moon:1", "Half Moon:1", "HM:1"])
def test_deals_are_read_forgivingly(text: str) -> None:
    assert run("deal", text).out == run("deal", "HM1-N-AAAAAAB").out


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "HM", "HM1", "HM1-N", "HM1-N-AAAAAAA", "HM1-N-AAAAAABB", "HM1-X-AAAAAAB"),
        *("HM2-N-AAAAAAB", "ZZ1-N-AAAAAAB", "HM1-N-ZZZZZZZ", "HM1-N-AAAAAA1", "HM1-N-äAAAAAB"),
        *("half-moon:0", "half-moon:1000000", "half-moon:-1", "half-moon:", ":", "moon:1"),
        *("half-moon:" + "9" * 5000, "A" * 501, "\x1b[31m", "HM1-N-AAAAAA\n\x07"),
    ],
)
@pytest.mark.parametrize("command", ["deal", "play", "perft"])
def test_a_deal_that_cannot_be_read(command: str, text: str) -> None:
    ran = run(command, "--", text, *(["1"] if command == "perft" else []))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("lunaria: ")
    assert len(ran.err) < 300


def test_arguments_of_any_bytes() -> None:
    for arguments in ((b"deal", b"\xff"), (b"deal", b"\xff:1"), (b"rules", b"\xff")):
        ran = run_program(*arguments)
        assert ran.code == 2
        assert ran.err.startswith("lunaria: ")


# Records.


@pytest.mark.parametrize("path", RECORDS, ids=[path.name for path in RECORDS])
def test_the_records_of_the_project_hold(path: Path) -> None:
    ran = run("verify", str(path))
    assert ran.code == 0
    rows = ran.out.splitlines()
    assert len(rows) == len(list(record.read(path.read_text("utf-8"))))
    assert all(row.endswith("holds") for row in rows)


def test_verify_as_data() -> None:
    ran = run("verify", "-", "--json", given=HOLDS + FALSE)
    assert ran.code == 1
    first, second = map(json.loads, ran.out.splitlines())
    told = {
        "game": "half-moon",
        "code": "HM1-N-AAAAAAB",
        "result": "unfinished",
        "score": 10,
        "moves": 1,
        "actions": 1,
    }
    assert first == {"holds": True, **told}
    message = "The record says Score “20”, but it is “10”."
    error = {"reason": "record-claim", "message": message}
    assert second == {"holds": False, **told, "action": 0, "error": error}


@pytest.mark.parametrize(
    ("text", "code", "rows"),
    [
        (HOLDS, 0, 1),
        (HOLDS * 3, 0, 3),
        (HOLDS + FALSE + HOLDS, 1, 2),
        (FALSE, 1, 1),
        (BROKEN, 1, 2),
        (ILLEGAL, 1, 2),
        (HOLDS + NO_CODE, 2, 2),
        (NO_CODE, 2, 1),
        ("hello", 2, 1),
        ('[Game "half-moon"]\n[Code "HM9-N-AAAAAAB"]\n', 2, 1),
        ("\0\0\0", 2, 1),
    ],
)
def test_verify_ends_with_its_answer(text: str, code: int, rows: int) -> None:
    ran = run("verify", "-", given=text)
    assert ran.code == code
    assert len(ran.out.splitlines()) == rows
    assert ran.err == ""


@pytest.mark.parametrize("text", ["", " \n\n", "\ufeff"])
def test_verify_of_nothing(text: str) -> None:
    ran = run("verify", "-", given=text)
    assert ran.code == 2
    assert ran.err == "lunaria: There is no record in this text.\n"


def test_a_fault_names_the_action_and_the_good_part() -> None:
    ran = run("verify", "-", given=ILLEGAL)
    assert ran.out.startswith("1: action 2: ")
    assert ran.out.endswith("The first 1 of its actions are good.\n")


def test_verify_of_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.record"):
        ran = run("verify", str(path))
        assert ran.code == 2
        assert ran.out == ""
        assert ran.err.startswith(f"lunaria: {path} cannot be read: ")


def test_verify_of_any_bytes(tmp_path: Path) -> None:
    path = tmp_path / "odd.record"
    path.write_bytes(bytes(range(256)) * 40)
    assert run("verify", str(path)).code == 2
    path.write_bytes(HOLDS.encode("utf-16"))
    assert run("verify", str(path)).code == 2
    path.write_bytes(b"\xef\xbb\xbf" + HOLDS.replace("\n", "\r\n").encode())
    assert run("verify", str(path)).code == 0


def test_verify_of_a_long_line() -> None:
    ran = run("verify", "-", given=HOLDS + "x" * 10_000_000)
    assert ran.code == 1
    assert len(ran.out) < 300


def test_verify_of_a_text_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MAX_TEXT", 1000)
    # Fewer characters than the bound, more bytes: nothing may be cut off unseen.
    ran = run("verify", "-", given=HOLDS + "{" + "é" * 600 + "}" + FALSE)
    assert ran.code == 2
    assert ran.err == "lunaria: This text is longer than 1,000 characters.\n"


def test_verify_with_standard_input_closed() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *PROGRAM, "verify", "-"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == "lunaria: There is no record in this text.\n"


def test_a_sign_that_the_terminal_lacks_is_no_fault() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = run_program("verify", "-", given=FALSE.encode(), environment=environment)
    assert ran.code == 1
    assert "Score" in ran.out


# Rules, days, counts.


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_rules_are_printed(game: Game[Any]) -> None:
    ran = run("--language", "en", "rules", game.id)
    assert ran.code == 0
    assert ran.out.startswith("# ")
    assert ran.out == run("rules", game.prefix).out


def test_rules_of_no_game() -> None:
    assert run("rules", "chess").code == 2


def test_the_deals_of_a_day() -> None:
    ran = run("daily", "--date", "2026-11-29")
    assert ran.code == 0
    assert ran.out == (
        "2026-11-29  HM1-N-AABRMIF  Half Moon\n"
        "2026-11-29  CR1-N-AAALKFY  Crescent\n"
        "2026-11-29  EH1-N-AAAIUTT  Easy Harp\n"
        "2026-11-29  CO1-N-AAANCIQ  Comet\n"
    )


@pytest.mark.parametrize("day", ["0001-01-01", "1970-01-01", "2028-02-29", "9999-12-31"])
def test_the_deal_of_any_day(day: str) -> None:
    ran = run("daily", "crescent", "--date", day, "--json")
    code = str(daily(CRESCENT, date.fromisoformat(day)))
    assert json.loads(ran.out) == {"date": day, "deals": {"crescent": code}}
    assert run("deal", code).code == 0


def test_today_is_the_day_where_none_is_named() -> None:
    environment = {**os.environ, "TZ": "Pacific/Kiritimati"}
    east = run_program("daily", "HM", "--json", environment=environment)
    west = run_program("daily", "HM", "--json", environment={**os.environ, "TZ": "Etc/GMT+12"})
    days = [date.fromisoformat(json.loads(ran.out)["date"]) for ran in (east, west)]
    assert 1 <= (days[0] - days[1]).days <= 2


@pytest.mark.parametrize("day", ["", "today", "2026-02-30", "29.11.2026", "20261129", "2026-1-1"])
def test_days_that_are_none(day: str) -> None:
    ran = run("daily", "--date", day)
    assert ran.code == 2
    assert ran.err.startswith("lunaria: ")


def test_perft_counts() -> None:
    line = start(read_deal("HM1-N-AAAAAAB"))
    second = sum(len(HALF_MOON.legal(HALF_MOON.apply(line.state, t))) for t in line.legal())
    assert run("perft", "half-moon:1", "0").out == "1\n"
    assert run("perft", "half-moon:1", "1").out == f"{len(line.legal())}\n"
    ran = run("perft", "half-moon:1", "2", "--json")
    assert json.loads(ran.out) == {"code": "HM1-N-AAAAAAB", "depth": 2, "count": second}


@pytest.mark.parametrize("depth", ["", "-1", "21", "1.5", "one", "٣", "9" * 5000])
def test_depths_that_are_none(depth: str) -> None:
    ran = run("perft", "half-moon:1", "--", depth)
    assert ran.code == 2
    assert ran.err == "lunaria: The depth is a number from 0 to 20.\n"


# The program itself.


def test_version_and_help() -> None:
    assert run("--version").out == f"lunaria, version {lunaria.__version__}\n"
    said = run("--help").out
    for command in ("serve", "deal", "play", "verify", "rules", "daily", "perft"):
        assert command in said
        assert run(command, "--help").code == 0


@pytest.mark.parametrize("arguments", [["fly"], ["deal"], ["deal", "HM:1", "--no"], ["verify"]])
def test_calls_that_are_none(arguments: list[str]) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""


def test_a_server_says_where_it_is(tmp_path: Path) -> None:
    with Server(tmp_path) as server, urlopen(f"{server.url}healthz", timeout=30) as answer:
        assert answer.read() == b"ok"


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        port = server.url.rstrip("/").rpartition(":")[2]
        ran = run("serve", "--port", port)
        assert ran.code == 2
        assert ran.err.startswith(f"lunaria: Nothing can be served at 127.0.0.1, port {port}: ")


@pytest.mark.skipif(sys.platform == "win32", reason="the folder is found in another way")
def test_a_home_without_room_for_games(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.write_text("no folder")
    environment = {
        name: value for name, value in os.environ.items() if name != "XDG_CONFIG_HOME"
    } | {"HOME": str(home)}
    ran = run_program("serve", "--port", "0", environment=environment)
    assert ran.code == 2
    assert ran.err.startswith("lunaria: ")


@pytest.mark.skipif(sys.platform == "win32", reason="the folder is found in another way")
def test_a_database_that_is_none(tmp_path: Path) -> None:
    for url in ("nonsense", "nonsense://x", f"sqlite:///{tmp_path / 'none' / 'games.sqlite'}"):
        ran = run_program("serve", "--port", "0", "--database", url)
        assert ran.code == 2
        assert ran.err.startswith("lunaria: The database cannot be used: ")
    unseen = {"DISPLAY", "WAYLAND_DISPLAY"}
    environment = {name: value for name, value in os.environ.items() if name not in unseen}
    environment["XDG_CONFIG_HOME"] = str(tmp_path)
    (tmp_path / "lunaria").mkdir()
    (tmp_path / "lunaria" / "lunaria.sqlite").write_text("this is no database" * 1000)
    ran = run_program(environment=environment)
    assert ran.code == 2
    assert ran.err.startswith("lunaria: The database cannot be used: ")


def test_a_reader_that_goes_away_is_no_fault() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$@" | head -n 1', "sh", *PROGRAM, "deal", "easy-harp:1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.startswith("Easy Harp, deal 1")
    assert "Traceback" not in done.stderr
