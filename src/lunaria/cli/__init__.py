"""The command line: what it prints and returns is described in `docs/command-line.md`.

Exit codes: 0 done, 1 the answer is no, 2 the input could not be read, 3 the time was too short.
"""

import io
import sys
from importlib import import_module

import click

from lunaria import __version__
from lunaria.cli.saying import refusing

#: Each command with its module, which is loaded only for that command: a deal needs no server.
COMMANDS = {
    "serve": "serving",
    "deal": "deals",
    "play": "playing",
    "verify": "checking",
    "rules": "deals",
    "daily": "deals",
    "perft": "deals",
    "solve": "solving",
    "analyse": "solving",
    "census": "counting",
}


class Commands(click.Group):
    """The commands in `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"lunaria.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(__version__, prog_name="lunaria")
@click.pass_context
@refusing
def main(context: click.Context) -> None:
    """A table for card games under the night sky. Without a command: play in the browser."""
    _print_anything()
    if context.invoked_subcommand is None:
        from lunaria.cli.serving import play_here

        play_here()


def _print_anything() -> None:
    """Let standard output show a sign that its encoding lacks as an escape, as errors do."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
