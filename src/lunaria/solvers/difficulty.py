"""How hard a deal is, in figures that can be explained to a player."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from lunaria.core.game import WON, Game
from lunaria.games import CRESCENT, game_of_state
from lunaria.solvers import solve, wins
from lunaria.solvers.verdict import LOST, Budget, Limits, Verdict, Watch

if TYPE_CHECKING:
    from lunaria.solvers.crescent import Fewest

#: A game of random play is given up after so many actions.
LONGEST_GAME = 600


class Plays(NamedTuple):
    """How often a way of playing won."""

    won: int
    games: int


class Difficulty(NamedTuple):
    """How hard a position is; of a lost one there is nothing but the verdict."""

    verdict: Verdict
    random: Plays | None = None
    greedy: Plays | None = None
    #: In Crescent, with how few redeals it can be won.
    redeals: "Fewest | None" = None
    #: The tokens of the shortest win that is known: a win of the solver without its detours.
    par: tuple[str, ...] | None = None


def difficulty(
    state: Any, games: int, limits: Limits = Limits(), watch: Watch | None = None
) -> Difficulty:
    """How hard `state` is; `limits` hold for each figure, and `games` for each way of playing.

    Raises NotReadable where `state` cannot arise, TypeError where it is no position of a game.
    """
    game = game_of_state(state)
    verdict = solve(state, limits, watch)
    if verdict.outcome == LOST:
        return Difficulty(verdict)
    redeals = None
    if game is CRESCENT:
        # Only here, so that other games do not load its kernels.
        from lunaria.solvers.crescent import fewest_redeals

        redeals = fewest_redeals(state, limits, watch)
    return Difficulty(
        verdict,
        random_plays(game, state, games, limits, watch),
        greedy_plays(game, state, games, limits, watch),
        redeals,
        None if verdict.line is None else shorten(game, state, verdict.line, limits, watch),
    )


def random_plays(
    game: Game[Any],
    state: Any,
    games: int,
    limits: Limits = Limits(),
    watch: Watch | None = None,
) -> Plays:
    """Plays in which every legal action is as likely as any other; fewer where time is short."""
    chance = Random(f"random {limits.seed}")
    budget = _budget("random play", limits, watch)
    return _plays(game, state, games, budget, lambda now: chance.choice(game.legal(now)))


def greedy_plays(
    game: Game[Any],
    state: Any,
    games: int,
    limits: Limits = Limits(),
    watch: Watch | None = None,
) -> Plays:
    """Plays that take what they can get: a foundation, else points, else any action.

    A redeal is kept for when there is nothing else. There are fewer where time is short.
    """
    chance = Random(f"greedy {limits.seed}")

    def choose(now: Any) -> str:
        home = list(game.gestures(now).areas.values())
        if home:
            return chance.choice(home)
        legal = game.legal(now)
        kept = [token for token in legal if token not in game.undo.barriers] or legal
        most = max(game.points(now, token) for token in kept)
        return chance.choice([token for token in kept if game.points(now, token) == most])

    return _plays(game, state, games, _budget("greedy play", limits, watch), choose)


def _budget(stage: str, limits: Limits, watch: Watch | None) -> Budget:
    """The time of a figure: its work is counted otherwise than a solver's."""
    budget = Budget(limits._replace(work=None), watch)
    budget.stage = stage
    return budget


def _plays(
    game: Game[Any], state: Any, games: int, budget: Budget, choose: Callable[[Any], str]
) -> Plays:
    won = played = 0
    while played < games and budget.spent(1) is None:
        now = state
        for _ in range(LONGEST_GAME):
            if game.turn(now) == 0:
                break
            now = game.apply(now, choose(now))
        won += game.outcome(now) == WON
        played += 1
    return Plays(won, played)


def shorten(
    game: Game[Any],
    state: Any,
    line: tuple[str, ...],
    limits: Limits = Limits(seconds=1.0),
    watch: Watch | None = None,
) -> tuple[str, ...]:
    """A winning line without its detours: what is played between equal positions, and actions
    without which the rest still wins. Ends with the shortest found where time is short."""
    budget = _budget("shortening", limits, watch)
    line = _without_loops(game, state, line)
    size = 4
    while size:
        at = 0
        while at < len(line):
            if budget.spent(1) is not None:
                return line
            shorter = line[:at] + line[at + size :]
            if wins(game, state, shorter):
                line = _without_loops(game, state, shorter)
            else:
                at += 1
        size -= 1
    return line


def _without_loops(game: Game[Any], state: Any, line: tuple[str, ...]) -> tuple[str, ...]:
    kept: list[str] = []
    seen = {state: 0}
    for token in line:
        state = game.apply(state, token)
        if state in seen:
            del kept[seen[state] :]
            seen = {known: at for known, at in seen.items() if at <= len(kept)}
        else:
            kept.append(token)
            seen[state] = len(kept)
    return tuple(kept)
