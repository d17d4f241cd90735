"""Half Moon: what touching cards does (HM-10 to HM-15)."""

from itertools import permutations, product

import pytest

from lunaria.core.cards import RANKS
from lunaria.core.game import Touch
from lunaria.games.half_moon import HALF_MOON
from positions import half_moon

NUMBERS = RANKS[:10]
FACES = RANKS[10:]
TOUCHES = HALF_MOON.manners.touches


def touched(*kinds: str) -> tuple[tuple[str, ...], Touch]:
    """The kinds selected after touching cards of these kinds, and what the last touch did."""
    picked: tuple[str, ...] = ()
    touch = Touch()
    for kind in kinds:
        touch = TOUCHES["+".join(picked)][kind]
        picked = (*touch.keeps, kind) if touch.adds else touch.keeps
    return picked, touch


def code_of(touch: Touch) -> str | None:
    return touch.reason.code if touch.reason else None


def eleven(first: str, second: str) -> bool:
    numbers = {kind: value for value, kind in enumerate(NUMBERS, start=1)}
    return first in numbers and second in numbers and numbers[first] + numbers[second] == 11


@pytest.mark.parametrize("kind", RANKS)
def test_hm10_a_first_touch_selects(kind: str) -> None:
    picked, touch = touched(kind)
    assert picked == (kind,)
    assert not touch.plays
    assert touch.reason is None


def test_hm10_a_second_card_that_makes_eleven_removes_both() -> None:
    for first, second in product(RANKS, repeat=2):
        assert touched(first, second)[1].plays == eleven(first, second)


def test_hm10_the_kinds_of_the_cards_that_can_be_touched() -> None:
    state = half_moon({"1": "KS 10D", "2": "AH", "R3": "QC"})
    assert HALF_MOON.gestures(state).kinds == {"1": "10", "2": "A", "R3": "Q"}


def test_hm11_a_trio_takes_three_touches() -> None:
    for first, second, third in permutations(FACES):
        picked, touch = touched(first, second)
        assert picked == (first, second)
        assert not touch.plays
        assert touch.reason is None
        assert touched(first, second, third)[1].plays


def test_hm11_no_tap_plays_by_itself() -> None:
    gestures = HALF_MOON.gestures(half_moon({"1": "JS", "2": "QS", "R1": "KS"}))
    assert not any(tap.token for tap in gestures.taps.values())
    assert not gestures.doubles


def test_hm12_what_stays_selected_after_deselecting_one_is_a_selection() -> None:
    for first, second in permutations(FACES, 2):
        assert {"", first, second} <= set(TOUCHES)
        assert f"{first}+{second}" in TOUCHES
    assert set(TOUCHES[""]) == set(RANKS)


def test_hm13_two_numbers_that_do_not_make_eleven_clear_the_selection() -> None:
    for first, second in product(NUMBERS, repeat=2):
        picked, touch = touched(first, second)
        if not eleven(first, second):
            assert picked == ()
            assert not touch.plays


def test_hm13_a_number_and_a_face_clear_the_selection() -> None:
    for number, face in product(NUMBERS, FACES):
        for cards in ((number, face), (face, number)):
            picked, touch = touched(*cards)
            assert picked == ()
            assert not touch.plays


@pytest.mark.parametrize("face", FACES)
def test_hm13_of_two_faces_of_a_rank_the_second_is_selected(face: str) -> None:
    touch = TOUCHES[face][face]
    assert touch.keeps == ()
    assert touch.adds
    assert not touch.plays


def test_hm13_a_third_face_of_a_selected_rank_replaces_that_card() -> None:
    for first, second in permutations(FACES, 2):
        for again, other in ((first, second), (second, first)):
            touch = TOUCHES[f"{first}+{second}"][again]
            assert touch.keeps == (other,)
            assert touch.adds
            assert not touch.plays


def test_hm13_a_number_after_two_faces_clears_the_selection() -> None:
    for (first, second), number in product(permutations(FACES, 2), NUMBERS):
        picked, touch = touched(first, second, number)
        assert picked == ()
        assert not touch.plays


def test_hm13_source_examples() -> None:
    assert touched("5", "A")[0] == ()
    assert touched("5", "K")[0] == ()
    assert touched("K", "K")[0] == ("K",)
    assert TOUCHES["K"]["K"].adds
    assert touched("5", "6")[1].plays
    assert touched("J", "Q", "K")[1].plays


def test_hm14_a_misfit_is_explained_by_the_card_selected_first() -> None:
    for first, second in product(RANKS, repeat=2):
        _, touch = touched(first, second)
        fits = eleven(first, second) or (first in FACES and second in FACES and first != second)
        wanted = None if fits else "sum" if first in NUMBERS else "trio"
        assert code_of(touch) == wanted, (first, second)


def test_hm14_a_misfit_with_two_faces_needs_a_trio() -> None:
    for (first, second), third in product(permutations(FACES, 2), RANKS):
        fits = third in FACES and third not in (first, second)
        assert code_of(touched(first, second, third)[1]) == (None if fits else "trio")


def bright(*kinds: str) -> set[str]:
    """The kinds that placement help leaves bright: those that are no misfit."""
    return {kind for kind, touch in TOUCHES["+".join(kinds)].items() if touch.reason is None}


def test_hm15_placement_help_goes_by_the_rule() -> None:
    assert bright() == set(RANKS)
    for number in NUMBERS:
        assert bright(number) == {kind for kind in NUMBERS if eleven(number, kind)}
    for face in FACES:
        assert bright(face) == set(FACES) - {face}
    for first, second in permutations(FACES, 2):
        assert bright(first, second) == set(FACES) - {first, second}


def test_hm14_misfits_are_not_explained_unless_wished() -> None:
    assert not HALF_MOON.manners.explains
