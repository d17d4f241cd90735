"""Texts by key: one folder a language, each a gettext catalog whose message ids are the keys.

What lies below this package knows no words, only reasons with parameters.
"""

from functools import cache
from importlib.resources import files
from typing import Any

from babel import Locale
from babel.messages.pofile import read_po

from lunaria.core.cards import PACK
from lunaria.core.errors import Reason

DEFAULT = "en"
LANGUAGES = ("en",)

#: Texts that only the command line says begin so; the others go to the pages.
COMMAND_LINE = "cli."

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class Catalog:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._form = Locale.parse(language).plural_form
        path = files("lunaria") / "i18n" / language / "messages.po"
        with path.open("rb") as file:
            messages = read_po(file, locale=language)
        self._texts: dict[str, str | tuple[str, ...]] = {}
        for message in messages:
            key = message.id if isinstance(message.id, str) else message.id[0]
            if key:
                text = message.string
                self._texts[key] = text if isinstance(text, str) else tuple(text or ())

    def text(self, key: str, **params: str | int) -> str:
        """The text of `key`, filled in; of several forms the one that fits `count`.

        Raises KeyError where the catalog lacks the key or the text asks for another parameter.
        """
        text = self._texts[key]
        if not isinstance(text, str):
            text = text[0 if self._form(int(params["count"])) == "one" else -1]
        return text.format_map(params)

    def reason(self, reason: Reason) -> str:
        """A reason in words."""
        params = {name: self._shown(value) for name, value in reason.params}
        return self.text(f"refusal.{reason.code}", **params)

    def card(self, card: str) -> str:
        """A card as this language writes it: rank letter and suit sign."""
        letters = dict(zip("JQK", self.text("letters").split(), strict=True))
        return letters.get(card[:-1], card[:-1]) + SUIT_SIGNS[card[-1]]

    def for_pages(self) -> dict[str, Any]:
        """The texts that pages say, by key; several forms as a list."""
        return {key: text for key, text in self._texts.items() if not key.startswith(COMMAND_LINE)}

    def keys(self) -> set[str]:
        """Every key."""
        return set(self._texts)

    def _shown(self, value: str | int) -> str | int:
        if value in PACK:
            return self.card(str(value))
        if isinstance(value, int):
            return value
        # What somebody typed is shown, but cannot steer the terminal that shows it.
        return "".join(letter if letter.isprintable() else "\ufffd" for letter in value)


@cache
def catalog(language: str = DEFAULT) -> Catalog:
    """The catalog of a language in `LANGUAGES`."""
    return Catalog(language)
