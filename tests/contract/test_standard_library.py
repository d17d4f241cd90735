"""Core and games run under every Python from 3.11 on, with no other package in reach."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lunaria

SOURCE = Path(lunaria.__file__).parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")

PROGRAM = '''
import sys

class OnlyStandard:
    """Refuses to find anything but the standard library and this package."""

    def find_spec(self, name, path=None, target=None):
        root = name.partition(".")[0]
        if root not in sys.stdlib_module_names and root != "lunaria":
            raise ImportError(f"{name} is not of the standard library")
        return None

sys.meta_path.insert(0, OnlyStandard())
sys.path.insert(0, sys.argv[1])

import importlib, json, pkgutil

try:
    import pytest
except ImportError:
    pass
else:
    raise SystemExit("third-party packages are not blocked")

modules = []
for name in ("lunaria.core", "lunaria.games"):
    package = importlib.import_module(name)
    modules += [name, *(m.name for m in pkgutil.walk_packages(package.__path__, f"{name}."))]
for name in modules:
    importlib.import_module(name)

from lunaria.core.code import Code
from lunaria.core.record import read, verify, write
from lunaria.games import GAMES, start

played = {}
for game in GAMES:
    line = start(Code(game.prefix, game.version, game.variants[0], 7))
    for _ in range(12):
        legal = sorted(line.legal())
        if legal:
            line.play(legal[len(legal) // 2])
    if line.undo:
        line.play("undo")
    (record,) = read(write(line))
    assert verify(record, GAMES).fault is None
    played[game.id] = [line.actions, line.score, line.moves, sorted(line.view().items())]
print(json.dumps({"version": sys.version_info[:2], "modules": modules, "played": played}))
'''


def interpreters() -> list[str]:
    """This interpreter, and one of each minor version that is installed."""
    found = {f"{sys.version_info[0]}.{sys.version_info[1]}": sys.executable}
    for version in VERSIONS:
        installed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
        on_path = shutil.which(f"python{version}")
        candidates = [str(path) for path in installed]
        # A shim of pyenv is on the path even where it has nothing to start.
        if on_path and "shims" not in on_path:
            candidates.append(on_path)
        if candidates:
            found.setdefault(version, candidates[-1])
    return [found[version] for version in sorted(found)]


def run(python: str) -> dict[str, object]:
    done = subprocess.run(
        [python, "-I", "-S", "-B", "-W", "error", "-c", PROGRAM, str(SOURCE)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, object] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize("python", interpreters())
def test_core_and_games_run_without_other_packages(python: str) -> None:
    result = run(python)
    modules = result["modules"]
    assert isinstance(modules, list)
    assert {"lunaria.core.replay", "lunaria.games.half_moon"} <= set(modules)


def test_every_interpreter_plays_the_same_games() -> None:
    games = [json.dumps(run(python)["played"]) for python in interpreters()]
    assert len(set(games)) == 1
