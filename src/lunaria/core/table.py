"""A table session without I/O: messages in, messages out.

A WebSocket, a web worker and a test drive the same object. It never asks for the time: each call is
told `now`, in seconds of any clock that rises. The messages are described in `docs/protocol.md`.

Every change carries the revision that it was made on, the number of actions so far, which only
grows: a page that acts on an old position is told the new one, and nothing happens.
"""

from typing import Any, NamedTuple

from lunaria.core.clock import Clock
from lunaria.core.code import LAST_NUMBER, example
from lunaria.core.errors import NotLegal, NotReadable, Reason
from lunaria.core.game import Game, Gestures, Manners, Tap, Touch, Transfer
from lunaria.core.record import MAX_ACTIONS
from lunaria.core.replay import Line

Message = dict[str, Any]

STALE = Reason.of("stale")
PAUSED = Reason.of("paused")
BAD_MESSAGE = Reason.of("message")
TOO_MANY = Reason.of("too-many-actions", limit=MAX_ACTIONS)


class Action(NamedTuple):
    """An action to be stored before anyone is told of it: its number from 1, and its time."""

    number: int
    token: str
    played: float


class Answer(NamedTuple):
    """What came of a message: something to store first, then words for the sender or for all."""

    action: Action | None = None
    to_sender: tuple[Message, ...] = ()
    to_all: bool = False
    #: The seat that has lost a match because it was left.
    gone: int = 0
    #: Whether both seats wish for another match.
    rematch: bool = False


class Table:
    """One game with the pages that look at it.

    `replay` is the name under which others may look at the game, where it has one, and `study`
    tells whether an analysis was asked for before the game was won (APP-6).
    """

    def __init__(
        self,
        line: Line[Any],
        played: float = 0.0,
        *,
        replay: str | None = None,
        study: bool = False,
    ) -> None:
        self.line = line
        self.replay = replay
        self.study = study
        self._clock = Clock(played)
        self._visible: dict[object, bool] = {}
        self._paused = False
        self._code = str(line.code)

    @property
    def revision(self) -> int:
        """The number of actions so far; it only grows."""
        return len(self.line.actions)

    @property
    def wishes(self) -> list[Message]:
        """The messages that bring another session of the same game to what its pages wished."""
        return [{"type": "pause"}] if self._paused else []

    def played(self, now: float) -> float:
        """Seconds played until `now`."""
        return self._clock.played(now)

    def join(self, viewer: object, now: float) -> None:
        """A page looks at the table."""
        self._visible[viewer] = True
        self._wind(now)

    def leave(self, viewer: object, now: float) -> None:
        """A page is gone."""
        self._visible.pop(viewer, None)
        self._wind(now)

    def receive(self, viewer: object, message: object, now: float) -> Answer:
        """What comes of a message of `viewer`; whatever it is, it raises nothing."""
        if not isinstance(message, dict):
            return self._refused(BAD_MESSAGE)
        kind = message.get("type")
        if kind == "act":
            return self._act(viewer, message, now)
        if kind == "why":
            return self._why(message)
        if kind in ("pause", "resume"):
            self._paused = kind == "pause"
        elif kind in ("hidden", "visible"):
            self._visible[viewer] = kind == "visible"
        else:
            return self._refused(BAD_MESSAGE)
        self._wind(now)
        return Answer(to_all=True)

    def follow(self, token: str, played: float, now: float) -> None:
        """Play an action that is stored already: another process has taken it."""
        self.line.play(token)
        self._clock.reach(played, now)
        self._wind(now)

    def _act(self, viewer: object, message: Message, now: float) -> Answer:
        token, revision = message.get("token"), message.get("revision")
        if not isinstance(token, str) or type(revision) is not int:
            return self._refused(BAD_MESSAGE)
        if revision != self.revision:
            return self._refused(STALE, self.view(now))
        if self._paused:
            return self._refused(PAUSED)
        if self.revision >= MAX_ACTIONS:
            return self._refused(TOO_MANY)
        try:
            self.line.play(token)
        except (NotReadable, NotLegal) as error:
            return self._refused(error.reason)
        # Whoever acts sees the table, whatever the page has said before: the time runs again.
        self._visible[viewer] = True
        self._wind(now)
        return Answer(Action(self.revision, token, self._clock.played(now)), to_all=True)

    def _why(self, message: Message) -> Answer:
        """Why a token is refused: told to who asks, and nothing changes."""
        token, revision = message.get("token"), message.get("revision")
        if not isinstance(token, str) or type(revision) is not int:
            return self._refused(BAD_MESSAGE)
        try:
            reason = self.line.refusal(token)
        except NotReadable as error:
            return self._refused(error.reason)
        told = reason_data(reason) if reason and revision == self.revision else None
        return Answer(
            to_sender=({"type": "why", "token": token, "revision": revision, "reason": told},)
        )

    def _refused(self, reason: Reason, *more: Message) -> Answer:
        return Answer(to_sender=(refused(reason), *more))

    def _wind(self, now: float) -> None:
        looked_at = any(self._visible.values())
        goes_on = bool(self.line.actions) and self.line.outcome is None
        self._clock.set(looked_at and goes_on and not self._paused, now)

    def told(self, viewer: object, now: float) -> Message:
        """What a page is told; all are told the same."""
        return self.view(now)

    def view(self, now: float, seat: int = 1) -> Message:
        """Everything that a page needs to draw the table and to answer a touch by itself."""
        line, game = self.line, self.line.game
        acts = line.outcome is None and seat == 1
        legal = line.legal() if acts else ()
        gestures = game.gestures(line.state) if acts else Gestures()
        return {
            "type": "table",
            "game": game.id,
            "code": self._code,
            "number": line.code.number,
            "revision": self.revision,
            "last": line.actions[-1] if line.actions else None,
            "places": line.view(seat),
            "legal": {
                token: [transfer_data(part) for part in game.transfers(line.state, token)]
                for token in legal
            },
            "taps": {place: _tap_data(tap) for place, tap in gestures.taps.items()},
            "doubles": gestures.doubles,
            "areas": gestures.areas,
            "kinds": gestures.kinds,
            "score": line.score,
            "moves": line.moves,
            "redeals": game.redeals(line.state),
            "undo": line.undo,
            "redo": line.redo,
            "outcome": line.outcome,
            "time": round(self._clock.played(now), 3),
            "runs": self._clock.runs,
            "paused": self._paused,
            "replay": self.replay,
            "study": self.study,
        }


def refused(reason: Reason) -> Message:
    """What a page is told whose message was refused."""
    return {"type": "refused", "reason": reason_data(reason)}


def reason_data(reason: Reason) -> Message:
    """A reason as messages carry it: its code and its parameters by name."""
    return reason.data()


def reason_of(data: Message) -> Reason:
    """The reason that `reason_data` made `data` of."""
    return Reason.of(**data)


def game_data(game: Game[Any]) -> Message:
    """What a page needs to know of a game, the same in every position."""
    manners = game.manners
    return {
        "id": game.id,
        "prefix": game.prefix,
        "variants": game.variants,
        "seats": game.seats,
        "rounds": _rounds(game.rounds),
        "deals": LAST_NUMBER,
        "example": example(game),
        "places": game.places,
        "buttons": sorted(game.undo.barriers),
        "targets": sorted({token.partition(">")[2] for token in game.tokens if ">" in token}),
        "touches": {
            picked: {kind: _touch_data(touch) for kind, touch in touches.items()}
            for picked, touches in manners.touches.items()
        },
        "manners": _wishes(manners) if game.seats == 1 else {},
        "tapFirst": manners.tap_first,
        "tooMany": manners.too_many and reason_data(manners.too_many),
        "tooFew": manners.too_few and reason_data(manners.too_few),
    }


def _rounds(rounds: range) -> Message | None:
    """How many rounds a match may have; None where there is but one deal."""
    if len(rounds) == 1:
        return None
    return {"least": rounds[0], "most": rounds[-1], "step": rounds.step}


def _wishes(manners: Manners) -> Message:
    """The settings that the game has for itself (APP-5), each as it is until the player wishes."""
    wishes = {"explains": manners.explains}
    if manners.touches:
        wishes["dims"] = False
    if manners.double_optional:
        wishes["doubles"] = True
    return wishes


def transfer_data(part: Transfer) -> list[Any]:
    """A transfer as messages carry it."""
    return [part.source, part.size, part.target, part.reversed]


def _tap_data(tap: Tap) -> Message:
    if tap.token is not None:
        return {"token": tap.token}
    if tap.reason is not None:
        return {"reason": reason_data(tap.reason)}
    return {"shakes": tap.shakes}


def _touch_data(touch: Touch) -> Message:
    return {
        "keeps": touch.keeps,
        "adds": touch.adds,
        "plays": touch.plays,
        "reason": touch.reason and reason_data(touch.reason),
    }
