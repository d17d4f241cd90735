"""A census that is stopped, killed and gone on with."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from lunaria.census import results, run
from lunaria.core.code import Code
from lunaria.games import HALF_MOON, start
from lunaria.solvers import wins
from lunaria.solvers.half_moon import solve
from lunaria.solvers.verdict import LOST, WINNABLE, Limits

PROGRAM = (sys.executable, "-m", "lunaria", "census")
LIMITS = Limits(work=None, seconds=60.0)
SECONDS = 240


def deals_in(folder: Path) -> Counter[int]:
    """How often each deal stands in the files of a folder."""
    return Counter(
        deal
        for file in results.files_in(folder)
        for deal in pq.read_table(file, columns=["deal"])["deal"].to_pylist()
    )


def test_every_deal_is_decided_once_and_rightly(tmp_path: Path) -> None:
    folder = results.Folder(tmp_path, HALF_MOON.id)
    told: list[int] = []
    run.run(
        folder, range(1, 41), LIMITS, size=7, workers=2, told=lambda found: told.append(len(found))
    )
    assert deals_in(tmp_path) == Counter(range(1, 41))
    assert sum(told) == 40
    for row in results.read(tmp_path):
        state = start(Code("HM", 1, "N", row.deal)).state
        verdict = solve(state, LIMITS)
        assert verdict.outcome == row.verdict
        if row.verdict == WINNABLE:
            assert row.length == 48
            assert wins(HALF_MOON, state, verdict.line or ())
        else:
            assert row.verdict == LOST
            assert row.certificate is not None


def test_a_stopped_census_goes_on(tmp_path: Path) -> None:
    command = [*PROGRAM, "half-moon", "--deals", "1-1200", "--out", str(tmp_path), "--workers", "1"]
    # A shell that started the tests in the background has them ignore what Ctrl+C sends.
    listens = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    first = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=listens)
    wait_for_files(tmp_path, 1)
    first.send_signal(signal.SIGINT)
    _, said = first.communicate(timeout=SECONDS)
    assert first.returncode == 1
    assert said.startswith("lunaria: Stopped.")
    assert "Traceback" not in said
    before = deals_in(tmp_path)
    assert 0 < len(before) < 1200
    command[command.index("1-1200")] = f"1-{len(before) + 40}"
    again = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    assert again.stderr == ""
    assert deals_in(tmp_path) == Counter(range(1, len(before) + 41))


def test_a_killed_census_goes_on(tmp_path: Path) -> None:
    command = [*PROGRAM, "half-moon", "--deals", "1-300", "--out", str(tmp_path), "--workers", "1"]
    first = subprocess.Popen(command, start_new_session=True)
    wait_for_files(tmp_path, 1)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait(SECONDS)
    subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)
    assert deals_in(tmp_path) == Counter(range(1, 301))


def test_a_worker_that_dies_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    command = [*PROGRAM, "half-moon", "--deals", "1-400", "--out", str(tmp_path), "--workers", "2"]
    census = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    wait_for_files(tmp_path, 1)
    workers = [
        int(line.split()[0])
        for line in subprocess.run(
            ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(census.pid)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        if "spawn_main" in line
    ]
    os.kill(workers[0], signal.SIGKILL)
    assert census.wait(SECONDS) == 0
    assert deals_in(tmp_path) == Counter(range(1, 401))


def wait_for_files(folder: Path, count: int) -> None:
    """Wait until a census has written so many files."""
    until = time.monotonic() + SECONDS
    while len(results.files_in(folder)) < count:
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.filterwarnings("default")  # what Dask says of itself is not ours
def test_a_cluster_loses_a_worker_and_nothing_else(tmp_path: Path) -> None:
    from distributed import Client, LocalCluster

    folder = results.Folder(tmp_path, HALF_MOON.id)
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        Client(cluster) as client,
    ):
        killed: list[int] = []

        def told(found: object) -> None:
            if not killed:
                (first, *_) = client.run(os.getpid).values()
                killed.append(first)
                os.kill(first, signal.SIGKILL)

        run.run(
            folder,
            range(1, 201),
            LIMITS,
            size=20,
            scheduler=cluster.scheduler_address,
            told=told,
        )
    assert killed
    assert deals_in(tmp_path) == Counter(range(1, 201))
