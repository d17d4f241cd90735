"""How long Easy Harp's solver takes for numbered deals, in milliseconds of one processor core.

`python -m benchmarks.easy_harp_solver [--deals 1-10000] [--time 60] [--seed N]`; times are those
that the processor spent, after the kernels are compiled, the replay of the win included.
"""

import argparse
import os
import platform
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import mean, median

from lunaria.games import read_deal, start
from lunaria.solvers.easy_harp import solve, warm_up
from lunaria.solvers.verdict import UNKNOWN, Limits

#: Milliseconds a deal, and of how many deals one may stay open.
TARGET_MEDIAN, TARGET_MEAN = 3.0, 8.5
OPEN_OF = 10_000


def machine() -> str:
    """Processor, cores, load and Python."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        rows = cpuinfo.read_text("utf-8").splitlines()
        name = next((row.partition(":")[2].strip() for row in rows if "model name" in row), name)
    load = os.getloadavg()[0]
    return f"{name}, {os.cpu_count()} cores, load {load:.1f}, Python {platform.python_version()}"


def main() -> int:
    """Solve the deals and print the figures; 1 where a target is missed."""
    parser = argparse.ArgumentParser(description="Easy Harp's solver, measured.")
    parser.add_argument("--deals", default="1-10000")
    parser.add_argument("--time", type=float, default=60.0, help="seconds a deal")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    first, _, last = given.deals.partition("-")
    print(machine(), flush=True)
    warm_up()
    took: list[float] = []
    lengths: list[int] = []
    outcomes: Counter[str] = Counter()
    work = 0
    for number in range(int(first), int(last or first) + 1):
        state = start(read_deal(f"easy-harp:{number}")).state
        began = time.process_time()
        verdict = solve(state, Limits(seconds=given.time, seed=given.seed))
        took.append(1000 * (time.process_time() - began))
        outcomes[f"{verdict.outcome} ({verdict.how})"] += 1
        work += verdict.work
        if verdict.line is None:
            print(f"deal {number}: {verdict.outcome}, {took[-1] / 1000:.1f} s", flush=True)
        else:
            lengths.append(len(verdict.line))
    ranked = sorted(took)
    print(f"deals {given.deals}: {dict(outcomes)}")
    print(
        f"ms a deal: median {median(took):.2f}, mean {mean(took):.2f},"
        f" p90 {ranked[len(took) * 9 // 10]:.1f}, p99 {ranked[len(took) * 99 // 100]:.1f},"
        f" max {ranked[-1]:.0f}; tokens {median(lengths or [0]):.0f}; work {work:,}"
    )
    left_open = sum(count for name, count in outcomes.items() if name.startswith(UNKNOWN))
    slow = median(took) > TARGET_MEDIAN or mean(took) > TARGET_MEAN
    return 1 if slow or left_open * OPEN_OF > max(len(took), OPEN_OF) else 0


if __name__ == "__main__":
    sys.exit(main())
