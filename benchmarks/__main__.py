"""Prints the figures beside their targets; ends with 1 where one is missed."""

import os
import platform
import sys
from itertools import chain

from benchmarks import rules, serving


def main() -> int:
    """Measure everything."""
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}\n")
    missed = False
    for figure in chain(rules.figures(), serving.figures()):
        print(figure, flush=True)
        missed |= figure.missed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
