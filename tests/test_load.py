"""The load on the real server as a command (`make load`): short, and nothing of it may be lost."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_short_load_is_borne_and_nothing_is_lost() -> None:
    asked = ("--players", "4", "--seconds", "1", "--tables", "6", "--actions", "20")
    command = [sys.executable, "-m", "benchmarks.load", *asked]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    figures = dict(re.findall(r"^(.+?) {2,}([\d,.]+)", ended.stdout, re.MULTILINE))
    assert float(figures["stored moves a second"].replace(",", "")) > 0
    assert figures["answers of another kind"] == "0"
    assert figures["tables with lost or other actions"] == "0"
    assert "answer, slowest of a hundred" in figures
