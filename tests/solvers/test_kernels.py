"""Compiled kernels are kept for the next process, and never the wrong ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import lunaria

HALF = """
from lunaria.solvers.kernels import kernel

@kernel()
def half(x):
    return x {operator} 2
"""
QUARTER = """
from half import half
from lunaria.solvers.kernels import kernel

@kernel()
def quarter(x):
    return half(half(x))
"""
#: The program, on a disk so slow that two of them are at it together.
SLOW = """
import time
from numba.core.caching import IndexDataCacheFile as File

save = File._save_index
File._save_index = lambda *told: (time.sleep(0.5), save(*told))
"""
PROGRAM = """
from quarter import quarter

print([quarter({number}), quarter.stats.cache_hits != {{}}])
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "quarter.py").write_text(QUARTER)
    (tmp_path / "half.py").write_text(HALF.format(operator="/"))
    return tmp_path


def begun(folder: Path, number: str, before: str = "") -> subprocess.Popen[str]:
    """A process that takes the quarter of a number and says whether the kernel had been kept."""
    package = str(Path(lunaria.__file__).parent.parent)
    return subprocess.Popen(
        [sys.executable, "-c", before + PROGRAM.format(number=number)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), package))},
        stdout=subprocess.PIPE,
        text=True,
    )


def said(program: subprocess.Popen[str]) -> str:
    out, _ = program.communicate(timeout=120)
    assert program.returncode == 0
    return out.strip()


def test_the_next_process_finds_a_kernel(folder: Path) -> None:
    assert said(begun(folder, "8")) == "[2.0, False]"
    assert said(begun(folder, "8")) == "[2.0, True]"


def test_a_kernel_is_made_anew_where_another_file_has_changed(folder: Path) -> None:
    said(begun(folder, "8"))
    (folder / "half.py").write_text(HALF.format(operator="-"))
    assert said(begun(folder, "8")) == "[4, False]"


def test_two_processes_that_keep_a_kernel_at_once_leave_the_right_ones(folder: Path) -> None:
    together = [begun(folder, number, SLOW) for number in ("8", "8j")]
    assert [said(each) for each in together] == ["[2.0, False]", "[2j, False]"]
    assert [said(begun(folder, number)) for number in ("8", "8j")] == ["[2.0, True]", "[2j, True]"]


def test_of_two_processes_that_need_a_kernel_one_makes_it(folder: Path) -> None:
    together = [begun(folder, "8", SLOW) for _ in range(2)]
    assert sorted(map(said, together)) == ["[2.0, False]", "[2.0, True]"]
