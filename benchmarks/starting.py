"""How long it takes to get going, in fresh processes.

Times are those that the processor spent from a process's start to its end; on a machine that does
nothing else one waits as long.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from benchmarks.figure import Figure
from lunaria.games import SOLITAIRES

TARGET_IMPORT_MS, TARGET_FIRST, TARGET_LATER = 300, 30, 1.5


def spent(*arguments: str, **environment: str) -> float:
    """The seconds of a Python process with these arguments."""
    before = of_children()
    command, variables = (sys.executable, *arguments), {**os.environ, **environment}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=variables)
    return of_children() - before


def of_children() -> float:
    """The seconds that the processor spent on this process's children, as far as they ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def figures() -> Iterator[Figure]:
    """The import of the package, and a solve without and with compiled kernels on the disk."""
    spent("-c", "import lunaria")  # writes the bytecode, as an installation does
    took = 1000 * spent("-c", "import lunaria")
    yield Figure("import lunaria", took, "ms", at_most=TARGET_IMPORT_MS)
    for game in SOLITAIRES:
        with tempfile.TemporaryDirectory() as cache:
            solve = ("-m", "lunaria", "solve", f"{game.id}:1")
            first = spent(*solve, NUMBA_CACHE_DIR=cache)
            later = spent(*solve, NUMBA_CACHE_DIR=cache)
        yield Figure(f"{game.id}: first solve, compiling", first, "s", at_most=TARGET_FIRST)
        yield Figure(f"{game.id}: a later process's first", later, "s", at_most=TARGET_LATER)
