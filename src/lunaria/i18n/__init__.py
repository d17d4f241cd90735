"""Texts by key: one folder a language, each a gettext catalog whose message ids are the keys.

What lies below this package knows no words, only reasons with parameters.
"""

from decimal import MAX_PREC, localcontext
from functools import cache
from gettext import c2py
from importlib.resources import files
from math import isfinite
from typing import Any

from babel import Locale
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from lunaria.core.cards import PACK
from lunaria.core.errors import Reason

DEFAULT = "en"
FOLDER = files("lunaria") / "i18n"
#: Every folder with a catalog is a language, English first.
LANGUAGES = tuple(
    sorted(
        (each.name for each in FOLDER.iterdir() if (each / "messages.po").is_file()),
        key=lambda language: (language != DEFAULT, language),
    )
)

#: Texts that only the command line says begin so; the others go to the pages.
COMMAND_LINE = "cli."

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

#: A text that hangs on a count has a form for each plural category of its language.
Text = str | dict[str, str]

#: Among the numbers below this each plural category of integers occurs that has a form of its own.
_COUNTED = 200


def forms(message: Message) -> tuple[str, ...]:
    """A text, or the forms of it that hang on a count; empty ones where there is none yet."""
    text = message.string or ""
    return (text,) if isinstance(text, str) else tuple(text)


class Catalog:
    """The texts of one language; English where it lacks one."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._locale = Locale.parse(language, sep="-")
        self._category = self._locale.plural_form
        self._texts: dict[str, Text] = {} if language == DEFAULT else dict(catalog()._texts)
        with (FOLDER / language / "messages.po").open("rb") as file:
            messages = read_po(file, locale=self._locale)
        form = c2py(messages.plural_expr)
        categories = {self._category(count): form(count) for count in range(_COUNTED)}
        for message in messages:
            texts = forms(message)
            if not message.id or not all(texts):
                continue
            if isinstance(message.id, str):
                self._texts[message.id] = texts[0]
            else:
                self._texts[message.id[0]] = {name: texts[at] for name, at in categories.items()}

    def text(self, key: str, **params: str | int) -> str:
        """The text of `key`, filled in; of several forms the one that fits `count`.

        Numbers are written as the language does; what names something, as a port, is text.
        Raises KeyError where the catalog lacks the key or the text asks for another parameter.
        """
        text = self._texts[key]
        if not isinstance(text, str):
            text = text.get(self._category(int(params["count"]))) or text["other"]
        return text.format_map(
            {
                name: value if isinstance(value, str) else self.number(value)
                for name, value in params.items()
            }
        )

    def number(self, number: float) -> str:
        """A number as this language writes it, however long it is."""
        if isinstance(number, float) and not isfinite(number):
            return str(number)
        with localcontext() as context:  # of 28 digits else
            context.prec = MAX_PREC
            return format_decimal(number, locale=self._locale)

    def reason(self, reason: Reason) -> str:
        """A reason in words."""
        params = {name: self._shown(name, value) for name, value in reason.params}
        return self.text(f"refusal.{reason.code}", **params)

    def card(self, card: str) -> str:
        """A card as this language writes it: rank letter and suit sign."""
        return self.rank(card[:-1]) + SUIT_SIGNS[card[-1]]

    def rank(self, rank: str) -> str:
        """A rank as this language writes it."""
        letters = dict(zip("JQK", self.text("letters").split(), strict=True))
        return letters.get(rank, rank)

    @property
    def letters(self) -> str:
        """The letters on jack, queen and king: JQK, VDR or KnDK."""
        return self.text("letters").replace(" ", "")

    def for_pages(self) -> dict[str, Any]:
        """The texts that pages say, by key; several forms by their plural category."""
        return {key: text for key, text in self._texts.items() if not key.startswith(COMMAND_LINE)}

    def keys(self) -> set[str]:
        """Every key."""
        return set(self._texts)

    def _shown(self, name: str, value: str | int) -> str | int:
        if value in PACK:
            return self.card(str(value))
        if isinstance(value, int):
            return value
        if name == "rank":
            return self.rank(value)
        if name == "game" and f"game.{value}" in self._texts:
            return self.text(f"game.{value}")
        # What somebody typed is shown, but cannot steer the terminal that shows it.
        return "".join(letter if letter.isprintable() else "\ufffd" for letter in value)


@cache
def catalog(language: str = DEFAULT) -> Catalog:
    """The catalog of a language in `LANGUAGES`."""
    return Catalog(language)
