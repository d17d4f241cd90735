"""How long Crescent's solver takes for numbered deals, in seconds of one processor core.

`python -m benchmarks.crescent_solver [--deals 1-1000] [--time 60] [--variant N]`
"""

import argparse
import os
import platform
import time
from collections import Counter
from pathlib import Path
from statistics import mean, median, quantiles

from lunaria.core.code import Code
from lunaria.games import CRESCENT, start
from lunaria.games.crescent import REDEAL
from lunaria.solvers.crescent import solve, warm_up
from lunaria.solvers.verdict import UNKNOWN, WINNABLE, Limits

#: Seconds a deal, and deals that may stay open.
TARGETS = {"median": 0.1, "mean": 0.5}
OPEN_OF = 1000


def machine() -> str:
    """Processor, cores and load."""
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        if line.startswith("model name")
    ]
    load = os.getloadavg()[0]
    return f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores, load {load:.1f}"


def main() -> int:
    """Solve the deals and print the figures; 1 where a target is missed."""
    parser = argparse.ArgumentParser(description="Crescent's solver, measured.")
    parser.add_argument("--deals", default="1-1000")
    parser.add_argument("--time", type=float, default=60.0, help="seconds a deal")
    parser.add_argument("--variant", choices=CRESCENT.variants, default=CRESCENT.variants[0])
    given = parser.parse_args()
    first, _, last = given.deals.partition("-")
    print(f"{machine()}, Python {platform.python_version()}")
    warm_up()
    took: list[float] = []
    lengths: list[int] = []
    outcomes: Counter[str] = Counter()
    redeals: Counter[int] = Counter()
    left_open, work, waited = [], 0, 0.0
    for number in range(int(first), int(last or first) + 1):
        code = Code(CRESCENT.prefix, CRESCENT.version, given.variant, number)
        began = time.process_time()
        verdict = solve(start(code).state, Limits(seconds=given.time))
        took.append(time.process_time() - began)
        waited += verdict.seconds
        work += verdict.work
        outcomes[verdict.outcome] += 1
        if verdict.outcome == WINNABLE and verdict.line is not None:
            redeals[verdict.line.count(REDEAL)] += 1
            lengths.append(len(verdict.line))
        if verdict.outcome == UNKNOWN:
            left_open.append(number)
    print(f"deals {given.deals}, variant {given.variant}: {dict(outcomes)}, open {left_open}")
    cuts = quantiles(took, n=100) if len(took) > 1 else took * 99
    print(
        f"processor seconds a deal: median {median(took):.3f}, mean {mean(took):.3f},"
        f" p90 {cuts[89]:.2f}, p99 {cuts[98]:.2f}, max {max(took):.2f}"
    )
    print(f"seconds of the clock a deal: mean {waited / len(took):.3f}")
    print(f"positions a second: {work / sum(took):,.0f}, in all {work:,}")
    print(f"redeals used: {dict(sorted(redeals.items()))}, actions: {median(lengths or [0]):.0f}")
    slow = median(took) > TARGETS["median"] or mean(took) > TARGETS["mean"]
    return 1 if slow or len(left_open) * OPEN_OF > len(took) else 0


if __name__ == "__main__":
    raise SystemExit(main())
