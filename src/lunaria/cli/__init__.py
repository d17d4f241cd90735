"""The command line: what it prints and returns is described in `docs/command-line.md`.

Exit codes: 0 done, 1 the answer is no, 2 the input could not be read, 3 the time was too short.
"""

import io
import os
import sys
from importlib import import_module

import click

from lunaria import __version__, i18n
from lunaria.cli.saying import TEXTS, refusing
from lunaria.i18n import choice

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
    "difficulty": "measuring",
    "census": "counting",
    "arena": "contesting",
    "db": "storing",
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
        _explain(command, TEXTS.text(f"cli.help.{cmd_name}"))
        if isinstance(command, click.Group):
            for part, within in command.commands.items():
                _explain(within, TEXTS.text(f"cli.help.{cmd_name}.{part}"))
        return command

    def get_help(self, ctx: click.Context) -> str:
        """What `lunaria --help` prints."""
        _explain(self, TEXTS.text("cli.help.lunaria"))
        return super().get_help(ctx)


def _explain(command: click.Command, text: str) -> None:
    """Give a command that help, and its options theirs, in the language that is spoken."""
    command.help = text
    for option in command.params:
        if isinstance(option, click.Option):
            option.help = TEXTS.text(f"cli.option.{option.opts[0].strip('-')}")


def _speak(_context: click.Context, _option: click.Parameter, language: str | None) -> None:
    TEXTS.speak(language or choice.of_environment(os.environ))


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(__version__, prog_name="lunaria")
@click.option(
    "--language",
    type=click.Choice(i18n.LANGUAGES),
    callback=_speak,
    expose_value=False,
    is_eager=True,  # so that a help which is asked for after it is in that language
)
@click.pass_context
@refusing
def main(context: click.Context) -> None:
    """Play in the browser, where no command is given."""
    _print_anything()
    if context.invoked_subcommand is None:
        from lunaria.cli.serving import play_here

        play_here()


def _print_anything() -> None:
    """Let standard output show a sign that its encoding lacks as an escape, as errors do."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
