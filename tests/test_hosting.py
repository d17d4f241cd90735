"""The page for hosts, the units of systemd and the container call what there is."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from documents import ROOT, blocks
from lunaria.cli import main
from lunaria.server.limits import COUNTS, RATES

PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
PACKAGING = ROOT / "packaging"
FILES = sorted(PACKAGING.iterdir())
#: A call of the program, to the end of its line or its quotes.
CALL = re.compile(r"(?:^|[ /])lunaria ((?:serve|db|--version)[^\n|\"`']*)", re.MULTILINE)


def command(*names: str) -> click.Command:
    """The command of these names; skips those that are not built yet."""
    found: click.Command = main
    for name in names:
        assert isinstance(found, click.Group)
        inner = found.get_command(click.Context(found), name)
        if inner is None and names[0] == "db":
            pytest.skip("lunaria db is not there yet")
        assert inner is not None, name
        found = inner
    return found


def calls() -> Iterator[str]:
    texts = [block.text for block in blocks(PAGE)] + [each.read_text("utf-8") for each in FILES]
    for text in texts:
        yield from (found.strip() for found in CALL.findall(text))
    container = (PACKAGING / "Containerfile").read_text("utf-8")
    yield " ".join(re.findall(r'"([^"]*)"', re.findall(r"^CMD (.*)$", container, re.MULTILINE)[0]))


CALLS = sorted(set(calls()))


def test_calls_are_found() -> None:
    assert {call.split()[0] for call in CALLS} == {"serve", "db", "--version"}
    assert any("--metrics-port" in call for call in CALLS)
    assert any("0.0.0.0" in call for call in CALLS)


@pytest.mark.parametrize("call", CALLS)
def test_every_command_and_option_is_there(call: str) -> None:
    words = shlex.split(call)
    names = [words[0]] if words[0] == "serve" else words[:2] if words[0] == "db" else []
    found = command(*names)
    options = {name for option in found.params for name in option.opts}
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= options


def test_every_option_and_variable_of_the_page_is_one_of_serve() -> None:
    serve = command("serve")
    options = {name for option in serve.params for name in option.opts}
    variables = {str(option.envvar) for option in serve.params if option.envvar}
    told = set(re.findall(r"`(--[a-z-]+)`", PAGE))
    assert told <= options
    assert options - told - {"--host", "--port"} == {"--metrics-host"}
    texts = [PAGE, *(each.read_text("utf-8") for each in FILES)]
    assert set(re.findall(r"LUNARIA_[A-Z_]+", "".join(texts))) <= variables
    assert variables <= set(re.findall(r"LUNARIA_[A-Z_]+", PAGE))


def test_the_page_tells_every_limit_as_it_is() -> None:
    rows = dict(re.findall(r"^\| `([a-z]+)` \| ([\w/]+) \|", PAGE, re.MULTILINE))
    assert rows == {**RATES, **{name: str(most) for name, most in COUNTS.items()}}


def test_the_files_that_the_page_copies_are_there() -> None:
    named = set(re.findall(r"/opt/lunaria/source/(packaging/\S+)", PAGE))
    assert named
    for pattern in named:
        assert list(ROOT.glob(pattern)), pattern
    assert (ROOT / "requirements.lock").exists()


def test_the_container_copies_what_is_there_and_runs_without_rights() -> None:
    text = (PACKAGING / "Containerfile").read_text("utf-8")
    for source in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        assert all((ROOT / name).exists() for name in source.split())
    users = re.findall(r"^USER (\S+)$", text, re.MULTILINE)
    assert users
    assert "0" not in users
    assert "root" not in users
    assert "readyz" in text
    assert "EXPOSE 8317" in text


@pytest.mark.parametrize("unit", sorted(PACKAGING.glob("*.service")), ids=lambda unit: unit.name)
def test_systemd_finds_no_fault_in_a_unit(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not here")
    copy = tmp_path / unit.name
    text = unit.read_text("utf-8")
    assert "DynamicUser=yes" in text
    assert "NoNewPrivileges=yes" in text
    copy.write_text(text.replace("/opt/lunaria/venv/bin/lunaria", "/bin/true"), "utf-8")
    verified = subprocess.run(
        ["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, timeout=60
    )
    assert verified.returncode == 0, verified.stderr
    assert copy.name not in verified.stderr
