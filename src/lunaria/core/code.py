"""Deal codes: `HM1-N-AAAAAAB` is game, version, rule set and deal number.

The form and the forgiving reading are described in `docs/deal-codes.md`.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, NamedTuple

from lunaria.core.errors import NotReadable, Reason, UnknownVersion
from lunaria.core.game import Game

#: The deals of every game are numbered from the first to the last.
FIRST_NUMBER, LAST_NUMBER = 1, 999_999
LETTERS = 7
#: Stands for the letters of a number where there is none.
SEALED = "SEALED"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: Longer texts are refused unread: the longest sensible one is a web address with a code in it.
MAX_LENGTH = 500


class Code(NamedTuple):
    """A deal: game by its prefix, version, rule set, number from 1 to 999 999."""

    prefix: str
    version: int
    variant: str
    number: int

    def __str__(self) -> str:
        return f"{self.prefix}{self.version}-{self.variant}-{letters_of(self.number)}"


class Sealed(NamedTuple):
    """The deals of a match by secret seeds, one for each round, instead of a number.

    A number could be searched from one hand; 256 bits cannot.
    """

    prefix: str
    version: int
    variant: str
    seeds: tuple[bytes, ...]

    @property
    def number(self) -> int:
        """No deal number."""
        return 0

    def __str__(self) -> str:
        return f"{self.prefix}{self.version}-{self.variant}-{SEALED}"


def letters_of(number: int) -> str:
    """The seven letters of a deal number: base 26, A is 0, most significant first."""
    letters = ""
    for _ in range(LETTERS):
        number, digit = divmod(number, len(ALPHABET))
        letters = ALPHABET[digit] + letters
    return letters


def number_of(letters: str) -> int:
    """The number that seven capital letters stand for."""
    number = 0
    for letter in letters:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    return number


def check_number(number: int, game: Game[Any]) -> int:
    """`number` itself; raises NotReadable where the game has no deal of that number."""
    if not FIRST_NUMBER <= number <= LAST_NUMBER:
        raise NotReadable(
            Reason.of("code-number", first=FIRST_NUMBER, last=LAST_NUMBER, example=example(game))
        )
    return number


def check_variant(letter: str, game: Game[Any]) -> str:
    """`letter` itself; raises NotReadable where it is no rule set of the game."""
    if letter not in game.variants:
        known = " ".join(game.variants)
        raise NotReadable(
            Reason.of("code-variant", given=letter, known=known, example=example(game))
        )
    return letter


def example(game: Game[Any]) -> str:
    """A right code of `game`, for messages."""
    return str(Code(game.prefix, game.version, game.variants[0], 1))


def read_code(text: str, games: Iterable[Game[Any]]) -> Code:
    """The code that `text` means; upper or lower case, spaces, dashes and web addresses forgiven.

    Raises NotReadable, which names the part that is wrong, or UnknownVersion.
    """
    prefixes = {game.prefix: game for game in games}
    first = next(iter(prefixes.values()))
    if len(text) > MAX_LENGTH:
        raise NotReadable(Reason.of("code-long", length=len(text), example=example(first)))
    bare = _bare(text)
    if not bare:
        raise NotReadable(Reason.of("code-empty", example=example(first)))
    game = prefixes.get(bare[:2])
    if game is None:
        raise NotReadable(
            Reason.of(
                "code-prefix", given=bare[:2], known=" ".join(prefixes), example=example(first)
            )
        )
    right = example(game)
    version, rest = _split_digits(bare[2:])
    if not version:
        raise NotReadable(Reason.of("code-version", prefix=game.prefix, example=right))
    if int(version) != game.version:
        raise UnknownVersion(
            Reason.of("code-unknown-version", given=game.prefix + version, example=right)
        )
    variant, letters = rest[:1], rest[1:]
    if variant not in game.variants and len(rest) == LETTERS:
        known = " ".join(game.variants)
        raise NotReadable(Reason.of("code-no-variant", given=variant, known=known, example=right))
    check_variant(variant, game)
    if len(letters) != LETTERS or any(letter not in ALPHABET for letter in letters):
        raise NotReadable(Reason.of("code-letters", given=letters, count=LETTERS, example=right))
    return Code(game.prefix, game.version, variant, check_number(number_of(letters), game))


def _bare(text: str) -> str:
    """`text` in capitals without the dashes and spaces, of a web address only its code."""
    text = unicodedata.normalize("NFKC", text).strip()
    if "/" in text:
        path = re.split(r"[?#]", text, maxsplit=1)[0].rstrip("/")
        text = path.rsplit("/", 1)[-1].replace("%20", " ")
    kept = []
    for letter in text:
        if letter.isspace() or unicodedata.category(letter) == "Pd" or letter in "_−":
            continue
        if not (letter.isascii() and letter.isalnum()):
            shown = letter if letter.isprintable() else f"U+{ord(letter):04X}"
            raise NotReadable(Reason.of("code-character", given=shown, example="HM1-N-AAAAAAB"))
        kept.append(letter)
    return "".join(kept).upper()


def _split_digits(text: str) -> tuple[str, str]:
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    return digits[:9], text[len(digits) :]
