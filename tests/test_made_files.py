"""The files that a browser is given and that scripts make are what the scripts make."""

import struct
import wave
import zlib
from array import array
from io import BytesIO
from pathlib import Path

import pytest

from lunaria import sounds
from lunaria.pictures import __main__ as pictures

DRAWN = pictures.files()
SOUNDS = sounds.files()


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """The width and height of a picture, and what is in it, whichever way it is packed."""
    width, height = struct.unpack(">II", png[16:24])
    at, data = 8, b""
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += size + 12
    return width, height, zlib.decompress(data)


def course(wav: bytes) -> "array[int]":
    with wave.open(BytesIO(wav)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return array("h", file.readframes(file.getnframes()))


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: path.name)
def test_a_picture_is_what_the_script_draws(path: Path) -> None:
    if path.suffix == ".png":
        assert pixels(path.read_bytes()) == pixels(DRAWN[path])
    else:
        assert path.read_bytes() == DRAWN[path]


@pytest.mark.parametrize("path", SOUNDS, ids=lambda path: path.stem)
def test_a_sound_is_what_the_script_makes_short_soft_and_without_a_click(path: Path) -> None:
    kept, made = course(path.read_bytes()), course(SOUNDS[path])
    # The last bit of a sine is another one on some machines.
    assert len(kept) == len(made)
    assert max(abs(a - b) for a, b in zip(kept, made, strict=True)) <= 2
    seconds = len(kept) / sounds.RATE
    assert seconds <= (0.75 if path.stem == "won" else 0.4)
    assert max(map(abs, kept)) <= 0.31 * 32767
    assert max(abs(kept[0]), abs(kept[-1])) < 0.01 * 32767


def test_the_sounds_together_are_small() -> None:
    assert sum(map(len, SOUNDS.values())) < 65_000


def test_nothing_else_is_beside_what_the_scripts_make() -> None:
    folders = {path.parent for path in (*DRAWN, *SOUNDS) if path.parent.name in ("icons", "sounds")}
    found = {each for folder in folders for each in folder.iterdir()}
    assert found <= {*DRAWN, *SOUNDS}
