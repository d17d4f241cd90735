"""Which language is wished for, where somebody says so in the manner of HTTP or of gettext."""

import re
from collections.abc import Iterable, Mapping

from babel import negotiate_locale

from lunaria.i18n import DEFAULT, LANGUAGES

#: The variables that name the locale, the strongest first, as gettext reads them.
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
#: The locales of scripts, which expect English whatever else their user may wish.
PLAIN = {"C", "POSIX", ""}


def of_header(accept_language: str) -> str:
    """The language that fits an `Accept-Language` header best; English where none does."""
    wishes = []
    for part in accept_language.split(","):
        tag, _, weight = part.partition(";")
        found = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", weight)
        wishes.append((float(found[1]) if found else 1.0, tag.strip()))
    wishes.sort(key=lambda wish: -wish[0])
    return _best(tag for weight, tag in wishes if weight > 0)


def of_environment(environment: Mapping[str, str]) -> str:
    """The language of a process with these variables; English where none fits."""
    locale = next(filter(None, map(environment.get, LOCALE_VARIABLES)), "")
    if _tag(locale) in PLAIN:
        return DEFAULT
    return _best(_tag(wish) for wish in (*environment.get("LANGUAGE", "").split(":"), locale))


def _tag(locale: str) -> str:
    """`ko-KR` of `ko_KR.UTF-8`."""
    return re.split(r"[.@]", locale)[0].replace("_", "-")


def _best(wishes: Iterable[str]) -> str:
    found = negotiate_locale(wishes, LANGUAGES, sep="-") or DEFAULT
    # Wishes are compared whatever their case, and come back in it.
    return next(language for language in LANGUAGES if language.lower() == found.lower())
