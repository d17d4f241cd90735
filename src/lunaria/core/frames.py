"""A game action by action, as a page shows it that replays it.

A frame is what one action changed of all that somebody sees who looks on: from the first seat, or
at all seats where there are several, as a match is looked at again when it is over. The first frame
is the whole position before. `docs/protocol.md` describes its fields.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lunaria.core.cards import Card
from lunaria.core.replay import REDO, UNDO, Line
from lunaria.core.table import Message, transfer_data

#: The seat whose view is shown.
SEAT = 1


def seen(line: Line[Any]) -> dict[str, tuple[Card, ...]]:
    """The cards at every place as they are shown when a game is looked at again.

    After the last action of a round that is how it ended; the next one is seen from its first
    action on.
    """
    if line.game.seats == 1:
        return line.view(SEAT)
    return line.game.cards(line.ended) if line.between else line.cards()


def frames(line: Line[Any], actions: Iterable[str]) -> Iterator[Message]:
    """The position of `line`, and what each of `actions` changes when it is played on it.

    Raises NotReadable or NotLegal at an action that is refused.
    """
    shown = seen(line)
    yield _frame(line, None, shown, [], 0)
    for action in actions:
        before = line.state
        line.play(action)
        parts = () if action in (UNDO, REDO) else line.game.transfers(before, action)
        places = seen(line)
        changed = {place: cards for place, cards in places.items() if cards != shown[place]}
        moved = [transfer_data(part) for part in parts]
        yield _frame(line, action, changed, moved, line.game.turn(before))
        shown = places


def _frame(
    line: Line[Any], action: str | None, places: Message, transfers: list[Any], seat: int
) -> Message:
    return {
        "action": action,
        "seat": seat,
        "places": places,
        "transfers": transfers,
        "score": line.score,
        "moves": line.moves,
        "redeals": line.game.redeals(line.state),
        "outcome": line.outcome,
    }


def path_frames(actions: Sequence[str]) -> list[int]:
    """For each position on the path to the last one the number of its frame, from the deal's on.

    Frames of what was taken back and not restored are not among them.
    """
    kept = [0]
    for number, action in enumerate(actions, start=1):
        if action == UNDO:
            kept.pop()
        else:
            kept.append(number)
    return kept
