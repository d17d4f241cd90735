"""Rules, code and tests hold together by the rules' numbers."""

import ast
import importlib
import inspect
import re
import tokenize
from pathlib import Path
from types import ModuleType
from typing import Any

from lunaria.core.game import Game
from registry import every_game

TESTS = Path(__file__).parent

#: The numbers of the rules that a game's own file states, one line each.
STATED = {
    "HM": {1, 2, *range(5, 20), 22},
    "CR": {1, *range(3, 23)},
    "EH": {*range(1, 16)},
    "CO": {*range(1, 22)},
}
#: The number of each game's last rule. The rules that are not stated are said to be elsewhere.
LAST = {"HM": 22, "CR": 22, "EH": 16, "CO": 21}


def module_of(game: Game[Any]) -> ModuleType:
    return importlib.import_module(type(game).__module__)


def numbers_in(text: str, prefix: str) -> set[int]:
    return {int(number) for number in re.findall(rf"\b{prefix}-(\d+)", text)}


def stated_rules(game: Game[Any]) -> list[int]:
    """The numbers of the rule lines: the number stands alone, the rule in a column beside it."""
    doc = module_of(game).__doc__ or ""
    lines = re.findall(rf"^{game.prefix}-(\d+) {{2,}}\S", doc, re.MULTILINE)
    return [int(number) for number in lines]


def comments(source: Path) -> str:
    with source.open("rb") as lines:
        tokens = list(tokenize.tokenize(lines.readline))
    return "\n".join(token.string for token in tokens if token.type == tokenize.COMMENT)


def docstrings(source: Path) -> str:
    """The docstrings of a file's functions and classes, not of the file itself."""
    tree = ast.parse(source.read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return "\n".join(
        ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, kinds)
    )


def rules_with_tests(game: Game[Any]) -> set[int]:
    """The numbers in the names of the game's tests, as in `test_cr4_cr5_ranks`."""
    stem = game.id.replace("-", "_")
    found: set[int] = set()
    for path in sorted(TESTS.glob(f"test_{stem}*.py")):
        for name in re.findall(r"^def test_(\w+)", path.read_text("utf-8"), re.MULTILINE):
            for part in name.split("_"):
                number = re.fullmatch(rf"{game.prefix.lower()}(\d+)", part)
                if number is None:
                    break
                found.add(int(number[1]))
    return found


@every_game
def test_a_game_file_states_each_of_its_rules_once_in_order(game: Game[Any]) -> None:
    assert stated_rules(game) == sorted(STATED[game.prefix])


@every_game
def test_a_game_file_mentions_every_number_and_no_other(game: Game[Any]) -> None:
    doc = module_of(game).__doc__ or ""
    assert numbers_in(doc, game.prefix) == set(range(1, LAST[game.prefix] + 1))


@every_game
def test_code_cites_only_rules_that_exist(game: Game[Any]) -> None:
    source = Path(inspect.getfile(type(game)))
    cited = numbers_in(comments(source) + docstrings(source), game.prefix)
    assert cited
    assert cited <= set(range(1, LAST[game.prefix] + 1))


@every_game
def test_every_stated_rule_is_cited_in_code_or_tested_by_its_number(game: Game[Any]) -> None:
    source = Path(inspect.getfile(type(game)))
    cited = numbers_in(comments(source) + docstrings(source), game.prefix)
    assert set(stated_rules(game)) <= cited | rules_with_tests(game)


@every_game
def test_every_stated_rule_has_a_test(game: Game[Any]) -> None:
    assert set(stated_rules(game)) - rules_with_tests(game) == set()


@every_game
def test_every_numbered_test_names_a_rule_that_exists(game: Game[Any]) -> None:
    doc = module_of(game).__doc__ or ""
    assert rules_with_tests(game) <= numbers_in(doc, game.prefix)
