"""Kernels: functions that Numba compiles, kept on the disk for the next process.

Numba's own way of keeping them has two holes, which are closed here. It makes a kernel anew when
the file has changed that the kernel stands in, but not when only another file has changed from
which it calls something; that would leave old rules in a new program. And of two processes that
keep the same kernel for arguments of different types at the same time, the second can put its code
where the first one's index points: who reads that later calls the wrong one, and dies of it.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from filelock import BaseFileLock, FileLock
from numba import njit
from numba.core.caching import FunctionCache, IndexDataCacheFile


def kernel(**options: Any) -> Any:
    """The decorator of a kernel; `options` are those of Numba's `njit`."""

    def made(function: Callable[..., Any]) -> Any:
        compiled = njit(**options)(function)
        compiled._cache = _Kept(function)
        return compiled

    return made


class _Kept(FunctionCache):
    """What is kept of one kernel: out of date where any file of its folder is newer."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _OneAtATime(
            cache_path=self.cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=_sources(Path(function.__code__.co_filename).parent),
        )


class _OneAtATime(IndexDataCacheFile):
    """An index and its data, which no two processes read or write at once."""

    def load(self, key: Any) -> Any:
        with _lock(self._cache_path):
            return super().load(key)

    def save(self, key: Any, data: Any) -> None:
        with _lock(self._cache_path):
            super().save(key, data)


@cache
def _lock(folder: str) -> BaseFileLock:
    return FileLock(Path(folder, "kernels.lock"))


@cache
def _sources(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """The name, time and size of each file that the kernels of a folder are made from."""
    found = ((file, file.stat()) for file in sorted(folder.glob("*.py")))
    return tuple((file.name, about.st_mtime_ns, about.st_size) for file, about in found)
