"""A match session without I/O: two seats, messages in, messages out, and what happens by itself.

Like `core.table` it never asks for the time and never waits: whoever drives it calls `advance` when
`wakes` says so. Each page is told what its seat may see. What follows without anybody's choice, a
pass or a card that has no alternative, is shown after the time that a choice takes too, so that
the other seat cannot read from the clock what a hand holds (CO-10, CO-20).
"""

from collections import deque
from collections.abc import Callable, Iterator
from random import SystemRandom
from typing import Any, NamedTuple

from lunaria.core.clock import Clock
from lunaria.core.code import Sealed
from lunaria.core.deal import commitment
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.replay import REDO, UNDO, Line
from lunaria.core.seats import ONLOOKER, Page, Seats
from lunaria.core.table import (
    BAD_MESSAGE,
    STALE,
    Action,
    Answer,
    Message,
    refused,
    transfer_data,
)

#: Who sits at a seat where it is no level of the computer.
PERSON = "person"

#: A seat whose pages have been gone for so many seconds loses the match to the other (APP-15).
PATIENCE = 120.0
#: After a round, the match goes on so many seconds after the first seat wished to.
INTERVAL = 30.0
#: A pass takes so many seconds longer than a play.
PASSING_LONGER = 0.8

NO_TAKING_BACK = Reason.of("no-undo")
LOOKS_ON = Reason.of("looks-on")
NOT_YOUR_TURN = Reason.of("not-your-turn")
NOT_YET = Reason.of("not-yet")
ALONE = Reason.of("seat-free")
OVER = Reason.of("match-over")
NOT_GONE = Reason.of("not-gone", seconds=int(PATIENCE))

#: The luck of the paces, which nobody can work out.
LUCK = SystemRandom()


class Pace(NamedTuple):
    """For how many seconds, by chance between two numbers, a position is shown at least."""

    least: float
    most: float


#: Of a seat whose other is the computer, of the computer, and of people who watch each other.
BY_ONESELF, COMPUTER, PEOPLE = Pace(0.5, 0.5), Pace(0.8, 1.4), Pace(0.6, 1.2)


class Match:
    """A match with the pages that look at it.

    `players` names who sits at each seat: `PERSON`, or a level of the computer. `screen` tells
    whether both are people at one page. `invitation` is the name by which the second seat can be
    taken while it is free, and `gone` the seat that has lost because it was left. `listed` tells
    whether anybody may take that seat, and look on. `names` are those of the people at the seats,
    None of one who has none.
    """

    def __init__(
        self,
        line: Line[Any],
        players: tuple[str, str],
        played: float = 0.0,
        *,
        screen: bool = False,
        invitation: str | None = None,
        gone: int = 0,
        listed: bool = False,
        replay: str | None = None,
        names: tuple[str | None, str | None] = (None, None),
        uniform: Callable[[float, float], float] = LUCK.uniform,
    ) -> None:
        self.line = line
        self.players = players
        self.screen = screen
        self.invitation = invitation
        self.gone = gone
        self.listed = listed
        self.replay = replay
        #: Whether what nobody chooses is played in this session, and not in another of the match.
        self.leads = True
        self.names = names
        self._uniform = uniform
        self._shown: Any = None
        self._clock = Clock(played)
        self._seats = Seats()
        #: What is still to be shown after the position that is shown now.
        self._steps: deque[Any] = deque()
        #: A choice that was made before it may be shown.
        self._held: str | None = None
        self._rematch: set[int] = set()
        self._waits: set[int] = set()
        self._goes_on: float | None = None
        self._show(line.ended if line.between else line.state, float("-inf"))

    @property
    def revision(self) -> int:
        """The number of actions so far; it only grows."""
        return len(self.line.actions)

    @property
    def shown(self) -> Any:
        """The position that is shown; the match itself may be ahead of it."""
        return self._shown

    @property
    def turn(self) -> int:
        """The seat that acts in the position that is shown; 0 where nobody does."""
        return 0 if self.gone else self.line.game.turn(self._shown)

    @property
    def outcome(self) -> str | None:
        """How the match has ended, as far as it is shown."""
        return f"abandoned{self.gone}" if self.gone else self.line.game.outcome(self._shown)

    @property
    def asks(self) -> str | None:
        """The level of the computer that has a choice in the position that is shown."""
        seat = self.turn
        if not seat or self._steps or self._held is not None or self.invitation:
            return None
        level = self.players[seat - 1]
        return level if self.leads and level != PERSON and len(self._legal()) > 1 else None

    @property
    def wakes(self) -> float | None:
        """When `advance` does something; None where only a message can."""
        if self.outcome or self.invitation:
            return None
        if not self.turn:
            return self._goes_on
        if self._steps:
            return self._ready + PASSING_LONGER
        if self._held is not None:
            return self._ready_for(self._held)
        computer = self.players[self.turn - 1] != PERSON
        by_itself = computer or len(self._legal()) == 1
        return self._ready if self.leads and by_itself else None

    @property
    def wishes(self) -> list[tuple[int, Message]]:
        """The messages, and of which seats, that bring another session of the match to this one."""
        going_on = () if self.turn or self.outcome else set(self._people()) - self._waits
        return [
            *((seat, {"type": "next"}) for seat in sorted(going_on)),
            *((seat, {"type": "rematch"}) for seat in sorted(self._rematch)),
        ]

    def played(self, now: float) -> float:
        """Seconds played until `now`."""
        return self._clock.played(now)

    def join(self, viewer: object, seat: int, now: float) -> None:
        """A page looks at the match from `seat`, or from both, 0, where two share it."""
        self._seats.join(viewer, seat, now)
        self._wind(now)

    def leave(self, viewer: object, now: float) -> None:
        """A page is gone."""
        self._seats.leave(viewer, now)
        self._wind(now)

    def taken(self) -> None:
        """The second seat is free no more."""
        self.invitation = None

    def left(self, seat: int, now: float) -> None:
        """A seat has lost the match because it was left."""
        self.gone = seat
        self._wind(now)

    def follow(self, token: str, played: float, now: float) -> None:
        """Play an action that is stored already: another process has taken it."""
        self._steps.clear()
        self._held = None
        self._clock.reach(played, now)
        if not self.turn:
            self._deal(now)
        self._play(token, now)

    def show_all(self, now: float) -> None:
        """Show what is still to be shown: another session of the match has shown it by now."""
        while self._steps:
            self._show(self._steps.popleft(), now)

    def receive(self, viewer: object, message: object, now: float) -> Answer:
        """What comes of a message of `viewer`; whatever it is, it raises nothing."""
        if not isinstance(message, dict):
            return _refused(BAD_MESSAGE)
        kind, page = message.get("type"), self._seats[viewer]
        if page.seat == ONLOOKER:
            return _refused(LOOKS_ON)
        answers: dict[object, Callable[[], Answer]] = {
            "act": lambda: self._act(viewer, message, now),
            "next": lambda: self._next(page, now),
            "claim": lambda: self._claim(page, now),
            "rematch": lambda: self._again(page),
        }
        if isinstance(kind, str) and kind in answers:
            return answers[kind]()
        if kind in ("look", "cover"):
            page.uncovered = self.turn if kind == "look" and self.screen else 0
        elif kind in ("hidden", "visible"):
            page.visible = kind == "visible"
        else:
            return _refused(BAD_MESSAGE)
        self._wind(now)
        return Answer(to_all=True)

    def advance(self, now: float, choice: str | None = None) -> Answer:
        """Do what is due: show the next step, play what has no alternative, or `choice`.

        `choice` is what the computer plays that `asks`; without it that is not done.
        """
        if self.wakes is None or now < self.wakes:
            return Answer()
        if not self.turn:
            return self._deal(now)
        if self._steps:
            self._show(self._steps.popleft(), now)
            return Answer(to_all=True)
        if self._held is None:
            self._held = choice if self.asks else self._legal()[0]
        if self._held is None or now < self._ready_for(self._held):
            return Answer()
        token, self._held = self._held, None
        return self._play(token, now)

    def _act(self, viewer: object, message: Message, now: float) -> Answer:
        token, revision = message.get("token"), message.get("revision")
        if not isinstance(token, str) or type(revision) is not int:
            return _refused(BAD_MESSAGE)
        if self.outcome:
            return _refused(OVER)
        if self.invitation:
            return _refused(ALONE)
        if revision != self.revision:
            return _refused(STALE, self.told(viewer, now))
        if self._steps or self._held is not None or not self.turn:
            return _refused(NOT_YET)
        if self._seats[viewer].shows != self.turn:
            return _refused(NOT_YOUR_TURN)
        try:
            reason = NO_TAKING_BACK if token in (UNDO, REDO) else self.line.refusal(token)
        except NotReadable as error:
            reason = error.reason
        if reason is not None:
            return _refused(reason)
        if self._watched() and now < self._ready_for(token):
            self._held = token
            return Answer()
        return self._play(token, now)

    def _play(self, token: str, now: float) -> Answer:
        steps = self.line.game.steps(self.line.state, token)
        self.line.play(token)
        self._steps.extend(steps[1:])
        self._show(steps[0], now)
        self._wind(now)
        return Answer(Action(self.revision, token, self._clock.played(now)), to_all=True)

    def _show(self, state: Any, now: float) -> None:
        game = self.line.game
        seat = game.turn(state)
        if self._shown is None or game.turn(self._shown) != seat:
            self._seats.cover()
        self._shown = state
        pace = self._pace(seat)
        self._ready = now + self._uniform(pace.least, pace.most)
        if not seat and game.outcome(state) is None:
            self._waits = {1} if self.screen else set(self._people())
            self._goes_on = None

    def _pace(self, seat: int) -> Pace:
        if seat and self.players[seat - 1] != PERSON:
            return COMPUTER
        return PEOPLE if self._watched() else BY_ONESELF

    def _ready_for(self, token: str) -> float:
        """When a play, or a pass, may be shown."""
        plays = self.line.game.transfers(self._shown, token)
        return self._ready if plays else self._ready + PASSING_LONGER

    def _watched(self) -> bool:
        """Whether another person sees when somebody acts."""
        return self.players == (PERSON, PERSON)

    def _people(self) -> Iterator[int]:
        return (seat for seat in (1, 2) if self.players[seat - 1] == PERSON)

    def _next(self, page: Page, now: float) -> Answer:
        if self.turn or self.outcome:
            return Answer()
        self._waits.discard(page.seat or 1)
        if not self._waits:
            return self._deal(now)
        if self._goes_on is None:
            self._goes_on = now + INTERVAL
        return Answer(to_all=True)

    def _deal(self, now: float) -> Answer:
        self._waits.clear()
        self._goes_on = None
        self._show(self.line.state, now)
        return Answer(to_all=True)

    def _claim(self, page: Page, now: float) -> Answer:
        left = self._claimable(page.seat, now)
        if left is None or left > 0:
            return _refused(NOT_GONE)
        self.left(3 - page.seat, now)
        return Answer(to_all=True, gone=self.gone)

    def _claimable(self, seat: int, now: float) -> float | None:
        """In how many seconds `seat` may claim the match; None where the other is there."""
        other = 3 - seat
        fits = seat and self._watched() and not self.screen and not self.invitation
        gone = self._seats.gone(other, now)
        if not fits or self.outcome or gone is None:
            return None
        return max(0.0, PATIENCE - gone)

    def _again(self, page: Page) -> Answer:
        if not self.outcome or not self._watched() or self.screen:
            return _refused(NOT_YET)
        self._rematch.add(page.seat)
        return Answer(to_all=True, rematch=len(self._rematch) == 2)

    def _legal(self) -> list[str]:
        """The legal tokens in the position that is shown, where it is no step on the way."""
        return [] if self._steps else self.line.game.legal(self._shown)

    def _wind(self, now: float) -> None:
        goes_on = bool(self.line.actions) and not self.outcome
        self._clock.set(self._seats.looked_at and goes_on, now)

    def told(self, viewer: object, now: float) -> Message:
        """Everything that a page needs to draw the match as its seat may see it."""
        line, game, page = self.line, self.line.game, self._seats[viewer]
        seat = page.shows
        acts = seat == self.turn and not self.invitation and self._held is None
        details = game.details(self._shown)
        claim = self._claimable(page.seat, now)
        return {
            "type": "match",
            "game": game.id,
            "code": None if isinstance(line.code, Sealed) else str(line.code),
            "variant": line.code.variant,
            "revision": self.revision,
            "seat": seat,
            "screen": self.screen,
            "seats": [
                {
                    "player": player,
                    "name": self.names[each - 1],
                    "own": page.seat in (0, each) and player == PERSON,
                    "here": player != PERSON or self._seats.here(each),
                    "gone": self._away(each, now),
                }
                for each, player in enumerate(self.players, start=1)
            ],
            "invitation": self.invitation,
            "listed": self.listed,
            "turn": self.turn,
            "places": game.view(self._shown, seat),
            "legal": {
                token: [transfer_data(part) for part in game.transfers(self._shown, token)]
                for token in (self._legal() if acts and seat else ())
            },
            **details,
            "rounds": line.rounds,
            "waits": sorted(self._waits),
            "outcome": self.outcome,
            "claim": None if claim is None else round(claim, 1),
            "rematch": sorted(self._rematch),
            "looksOn": page.seat == ONLOOKER,
            "watched": self._seats.watched,
            "sealed": self._seal(len(details["results"])),
            "time": round(self._clock.played(now), 3),
            "runs": self._clock.runs,
            "replay": self.replay if self.outcome else None,
        }

    def _away(self, seat: int, now: float) -> float | None:
        """For how many seconds no page of a person's seat has been there."""
        gone = self._seats.gone(seat, now)
        if self.players[seat - 1] != PERSON or gone is None or self.invitation:
            return None
        return round(gone, 1)

    def _seal(self, done: int) -> Message | None:
        """The commitments of a sealed match, with the seeds of the rounds that are over."""
        if not isinstance(self.line.code, Sealed):
            return None
        seeds = self.line.code.seeds
        told = len(seeds) if self.gone else done
        return {
            "commitments": [commitment(seed) for seed in seeds],
            "seeds": [seed.hex() if at < told else None for at, seed in enumerate(seeds)],
        }


def _refused(reason: Reason, *more: Message) -> Answer:
    return Answer(to_sender=(refused(reason), *more))
