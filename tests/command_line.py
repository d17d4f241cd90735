"""Running the command line for tests."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from lunaria.cli import main

PROGRAM = (sys.executable, "-m", "lunaria")


class Ran(NamedTuple):
    """What a command printed, and how it ended."""

    out: str
    err: str
    code: int


def run(*arguments: str, given: str | bytes = "") -> Ran:
    """Run a command in this process; whatever else than an exit ends it is raised."""
    result = CliRunner().invoke(main, list(arguments), input=given, catch_exceptions=False)
    assert "Traceback" not in result.stderr
    return Ran(result.stdout, result.stderr, result.exit_code)


def run_program(
    *arguments: str | bytes,
    given: bytes = b"",
    folder: Path | None = None,
    environment: dict[str, str] | None = None,
) -> Ran:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=given,
        capture_output=True,
        cwd=folder,
        env=environment,
        timeout=60,
        check=False,
    )
    error = done.stderr.decode("utf-8", "replace")
    assert "Traceback" not in error
    return Ran(done.stdout.decode("utf-8", "replace"), error, done.returncode)
