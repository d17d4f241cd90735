"""What may be a player's name, and which names can be taken for one another.

A name is of any script, but of one: what looks like another name, letter by letter (Unicode TR39),
or is another one in small letters, is refused to everybody else.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from lunaria import i18n
from lunaria.bots import LEVELS
from lunaria.core.errors import NotLegal, NotReadable, Reason
from lunaria.server.store import Name

#: The most letters of a name, and the most code points, in any form that it is written in.
LETTERS, POINTS = 24, 64
#: The longest text that is looked at.
LONGEST = 4 * POINTS
#: The most marks above each other.
MARKS = 3
#: What a name may have beside letters, their marks and digits.
SIGNS = " -'’._·・"
#: Joiners, which some scripts need between letters.
ZWNJ, ZWJ = "\u200c", "\u200d"
#: The combining class of a sign that ends a vowel, behind which a joiner has a meaning.
VIRAMA = 9
#: Letters and marks that show nothing.
_EMPTY = {
    0x034F,
    *range(0x115F, 0x1161),
    *range(0x17B4, 0x17B6),
    *range(0x180B, 0x1810),
    0x3164,
    *range(0xFE00, 0xFE10),
    0xFFA0,
    *range(0xE0100, 0xE01F0),
}

#: The scripts that are written together (TR39, highly restrictive); all others stay alone.
_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
#: What is written with every script.
_ANY = {"COMMON", "INHERITED"}


def read_name(text: str) -> Name:
    """A name as it is kept, with what other names are compared by.

    Raises NotReadable where it is too long, has nothing in it, or signs that no name has; NotLegal
    where it mixes scripts or is kept for others.
    """
    if len(text) > LONGEST:
        raise NotReadable(Reason.of("name-long", limit=LETTERS))
    name = " ".join(unicodedata.normalize("NFKC", text).split(" ")).strip(" ")
    while "  " in name:
        name = name.replace("  ", " ")
    _check_signs(name)
    letters = sum(not unicodedata.category(point).startswith("M") for point in name)
    if letters > LETTERS or len(name) > POINTS:
        raise NotReadable(Reason.of("name-long", limit=LETTERS))
    _check_scripts(name)
    kept = Name(name, skeleton(name), folded(name))
    if not kept.skeleton:
        raise NotReadable(Reason.of("name-empty"))
    if kept.skeleton in _reserved() or kept.folded in _reserved():
        raise NotLegal(Reason.of("name-reserved"))
    return kept


def _check_signs(name: str) -> None:
    """Raise NotReadable where something is no letter, or a letter has too many marks."""
    marks = ""
    for before, point in zip(" " + name, name, strict=False):
        category = unicodedata.category(point)
        if point in (ZWNJ, ZWJ):
            if not _joins(before, point):
                raise NotReadable(_sign(point))
        elif not _is_known(point):
            raise NotReadable(_sign(point))
        marks = marks + point if category == "Mn" else ""
        stacked = len(marks) > MARKS or len(set(marks)) < len(marks)
        if stacked or (category[0] == "M" and before in SIGNS):
            raise NotReadable(Reason.of("name-marks"))


def _is_known(point: str) -> bool:
    """Whether a code point is a letter, a mark that shows, a digit, or one of the few signs."""
    category = unicodedata.category(point)
    is_letter = category[0] == "L" or category in ("Mn", "Mc", "Nd")
    return (is_letter and ord(point) not in _EMPTY) or point in SIGNS


def _joins(before: str, joiner: str) -> bool:
    """Whether a joiner has a meaning: it is behind a virama, or parts two Arabic letters."""
    arabic = unicodedata.bidirectional(before) == "AL"
    return unicodedata.combining(before) == VIRAMA or (joiner == ZWNJ and arabic)


def _sign(point: str) -> Reason:
    """Why a code point is refused, which is told by itself where it can be seen."""
    shows = unicodedata.category(point)[0] in "LNPS" and ord(point) not in _EMPTY
    return Reason.of("name-sign", sign=point if shows else f"U+{ord(point):04X}")


def _check_scripts(name: str) -> None:
    """Raise NotLegal where a name mixes scripts, or digits of several kinds."""
    from confusable_homoglyphs.categories import alias

    scripts = {alias(point) for point in name} - _ANY
    zeros = {ord(point) - unicodedata.decimal(point) for point in name if point.isdecimal()}
    alone = len(scripts) <= 1 or any(scripts <= written for written in _TOGETHER)
    if not alone or len(zeros) > 1:
        raise NotLegal(Reason.of("name-mixed"))


def skeleton(name: str) -> str:
    """What a name looks like, whether its letters are large or small: equal where names are alike.

    `I`, `l`, `i` and `1` are one, as nobody tells them apart for certain.
    """
    return _looks(_looks(_letters(name)).casefold()).replace("i", "l")


def folded(name: str) -> str:
    """What a name in small letters looks like: equal where names differ by large letters alone."""
    return _looks(_letters(name).casefold())


def _letters(name: str) -> str:
    """A name without spaces, signs, and the letters that look like signs."""
    looks = _prototypes()
    return "".join(
        point
        for point in name
        if _has_letters(point)
        and (unicodedata.category(point) != "Lm" or _has_letters(looks.get(point, point)))
    )


def _has_letters(text: str) -> bool:
    return any(unicodedata.category(point)[0] in "LMN" for point in text)


def _looks(letters: str) -> str:
    """The skeleton of TR39."""
    prototype = _prototypes()
    spelt = unicodedata.normalize("NFD", letters)
    return unicodedata.normalize("NFD", "".join(prototype.get(point, point) for point in spelt))


@cache
def _prototypes() -> dict[str, str]:
    """For each character that looks like others, the one that stands for all of them.

    The library has for each character those that it looks like, and not which of them is the
    prototype: it is the one that most others look like, or the only one of several letters.
    """
    from confusable_homoglyphs.confusables import confusables_data

    alike: defaultdict[str, set[str]] = defaultdict(set)
    for character, found in confusables_data.items():
        for other in found:
            # Characters from right to left stand between marks of direction there.
            one, two = character.strip("\u200e"), other["c"].strip("\u200e")
            alike[one].add(two)
            alike[two].add(one)
    prototypes: dict[str, str] = {}
    for group in _groups(alike):
        chosen = max(group, key=lambda each: (len(each) > 1, len(alike[each]), each))
        prototypes |= dict.fromkeys((each for each in group if len(each) == 1), chosen)
    # What stands for several letters may have one that another stands for.
    return {
        character: "".join(prototypes.get(each, each) for each in chosen)
        for character, chosen in prototypes.items()
    }


def _groups(alike: dict[str, set[str]]) -> Iterator[set[str]]:
    """The characters that look alike, also by way of others."""
    seen: set[str] = set()
    for character in alike:
        if character in seen:
            continue
        group, waiting = set(), [character]
        while waiting:
            each = waiting.pop()
            if each not in group:
                group.add(each)
                waiting += alike[each]
        seen |= group
        yield group


@cache
def _reserved() -> frozenset[str]:
    """What names look like that nobody may take."""
    words: set[str] = set()
    for language in i18n.LANGUAGES:
        text = i18n.catalog(language).text
        words |= {text("page.title"), text("match.you"), text("match.other")}
        words |= set(text("name.reserved").split())
        words |= {text(f"match.level.{level}") for level in LEVELS}
    return frozenset(form(word) for word in words for form in (skeleton, folded))
