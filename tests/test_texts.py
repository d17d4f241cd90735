"""Every reason has its words, and every refusal in the catalog is one that something says."""

import ast
import re
import string
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

from lunaria import i18n
from lunaria.core.cards import PACK
from lunaria.core.errors import Reason
from lunaria.i18n.sources import PACKAGE, REASONING, texts_of

CATALOG = Path(str(files("lunaria") / "i18n" / "en" / "messages.po"))

#: Refusals that the page says by itself, without a word from the rules.
SAID_BY_THE_PAGE = {"not-connected", "unanswered"}


class Said(NamedTuple):
    """A reason as the source makes it."""

    code: str
    params: frozenset[str]
    where: str


def reasons() -> Iterator[Said]:
    """Every reason that the package makes."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            function = node.func
            if isinstance(function, ast.Attribute):
                makes = (
                    function.attr in REASONING
                    and isinstance(function.value, ast.Name)
                    and function.value.id == "Reason"
                )
            else:
                makes = isinstance(function, ast.Name) and function.id in REASONING
            if makes and node.args:
                params = frozenset(each.arg for each in node.keywords if each.arg)
                for code in texts_of(node.args[0], tree):
                    yield Said(code, params, f"{path.relative_to(PACKAGE)}:{node.lineno}")


SAID = list(reasons())


def texts() -> dict[str, tuple[str, ...]]:
    """The catalog's texts by key, each with all its forms."""
    with CATALOG.open("rb") as file:
        catalog = read_po(file, locale="en")
    found = {}
    for message in catalog:
        key = message.id if isinstance(message.id, str) else message.id[0]
        if key:
            forms = message.string
            found[key] = (forms,) if isinstance(forms, str) else tuple(forms or ())
    return found


TEXTS = texts()


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_reasons_are_found() -> None:
    assert {"sum", "code-variant", "code-no-variant", "record-tag", "stale"} <= {
        said.code for said in SAID
    }


@pytest.mark.parametrize("said", SAID, ids=[f"{said.code}-{said.where}" for said in SAID])
def test_a_reason_has_words_that_ask_for_no_more_than_it_tells(said: Said) -> None:
    (text,) = TEXTS[f"refusal.{said.code}"]
    assert placeholders(text) <= said.params


def test_no_refusal_is_left_over() -> None:
    keys = {key.removeprefix("refusal.") for key in TEXTS if key.startswith("refusal.")}
    assert keys == {said.code for said in SAID} | SAID_BY_THE_PAGE


def test_no_key_stands_twice() -> None:
    keys = re.findall(r'^msgid "(.+)"$', CATALOG.read_text("utf-8"), re.MULTILINE)
    assert sorted(keys) == sorted(set(keys))


def test_no_text_is_empty() -> None:
    assert all(form for forms in TEXTS.values() for form in forms)


def test_forms_ask_for_the_same_parameters() -> None:
    for key, forms in TEXTS.items():
        assert len({frozenset(placeholders(form)) for form in forms}) == 1, key
        if len(forms) > 1:
            assert "count" in placeholders(forms[0]), key


def test_a_card_in_a_reason_is_shown_with_its_sign() -> None:
    catalog = i18n.catalog()
    assert catalog.reason(Reason.of("foundation-next", card="10H")) == (
        "This foundation takes the 10♥ next."
    )
    assert len({catalog.card(card) for card in PACK}) == len(PACK)


def test_one_and_many_are_told_apart() -> None:
    catalog = i18n.catalog()
    assert catalog.text("count.moves", count=1) == "1 move"
    assert catalog.text("count.moves", count=2) == "2 moves"
    assert catalog.text("count.moves", count=0) == "0 moves"


def test_what_only_the_command_line_says_is_not_sent_to_pages() -> None:
    sent = i18n.catalog().for_pages()
    assert "refusal.sum" in sent
    assert not [key for key in sent if key.startswith("cli.")]
    keys = i18n.catalog().keys()
    assert {key for key in keys if not key.startswith("cli.")} == set(sent)


def test_a_text_without_its_parameter_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError):
        i18n.catalog().text("refusal.pile-full")
    with pytest.raises(KeyError):
        i18n.catalog().text("no.such.key")
