"""A match of two in the terminal: against the computer, or with both seats played here."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import click

from lunaria.bots import player, seen_by
from lunaria.cli.saying import TEXTS
from lunaria.cli.terminal import Data, answer_people, answer_programs, position_data
from lunaria.core.cards import Card
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.replay import Line
from lunaria.games.comet import COMET, PASSING, PLAY_COMET
from lunaria.pictures.text import text_picture

#: Instead of a seat: both are played here, and the hand of the one in turn is shown.
BOTH = "all"
#: Against whom people play who name no level.
LEVEL = "normal"


def play_match(
    line: Line[Any], seat: str, level: str | None, show_all: bool, *, as_json: bool
) -> None:
    """Play from a seat, or both; raises NotReadable where no seat is left for `level`."""
    if seat == BOTH and level is not None:
        raise NotReadable(Reason.of("play-both"))
    if as_json:
        _play_json(_Match(line, seat, level, show_all))
    else:
        _play_text(_Match(line, seat, level or (None if seat == BOTH else LEVEL), show_all))


class _Came(NamedTuple):
    """What came of an action, as everybody may know it (`Game.details`)."""

    #: The rank that was due; None where a run was started.
    due: str | None
    #: What was played, and the passes that followed by themselves: seats, tokens, cards.
    plays: Sequence[tuple[int, str, Sequence[Card]]]
    #: How the round ended, if it did, and with which cards.
    ended: Mapping[str, Any] | None
    cards: Mapping[str, Sequence[Card]]


class _Match:
    """A match as it is seen from `seat`; a level of the computer plays the other one, if any."""

    def __init__(self, line: Line[Any], seat: str, level: str | None, show_all: bool) -> None:
        self.line = line
        #: 0 where both seats are played here.
        self.seat = 0 if seat == BOTH else int(seat)
        self.level = level
        self._player = None if level is None else player(level)
        self._show_all = show_all

    @property
    def turn(self) -> int:
        """The seat that acts; 0 where the match is over."""
        return self.line.game.turn(self.line.state)

    @property
    def details(self) -> Mapping[str, Any]:
        """What everybody may know of the round."""
        return self.line.game.details(self.line.state)

    def places(self) -> Mapping[str, Sequence[Card]]:
        """The cards as they are seen here."""
        return self.line.cards() if self._show_all else self.line.view(self.seat or self.turn)

    def legal(self) -> list[str]:
        """The legal tokens of the seat whose hand is seen; none where the other acts."""
        return self.line.legal() if self.seat in (0, self.turn) else []

    def play(self, action: str) -> _Came:
        """Play an action; raises NotReadable or NotLegal."""
        game, before, known = self.line.game, self.line.state, self.details
        self.line.play(action)
        after = game.apply(before, action)
        details = game.details(after)
        return _Came(
            known["due"],
            details["history"][len(known["history"]) :],
            None if game.turn(after) else details["results"][-1],
            game.cards(after),
        )

    def answers(self) -> Iterator[_Came]:
        """Let the computer play until somebody else acts: what came of each of its actions."""
        while self._player is not None and self.turn not in (0, self.seat):
            legal = self.line.legal()
            token = legal[0]
            if len(legal) > 1:
                token = self._player.choose(seen_by(COMET, self.line.state, self.turn), legal)
            yield self.play(token)


def _play_json(match: _Match) -> None:
    def begun() -> Iterator[Data]:
        yield _data(match, None)
        yield from answered()

    def played(action: str) -> Iterator[Data]:
        yield _data(match, match.play(action).ended)
        yield from answered()

    def answered() -> Iterator[Data]:
        for came in match.answers():
            yield _data(match, came.ended)

    answer_programs(begun(), played)


def _data(match: _Match, ended: Mapping[str, Any] | None) -> Data:
    """A position of a match; `ended` tells how a round ended by the last action, if one did."""
    details, cards = match.details, match.line.cards()
    return {
        **position_data(match.line, match.places(), match.legal()),
        "turn": match.turn,
        "hands": [len(cards[place]) for place in ("hand1", "hand2")],
        "due": details["due"],
        "history": details["history"],
        "round": details["round"],
        "rounds": match.line.rounds,
        "points": [
            [each["points"] if each["winner"] == seat else 0 for seat in (1, 2)]
            for each in details["results"]
        ],
        "ended": ended,
    }


def _play_text(match: _Match) -> None:
    def answered() -> None:
        for came in match.answers():
            _tell(match, came)
        _show(match)

    def played(action: str) -> None:
        _tell(match, match.play(action))
        answered()

    helps = TEXTS.text("cli.help-match", example=match.line.game.example)
    if match.level is None:
        click.echo(TEXTS.text("cli.match-both"))
    else:
        level = TEXTS.text(f"match.level.{match.level}")
        click.echo(TEXTS.text("cli.match-against", seat=match.seat, level=level))
    click.echo(helps)
    answered()
    answer_people(match.line, helps, TEXTS.text("refusal.comet-over"), played)


def _tell(match: _Match, came: _Came) -> None:
    """Say what was played and passed, and how the round ended, if it did."""
    for seat, token, cards in came.plays:
        name = _name(seat)
        if token == PASSING:
            said = TEXTS.text("match.passes", name=name)
        elif token == PLAY_COMET and came.due is None:
            said = TEXTS.text("match.plays-wild", name=name)
        elif token == PLAY_COMET:
            said = TEXTS.text("match.plays-wild-as", name=name, rank=came.due or "")
        else:
            said = TEXTS.text("match.plays", name=name, card=" ".join(cards))
        click.echo(said)
    if came.ended is not None:
        click.echo()
        click.echo(text_picture(match.line.game.id, came.cards), nl=False)
        click.echo("\n".join(_result(came.ended)))


def _result(ended: Mapping[str, Any]) -> Iterator[str]:
    """How a round ended, and how its points came about."""
    winner = ended["winner"]
    if not winner:
        yield TEXTS.text("match.stopped-even")
        return
    names = {"name": _name(winner), "other": _name(3 - winner)}
    yield TEXTS.text("match.out" if ended["out"] else "match.stopped", count=ended["pips"], **names)
    if ended["why"] == "held":
        yield TEXTS.text("match.held", name=names["other"], count=ended["points"])
    elif ended["why"]:
        yield TEXTS.text(f"match.{ended['why']}", count=ended["points"])


def _show(match: _Match) -> None:
    """The cards, the score, and whose turn it is; or how the match has ended."""
    line, details = match.line, match.details
    first, second = details["totals"]
    score = {"round": details["round"], "rounds": line.rounds, "first": first, "second": second}
    if line.outcome:
        click.echo()
        click.echo(TEXTS.text("cli.match-state", **score))
        winner = line.outcome.removeprefix("won")
        click.echo(
            TEXTS.text("match.won", name=_name(int(winner)))
            if winner.isdigit()
            else TEXTS.text("match.draw")
        )
        return
    click.echo()
    click.echo(text_picture(line.game.id, match.places()), nl=False)
    click.echo(TEXTS.text("cli.match-state", **score))
    due = details["due"]
    asked = TEXTS.text("match.next", rank=due) if due else TEXTS.text("match.first")
    click.echo(f"{TEXTS.text('match.turn-of', name=_name(match.turn))} {asked}.")


def _name(seat: int) -> str:
    return TEXTS.text("match.player", seat=seat)
