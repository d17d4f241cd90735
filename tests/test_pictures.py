"""The pictures that the page shows cards by: drawn anew they are the same, small, and complete."""

import gzip
import re

import pytest

from lunaria.core.cards import PACK
from lunaria.pictures import faces
from lunaria.pictures.__main__ import files
from lunaria.pictures.position import position_svg

IDS = re.findall(r'<symbol id="([^"]+)"', faces.sprite())


def test_the_files_are_those_that_the_script_draws() -> None:
    for path, content in files().items():
        if path.suffix in (".svg", ".css"):
            assert path.read_bytes() == content, f"{path.name}: make faces"


def test_the_sprite_is_little_to_load() -> None:
    assert len(gzip.compress(faces.sprite().encode())) < 40_000


def test_every_symbol_is_there_once_and_uses_none_that_is_missing() -> None:
    assert len(IDS) == len(set(IDS))
    assert set(re.findall(r'href="#([^"]+)"', faces.sprite())) <= set(IDS)


@pytest.mark.parametrize("letters", faces.LETTERS)
def test_every_card_has_a_large_and_a_small_face_with_all_letters(letters: str) -> None:
    shown = {faces.face(card, letters) for card in PACK}
    assert len(shown) == 52
    assert {*shown, *(f"{face}-s" for face in shown)} <= set(IDS)


def test_app5_a_king_is_the_same_drawing_with_another_letter() -> None:
    assert [faces.face("KS", letters) for letters in ("JQK", "VDR", "KnDK")] == ["KS", "RS", "KS"]
    assert "court-KS" in faces.needs("RS")
    assert "rank-R" in faces.needs("RS")
    assert faces.sprite().count('id="half-KS"') == 1


def test_a_position_is_drawn_with_the_letters_asked_for() -> None:
    places = {str(pile): ["KS"] for pile in range(1, 13)} | {f"R{at}": ["JH"] for at in range(1, 9)}
    drawn = position_svg("half-moon", places, letters="VDR")
    assert 'href="#RS"' in drawn
    assert 'href="#VH"' in drawn
    assert 'href="#KS"' not in drawn
