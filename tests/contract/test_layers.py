"""Which part may import which; imports inside functions count too."""

import ast
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import lunaria

PACKAGE = Path(lunaria.__file__).parent

#: The parts of the package that each part may import besides itself.
BELOW: dict[str, set[str]] = {
    "core": set(),
    "games": {"core"},
    "i18n": {"core"},
    "solvers": {"core", "games"},
    "bots": {"core", "games", "solvers"},
    "adapters": {"core", "games", "solvers", "bots"},
    "pictures": {"core", "games"},
    "census": {"core", "games", "solvers", "bots", "pictures", "i18n"},
    "reading": {"core", "games", "solvers", "pictures", "i18n"},
    "server": {"core", "games", "solvers", "bots", "pictures", "i18n", "reading"},
    "cli": {"core", "games", "solvers", "bots", "pictures", "i18n", "reading", "census", "server"},
}
#: Parts that use the standard library alone.
STANDARD_ONLY = {"core", "games"}
#: Where a third-party package may be imported: modules whose name begins so.
CONFINED: dict[str, tuple[str, ...]] = {
    "sqlalchemy": ("lunaria.server.store",),
    "alembic": ("lunaria.server.store",),
    "fastapi": ("lunaria.server",),
    "starlette": ("lunaria.server",),
    "uvicorn": ("lunaria.server",),
    "webauthn": ("lunaria.server.passkeys",),
    "confusable_homoglyphs": ("lunaria.server.names",),
    "babel": ("lunaria.i18n",),
    "jinja2": ("lunaria.server",),
    "markdown_it": ("lunaria.reading",),
    "mdit_py_plugins": ("lunaria.reading",),
    "click": ("lunaria.cli",),
    "resvg_py": ("lunaria.pictures.preview",),
    "numba": ("lunaria.solvers",),
    "numpy": ("lunaria.solvers", "lunaria.adapters"),
    "pysat": ("lunaria.solvers",),
    "ortools": ("lunaria.solvers",),
    "distributed": ("lunaria.census",),
    "matplotlib": ("lunaria.census",),
    "pyarrow": ("lunaria.census",),
    "tqdm": ("lunaria.cli",),
    "pyspiel": ("lunaria.adapters.openspiel",),
    "pettingzoo": ("lunaria.adapters.pettingzoo",),
    "gymnasium": ("lunaria.adapters.pettingzoo",),
}


def module_name(path: Path) -> str:
    parts = ["lunaria", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports_of(name: str) -> set[str]:
    """The names that a module imports: modules, or modules with a name from them."""
    found: set[str] = set()
    path = MODULES[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1]
            whole = ".".join([*base, node.module or ""]).strip(".") if node.level else node.module
            found |= {f"{whole}.{alias.name}" for alias in node.names}
    return found


def own_imports(name: str) -> set[str]:
    """The modules of this package that a module imports."""
    found = set()
    for wanted in imports_of(name):
        module = wanted if wanted in MODULES else wanted.rpartition(".")[0]
        if module in MODULES:
            found.add(module)
        else:
            assert not wanted.startswith("lunaria."), f"{name} imports {wanted}, which is not there"
    return found - {name}


def part_of(module: str) -> str:
    """`core` of `lunaria.core.cards`, `cli` of `lunaria.cli`, nothing of `lunaria`."""
    return module.split(".")[1] if "." in module else ""


def inside(module: str, places: tuple[str, ...]) -> bool:
    """Whether a module's name begins like one of `places`."""
    return any(module == place or module.startswith((f"{place}.", f"{place}_")) for place in places)


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_down(name: str) -> None:
    part = part_of(name)
    if part not in BELOW:
        return
    parts = {part_of(module) for module in own_imports(name)} - {part, ""}
    assert parts <= BELOW[part]


@pytest.mark.parametrize("name", MODULES)
def test_core_and_games_use_the_standard_library_alone(name: str) -> None:
    if part_of(name) in STANDARD_ONLY:
        roots = {wanted.split(".")[0] for wanted in imports_of(name)}
        assert roots <= sys.stdlib_module_names | {"lunaria"}


@pytest.mark.parametrize("name", MODULES)
def test_third_party_packages_stay_where_they_belong(name: str) -> None:
    roots = {wanted.split(".")[0] for wanted in imports_of(name)}
    for package in roots & set(CONFINED):
        assert inside(name, CONFINED[package]), f"{name} imports {package}"


@pytest.mark.parametrize("name", [name for name in MODULES if part_of(name) == "games"])
def test_games_do_not_import_each_other(name: str) -> None:
    # The chosen days are data of the games, not a game.
    if name != "lunaria.games":
        others = {module for module in own_imports(name) if part_of(module) == "games"}
        assert others <= {"lunaria.games.days"}


def test_no_import_cycles() -> None:
    graph = {name: own_imports(name) - {"lunaria"} for name in MODULES if name != "lunaria"}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_every_part_is_known() -> None:
    parts = {part_of(name) for name in MODULES if MODULES[name].parent != PACKAGE}
    assert parts <= set(BELOW)


def test_lazy_and_relative_imports_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "lazy.py"
    source.write_text("def f():\n    import click\n    from ..core import cards\n", "utf-8")
    monkeypatch.setitem(MODULES, "lunaria.games.lazy", source)
    assert imports_of("lunaria.games.lazy") == {"click", "lunaria.core.cards"}
    assert own_imports("lunaria.games.lazy") == {"lunaria.core.cards"}
