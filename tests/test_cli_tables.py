"""`verify --tables`: what it says of tables that are right, wrong and damaged."""

import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import run
from lunaria.core.code import Code
from lunaria.games import HALF_MOON
from lunaria.solvers import solve
from lunaria.solvers.known import TABLES, losses_name, pack, pack_losses, table_name
from lunaria.solvers.verdict import LOST, WINNABLE, Certificate
from wandering import opening

TABLE, LOSSES = table_name(HALF_MOON.id), losses_name(HALF_MOON.id)
#: A lost deal with a front, and one that only a proof shows.
FRONT, CLAIM = 136, 19


def code(deal: int) -> str:
    return str(Code("HM", 1, "N", deal))


def certificate(deal: int) -> Certificate:
    found = solve(opening(HALF_MOON, deal)).certificate
    assert found is not None
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tables of four deals, which are right."""
    outcomes(tmp_path, {1: WINNABLE, 2: WINNABLE, FRONT: LOST, CLAIM: LOST})
    losses(tmp_path, {deal: certificate(deal) for deal in (FRONT, CLAIM)})
    return tmp_path


def outcomes(folder: Path, told: dict[int, str]) -> None:
    (folder / TABLE).write_bytes(pack({"game": HALF_MOON.id}, told))


def losses(folder: Path, told: dict[int, Certificate]) -> None:
    (folder / LOSSES).write_bytes(pack_losses(told))


def test_right_tables_are_confirmed(folder: Path) -> None:
    ran = run("verify", "--tables", "--from", str(folder))
    assert ran.out == (
        "Half Moon: 2 deals winnable, 2 lost. Proved anew: 4; confirmed 4, refuted 0, open 0.\n"
    )
    assert (ran.code, ran.err) == (0, "")


def test_as_data(folder: Path) -> None:
    ran = run("verify", "--tables", "--from", str(folder), "--json", "--game", "HM")
    assert ran.code == 0
    assert json.loads(ran.out) == {
        "game": "half-moon",
        "winnable": 2,
        "lost": 2,
        "sampled": 4,
        "confirmed": 4,
        "refuted": [],
        "open": [],
        "uncertified": [],
        "unclaimed": [],
    }


@pytest.mark.parametrize(
    ("deal", "flipped", "said"),
    [(CLAIM, 0b10, "unclaimed"), (CLAIM, 0b11, "unclaimed"), (1, 0b11, "uncertified")],
)
def test_flipped_bits_in_the_table_of_the_package(
    tmp_path: Path, deal: int, flipped: int, said: str
) -> None:
    head, _, bits = lzma.decompress((TABLES / TABLE).read_bytes()).partition(b"\n")
    at, place = divmod(deal - 1, 4)
    wrong = bytearray(bits)
    wrong[at] ^= flipped << 2 * place
    (tmp_path / TABLE).write_bytes(lzma.compress(head + b"\n" + wrong))
    (tmp_path / LOSSES).write_bytes((TABLES / LOSSES).read_bytes())
    call = ("verify", "--tables", "--sample", "1", "--from", str(tmp_path))
    ran = run(*call, "--json")
    assert ran.code == 1
    assert json.loads(ran.out)[said] == [deal]
    ran = run(*call)
    assert ran.code == 1
    assert ran.out.splitlines()[1].endswith(f": {code(deal)}")


def test_a_lost_deal_that_is_called_winnable(folder: Path) -> None:
    outcomes(folder, {1: WINNABLE, FRONT: LOST, CLAIM: WINNABLE})
    losses(folder, {FRONT: certificate(FRONT)})
    ran = run("verify", "--tables", "--from", str(folder))
    assert ran.code == 1
    assert "confirmed 2, refuted 1, open 0" in ran.out
    said = "winnable by the table, but the solver finds that it cannot be won."
    assert f"{code(CLAIM)}: {said}" in ran.out.splitlines()


def test_a_certificate_that_does_not_hold(folder: Path) -> None:
    outcomes(folder, {1: LOST, CLAIM: LOST})
    losses(folder, {1: Certificate("sat", {}), CLAIM: Certificate("sat", {})})
    ran = run("verify", "--tables", "--from", str(folder))
    assert ran.code == 1
    said = "lost by the table, but its certificate does not hold."
    assert ran.out.splitlines()[1:] == [f"{code(1)}: {said}"]


def test_losses_without_certificates_are_counted_and_some_are_named(folder: Path) -> None:
    outcomes(folder, dict.fromkeys(range(1, 31), LOST))
    (folder / LOSSES).unlink()
    ran = run("verify", "--tables", "--from", str(folder))
    assert ran.code == 1
    named = ", ".join(code(deal) for deal in range(1, 11))
    said = f"30 deals are lost by the table, but have no certificate: {named}, …"
    assert ran.out.splitlines()[1:] == [said]


def test_too_little_time_leaves_deals_open(folder: Path) -> None:
    ran = run("verify", "--tables", "--from", str(folder), "--time", "0")
    assert ran.code == 3
    # A front is checked without a look at the clock.
    assert "confirmed 1, refuted 0, open 3" in ran.out
    assert {row.partition(":")[0] for row in ran.out.splitlines()[1:]} == set(
        map(code, (1, 2, CLAIM))
    )


@pytest.mark.parametrize("name", [TABLE, LOSSES])
@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-20],
        lambda data: b"",
        lambda data: b"no table at all",
        lambda data: data[:60] + bytes(8) + data[68:],
        lambda data: lzma.compress(lzma.decompress(data) + b"no JSON, and too long\n"),
    ],
)
def test_damaged_tables_are_named(
    folder: Path, name: str, damage: Callable[[bytes], bytes]
) -> None:
    (folder / name).write_bytes(damage((folder / name).read_bytes()))
    ran = run("verify", "--tables", "--from", str(folder))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"lunaria: The table {name} is damaged. Install the package again.\n"


def test_tables_of_another_game_or_of_none(folder: Path) -> None:
    (folder / table_name("crescent")).write_bytes((folder / TABLE).read_bytes())
    ran = run("verify", "--tables", "--from", str(folder))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("lunaria: crescent.xz is the table of another game: ")
    (folder / TABLE).unlink()
    ran = run("verify", "--tables", "--from", str(folder), "--game", "half-moon")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("its table is missing. Install the package again.\n")
    ran = run("verify", "--tables", "--from", str(folder / "none"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "lunaria: There is no table of half-moon, crescent, easy-harp.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["won.record", "--tables"], "not both"),
        (["-", "--tables"], "not both"),
        ([], "not both"),
        (["--sample", "5"], "not both"),
        (["-", "--sample", "5"], "--sample"),
        (["-", "--game", "HM"], "--game"),
        (["-", "--seed", "0"], "--seed"),
        (["-", "--time", "1"], "--time"),
        (["-", "--from", "."], "--from"),
        (["--tables", "--game", "chess"], "chess"),
        (["--tables", "--game", "comet"], "Comet is played by two"),
        (["--tables", "--sample", "0"], "--sample"),
        (["--tables", "--sample", "many"], "--sample"),
        (["--tables", "--time", "-1"], "--time"),
    ],
)
def test_calls_that_are_none(arguments: list[str], said: str) -> None:
    ran = run("verify", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
