"""What is known of the numbered deals: two bits a deal, in tables that come with the package.

A table says for every deal from 1 to 999 999 whether it is winnable, lost or not decided. It is
made by a census (`lunaria census table`); its head names the command. The lost deals are named in a
file of their own, each with its certificate.
"""

import json
import lzma
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from lunaria.core.code import FIRST_NUMBER, LAST_NUMBER
from lunaria.core.errors import NotReadable, Reason
from lunaria.solvers.verdict import LOST, UNKNOWN, WINNABLE, Certificate

#: The two bits of each outcome.
OUTCOMES = (UNKNOWN, WINNABLE, LOST)

COUNT = LAST_NUMBER - FIRST_NUMBER + 1

#: Where the tables of the package are.
TABLES: Traversable = files("lunaria.solvers") / "tables"


class Known(NamedTuple):
    """The table of a game: its head, and a byte for four deals."""

    head: Mapping[str, str]
    bits: bytes

    def outcome(self, number: int) -> str:
        """What is known of a deal."""
        at, place = divmod(number - FIRST_NUMBER, 4)
        return OUTCOMES[self.bits[at] >> 2 * place & 3]

    def deals(self, outcome: str) -> list[int]:
        """The deals that have that outcome, WINNABLE or LOST, by number."""
        wanted = OUTCOMES.index(outcome)
        return [
            FIRST_NUMBER + 4 * at + place
            for at, byte in enumerate(self.bits)
            if byte
            for place in range(4)
            if byte >> 2 * place & 3 == wanted
        ]

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
    outcomes = {byte >> 2 * place & 3 for byte in set(bits) for place in range(4)}
    if (
        len(bits) != (COUNT + 3) // 4
        or not isinstance(head, dict)
        or not outcomes <= set(range(len(OUTCOMES)))
    ):
        raise NotReadable(Reason.of("table", name=name))
    return Known(head, bits)


def pack_losses(named: Mapping[int, Certificate]) -> bytes:
    """Lost deals with their certificates as a file's content: a line of JSON each, compressed."""
    rows = ({"deal": deal, "certificate": named[deal].told()} for deal in sorted(named))
    lines = (json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    return lzma.compress("".join(lines).encode())


def unpack_losses(data: bytes, name: str) -> dict[int, Certificate]:
    """The lost deals in a file's content; raises NotReadable where it is damaged."""
    try:
        rows = [json.loads(line) for line in lzma.decompress(data).splitlines()]
        named = {row["deal"]: Certificate.of(row["certificate"]) for row in rows}
        if all(FIRST_NUMBER <= deal <= LAST_NUMBER for deal in named):
            return named
    except (lzma.LZMAError, ValueError, KeyError, TypeError):
        pass
    raise NotReadable(Reason.of("table", name=name))


def table_name(game_id: str) -> str:
    """The name of the file with a game's table."""
    return f"{game_id}.xz"


def losses_name(game_id: str) -> str:
    """The name of the file with a game's lost deals."""
    return f"{game_id}-lost.jsonl.xz"


def read_table(game_id: str, folder: Traversable) -> Known | None:
    """The table of a game in a folder, if there is one.

    Raises NotReadable where it cannot be read, is damaged or another game's.
    """
    data = _content(folder / table_name(game_id))
    if data is None:
        return None
    table = unpack(data, table_name(game_id))
    if table.head.get("game") != game_id:
        found = str(table.head.get("game"))
        raise NotReadable(Reason.of("table-game", name=table_name(game_id), game=found))
    return table


def read_losses(game_id: str, folder: Traversable) -> dict[int, Certificate]:
    """The lost deals of a game that a folder names; raises NotReadable where it is damaged."""
    data = _content(folder / losses_name(game_id))
    return {} if data is None else unpack_losses(data, losses_name(game_id))


def _content(file: Traversable) -> bytes | None:
    try:
        return file.read_bytes() if file.is_file() else None
    except OSError as error:
        why = error.strerror or str(error)
        raise NotReadable(Reason.of("file", file=str(file), why=why)) from None


@cache
def known(game_id: str) -> Known | None:
    """The table of a game that comes with the package, if there is one."""
    return read_table(game_id, TABLES)


def merged(table: Known | None, found: Iterable[tuple[int, str]]) -> dict[int, str]:
    """The outcomes of a table, with what else was found; a verdict goes before none."""
    outcomes: dict[int, str] = {}
    if table is not None:
        for outcome in (WINNABLE, LOST):
            outcomes |= dict.fromkeys(table.deals(outcome), outcome)
    for number, outcome in found:
        if outcome != UNKNOWN:
            outcomes[number] = outcome
    return outcomes
