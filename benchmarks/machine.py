"""On what the figures are measured."""

import os
import platform
from pathlib import Path

_CPUINFO = Path("/proc/cpuinfo")


def machine() -> str:
    """The processor by its name where the system tells it, its cores, and what runs on it."""
    name = platform.processor() or platform.machine()
    if _CPUINFO.exists():
        rows = _CPUINFO.read_text("utf-8").splitlines()
        name = next((row.partition(": ")[2] for row in rows if row.startswith("model name")), name)
    python = f"Python {platform.python_version()}"
    return f"{name} ({platform.machine()}), {os.cpu_count()} cores, {platform.system()}, {python}"
