"""`docs/adding-a-game.md`, followed step by step in a copy of the project."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from documents import ROOT, Block, blocks, commands, run_in
from serving import Server

BLOCKS = list(blocks((ROOT / "docs" / "adding-a-game.md").read_text("utf-8")))
GAME = "aces-up"

# The copy is made once.
pytestmark = pytest.mark.xdist_group("adding a game")


class Step(NamedTuple):
    """A command of the page, with what it should print and what it did."""

    command: str
    told: str
    printed: str


class Followed(NamedTuple):
    """The copy of the project after the last step, and what was seen on the way."""

    folder: Path
    steps: list[Step]

    def run(self, command: str) -> str:
        """What a command prints that runs with the copy's package."""
        return run_in(self.folder, command, PYTHONPATH=str(self.folder / "src"))


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Followed:
    folder = tmp_path_factory.mktemp("copy")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for part in ("src", "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    copy = Followed(folder, [])
    for block in BLOCKS:
        if block.name:
            write(block, folder / block.name)
        elif block.language == "console":
            for text, told in commands(block.text):
                copy.steps.append(Step(text, told, copy.run(text)))
    return copy


def write(block: Block, path: Path) -> None:
    """Make a file, add to a catalog, or change some lines of a file as a block says."""
    if block.language == "diff":
        text = path.read_text("utf-8")
        for part in block.text.split("@@\n"):
            old, new = lines_of(part, "-"), lines_of(part, "+")
            assert text.count(old) == 1, f"{block.name}: {old}"
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    assert path.exists() == (block.language == "po"), block.name
    with path.open("a", encoding="utf-8") as file:
        file.write(block.text)


def lines_of(part: str, sign: str) -> str:
    """The lines of a diff that have a sign before them."""
    return "".join(line[1:] for line in part.splitlines(keepends=True) if line.startswith(sign))


def test_commands_print_what_the_page_says(followed: Followed) -> None:
    assert followed.steps
    for step in followed.steps:
        assert step.printed == step.told, step.command


def test_python_examples_run(followed: Followed) -> None:
    examples = [b.text for b in BLOCKS if b.language == "python" and not b.name]
    (followed.folder / "examples.txt").write_text("\n".join(examples), "utf-8")
    assert followed.run("python -m doctest examples.txt") == ""


def test_the_game_keeps_what_every_game_promises(followed: Followed) -> None:
    every = "tests/contract tests/games tests/core/test_record.py tests/core/test_table.py"
    told = followed.run(f"python -m pytest -q -p no:cacheprovider -k 'aces or AU1' {every}")
    assert "passed" in told
    assert "failed" not in told, told
    assert "error" not in told, told


def test_its_words_are_there(followed: Followed) -> None:
    reasons = " or ".join(("no-higher", "not-empty", "alone"))
    told = followed.run(
        f"python -m pytest -q -p no:cacheprovider -k '{reasons}' tests/test_texts.py"
    )
    assert "3 passed" in told, told


def test_its_files_are_formatted_and_typed(followed: Followed) -> None:
    written = [block.name for block in BLOCKS if block.language == "python" and block.name]
    assert followed.run(f"ruff format --check {' '.join(written)}").endswith("already formatted\n")
    assert followed.run(f"ruff check {' '.join(written)}") == "All checks passed!\n"


@pytest.fixture
def server(followed: Followed, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, package=followed.folder / "src") as server:
        yield server


def test_it_is_served_and_played(server: Server) -> None:
    with server.player() as player:
        games = {game["id"]: game for game in player.get("/api/games").json()}
        assert games[GAME]["layout"]["game"] == GAME
        assert player.get("/api/texts").json()["texts"][f"game.{GAME}"] == "Aces Up"
        for page in ("rules", "examples", "faq"):
            assert "Aces Up" in player.get(f"/en/{GAME}/{page}").text
        opened = player.post("/api/tables", json={"code": "AU1-N-AAAAADN"}).json()
        with server.page(opened["table"]) as table:
            assert table.act("1>2")["reason"]["code"] == "not-empty"
            table.act(table.view["taps"]["stock"]["token"])
            assert table.view["moves"] == 1
            assert len(table.view["places"]["stock"]) == 44
        (own,) = player.get("/api/tables").json()
        assert (own["game"], own["moves"]) == (GAME, 1)
