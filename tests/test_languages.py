"""What each language lacks, has too much or has wrong; and who is spoken to in which language."""

import json
import re
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from command_line import run, run_program
from lunaria import i18n
from lunaria.core.cards import RANKS, SUITS
from lunaria.core.errors import Reason
from lunaria.games import GAMES
from lunaria.i18n import choice, forms
from lunaria.i18n.__main__ import as_text, path_of, stored
from lunaria.i18n.sources import GAP, PACKAGE, uses
from lunaria.reading import plain

OTHERS = i18n.LANGUAGES[1:]
each_language = pytest.mark.parametrize("language", i18n.LANGUAGES)
each_other = pytest.mark.parametrize("language", OTHERS)

#: Texts that are the same in every language: names, and what programs read.
SAME = {
    "page.title",
    "cli.error",
    "cli.fault-tag",
    "card",
    "said.lies",
    "said.figure",
    "said.played",
    "match.plays",
} | {f"options.ranks.{letters}" for letters in ("JQK", "VDR", "KnDK")}
#: Words that a language shares with English.
SHARED = {
    "ko": {"letters", "variant.crescent.F", *(f"game.{game.id}" for game in GAMES)},
    "sv": {"variant.crescent.F", *(f"game.{game.id}" for game in GAMES)}
    | {
        "variant.crescent.N",
        "variant.comet.N",
        "options.contrast.normal",
        "options.motion.normal",
        "reading.named",
        "data.match",
        "match.pass",
        "match.passes",
        "ranking.rating",
    },
    "fr": {
        "rank.6",
        "place.pile",
        "bar.score",
        "button.pause",
        "match.sum",
        "options.contrast.normal",
    },
}
KEYS_OF_THE_KEYBOARD = {"key.Home", "key.End", "key.Enter", "key.Escape", "key.Shift"}


def messages(language: str) -> dict[str, Message]:
    """The texts of a catalog by key, as they are stored."""
    return {_key(message): message for message in stored(language) if message.id}


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


ENGLISH = messages("en")
TEXTS = {language: messages(language) for language in i18n.LANGUAGES}
USES = list(uses())


def known_words() -> set[str]:
    """What may fill a gap in a key: a word of the sources, or one of the games' data."""
    layouts = (PACKAGE / "layouts").glob("*.json")
    kinds = {kind for path in layouts for kind in json.loads(path.read_text("utf-8"))["names"]}
    letters = {letter for game in GAMES for letter in game.variants}
    words = {use.key.strip("-") for use in USES}
    return words | {game.id for game in GAMES} | {*RANKS, *SUITS} | kinds | letters


def test_every_text_that_is_asked_for_is_there() -> None:
    asked = {use for use in USES if use.asked}
    assert len(asked) > 150
    missing = {
        f"{use.key} ({use.where})"
        for use in asked
        if not any(_fill(use.key).fullmatch(key) for key in ENGLISH)
    }
    assert missing == set()


def test_every_text_that_is_there_is_asked_for() -> None:
    words = known_words()
    patterns = [_fill(key) for key in words if GAP in key and re.search("[a-z]", key)]
    unused = {
        key
        for key in set(ENGLISH) - words
        if not any(
            (found := pattern.fullmatch(key)) and words.issuperset(found.groups())
            for pattern in patterns
        )
    }
    assert unused == set()


def _fill(key: str) -> re.Pattern[str]:
    return re.compile(re.escape(key).replace(re.escape(GAP), "(.+)"))


@each_language
def test_a_language_lacks_nothing_and_has_nothing_left_over(language: str) -> None:
    texts = TEXTS[language]
    lacking = {key for key in ENGLISH if key not in texts or not all(forms(texts[key]))}
    assert (lacking, set(texts) - set(ENGLISH)) == (set(), set())


@each_language
def test_the_catalogs_are_as_make_i18n_leaves_them(language: str) -> None:
    assert path_of(language).read_text("utf-8") == as_text(language)


@each_language
def test_placeholders_are_those_of_english(language: str) -> None:
    broken = {
        key
        for key, message in TEXTS[language].items()
        for form in forms(message)
        if form and placeholders(form) != placeholders(forms(ENGLISH[key])[-1])
    }
    assert broken == set()


@each_other
def test_texts_are_not_left_in_english(language: str) -> None:
    allowed = SAME | SHARED[language] | KEYS_OF_THE_KEYBOARD
    left = {
        key
        for key, message in TEXTS[language].items()
        if key not in allowed and set(forms(message)) & set(forms(ENGLISH[key]))
    }
    assert left == set()


@each_language
def test_there_is_a_form_for_each_plural_of_the_language(language: str) -> None:
    catalog: Catalog = stored(language)
    several = [m for m in catalog if m.id and not isinstance(m.id, str)]
    assert several
    for message in several:
        assert len(forms(message)) == catalog.num_plurals, message.id


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", {0: "0 moves", 1: "1 move", 2: "2 moves", 1220: "1,220 moves"}),
        ("ko", {0: "0수", 1: "1수", 2: "2수", 1220: "1,220수"}),
        ("sv", {0: "0 drag", 1: "1 drag", 2: "2 drag", 1220: "1\xa0220 drag"}),
        ("fr", {0: "0 coup", 1: "1 coup", 2: "2 coups", 1220: "1\u202f220 coups"}),
    ],
)
def test_counts_are_said_as_the_language_says_them(language: str, said: dict[int, str]) -> None:
    catalog = i18n.catalog(language)
    assert {count: catalog.text("count.moves", count=count) for count in said} == said


POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : "
"n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "count.moves"
msgid_plural "count.moves"
msgstr[0] "{count} ruch"
msgstr[1] "{count} ruchy"
msgstr[2] "{count} ruchów"
"""


def test_a_language_to_come_is_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "messages.po").write_text(POLISH, "utf-8")
    i18n.catalog()
    monkeypatch.setattr(i18n, "FOLDER", tmp_path)
    polish = i18n.Catalog("pl")
    counts = [polish.text("count.moves", count=count) for count in (1, 3, 5, 22, 100)]
    assert counts == ["1 ruch", "3 ruchy", "5 ruchów", "22 ruchy", "100 ruchów"]
    # What it lacks is said in English.
    assert polish.text("button.undo") == "Undo"
    assert polish.text("place.hidden", place="x", count=5) == "x, 5 cards, face down"
    assert set(polish.for_pages()["count.moves"]) == {"one", "few", "many"}


@pytest.mark.parametrize("number", [10**27, 9 * 10**4000, -(10**30), float("inf")])
def test_a_number_of_any_length_is_written(number: float) -> None:
    written = i18n.catalog("en").number(number)
    assert written.replace(",", "") == str(number)


def test_french_signs_stand_behind_a_narrow_space() -> None:
    texts = [form for message in TEXTS["fr"].values() for form in forms(message)]
    for text in texts:
        words = re.sub(r"`[^`]*`|\w+://\S+|\{\w+\}|half-moon:5", "x", text)
        assert not re.findall(r"[^\u202f][;:!?»]|«[^\u202f]|'(?!lunaria|$)", words), text


@each_other
def test_a_reason_in_every_language_shows_its_card(language: str) -> None:
    catalog = i18n.catalog(language)
    queen = {"ko": "Q♥", "sv": "D♥", "fr": "D♥"}[language]
    assert queen in catalog.reason(Reason.of("foundation-next", card="QH"))
    assert catalog.card("JS") == {"ko": "J♠", "sv": "Kn♠", "fr": "V♠"}[language]
    assert catalog.card("10D") == "10♦"


def test_a_game_in_a_reason_has_its_name() -> None:
    reason = Reason.of("record-no-score", game="crescent")
    assert i18n.catalog().reason(reason) == "There is no score in Crescent."
    assert "Croissant" in i18n.catalog("fr").reason(reason)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ko", "ko"),
        ("ko-KR,ko;q=0.9,en-US;q=0.8", "ko"),
        ("de, sv-FI;q=0.5, en;q=0.4", "sv"),
        ("en;q=0.1, FR-ca", "fr"),
        ("fr;q=0, sv;q=0.1", "sv"),
        ("xx", "en"),
        ("*", "en"),
        (";q=,,;;q=2, \u00e9", "en"),
    ],
)
def test_a_request_says_which_language_it_wishes_for(header: str, language: str) -> None:
    assert choice.of_header(header) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "sv_SE"}, "sv"),
        ({"LC_MESSAGES": "sv_SE", "LC_ALL": "fr_BE@euro"}, "fr"),
        ({"LANG": "sv_SE", "LC_ALL": ""}, "sv"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "nn:fr:en"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        # In these locales scripts run, which read English.
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "ko"}, "en"),
    ],
)
def test_the_environment_says_which_language_to_speak(
    environment: dict[str, str], language: str
) -> None:
    assert choice.of_environment(environment) == language


def test_the_command_line_speaks_the_language_of_the_environment() -> None:
    ran = run_program("daily", "tomorrow", environment={"LANG": "ko_KR.UTF-8"})
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("lunaria: 없는 게임입니다: “tomorrow”.")


def test_a_language_that_is_asked_for_goes_before_the_environment() -> None:
    assert run("--language", "sv", "rules", "crescent").out == plain.text("sv", "crescent", "rules")
    assert run("rules", "crescent").out == plain.text("en", "crescent", "rules")
    assert run("--language", "xx", "rules", "crescent").code == 2


@each_language
def test_help_is_in_the_language(language: str) -> None:
    catalog = i18n.catalog(language)
    told = run("--language", language, "--help").out
    assert catalog.text("cli.help.lunaria").split()[0] in told
    assert catalog.text("cli.option.language") in told
    assert catalog.text("cli.help.rules") in told
    assert catalog.text("cli.option.svg") in run("--language", language, "deal", "--help").out
