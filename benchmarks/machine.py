"""On what the figures are measured."""

import os
import platform
import time
from pathlib import Path

_CPUINFO = Path("/proc/cpuinfo")


def machine() -> str:
    """The processor by its name where the system tells it, its cores and speed, what runs on it."""
    name = platform.processor() or platform.machine()
    if _CPUINFO.exists():
        rows = _CPUINFO.read_text("utf-8").splitlines()
        name = next((row.partition(": ")[2] for row in rows if row.startswith("model name")), name)
    python = f"Python {platform.python_version()}"
    cores = f"{os.cpu_count()} cores, counting to ten million in {_counting():.2f} s"
    return f"{name} ({platform.machine()}), {cores}, {platform.system()}, {python}"


def _counting() -> float:
    """Seconds of a plain loop, by which machines of one name can be told apart."""
    began = time.perf_counter()
    for _ in range(10_000_000):
        pass
    return time.perf_counter() - began
