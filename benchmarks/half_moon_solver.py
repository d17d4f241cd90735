"""How the solver of Half Moon decides many deals: by which stage, and how fast.

Run from the repository as `python -m benchmarks.half_moon_solver [--deals 1-3000]`. Times are of
one process on one core, those that the processor spent on it, after the kernels are compiled.
"""

import argparse
import os
import platform
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from statistics import mean, median

from lunaria.games import HALF_MOON, read_deal, start
from lunaria.solvers.half_moon import check, solve, warm_up
from lunaria.solvers.verdict import LOST, Limits


def machine() -> str:
    """The processor by its name, its cores and what runs on it."""
    names = [platform.processor() or platform.machine()]
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        rows = cpuinfo.read_text("utf-8").splitlines()
        names = [row.partition(":")[2].strip() for row in rows if row.startswith("model name")]
    return f"{names[0]}, {os.cpu_count()} cores, Python {platform.python_version()}"


def row(name: str, times: Sequence[float], deals: int, total: float) -> str:
    """A line of the table; times in milliseconds."""
    slow = sorted(times)[min(len(times) - 1, len(times) * 99 // 100)]
    return (
        f"{name:<26}{len(times):>7}{len(times) / deals:>9.3%}{mean(times):>10.2f}"
        f"{median(times):>10.2f}{slow:>10.2f}{max(times):>10.2f}{sum(times) / total:>8.1%}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", default="1-3000", metavar="A-B", help="their numbers")
    parser.add_argument("--check", action="store_true", help="check the certificates as well")
    options = parser.parse_args(arguments)
    first, _, last = options.deals.partition("-")
    began = time.perf_counter()
    warm_up()
    print(machine())
    print(f"kernels compiled or loaded in {time.perf_counter() - began:.1f} s\n")
    times: dict[str, list[float]] = defaultdict(list)
    numbers = range(int(first), int(last or first) + 1)
    refuted = []
    for number in numbers:
        state = start(read_deal(f"{HALF_MOON.id}:{number}")).state
        began = time.process_time()
        verdict = solve(state, Limits(seconds=None))
        spent = (time.process_time() - began) * 1000
        times[f"{verdict.how:<16}{verdict.outcome}"].append(spent)
        if options.check and verdict.outcome == LOST:
            assert verdict.certificate is not None
            if not check.check(state, verdict.certificate):
                refuted.append(number)
    total = sum(map(sum, times.values()))
    titles = ("mean ms", "median", "p99", "max")
    print(f"{'':<26}{'deals':>7}{'':>9}{''.join(f'{t:>10}' for t in titles)}{'time':>8}")
    for name in sorted(times, key=lambda name: mean(times[name])):
        print(row(name, times[name], len(numbers), total))
    print(row("all", list(chain(*times.values())), len(numbers), total))
    if options.check:
        print(f"\ncertificates that did not hold: {refuted or 'none'}")


if __name__ == "__main__":
    main()
