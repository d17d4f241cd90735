"""Solvers: can this position be won, and how? They see all cards.

`solve` is the way in. A solver of a game's own is compiled when it is first asked; a game that has
none is searched by the readable `solvers.search`, which finds wins and proves no loss.
"""

import time
from importlib import import_module
from typing import Any

from lunaria.core.errors import NotReadable, Reason
from lunaria.core.game import WON, Game
from lunaria.games import CRESCENT, EASY_HARP, HALF_MOON, game_of_state
from lunaria.solvers.verdict import (
    MEMORY,
    UNKNOWN,
    WINNABLE,
    Certificate,
    Limits,
    Progress,
    Verdict,
    Watch,
)

__all__ = [
    "Certificate",
    "Limits",
    "Verdict",
    "WrongLine",
    "check",
    "check_alone",
    "solve",
    "wins",
]

#: The modules of the compiled solvers, loaded only when they are asked: compiling takes a while.
_SOLVERS = {
    HALF_MOON.id: "lunaria.solvers.half_moon",
    CRESCENT.id: "lunaria.solvers.crescent",
    EASY_HARP.id: "lunaria.solvers.easy_harp",
}


class WrongLine(Exception):
    """A solver named a line that does not win by the rules: a fault of the solver."""


def solve(state: Any, limits: Limits = Limits(), watch: Watch | None = None) -> Verdict:
    """Whether `state` can be won, within `limits`.

    Every line that a solver names is replayed by the readable rules before it is returned. Raises
    NotReadable where `state` cannot arise or is one of a match of two, TypeError where it is no
    position of a game, WrongLine where the solver is wrong.
    """
    game = game_of_state(state)
    check_alone(game)
    began = time.perf_counter()
    try:
        verdict: Verdict = ready(game.id, watch).solve(state, limits, watch)
    except MemoryError:
        # Solvers take most of their memory before they begin.
        return Verdict(UNKNOWN, "beginning", 0, time.perf_counter() - began, limit=MEMORY)
    if verdict.outcome == WINNABLE and not wins(game, state, verdict.line or ()):
        raise WrongLine(f"{game.id}: {' '.join(verdict.line or ())} from {state}")
    return verdict


def check_alone(game: Game[Any]) -> None:
    """Raises NotReadable where more than one plays: nobody alone wins or loses such a deal."""
    if game.seats > 1:
        raise NotReadable(Reason.of("no-verdict", game=game.id))


_compiled: set[str] = set()


def ready(game_id: str, watch: Watch | None = None) -> Any:
    """The module of a game's solver, compiled: the time for that is not the first position's."""
    module = import_module(_SOLVERS.get(game_id, "lunaria.solvers.search"))
    if game_id not in _compiled:
        if watch is not None:
            watch(Progress("compiling", 0, 0.0))
        module.warm_up()
        _compiled.add(game_id)
    return module


def check(state: Any, certificate: Certificate, seconds: float | None = None) -> bool:
    """Whether `certificate` shows that `state` cannot be won, by the checker of its game.

    Raises TimeoutError where `seconds` have not sufficed, TypeError where `state` is no position of
    a game, ModuleNotFoundError where the checker needs a package that is not installed.
    """
    solver = _SOLVERS.get(game_of_state(state).id)
    if solver is None:
        return False  # the readable search gives no certificates
    module = import_module(f"{solver}.check")
    try:
        return bool(module.check(state, certificate, seconds))
    except (ValueError, LookupError, TypeError):
        # Data that have not the form of their kind show nothing.
        return False


def wins(game: Game[Any], state: Any, line: tuple[str, ...]) -> bool:
    """Whether the tokens of `line` are legal one after the other, and win."""
    for token in line:
        if token not in game.tokens or game.refusal(state, token) is not None:
            return False
        state = game.apply(state, token)
    return game.outcome(state) == WON
