"""A deal named by a game and a number, as the command line takes it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lunaria.core.code import Code
from lunaria.core.errors import NotReadable, UnknownVersion
from lunaria.games import game_of, read_deal, start


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("half-moon:5", Code("HM", 1, "N", 5)),
        ("Half Moon: 5", Code("HM", 1, "N", 5)),
        ("hm:0005", Code("HM", 1, "N", 5)),
        ("easy_harp:999 999", Code("EH", 1, "N", 999_999)),
        ("crescent:1", Code("CR", 1, "N", 1)),
        ("CR1-F-AAAAAAB", Code("CR", 1, "F", 1)),
        ("http://localhost:8000/play/crescent/CR1-F-AAAAAAB", Code("CR", 1, "F", 1)),
    ],
)
def test_named(text: str, code: Code) -> None:
    assert read_deal(text) == code
    assert start(code).code == code
    assert game_of(code).prefix == code.prefix


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("moon:5", "game"),
        (":5", "game"),
        ("half-moon:", "number"),
        ("half-moon:five", "number"),
        ("half-moon:-5", "number"),
        ("half-moon:5\0", "number"),
        ("half-moon:0", "code-number"),
        ("half-moon:1000000", "code-number"),
        ("half-moon:" + "9" * 10_000_000, "code-number"),
        ("9" * 10_000_000, "code-long"),
        ("half-moon", "code-prefix"),
    ],
    ids=lambda value: value[:20],
)
def test_refused(text: str, reason: str) -> None:
    with pytest.raises(NotReadable) as caught:
        read_deal(text)
    assert caught.value.reason.code == reason


@given(st.sampled_from(["", "half-moon:", "HM1:", "crescent"]), st.text(st.characters()))
@settings(deadline=None, max_examples=200, derandomize=True)
def test_any_text_is_read_or_refused(head: str, tail: str) -> None:
    try:
        code = read_deal(head + tail)
    except (NotReadable, UnknownVersion):
        return
    assert read_deal(str(code)) == code
