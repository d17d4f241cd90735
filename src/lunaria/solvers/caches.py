"""Compiled kernels that are older than what they were made from, taken away.

Numba keeps a compiled kernel beside its file and makes it anew when that file has changed, but not
when only another file has changed from which it calls something. That would leave old rules in a
new program.
"""

from contextlib import suppress
from pathlib import Path


def drop_stale(kept: Path, package: Path) -> None:
    """Take away the indices in `kept` that are older than a file of `package`.

    Where that is not allowed, nothing is said.
    """
    newest = max(file.stat().st_mtime for file in package.glob("*.py"))
    for index in kept.glob("*.nbi"):
        with suppress(OSError):  # another process may do the same
            if index.stat().st_mtime < newest:
                index.unlink()
