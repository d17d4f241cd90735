"""Makes the sounds of the table: `python -m lunaria.sounds`.

Each is a few voices added up: noise, as of paper, dampened to where it is soft; and plain tones
that die away, as of a string.  They are short and quiet, and the same whenever they are made.
"""

import wave
from array import array
from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import accumulate
from math import exp, pi, sin
from pathlib import Path
from random import Random
from sys import byteorder
from typing import NamedTuple

#: Samples in a second.
RATE = 16_000
FOLDER = Path(__file__).parent / "web" / "sounds"

#: A sound in time: what it is after so many seconds.
Voice = Callable[[float], float]


def tone(pitch: float, fade: float, at: float = 0.0, loud: float = 1.0, fall: float = 0.0) -> Voice:
    """A tone of so many hertz from `at` on, which falls and fades within so many seconds."""

    def voice(second: float) -> float:
        since = second - at
        if since < 0:
            return 0.0
        turns = pitch * since - fall * since * since / 2
        soft = min(1.0, since / 0.004)  # else it begins with a click
        octave = 0.25 * sin(4 * pi * turns) * exp(-2 * since / fade)
        return loud * soft * exp(-since / fade) * (sin(2 * pi * turns) + octave)

    return voice


def rustle(
    fade: float, at: float = 0.0, loud: float = 1.0, bright: float = 0.3, swells: bool = False
) -> Voice:
    """Paper that is touched from `at` on; `bright` of 1 is plain noise, less of it is duller."""
    paper = _paper(bright)

    def voice(second: float) -> float:
        since = second - at
        if since < 0:
            return 0.0
        grows = min(1.0, since / (fade if swells else 0.002))
        fades = exp(-max(0.0, since - fade * swells) / fade)
        return loud * grows * fades * paper[int(second * RATE)]

    return voice


@cache
def _paper(bright: float) -> tuple[float, ...]:
    """A second of noise."""
    chance = Random(1)
    steps = (chance.uniform(-1, 1) for _ in range(RATE))
    return tuple(accumulate(steps, lambda level, step: level + bright * (step - level)))


class Sound(NamedTuple):
    """How many seconds a sound lasts, how loud its loudest moment is, of 1, and its voices."""

    seconds: float
    peak: float
    voices: tuple[Voice, ...]


SOUNDS = {
    "laid": Sound(0.11, 0.3, (rustle(0.018, loud=1.6), tone(170, 0.022, fall=900))),
    "turned": Sound(
        0.1, 0.22, (rustle(0.02, bright=0.6), rustle(0.012, at=0.03, loud=1.2, bright=0.5))
    ),
    "home": Sound(0.34, 0.18, (tone(659, 0.07), tone(988, 0.09, at=0.07), rustle(0.015, loud=0.4))),
    "refused": Sound(0.2, 0.25, (tone(247, 0.035, fall=300), tone(208, 0.045, at=0.075, fall=300))),
    "shuffled": Sound(
        0.36,
        0.22,
        tuple(rustle(0.012, at=0.034 * beat, loud=1 - 0.05 * beat) for beat in range(9)),
    ),
    "undone": Sound(
        0.16, 0.2, (rustle(0.045, bright=0.45, swells=True), tone(220, 0.05, loud=0.2))
    ),
    "won": Sound(
        0.7,
        0.18,
        tuple(
            tone(pitch, 0.13, at=0.08 * beat)
            for beat, pitch in enumerate((523, 659, 784, 1047, 1319))
        ),
    ),
}


def made(sound: Sound) -> bytes:
    """A sound as a WAV file of one channel."""
    count = round(sound.seconds * RATE)
    course = [sum(voice(at / RATE) for voice in sound.voices) for at in range(count)]
    ends = [min(1.0, (count - at) / (0.01 * RATE)) for at in range(count)]  # else with a click
    scale = 32767 * sound.peak / max(map(abs, course))
    data = array("h", (round(scale * each * end) for each, end in zip(course, ends, strict=True)))
    if byteorder == "big":
        data.byteswap()
    buffer = BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(data.tobytes())
    return buffer.getvalue()


def files() -> dict[Path, bytes]:
    """Each file with its content."""
    return {FOLDER / f"{name}.wav": made(sound) for name, sound in SOUNDS.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, content in files().items():
        path.write_bytes(content)
