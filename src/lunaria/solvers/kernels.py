"""Kernels: functions that Numba compiles, kept on the disk for the next process.

Numba's own way of keeping them has two holes, which are closed here. It makes a kernel anew when
the file has changed that the kernel stands in, but not when only another file has changed from
which it calls something; that would leave old rules in a new program. And it lets processes compile
the same kernels at once, each taking from the disk what another has just put there: one can find
its code where the index of another points, or parts that do not fit together, and dies of it. Here
one process compiles at a time, and the others find what it has made.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from filelock import BaseFileLock, FileLock
from numba import njit
from numba.core.caching import FunctionCache


def kernel(**options: Any) -> Any:
    """The decorator of a kernel; `options` are those of Numba's `njit`."""

    def made(function: Callable[..., Any]) -> Any:
        compiled = njit(**options)(function)
        compiled._cache = kept = FunctionCache(function)
        kept._cache_file._source_stamp = _sources(Path(function.__code__.co_filename).parent)
        compile_ = compiled.compile

        def alone(signature: Any) -> Any:
            with _lock(kept.cache_path):
                return compile_(signature)

        # Asked for types that are new to this process, and by what calls it when that is compiled.
        compiled.compile = alone
        return compiled

    return made


@cache
def _lock(folder: str) -> BaseFileLock:
    return FileLock(Path(folder, "kernels.lock"))


@cache
def _sources(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """The name, time and size of each file that the kernels of a folder are made from."""
    found = ((file, file.stat()) for file in sorted(folder.glob("*.py")))
    return tuple((file.name, about.st_mtime_ns, about.st_size) for file, about in found)
