"""Records: what is written is read back, and reading is forgiving (broken ones are in
test_broken_record.py)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lunaria.core.game import Game
from lunaria.core.record import Record, read, verify, write, write_record
from lunaria.core.replay import Line
from lunaria.games import GAMES
from lunaria.games.easy_harp import EASY_HARP
from lunaria.games.half_moon import HALF_MOON
from registry import every_game, numbered
from wandering import fidget, marathon

modest = settings(deadline=None, max_examples=150, derandomize=True)

TOKENS = sorted({token for game in GAMES for token in game.tokens} | {"undo", "redo"})
names = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,12}", fullmatch=True).filter("Game".__ne__)
values = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=40)
records = st.builds(
    lambda game, tags, actions: Record((("Game", game), *tags), tuple(actions)),
    st.sampled_from([game.id for game in GAMES]),
    st.lists(st.tuples(names, values), max_size=6),
    st.lists(st.sampled_from(TOKENS), max_size=60),
)

PLAIN = """\
[Game "easy-harp"]
[Code "EH1-N-AAAAAAB"]

1. draw 2. draw 3. undo 4. draw
"""
WANTED = Record(
    (("Game", "easy-harp"), ("Code", "EH1-N-AAAAAAB")), ("draw", "draw", "undo", "draw")
)


@given(records)
@modest
def test_a_written_record_is_read_as_itself(record: Record) -> None:
    assert list(read(write_record(record))) == [record]


@given(st.lists(records, min_size=1, max_size=4))
@modest
def test_several_records_in_one_text(several: list[Record]) -> None:
    text = "\n".join(write_record(record) for record in several)
    assert list(read(text)) == several


@every_game
def test_a_played_game_is_written_and_verified(game: Game[Any]) -> None:
    for number in range(1, 6):
        line = fidget(game, number, steps=80)
        (record,) = read(write(line, Date="2026-11-29", Time="83.5", Player='Ann "A" \\ Lee'))
        assert record.actions == tuple(line.actions)
        assert record.tag("Player") == 'Ann "A" \\ Lee'
        verified = verify(record, GAMES)
        assert verified.fault is None
        assert verified.line is not None
        assert (verified.line.state, verified.line.moves) == (line.state, line.moves)


def test_the_form() -> None:
    line = Line(HALF_MOON, numbered(HALF_MOON, 1))
    tokens = [line.legal()[0]]
    line.play(tokens[0])
    tokens.append(line.legal()[0])
    line.play(tokens[1])
    assert write(line, Date="2026-11-29") == (
        '[Game "half-moon"]\n'
        '[Code "HM1-N-AAAAAAB"]\n'
        '[Result "unfinished"]\n'
        f'[Score "{line.score}"]\n'
        '[Moves "2"]\n'
        '[Date "2026-11-29"]\n'
        "\n"
        f"1. {tokens[0]} 2. {tokens[1]}\n"
    )


@every_game
def test_a_score_is_written_where_the_game_has_one(game: Game[Any]) -> None:
    (record,) = read(write(marathon(game, 1, 5)))
    scored = ["Score"] if game.scored else []
    rounds = ["Rounds"] if len(game.rounds) > 1 else []
    wanted = ["Game", "Code", *rounds, "Result", *scored, "Moves"]
    assert [name for name, _ in record.tags] == wanted


def test_lines_are_short() -> None:
    line = marathon(EASY_HARP, 1, 90)
    assert max(map(len, write(line).splitlines())) <= 80


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        "\ufeff" + PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        "\n\n  " + PLAIN + "\n\n\t",
        PLAIN.replace("\n\n", "\n"),
        PLAIN.replace("\n", " "),
        PLAIN.replace(" ", "\n \t"),
        PLAIN.replace("1. ", "").replace("2. ", "").replace("3. ", "").replace("4. ", ""),
        PLAIN.replace(". ", "."),
        PLAIN.replace(". ", "... "),
        PLAIN.replace("3. undo", "17. undo"),
        PLAIN.replace("2. draw", '2. { a comment [with] "all" sorts\nof 1. draw } draw'),
        PLAIN.replace("[Code", "{ between tags }\n[Code"),
        PLAIN.replace("draw 3.", "draw{}3."),
        PLAIN + "{ at the end }",
        PLAIN.rstrip(),
        PLAIN.replace('[Game "', '[ Game   "').replace('"]', '" ]'),
    ],
)
def test_forgiving_reading(text: str) -> None:
    assert list(read(text)) == [WANTED]


@pytest.mark.parametrize(
    "comment",
    ["{ my games }\n", "{ one\n{ two }\n", '{ a lost one:\n[Game "crescent"]\n1. redeal }\n'],
)
def test_a_comment_before_the_first_record_is_no_record(comment: str) -> None:
    assert list(read(comment + PLAIN)) == [WANTED]


def test_a_comment_may_hold_a_whole_record() -> None:
    text = PLAIN.replace("3. undo", "{ not this:\n" + PLAIN + "}\n3. undo")
    assert list(read(text)) == [WANTED]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("between", ["", "\n", "\n\n\n", "{ next }\n"])
def test_several_records_with_any_line_ends(end: str, between: str) -> None:
    text = between.join([PLAIN, PLAIN, PLAIN]).replace("\n", end)
    assert list(read(text)) == [WANTED] * 3


def test_unknown_tags_are_kept_in_order() -> None:
    tags = (
        ("Game", "half-moon"),
        ("Zebra", "1"),
        ("Code", "HM1-N-AAAAAAB"),
        ("apple", "x y"),
        ("Zebra", "2"),
        ("Long-name_2", ""),
    )
    record = Record(tags, ())
    (again,) = read(write_record(record))
    assert again.tags == tags
    assert again.tag("Zebra") == "1"
    assert again.tag("Nothing") is None
    assert verify(again, GAMES).fault is None


@given(values)
@modest
def test_any_text_without_line_feeds_can_be_a_value(value: str) -> None:
    (record,) = read(write(Line(HALF_MOON, numbered(HALF_MOON, 1)), Note=value))
    assert record.tag("Note") == value


def test_ten_thousand_actions() -> None:
    line = Line(EASY_HARP, numbered(EASY_HARP, 3))
    for number in range(10_000):
        if number % 10 == 9:
            line.play("undo")
        else:
            line.play("draw" if line.state.stock else "recycle")
    (record,) = read(write(line))
    assert len(record.actions) == 10_000
    verified = verify(record, GAMES)
    assert verified.fault is None
    assert verified.line is not None
    assert verified.line.moves == 9000
