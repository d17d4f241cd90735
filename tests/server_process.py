"""A server of its own for a test, started by the command line as a host would."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """The address of a server that keeps its games in `folder`, until the block ends."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", "from lunaria.cli import main; main()"),
            *("serve", "--port", "0"),
            *("--database", f"sqlite:///{folder / 'games.sqlite'}", *options),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert process.stdout is not None
    try:
        # Who connects before the server runs waits in the queue of its socket.
        yield process.stdout.readline().decode().split()[-1].rstrip("/")
    finally:
        process.terminate()
        process.communicate(timeout=30)
