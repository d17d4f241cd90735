"""Deal codes: how they are written, and how forgivingly they are read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lunaria.core.code import Code, letters_of, number_of, read_code
from lunaria.core.errors import LunariaError, NotReadable, UnknownVersion
from lunaria.games import GAMES

modest = settings(deadline=None, max_examples=200, derandomize=True)

codes = st.builds(
    lambda game, variant, number: Code(
        game.prefix, game.version, game.variants[variant % len(game.variants)], number
    ),
    st.sampled_from(GAMES),
    st.integers(0, 9),
    st.integers(1, 999_999),
)
FIRST = Code("HM", 1, "N", 1)


def refused(text: str) -> LunariaError:
    with pytest.raises(LunariaError) as caught:
        read_code(text, GAMES)
    return caught.value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("HM1-N-AAAAAAB", FIRST),
        ("CR1-N-AAAAAAB", Code("CR", 1, "N", 1)),
        ("CR1-F-AAAAAAB", Code("CR", 1, "F", 1)),
        ("EH1-N-AAAAAAF", Code("EH", 1, "N", 5)),
        ("HM1-N-AAAAABA", Code("HM", 1, "N", 26)),
        ("HM1-N-AACEXHN", Code("HM", 1, "N", 999_999)),
    ],
)
def test_form(text: str, code: Code) -> None:
    assert str(code) == text
    assert read_code(text, GAMES) == code


@pytest.mark.parametrize(
    "text",
    [
        "hm1-n-aaaaaab",
        "Hm1-N-aaaaAAB",
        "  HM1-N-AAAAAAB\t\r\n",
        "HM 1 N AAAAAAB",
        "HM1NAAAAAAB",
        "hm1naaaaaab",
        "HM1 - N - AAAA AAB",
        "HM-1-N-AAAAAAB",
        "HM1–N–AAAAAAB",  # en dash
        "HM1—N—AAAAAAB",  # em dash
        "HM1\u2011N\u2011AAAAAAB",  # dash that does not break
        "HM1\u2212N\u2212AAAAAAB",  # minus
        "HM1_N_AAAAAAB",
        "ＨＭ１－Ｎ－ＡＡＡＡＡＡＢ",
        "ｈｍ１－ｎ－ａａａａａａｂ",
        "HM1\u00a0N\u3000AAAAAAB",
        "HM01-N-AAAAAAB",
        "https://example.org/play/half-moon/HM1-N-AAAAAAB",
        "https://example.org/play/half-moon/HM1-N-AAAAAAB/",
        "https://example.org/play/half-moon/hm1-n-aaaaaab?lang=ko&x=1#top",
        "http://localhost:8000/play/half-moon/HM1-N-AAAAAAB#a/b",
        "/play/half-moon/HM1-N-AAAAAAB",
        "  example.org/HM1-N-AAAAAAB \n",
    ],
)
def test_forgiving_reading(text: str) -> None:
    assert read_code(text, GAMES) == FIRST


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "code-empty"),
        (" \n ", "code-empty"),
        ("---", "code-empty"),
        ("XX1-N-AAAAAAB", "code-prefix"),
        ("1-N-AAAAAAB", "code-prefix"),
        ("H", "code-prefix"),
        ("HM", "code-version"),
        ("HM-N-AAAAAAB", "code-version"),
        ("HM1-X-AAAAAAB", "code-variant"),
        ("HM1-F-AAAAAAB", "code-variant"),
        ("HM1", "code-variant"),
        ("HM1-AAAAAAB", "code-no-variant"),
        ("HM1-N-", "code-letters"),
        ("HM1-N-AAAAAB", "code-letters"),
        ("HM1-N-AAAAAAAB", "code-letters"),
        ("HM1-N-AAAAAA1", "code-letters"),
        ("HM1-N-AAAAAAA", "code-number"),
        ("HM1-N-AACEXHO", "code-number"),
        ("HM1-N-ZZZZZZZ", "code-number"),
        ("HM1-N-AAAA\0AB", "code-character"),
        ("HM1-N-AAAAAA♥", "code-character"),
        ("HM1-N-AAAAAAБ", "code-character"),
        ("HM1.N.AAAAAAB", "code-character"),
        ("A" * 501, "code-long"),
        ("A" * 10_000_000, "code-long"),
        ("\0" * 10_000_000, "code-long"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_what_cannot_be_read_is_named(text: str, reason: str) -> None:
    error = refused(text)
    assert isinstance(error, NotReadable)
    assert error.reason.code == reason
    assert len(str(error)) < 300


@pytest.mark.parametrize("given", ["HM2", "HM0", "HM10", "CR99", "EH123456789012"])
def test_a_version_that_is_not_known_is_refused_by_name(given: str) -> None:
    error = refused(f"{given}-N-AAAAAAB")
    assert isinstance(error, UnknownVersion)
    assert error.reason.code == "code-unknown-version"
    named = dict(error.reason.params)["given"]
    assert str(named).startswith(given[:3])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "XX1-N-AAAAAAB",
        "CR-N-AAAAAAB",
        "CR2-N-AAAAAAB",
        "CR1-X-AAAAAAB",
        "CR1-N-AA",
        "CR1-AAAAAAB",
        "CR1-N-AAAAAAA",
        "CR1-N-!",
        "x" * 600,
    ],
)
def test_every_error_shows_a_right_example(text: str) -> None:
    example = dict(refused(text).reason.params)["example"]
    assert isinstance(example, str)
    assert str(read_code(example, GAMES)) == example


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("XX1-N-AAAAAAB", {"given": "XX", "known": " ".join(game.prefix for game in GAMES)}),
        ("CR1-X-AAAAAAB", {"given": "X", "known": "N F"}),
        ("CR1-N-AAB", {"given": "AAB", "count": 7}),
        ("CR1-N-AAAAAAA", {"first": 1, "last": 999_999}),
        ("CR1-N-AAAA\0AA", {"given": "U+0000"}),
        ("CR1-N-AAAA?AA", {"given": "?"}),
    ],
)
def test_an_error_says_which_part_is_wrong(text: str, params: dict[str, str | int]) -> None:
    assert params.items() <= dict(refused(text).reason.params).items()


def test_a_letter_that_is_none_of_the_alphabet_is_not_read_as_others() -> None:
    """Sharp s has no place in a code, though its capital is written SS."""
    assert refused("HM1-N-AAAAAß").reason.code in ("code-character", "code-letters")


@given(st.integers(0, 26**7 - 1))
@modest
def test_letters_and_numbers_are_each_others_inverse(number: int) -> None:
    letters = letters_of(number)
    assert len(letters) == 7
    assert number_of(letters) == number


@given(codes)
@modest
def test_a_written_code_is_read_as_itself(code: Code) -> None:
    assert read_code(str(code), GAMES) == code


@given(codes, st.data())
@modest
def test_a_mistyped_code_is_read_as_itself(code: Code, data: st.DataObject) -> None:
    filler = st.text(st.sampled_from(" -_–—\t\u3000"), max_size=2)
    text = ""
    for letter in str(code).replace("-", ""):
        shape = data.draw(st.sampled_from([str.upper, str.lower]))
        text += data.draw(filler) + shape(letter)
    assert read_code(text, GAMES) == code


@given(codes, st.sampled_from(["", "/", "?a=b", "#c", "/?d/e#f"]))
@modest
def test_a_pasted_address_is_read_as_its_code(code: Code, tail: str) -> None:
    assert read_code(f"https://cards.example/play/game/{code}{tail}", GAMES) == code


def is_read_or_refused(text: str) -> None:
    try:
        code = read_code(text, GAMES)
    except (NotReadable, UnknownVersion):
        return
    assert read_code(str(code), GAMES) == code


@given(st.text(st.characters()))
@modest
def test_any_text_is_read_or_refused(text: str) -> None:
    is_read_or_refused(text)


@given(st.text(st.sampled_from("HMCREH1290NF-AABZ/ %#?:.\0ßıﬀ–Ａ１\ud800"), max_size=30))
@settings(modest, max_examples=500)
def test_any_text_of_likely_letters_is_read_or_refused(text: str) -> None:
    is_read_or_refused(text)
    is_read_or_refused("HM1-N-" + text)
