"""The keys of texts in the sources: those that are asked for, and those that are put together."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import lunaria

PACKAGE = Path(lunaria.__file__).parent
#: What stands in a key for a part that is known only when the program runs.
GAP = "*"
#: A key, a part of one, or one with gaps; words of other kinds may look like it.
KEY = re.compile(r"[\w*+-]+(\.[\w*+-]+)*")

#: Methods whose first argument is a key, and functions whose first argument is a reason's code.
ASKING, REASONING = {"text", "hasText"}, {"of", "broken"}
_IN_SCRIPT = re.compile(
    rf"""(\b(?:{"|".join(ASKING)})\(\s*|[?:]\s*)?(?:"([^"\n]*)"|`([^`\n]*)`)|(\b[A-Za-z]\w*)"""
)


class Use(NamedTuple):
    """A key in a source."""

    key: str
    #: Whether the text is asked for here. Otherwise only a word of its form stands here.
    asked: bool
    #: The file and the line.
    where: str


def uses() -> Iterator[Use]:
    """Every key in the package's programs, scripts and templates."""
    for suffix, keys in ((".py", _in_program), (".js", _in_script), (".html", _in_script)):
        for path in sorted(PACKAGE.rglob(f"*{suffix}")):
            for key, asked, line in keys(path.read_text("utf-8")):
                if KEY.fullmatch(key):
                    yield Use(key, asked, f"{path.relative_to(PACKAGE).as_posix()}:{line}")


def _in_program(source: str) -> Iterator[tuple[str, bool, int]]:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr):
            yield from ((text, False, node.lineno) for text in texts_of(node, tree))
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ASKING | REASONING:
                begins = "refusal." if name in REASONING else ""
                for text in texts_of(node.args[0], tree):
                    yield begins + text, True, node.lineno


def texts_of(node: ast.expr, tree: ast.Module) -> list[str]:
    """The texts that an expression can stand for, with gaps; none where nothing of it is known."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        parts = (str(p.value) if isinstance(p, ast.Constant) else GAP for p in node.values)
        return ["".join(parts)]
    if isinstance(node, ast.IfExp):
        return texts_of(node.body, tree) + texts_of(node.orelse, tree)
    if isinstance(node, ast.Name):
        return [
            text
            for each in ast.walk(tree)
            if isinstance(each, ast.Assign)
            and any(
                isinstance(target, ast.Name) and target.id == node.id for target in each.targets
            )
            for text in texts_of(each.value, tree)
        ]
    return []


def _in_script(source: str) -> Iterator[tuple[str, bool, int]]:
    """The texts and names of a script."""
    for match in _IN_SCRIPT.finditer(source):
        asks, literal, template, name = match.groups()
        text = re.sub(r"\$\{[^}]*\}", GAP, literal or template or name or "")
        # One of two texts has a dot; other words may stand behind such a sign as well.
        asked = asks is not None and (asks[0] not in "?:" or "." in text)
        yield text, asked, source.count("\n", 0, match.start()) + 1
