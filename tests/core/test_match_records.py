"""Records of matches: rounds, sealed deals, and results that no action tells of."""

from random import Random
from typing import Any

import pytest

from lunaria.core.code import Sealed
from lunaria.core.deal import commitment, sealed
from lunaria.core.errors import Reason
from lunaria.core.game import Game
from lunaria.core.record import Verified, read, verify, write
from lunaria.core.replay import Fault, Line
from lunaria.games import COMET, GAMES, HALF_MOON
from registry import every_match, numbered

SEEDS = (bytes(range(32)), bytes(32))
MATCH = Sealed("CO", 1, "C", SEEDS)


def played(game: Game[Any], code: Any, rounds: int | None = None, steps: int = 1000) -> Line[Any]:
    """A match played at random, at most so many actions."""
    chance = Random(str(code))
    line: Line[Any] = Line(game, code, rounds)
    while line.outcome is None and len(line.actions) < steps:
        line.play(chance.choice(line.legal()))
    return line


def verified(text: str) -> Verified:
    (record,) = read(text)
    return verify(record, GAMES)


def fault(text: str, code: str, **params: str | int) -> None:
    """`text` has this fault in one of its tags."""
    assert verified(text).fault == Fault(0, Reason.of(code, **params))


@every_match
def test_a_match_is_written_with_its_rounds_and_verified(game: Game[Any]) -> None:
    for rounds, steps in ((2, 1000), (4, 1000), (6, 1000), (4, 50), (4, 0)):
        for code in (numbered(game, 9), sealed(game, game.variants[-1], rounds)):
            line = played(game, code, rounds, steps)
            text = write(line, Date="2026-11-30")
            again, wrong = verified(text)
            assert wrong is None
            assert again is not None
            assert (again.state, again.breaks, again.code) == (line.state, line.breaks, code)
            assert text.count(" |") == len(line.breaks)
            assert write(again, Date="2026-11-30") == text


def test_the_form_of_a_sealed_match() -> None:
    line = Line(COMET, MATCH)
    assert write(line) == (
        '[Game "comet"]\n'
        '[Variant "C"]\n'
        f'[Seeds "{SEEDS[0].hex()} {SEEDS[1].hex()}"]\n'
        f'[Commitments "{commitment(SEEDS[0])} {commitment(SEEDS[1])}"]\n'
        '[Rounds "2"]\n'
        '[Result "unfinished"]\n'
        '[Moves "0"]\n'
        "\n"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [("|", ""), ("|", " | | "), (" |", "\n|\n"), (". ", "."), ("\n", " | ")],
)
def test_forgiving_reading(old: str, new: str) -> None:
    head, empty, actions = write(played(COMET, numbered(COMET, 2))).rpartition("\n\n")
    assert verified(head + empty + actions.replace(old, new)).fault is None


def test_seeds_and_commitments_in_capitals() -> None:
    text = write(Line(COMET, MATCH))
    for tag in ("Seeds", "Commitments"):
        value = text.split(f'[{tag} "')[1].split('"')[0]
        assert verified(text.replace(value, value.upper())).fault is None


@every_match
@pytest.mark.parametrize("rounds", ["0", "1", "3", "101", "-2", "two", "", "2.0", "9" * 100])
def test_a_number_of_rounds_that_no_match_has(game: Game[Any], rounds: str) -> None:
    text = write(Line(game, numbered(game, 1))).replace('Rounds "2"', f'Rounds "{rounds}"')
    fault(text, "rounds", first=2, last=100, step=2)
    assert verified(text).line is None


def test_more_actions_than_the_rounds_have() -> None:
    line = played(COMET, numbered(COMET, 4), 4)
    text = write(line).replace('Rounds "4"', 'Rounds "2"')
    found = verified(text)
    assert found.fault == Fault(line.breaks[1] + 1, Reason.of("comet-over"))
    assert found.line is not None
    assert found.line.outcome is not None


def test_a_wrong_seed_is_named_before_the_moves_that_it_makes_illegal() -> None:
    text = write(played(COMET, MATCH)).replace(SEEDS[1].hex(), "ab" * 32)
    fault(text, "record-commitment", round=2)
    bare = "".join(row for row in text.splitlines(True) if "Commitments" not in row)
    found = verified(bare).fault
    assert found is not None
    assert found.action > 0


@pytest.mark.parametrize("nth", [0, 1])
def test_a_commitment_to_another_seed(nth: int) -> None:
    text = write(played(COMET, MATCH)).replace(commitment(SEEDS[nth]), "0" * 64)
    fault(text, "record-commitment", round=nth + 1)


def test_seeds_without_commitments_and_commitments_that_are_too_few() -> None:
    text = write(Line(COMET, MATCH))
    whole = f'[Commitments "{commitment(SEEDS[0])} {commitment(SEEDS[1])}"]\n'
    assert verified(text.replace(whole, "")).fault is None
    for count in (0, 1, 3):
        few = " ".join([commitment(SEEDS[0])] * count)
        changed = text.replace(whole, f'[Commitments "{few}"]\n')
        fault(changed, "record-commitments", count=count, rounds=2)


@pytest.mark.parametrize("count", [1, 3, 4])
def test_another_number_of_seeds_than_of_rounds(count: int) -> None:
    text = write(Line(COMET, MATCH))
    seeds = " ".join(seed.hex() for seed in SEEDS)
    changed = text.replace(f'Seeds "{seeds}"', f'Seeds "{" ".join([SEEDS[0].hex()] * count)}"')
    fault(changed, "seeds", count=count, rounds=2)
    if count != 4:  # where no number of rounds is named, the seeds tell it
        fault(changed.replace('[Rounds "2"]\n', ""), "rounds", first=2, last=100, step=2)


@pytest.mark.parametrize("seed", ["00", "g" * 64, "0" * 63, "0" * 65])
def test_what_is_no_seed(seed: str) -> None:
    text = write(Line(COMET, MATCH)).replace(SEEDS[0].hex(), seed)
    fault(text, "seed", digits=64)


def test_a_rule_set_that_the_game_has_not() -> None:
    text = write(Line(COMET, MATCH)).replace('Variant "C"', 'Variant "Z"')
    fault(text, "code-variant", given="Z", known="N C", example="CO1-N-AAAAAAB")
    standard = verified(text.replace('[Variant "Z"]\n', "")).line
    assert standard is not None
    assert standard.code.variant == "N"


def test_a_record_deals_by_a_code_or_by_seeds() -> None:
    text = write(Line(COMET, MATCH))
    fault(text + '[Code "CO1-N-AAAAAAB"]\n', "record-two-deals")
    fault(text.replace("comet", "half-moon"), "record-no-code")
    fault(text.replace('[Game "comet"]\n', ""), "record-no-code")
    solitaire = write(Line(HALF_MOON, numbered(HALF_MOON, 1)), Seeds="of apples", Commitments="no")
    assert verified(solitaire).fault is None


@pytest.mark.parametrize("result", ["abandoned1", "abandoned2"])
def test_a_match_that_was_left(result: str) -> None:
    """Nothing in the actions tells of it; a match that has ended was not left."""
    assert verified(write(played(COMET, MATCH, steps=9), Result=result)).fault is None
    over = played(COMET, MATCH)
    wrong = {"tag": "Result", "given": result, "found": over.result}
    fault(write(over, Result=result), "record-claim", **wrong)
    solitaire = write(Line(HALF_MOON, numbered(HALF_MOON, 1)), Result=result)
    wrong["found"] = "unfinished"
    fault(solitaire, "record-claim", **wrong)


@pytest.mark.parametrize("result", ["won", "won1", "won2", "draw", "abandoned", "abandoned3"])
def test_a_result_that_is_not_so(result: str) -> None:
    wrong = {"tag": "Result", "given": result, "found": "unfinished"}
    fault(write(played(COMET, MATCH, steps=9), Result=result), "record-claim", **wrong)
