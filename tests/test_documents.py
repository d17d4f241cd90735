"""Every example in the project's pages is run, and every link in them leads somewhere."""

import json
import re
from pathlib import Path

import pytest

from documents import PAGES, ROOT, Session, blocks, commands, run_here, run_in, write_records

#: What a fenced block may be: run, read, or plainly words.
LANGUAGES = {"python", "console", "json", "record", "text", "sh", "diff", "po", "markdown"}
#: The page that is followed step by step, in a copy of the package (test_adding_a_game.py).
FOLLOWED = ROOT / "docs" / "adding-a-game.md"
#: Files that a script makes.
MADE = {"docs/table.png"}

every_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
every_plain_page = pytest.mark.parametrize(
    "page", plain := [page for page in PAGES if page != FOLLOWED], ids=[each.name for each in plain]
)


@every_page
def test_every_block_has_a_language(page: Path) -> None:
    text = page.read_text("utf-8")
    assert {block.language for block in blocks(text)} <= LANGUAGES
    assert len(re.findall(r"^```", text, re.MULTILINE)) == 2 * len(list(blocks(text)))


@every_plain_page
def test_python_examples_run(page: Path) -> None:
    session = Session(page.name)
    for block in blocks(page.read_text("utf-8")):
        if block.language == "python":
            assert session.run(block) == ""


@every_plain_page
def test_console_examples_print_what_they_say(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = page.read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    write_records(text, tmp_path)
    for block in blocks(text):
        if block.language == "console":
            for command in commands(block.text):
                printed = run_here(command.text)
                if printed is None:
                    printed = run_in(tmp_path, command.text)
                assert printed == command.printed, command.text


@every_page
def test_json_examples_can_be_read(page: Path) -> None:
    for block in blocks(page.read_text("utf-8")):
        if block.language == "json":
            json.loads(block.text)


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        name = linked.relative_to(ROOT.resolve()).as_posix()
        assert linked.exists() or name in MADE, target
        if heading:
            titles = re.findall(r"^#+ (.+)$", linked.read_text("utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in titles}
            assert heading in anchors, target


@every_page
def test_pages_are_calm(page: Path) -> None:
    """No line in a page shouts; a prompt, a picture or a program may need the sign."""
    text = re.sub(r"```.*?```|`[^`]*`|!\[|<!--", "", page.read_text("utf-8"), flags=re.DOTALL)
    assert "!" not in text
