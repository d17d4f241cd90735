"""What is known of the numbered deals: two bits a deal, in tables that come with the package.

A table says for every deal from 1 to 999 999 whether it is winnable, lost or not decided. It is
made by a census (`lunaria census table`); its head names the command.
"""

import json
import lzma
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lunaria.core.code import FIRST_NUMBER, LAST_NUMBER
from lunaria.core.errors import NotReadable, Reason
from lunaria.solvers.verdict import LOST, UNKNOWN, WINNABLE

#: The two bits of each outcome.
OUTCOMES = (UNKNOWN, WINNABLE, LOST)

COUNT = LAST_NUMBER - FIRST_NUMBER + 1


class Known(NamedTuple):
    """The table of a game: its head, and a byte for four deals."""

    head: Mapping[str, str]
    bits: bytes

    def outcome(self, number: int) -> str:
        """What is known of a deal."""
        at, place = divmod(number - FIRST_NUMBER, 4)
        return OUTCOMES[self.bits[at] >> 2 * place & 3]

    def total(self, outcome: str) -> int:
        """How many deals have that outcome."""
        wanted = OUTCOMES.index(outcome)
        in_byte = [
            sum(byte >> shift & 3 == wanted for shift in (0, 2, 4, 6)) for byte in range(256)
        ]
        found = sum(self.bits.count(byte) * each for byte, each in enumerate(in_byte) if each)
        # The last byte has room for more deals than there are.
        return found - (4 * len(self.bits) - COUNT if outcome == UNKNOWN else 0)


def pack(head: Mapping[str, str], outcomes: Mapping[int, str]) -> bytes:
    """A table as a file's content: the head as a line of JSON, then the bits, compressed."""
    bits = bytearray((COUNT + 3) // 4)
    for number, outcome in outcomes.items():
        at, place = divmod(number - FIRST_NUMBER, 4)
        bits[at] |= OUTCOMES.index(outcome) << 2 * place
    line = json.dumps(dict(head), sort_keys=True).encode() + b"\n"
    return lzma.compress(line + bytes(bits), preset=9 | lzma.PRESET_EXTREME)


def unpack(data: bytes, name: str) -> Known:
    """The table in a file's content; raises NotReadable where it is damaged."""
    try:
        line, _, bits = lzma.decompress(data).partition(b"\n")
        head = json.loads(line)
    except (lzma.LZMAError, ValueError):
        raise NotReadable(Reason.of("table", name=name)) from None
    if len(bits) != (COUNT + 3) // 4 or not isinstance(head, dict):
        raise NotReadable(Reason.of("table", name=name))
    return Known(head, bits)


@cache
def known(game_id: str) -> Known | None:
    """The table of a game that comes with the package, if there is one."""
    file = files("lunaria.solvers") / "tables" / f"{game_id}.xz"
    return unpack(file.read_bytes(), file.name) if file.is_file() else None


def merged(table: Known | None, found: Iterable[tuple[int, str]]) -> dict[int, str]:
    """The outcomes of a table, with what else was found; a verdict goes before none."""
    outcomes: dict[int, str] = {}
    for at, byte in enumerate(table.bits if table is not None else b""):
        for place in range(4):
            if bits := byte >> 2 * place & 3:
                outcomes[FIRST_NUMBER + 4 * at + place] = OUTCOMES[bits]
    for number, outcome in found:
        if outcome != UNKNOWN:
            outcomes[number] = outcome
    return outcomes
