"""Records: a game as text. The format is described in `docs/record-format.md`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from lunaria.core.code import Code, Sealed, check_variant, read_code
from lunaria.core.deal import commitment, read_seed
from lunaria.core.errors import NotReadable, Reason, UnknownVersion
from lunaria.core.game import Game
from lunaria.core.replay import Fault, Line, replay

#: The longest text that is read, in characters.
MAX_TEXT = 64_000_000
#: The most actions of a record.
MAX_ACTIONS = 100_000
#: The longest token, in characters.
MAX_TOKEN = 64

LINE_LENGTH = 80
#: Stands between the rounds of a match; where they end follows from the actions.
ROUND = " |"

#: The results of matches whose first or second seat was left.
ABANDONED = ("abandoned1", "abandoned2")

_PIECE = re.compile(
    r"""\s*(?:
      (?P<comment>\{[^}]*\})
    | \[\s*(?P<tag>[A-Za-z][A-Za-z0-9_-]*)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
    | (?P<number>\d+\.+|\|)
    | (?P<token>[^\s{}\[\]"]+)
    )""",
    re.VERBOSE,
)
_BEGINNING = re.compile(r"^[ \t]*\[\s*Game\s", re.MULTILINE)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_MEANT = {"n": "\n", "r": "\r"}
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,3})?")


class Record(NamedTuple):
    """One game as written: tags in order, actions, and what could not be read after them."""

    tags: tuple[tuple[str, str], ...]
    actions: tuple[str, ...]
    fault: Fault | None = None

    def tag(self, name: str) -> str | None:
        """The value of the first tag of that name."""
        return next((value for tag, value in self.tags if tag == name), None)


class Verified(NamedTuple):
    """A record replayed: the game as far as it is good, and the first fault."""

    line: Line[Any] | None
    fault: Fault | None


def write(line: Line[Any], **tags: str) -> str:
    """The record of a game, with `tags` (such as Date and Time) after its own."""
    claims = {"Game": line.game.id, **_deals(line)}
    if len(line.game.rounds) > 1:
        claims["Rounds"] = str(line.rounds)
    claims["Result"] = tags.pop("Result", line.result)
    if line.score is not None:
        claims["Score"] = str(line.score)
    claims["Moves"] = str(line.moves)
    record = Record(tuple((claims | tags).items()), tuple(line.actions))
    return write_record(record, line.breaks)


def _deals(line: Line[Any]) -> dict[str, str]:
    """The tags that tell where the cards come from."""
    if isinstance(line.code, Code):
        return {"Code": str(line.code)}
    seeds = line.code.seeds
    return {
        "Variant": line.code.variant,
        "Seeds": " ".join(seed.hex() for seed in seeds),
        "Commitments": " ".join(map(commitment, seeds)),
    }


def write_record(record: Record, breaks: Sequence[int] = ()) -> str:
    """`record` as text: tags, an empty line, the numbered actions in lines of 80 characters.

    `breaks` tells after which actions a round of a match was over.
    """
    rows = [f'[{tag} "{_escaped(value)}"]' for tag, value in record.tags] + [""]
    row = ""
    for number, action in enumerate(record.actions, start=1):
        piece = f"{number}. {action}{ROUND if number in breaks else ''}"
        if row and len(row) + 1 + len(piece) > LINE_LENGTH:
            rows.append(row)
            row = piece
        else:
            row = f"{row} {piece}" if row else piece
    if row:
        rows.append(row)
    return "\n".join(rows) + "\n"


def read(text: str) -> Iterator[Record]:
    """The records in `text`, one after the other.

    What cannot be read in a record is its `fault`, with the good part before it; the next record
    begins at the next tag Game. Raises NotReadable where there is no record at all.
    """
    if len(text) > MAX_TEXT:
        raise NotReadable(Reason.of("record-long", limit=MAX_TEXT))
    found = False
    text = re.sub("^\ufeff", "", text, flags=re.MULTILINE).replace("\r\n", "\n").replace("\r", "\n")
    for part in _parts(text):
        found = True
        yield _read_one(part)
    if not found:
        raise NotReadable(Reason.of("record-empty"))


def _parts(text: str) -> Iterator[str]:
    """`text` cut before each tag Game that begins a line outside a comment."""
    bare = _without_comments(text)
    starts = [match.start() for match in _BEGINNING.finditer(bare)]
    head = bare[: starts[0]] if starts else ""
    if starts and all(line.lstrip().startswith("[") for line in head.split("\n") if line.strip()):
        starts[0] = 0  # tags before the first tag Game belong to its record
    else:
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        if bare[start:end].strip():
            yield text[start:end]


def _without_comments(text: str) -> str:
    """`text` with blanks in place of its comments."""
    pieces, done = [], 0
    while (start := text.find("{", done)) >= 0 and (end := text.find("}", start)) >= 0:
        pieces += [text[done:start], " " * (end + 1 - start)]
        done = end + 1
    return "".join(pieces) + text[done:]


def _read_one(text: str) -> Record:
    tags: list[tuple[str, str]] = []
    actions: list[str] = []
    position, end = 0, len(text.rstrip())

    def broken(code: str, **params: str | int) -> Record:
        fault = Fault(len(actions) + 1, Reason.of(code, **params))
        return Record(tuple(tags), tuple(actions), fault)

    while position < end:
        piece = _PIECE.match(text, position)
        if piece is None:
            return broken("record-text", given=_shown(text[position:].strip()))
        position = piece.end()
        if piece["tag"] is not None:
            if actions:
                return broken("record-tag", tag=piece["tag"])
            tags.append((piece["tag"], _unescaped(piece["value"])))
        elif piece["token"] is not None:
            if len(piece["token"]) > MAX_TOKEN:
                return broken("record-text", given=_shown(piece["token"]))
            if len(actions) == MAX_ACTIONS:
                return broken("record-actions", limit=MAX_ACTIONS)
            actions.append(piece["token"])
    return Record(tuple(tags), tuple(actions))


def verify(record: Record, games: Iterable[Game[Any]]) -> Verified:
    """Replay a record and hold its claims against what comes out.

    The fault with number 0 is one of the tags; a fault in an action comes before the claims, and
    before it that the cards are not those that were promised.
    """
    games = tuple(games)
    try:
        code = _code(record, games)
    except (NotReadable, UnknownVersion) as error:
        return Verified(None, Fault(0, error.reason))
    if code is None:
        return Verified(None, record.fault or Fault(0, Reason.of("record-no-code")))
    game = next(game for game in games if game.prefix == code.prefix)
    rounds = record.tag("Rounds") if len(game.rounds) > 1 else None
    try:
        line, fault = replay(game, code, record.actions, None if rounds is None else _count(rounds))
    except NotReadable as error:
        return Verified(None, Fault(0, error.reason))
    broken = _broken_seal(record, code)
    return Verified(line, broken or fault or record.fault or _false_claim(record, line))


def _code(record: Record, games: Iterable[Game[Any]]) -> Code | Sealed | None:
    """The deal of a record, or the deals of a sealed match; None where it names none."""
    text, seeds = record.tag("Code"), record.tag("Seeds")
    game = next((game for game in games if game.id == record.tag("Game")), None)
    if game is None or game.seats == 1:
        seeds = None  # a tag like any other
    if text is not None and seeds is not None:
        raise NotReadable(Reason.of("record-two-deals"))
    if text is not None:
        return read_code(text, games)
    if seeds is None or game is None:
        return None
    variant = check_variant(record.tag("Variant") or game.variants[0], game)
    return Sealed(game.prefix, game.version, variant, tuple(map(read_seed, seeds.split())))


def _false_claim(record: Record, line: Line[Any]) -> Fault | None:
    truth = {"Game": line.game.id, "Result": line.result, "Moves": str(line.moves)}
    if line.outcome is None and record.tag("Result") in ABANDONED and line.game.seats == 2:
        truth["Result"] = record.tag("Result") or ""  # nothing in the game tells of it
    if line.score is not None:
        truth["Score"] = str(line.score)
    for tag, value in record.tags:
        if tag in truth and value != truth[tag]:
            return Fault(0, Reason.of("record-claim", tag=tag, given=value, found=truth[tag]))
        if tag == "Score" and line.score is None:
            return Fault(0, Reason.of("record-no-score", game=line.game.id))
        if tag == "Time" and not _SECONDS.fullmatch(value):
            return Fault(0, Reason.of("record-time", given=_shown(value)))
        if tag == "Date" and not _is_date(value):
            return Fault(0, Reason.of("record-date", given=_shown(value)))
    return None


def _broken_seal(record: Record, code: Code | Sealed) -> Fault | None:
    """What is wrong with the commitments to the seeds of a sealed match, where there are some."""
    commitments = record.tag("Commitments")
    if commitments is None or isinstance(code, Code):
        return None
    given = commitments.lower().split()
    if len(given) != len(code.seeds):
        count, rounds = len(given), len(code.seeds)
        return Fault(0, Reason.of("record-commitments", count=count, rounds=rounds))
    for number, (each, seed) in enumerate(zip(given, code.seeds, strict=True), start=1):
        if each != commitment(seed):
            return Fault(0, Reason.of("record-commitment", round=number))
    return None


def _count(text: str) -> int:
    """The number that a tag claims; 0 where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < MAX_TOKEN else 0


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _escaped(value: str) -> str:
    """A tag's value on one line, so that it is read back as it was."""
    return "".join(_ESCAPES.get(letter, letter) for letter in value)


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: _MEANT.get(found[1], found[1]), value)


def _shown(text: str) -> str:
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:40])
