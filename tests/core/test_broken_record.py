"""Records that are broken or claim what is not so: the good part stays, and the fault is named."""

from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lunaria.core import record as record_module
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.record import MAX_ACTIONS, Record, read, verify, write, write_record
from lunaria.core.replay import Fault, Line
from lunaria.games import GAMES
from lunaria.games.crescent import CRESCENT
from lunaria.games.easy_harp import EASY_HARP
from lunaria.games.half_moon import HALF_MOON
from registry import numbered
from wandering import marathon

HEAD = '[Game "easy-harp"]\n[Code "EH1-N-AAAAAAB"]\n\n'
PIECES = [
    '[Game "half-moon"]\n',
    '[Code "HM1-N-AAAAAAB"]\n',
    '[Code "EH1-N-AAAAAAB"]',
    '[Score "0"]',
    "[",
    "]",
    '"',
    "{",
    "}",
    "\\",
    "1.",
    "1+8",
    "draw",
    "undo",
    "redo",
    "\n",
    "\r",
    " ",
    "\0",
    "\ufeff",
    "[Game",
    "Game",
    "é",
    "\ud800",
    '[Time "x"]',
    '[Moves "１"]',
    "..",
    "9" * 70,
]


def only(text: str) -> Record:
    (record,) = read(text)
    return record


def fault_of(text: str) -> Fault:
    fault = verify(only(text), GAMES).fault
    assert fault is not None
    return fault


def with_tags(**tags: str) -> str:
    """The record of a short Half Moon with these tags instead of or after its own."""
    right = only(write(marathon(HALF_MOON, 1, 3)))
    return write_record(right._replace(tags=tuple((dict(right.tags) | tags).items())))


@pytest.mark.parametrize("bad", ["[", "]", '"', "}", "{ no end", '[Tag "x"', "x" * 65])
def test_a_broken_record_keeps_its_good_part(bad: str) -> None:
    record = only(f"{HEAD}1. draw 2. draw {bad} 3. draw")
    assert record.actions == ("draw", "draw")
    assert record.fault is not None
    assert record.fault.action == 3
    verified = verify(record, GAMES)
    assert verified.fault == record.fault
    assert verified.line is not None
    assert verified.line.actions == ["draw", "draw"]


def test_a_tag_among_the_actions_is_a_fault() -> None:
    record = only(f'{HEAD}1. draw [Moves "1"] 2. draw')
    assert record.fault == Fault(2, Reason.of("record-tag", tag="Moves"))
    assert record.actions == ("draw",)


def test_a_broken_record_does_not_harm_its_neighbours() -> None:
    good = f"{HEAD}1. draw\n"
    first, second, third = read(f"{good}{HEAD}1. draw ] 2. draw\n{good}")
    assert first == third == only(good)
    assert (second.actions, second.fault is not None) == (("draw",), True)


@pytest.mark.parametrize(
    ("actions", "number", "reason"),
    [
        ("1. draw 2. recycle 3. draw", 2, "stock-left"),
        ("1. draw 2. nonsense", 2, "token"),
        ("1. undo", 1, "nothing-to-undo"),
        ("1. draw 2. redo", 2, "nothing-to-redo"),
        ("1. draw 2. undo 3. undo", 3, "nothing-to-undo"),
        ("1. draw 2. draw 3. 1+8", 3, "token"),
        ("1. dr\0aw", 1, "token"),
        ("1. \0", 1, "token"),
        ("1. draw \0 2. draw", 2, "token"),
        ("1. DRAW", 1, "token"),
    ],
)
def test_the_action_that_failed_is_named(actions: str, number: int, reason: str) -> None:
    verified = verify(only(HEAD + actions), GAMES)
    assert verified.fault is not None
    assert verified.fault.action == number
    assert verified.fault.reason.code == reason
    assert verified.line is not None
    assert len(verified.line.actions) == number - 1


def test_an_action_that_failed_comes_before_false_claims() -> None:
    text = HEAD.replace("\n\n", '\n[Moves "77"]\n\n') + "1. draw 2. recycle"
    assert fault_of(text).action == 2


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("Result", "won"),
        ("Result", "blocked"),
        ("Result", ""),
        ("Score", "520"),
        ("Score", "-30"),
        ("Score", "many"),
        ("Moves", "4"),
        ("Moves", ""),
        ("Game", "crescent"),
    ],
)
def test_a_false_claim_is_a_fault(tag: str, value: str) -> None:
    line = marathon(HALF_MOON, 1, 3)
    found = {"Result": "unfinished", "Score": str(line.score), "Moves": "3", "Game": "half-moon"}
    fault = fault_of(with_tags(**{tag: value}))
    reason = Reason.of("record-claim", tag=tag, given=value, found=found[tag])
    assert fault == Fault(0, reason)


def test_a_second_false_claim_is_a_fault_too() -> None:
    right = only(write(marathon(HALF_MOON, 1, 3)))
    twice = right._replace(tags=(*right.tags, ("Moves", "99")))
    fault = verify(twice, GAMES).fault
    assert fault is not None
    assert fault.reason.code == "record-claim"


def test_claims_may_be_left_out() -> None:
    line = marathon(HALF_MOON, 1, 3)
    record = Record((("Code", str(line.code)),), tuple(line.actions))
    assert verify(record, GAMES).fault is None


def test_crescent_has_no_score_to_claim() -> None:
    line = Line(CRESCENT, numbered(CRESCENT, 1))
    fault = fault_of(write(line, Score="0"))
    assert fault == Fault(0, Reason.of("record-no-score", game="crescent"))


@pytest.mark.parametrize("value", ["0", "7", "83.5", "3600.125", "999999999"])
def test_time_is_in_seconds(value: str) -> None:
    assert verify(only(with_tags(Time=value)), GAMES).fault is None


@pytest.mark.parametrize(
    "value", ["", "-1", "1:30", "1e3", "83.", ".5", "83,5", "83.1234", "9" * 10, "nan", "7 ", "\0"]
)
def test_other_times_are_faults(value: str) -> None:
    fault = fault_of(with_tags(Time=value))
    assert (fault.action, fault.reason.code) == (0, "record-time")


@pytest.mark.parametrize("value", ["2026-11-29", "2028-02-29", "0001-01-01"])
def test_dates(value: str) -> None:
    assert verify(only(with_tags(Date=value)), GAMES).fault is None


@pytest.mark.parametrize(
    "value", ["", "2026-02-29", "2026-11-31", "29.11.2026", "20261129", "2026-W48-7", "2026-11-29 "]
)
def test_other_dates_are_faults(value: str) -> None:
    fault = fault_of(with_tags(Date=value))
    assert (fault.action, fault.reason.code) == (0, "record-date")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[Game "half-moon"]\n\n1. 1+8', "record-no-code"),
        ('[Game "half-moon"]\n[Code "HM1-N-AAAAAAA"]', "code-number"),
        ('[Game "half-moon"]\n[Code "HM7-N-AAAAAAB"]', "code-unknown-version"),
        ('[Game "half-moon"]\n[Code ""]', "code-empty"),
        ('[Game "half-moon"]\n[Code "\0"]', "code-character"),
        ("1. 1+8", "record-no-code"),
    ],
)
def test_without_a_good_code_there_is_no_game(text: str, reason: str) -> None:
    verified = verify(only(text), GAMES)
    assert verified.line is None
    assert verified.fault is not None
    assert (verified.fault.action, verified.fault.reason.code) == (0, reason)


@pytest.mark.parametrize("text", ["", " \r\n\t", "\ufeff", "\ufeff\n"])
def test_an_empty_text_is_not_readable(text: str) -> None:
    with pytest.raises(NotReadable) as caught:
        list(read(text))
    assert caught.value.reason.code == "record-empty"


def test_too_long_a_text_is_not_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "MAX_TEXT", 100)
    with pytest.raises(NotReadable) as caught:
        list(read(HEAD + "draw " * 20))
    assert caught.value.reason.code == "record-long"


def test_too_many_actions_are_a_fault() -> None:
    record = only(HEAD + "draw " * (MAX_ACTIONS + 1))
    assert record.fault == Fault(MAX_ACTIONS + 1, Reason.of("record-actions", limit=MAX_ACTIONS))
    assert len(record.actions) == MAX_ACTIONS


@pytest.mark.parametrize(
    "piece",
    ["[", "{", '"', "\0", " ", "[\n", "[Game ", "\n[Game ", "{}", "[A ", "\\", "1.", '[A "'],
)
def test_bad_texts_are_read_in_a_time_that_grows_with_their_length(piece: str) -> None:
    began = perf_counter()
    for record in read("x" + piece * (300_000 // len(piece)) + "!"):
        verify(record, GAMES)
    assert perf_counter() - began < 10


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(st.characters()))
@settings(deadline=None, max_examples=400, derandomize=True)
def test_any_text_is_records_or_not_readable(text: str) -> None:
    try:
        found = list(read(text))
    except NotReadable:
        return
    assert found
    for record in found:
        verified = verify(record, GAMES)
        assert verified.line is not None or verified.fault is not None


def test_easy_harp_counts_undone_actions() -> None:
    line = Line(EASY_HARP, numbered(EASY_HARP, 1))
    for action in ("draw", "undo", "draw"):
        line.play(action)
    text = write(line)
    assert '[Moves "2"]' in text
    assert verify(only(text), GAMES).fault is None
    assert fault_of(text.replace('[Moves "2"]', '[Moves "1"]')).reason.code == "record-claim"
