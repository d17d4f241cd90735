"""The project's pages as their fenced blocks, and how the examples in them are run."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from lunaria.cli import main

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])

_FENCE = re.compile(r"^```(\S*)[ ]?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language, the name after it, its text, and the line it begins on."""

    language: str
    name: str
    text: str
    line: int


class Command(NamedTuple):
    """A command of a console block, with what the page says that it prints."""

    text: str
    printed: str


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page in order."""
    for match in _FENCE.finditer(text):
        yield Block(match[1], match[2].strip(), match[3], text.count("\n", 0, match.start()) + 1)


def commands(text: str) -> Iterator[Command]:
    """The commands of a console block, each a line that begins with `$ `."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield Command(command, printed)


_ASKS_EXIT_CODE = '; echo "exit code $?"'


def run_here(command: str) -> str | None:
    """What a plain call of `lunaria` prints; None for a command that needs a shell."""
    call = command.removesuffix(_ASKS_EXIT_CODE)
    words = shlex.split(call)
    if words[0] != "lunaria" or set(call) & set("|;<>$"):
        return None
    result = CliRunner().invoke(main, words[1:], prog_name="lunaria", catch_exceptions=False)
    asked = f"exit code {result.exit_code}\n" if call != command else ""
    return result.output + asked


def run_in(folder: Path, command: str, **environment: str) -> str:
    """What a shell in `folder` prints for a command, as a terminal would mix it."""
    scripts = Path(sys.executable).parent
    path = f"{scripts}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    return done.stdout.decode("utf-8")


def write_records(page: str, folder: Path) -> None:
    """Put the records of a page that have a file name into `folder`."""
    for block in blocks(page):
        if block.language == "record" and block.name:
            (folder / block.name).write_text(block.text, "utf-8")


class Session:
    """The Python blocks of one page, run one after the other in one namespace."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.names: dict[str, Any] = {"__name__": name}

    def run(self, block: Block) -> str:
        """Run a block; returns what went wrong, nothing where all is as the page says."""
        if ">>>" not in block.text:
            # The examples are the project's own pages.
            exec(compile(block.text, f"{self.name}:{block.line}", "exec"), self.names)
            return ""
        test = doctest.DocTestParser().get_doctest(
            block.text, self.names, self.name, self.name, block.line
        )
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test, out=said.append, clear_globs=False)
        self.names.update(test.globs)
        return "".join(said)
