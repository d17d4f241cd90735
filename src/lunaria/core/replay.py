"""A game being played: its code and its actions, and all that follows from them.

Position, score, counts and what can be taken back are never stored: they are a replay of the
actions, `undo` and `redo` among them.
"""

from collections import deque
from collections.abc import Iterable
from sys import intern
from typing import Any, Generic, NamedTuple

from lunaria.core.cards import Card
from lunaria.core.code import Code, Sealed
from lunaria.core.deal import order_of
from lunaria.core.errors import NotLegal, NotReadable, Reason
from lunaria.core.game import Game, State, Terms

UNDO = "undo"
REDO = "redo"

NO_UNDO = Reason.of("no-undo")
NOTHING_TO_UNDO = Reason.of("nothing-to-undo")
NOTHING_TO_REDO = Reason.of("nothing-to-redo")


class Moment(NamedTuple, Generic[State]):
    """A position on the way, with the score and the count of moves that it was reached with."""

    state: State
    score: int
    moves: int


class Line(Generic[State]):
    """A game from its deal through its actions up to now.

    `actions` is the whole truth; everything else is derived from it. A match has `rounds` deals,
    the fewest that the game allows where that is not said; each is dealt when the one before it is
    over. Raises ValueError where the code is not one of this game's, NotReadable where the game
    has no match of so many rounds, or the code not so many deals.
    """

    def __init__(self, game: Game[State], code: Code | Sealed, rounds: int | None = None) -> None:
        own = (code.prefix, code.version) == (game.prefix, game.version)
        if not own or code.variant not in game.variants:
            raise ValueError(f"{code} is no deal of {game.id}")
        self.game = game
        self.code = code
        self.rounds = check_rounds(_rounds(code, game) if rounds is None else rounds, game)
        if isinstance(code, Sealed) and len(code.seeds) != self.rounds:
            raise NotReadable(Reason.of("seeds", count=len(code.seeds), rounds=self.rounds))
        self.actions: list[str] = []
        #: After how many actions each round but the last was over.
        self.breaks: list[int] = []
        #: How the last round ended that is followed by another; None in the first round.
        self.ended: State | None = None
        self._now: Moment[State] = Moment(self._deal(None), 0, 0)
        self._past: deque[Moment[State]] = deque(maxlen=game.undo.depth)
        self._future: list[Moment[State]] = []
        self._no_undo = NOTHING_TO_UNDO if game.undo.depth else NO_UNDO
        #: The last position that was asked for its outcome, and what it was.
        self._decided: tuple[State | None, str | None] = (None, None)

    @property
    def state(self) -> State:
        """The position now."""
        return self._now.state

    @property
    def score(self) -> int | None:
        """The points so far; None in a game without a score."""
        return self._now.score if self.game.scored else None

    @property
    def moves(self) -> int:
        """The count of moves, by the game's own rule about what lowers it."""
        return self._now.moves

    @property
    def between(self) -> bool:
        """Whether the last action ended a round that is followed by another (see `ended`)."""
        return bool(self.breaks) and self.breaks[-1] == len(self.actions)

    @property
    def undo(self) -> int:
        """How many actions can be taken back now."""
        return len(self._past)

    @property
    def redo(self) -> int:
        """How many actions that were taken back can be restored now."""
        return len(self._future)

    @property
    def outcome(self) -> str | None:
        """How the game has ended, or None while it goes on."""
        state, outcome = self._decided
        if state is not self.state:
            outcome = self.game.outcome(self.state)
            self._decided = (self.state, outcome)
        return outcome

    @property
    def result(self) -> str:
        """The outcome as records tell it."""
        return self.outcome or "unfinished"

    @property
    def path(self) -> tuple[str, ...]:
        """The tokens that lead from the deal to the position now, without what was taken back."""
        kept: list[str] = []
        taken_back: list[str] = []
        for action in self.actions:
            if action == UNDO:
                taken_back.append(kept.pop())
            elif action == REDO:
                kept.append(taken_back.pop())
            else:
                taken_back.clear()
                kept.append(action)
        return tuple(kept)

    def legal(self) -> list[str]:
        """The legal tokens, without `undo` and `redo`."""
        return self.game.legal(self.state)

    def cards(self) -> dict[str, tuple[Card, ...]]:
        """All cards at every place, bottom to top."""
        return self.game.cards(self.state)

    def view(self, seat: int = 1) -> dict[str, tuple[Card, ...]]:
        """The cards at every place as `seat` may see them."""
        return self.game.view(self.state, seat)

    def refusal(self, action: str) -> Reason | None:
        """Why `action` cannot be played now, or None; raises NotReadable where it is no token."""
        if action == UNDO:
            return None if self._past else self._no_undo
        if action == REDO:
            return None if self._future else NOTHING_TO_REDO
        if action not in self.game.tokens:
            raise NotReadable(
                Reason.of("token", given=action[:40], game=self.game.id, example=self.game.example)
            )
        return self.game.refusal(self.state, action)

    def play(self, action: str) -> None:
        """Play one action; raises NotReadable or NotLegal, and then nothing has changed."""
        reason = self.refusal(action)
        if reason is not None:
            raise NotLegal(reason)
        if action == UNDO:
            self._take_back()
        elif action == REDO:
            self._restore()
        else:
            self._act(action)
        self.actions.append(intern(action))  # one text each, however many games hold it

    def _act(self, token: str) -> None:
        game, now = self.game, self._now
        self._future.clear()
        barrier = token in game.undo.barriers
        if barrier:
            self._past.clear()
            self._no_undo = Reason.of("undo-barrier", action=token)
        else:
            if game.undo.depth and len(self._past) == game.undo.depth:
                self._no_undo = Reason.of("undo-depth", depth=game.undo.depth)
            self._past.append(now)
        after = game.apply(now.state, token)
        if self.rounds > 1 and game.turn(after) == 0 and game.outcome(after) is None:
            self.breaks.append(len(self.actions) + 1)
            self.ended = after
            after = self._deal(after)
        self._now = Moment(
            after, now.score + game.points(now.state, token), now.moves + (not barrier)
        )

    def _deal(self, previous: State | None) -> State:
        """The first position of the next round."""
        order = order_of(self.code, self.game, len(self.breaks) + 1)
        return self.game.deal(order, Terms(self.code.variant, self.rounds), previous)

    def _take_back(self) -> None:
        self._future.append(self._now)
        self._now = self._counted(self._past.pop())

    def _restore(self) -> None:
        self._past.append(self._now)
        self._now = self._counted(self._future.pop())

    def _counted(self, moment: Moment[State]) -> Moment[State]:
        if self.game.undo.lowers_moves:
            return moment
        return moment._replace(moves=self._now.moves)


def _rounds(code: Code | Sealed, game: Game[Any]) -> int:
    """How many rounds a match has where it is not said."""
    return len(code.seeds) if isinstance(code, Sealed) else game.rounds[0]


def check_rounds(rounds: int, game: Game[Any]) -> int:
    """`rounds` itself; raises NotReadable where the game has no match of so many (CO-2)."""
    if rounds not in game.rounds:
        first, step, last = game.rounds[0], game.rounds.step, game.rounds[-1]
        raise NotReadable(Reason.of("rounds", first=first, step=step, last=last))
    return rounds


class Fault(NamedTuple):
    """What is wrong with a record: the action's number, from 1 (0: not an action), and why."""

    action: int
    reason: Reason


def replay(
    game: Game[Any], code: Code | Sealed, actions: Iterable[str], rounds: int | None = None
) -> tuple[Line[Any], Fault | None]:
    """Play `actions` from the deal: the game as far as they are legal, and what stopped them.

    Raises NotReadable where the game has no match of so many `rounds`.
    """
    line: Line[Any] = Line(game, code, rounds)
    for number, action in enumerate(actions, start=1):
        try:
            line.play(action)
        except (NotReadable, NotLegal) as error:
            return line, Fault(number, error.reason)
    return line, None
