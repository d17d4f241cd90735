"""Brings the catalogs up to date with the sources; `make i18n` calls it.

The English catalog gets every key that the sources ask for by name, without a text. The others get
what the English one has, in its order, each with the English text as a note to its translator.
"""

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from lunaria.i18n import DEFAULT, LANGUAGES, forms
from lunaria.i18n.sources import GAP, PACKAGE, uses


def path_of(language: str) -> Path:
    """The file of a language's catalog."""
    return PACKAGE / "i18n" / language / "messages.po"


def stored(language: str) -> Catalog:
    """A language's catalog as its file has it."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """A language's catalog with the keys that it should have."""
    catalog = stored(language)
    if language == DEFAULT:
        for use in uses():
            if use.asked and GAP not in use.key and use.key not in catalog:
                catalog.add(use.key, "")
        return catalog
    keys = Catalog()
    for message in updated(DEFAULT):
        if message.id:
            keys.add(message.id, auto_comments=[forms(message)[-1]])
    catalog.update(keys, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def as_text(language: str) -> str:
    """What the file of a language should hold: its own head, and each text on a line."""
    head, _, _ = path_of(language).read_text("utf-8").partition("\n\n")
    body = io.BytesIO()
    write_po(body, updated(language), width=0, omit_header=True)
    return f"{head}\n\n{body.getvalue().decode().strip()}\n"


if __name__ == "__main__":
    for language in LANGUAGES:
        path_of(language).write_text(as_text(language), "utf-8")
