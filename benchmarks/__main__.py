"""Prints the figures beside their targets; ends with 1 where one is missed."""

import sys
from itertools import chain

from benchmarks import analysing, comet, positions, rules, serving, solving, starting
from benchmarks.machine import machine


def main() -> int:
    """Measure everything."""
    print(f"{machine()}\n")
    missed = False
    parts = (rules, serving, starting, solving, positions, analysing, comet)
    for figure in chain.from_iterable(part.figures() for part in parts):
        print(figure, flush=True)
        missed |= figure.missed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
