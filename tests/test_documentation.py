"""The documentation as a site: built without warnings, without dead links, and complete."""

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from documents import ROOT
from lunaria.games import GAMES

DOCS = ROOT / "docs"
REFERENCE = sorted((DOCS / "api").glob("*.rst"))

_MODULE = re.compile(
    r"^\.\. automodule:: (?P<module>\S+)\n(?P<options>(?:   :.*\n?)*)", re.MULTILINE
)


def public() -> Iterator[tuple[str, Any]]:
    """The modules, functions, classes and methods of the reference, by name."""
    for page in REFERENCE:
        for found in _MODULE.finditer(page.read_text("utf-8")):
            module = import_module(found["module"])
            yield module.__name__, module
            if ":no-members:" in found["options"]:
                continue
            left_out = re.findall(r":exclude-members: (.+)", found["options"])
            for name in set(names_of(module)) - {*", ".join(left_out).split(", ")}:
                value = getattr(module, name)
                if callable(value):
                    yield f"{module.__name__}.{name}", value
                if inspect.isclass(value):
                    yield from methods(f"{module.__name__}.{name}", value)


def names_of(module: Any) -> list[str]:
    own = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]
    return list(getattr(module, "__all__", own))


def methods(name: str, kind: type) -> Iterator[tuple[str, Any]]:
    for own, value in vars(kind).items():
        told = callable(value) or isinstance(value, property | classmethod | staticmethod)
        if told and not own.startswith("_"):
            yield f"{name}.{own}", value


PUBLIC = dict(public())


def test_the_reference_names_what_researchers_need() -> None:
    assert {
        "lunaria.Play",
        "lunaria.core.record.verify",
        "lunaria.solvers.solve",
        "lunaria.solvers.analysis.analyse",
        "lunaria.solvers.known.known",
        "lunaria.census.report.wilson",
        "lunaria.pictures.position.position_svg",
    } <= set(PUBLIC)


def test_every_game_is_in_the_reference() -> None:
    assert {type(game).__module__ for game in GAMES} <= set(PUBLIC)


def test_every_public_name_has_a_docstring() -> None:
    assert [name for name, value in PUBLIC.items() if not inspect.getdoc(value)] == []


def test_a_docstring_is_a_sentence() -> None:
    for name, value in PUBLIC.items():
        doc = inspect.getdoc(value) or ""
        first = doc.partition("\n\n")[0]
        assert first[:1].isupper() or first[:1] == "`", name
        assert first.endswith((".", ":")), name


def test_the_notebook_is_kept_without_what_it_shows() -> None:
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(DOCS / "lunaria.ipynb", as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


class Page(HTMLParser):
    """The places of a page that links can name, and where its own links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" and value:
                self.ids.add(value)
            if name in ("href", "src") and value and tag != "use":
                self.links.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once from nothing; the notebook runs meanwhile."""
    pytest.importorskip("sphinx")
    folder = tmp_path_factory.mktemp("docs")
    command = (
        *(sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going"),
        *("-d", str(folder / "doctrees"), str(DOCS), str(folder / "site")),
    )
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.mark.xdist_group("the site")
def test_no_link_of_the_site_is_dead(site: Path) -> None:
    pages = {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    assert {site / "index.html", site / "lunaria.html", site / "api" / "core.html"} <= set(pages)
    for path, page in pages.items():
        for link in page.links:
            split = urlsplit(link)
            if split.scheme:
                continue
            target = (path.parent / unquote(split.path)).resolve() if split.path else path
            assert target.exists(), f"{path.name}: {link}"
            if split.fragment and target in pages:
                assert unquote(split.fragment) in pages[target].ids | {"top"}, (
                    f"{path.name}: {link}"
                )


@pytest.mark.xdist_group("the site")
def test_the_notebook_shows_pictures_verdicts_and_plots(site: Path) -> None:
    shown = (site / "lunaria.html").read_text("utf-8")
    assert shown.count("<figcaption>move ") == 5
    assert "won, 520 points" in shown
    assert re.search(r"lost by move \d+", shown)
    assert re.search(r"half-moon.* of 999,999: 97\.\d+% to 97\.\d+%", shown)
    assert len(list((site / "_images").glob("*.svg"))) >= 3
