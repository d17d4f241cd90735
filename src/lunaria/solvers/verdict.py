"""What a solver is asked and what it answers.

A verdict is winnable, lost or unknown. Winnable comes with the tokens that win; lost with a
certificate that somebody else can check; unknown with the limit that was met.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

#: The outcomes of a verdict.
WINNABLE, LOST, UNKNOWN = "winnable", "lost", "unknown"

#: The limits that can end a search: its work, its time, its memory, or whoever waits for it.
WORK, TIME, MEMORY, CANCELLED = "work", "time", "memory", "cancelled"


class Limits(NamedTuple):
    """How long a solver may think.

    With `work` alone the answer depends on nothing but the position, `work` and `seed`; `seconds`
    may end the search earlier, and then the machine has its say too.
    """

    #: Positions looked at, or what comes nearest to it in a solver; None: as many as it takes.
    work: int | None = None
    #: Seconds; None: as long as it takes.
    seconds: float | None = 60.0
    seed: int = 0


class Certificate(NamedTuple):
    """Why a position is lost: the kind of the proof, and its data as JSON knows them."""

    kind: str
    data: Mapping[str, Any]

    @classmethod
    def of(cls, told: Any) -> "Certificate":
        """The certificate that `told` gives; raises ValueError where it gives none."""
        if not isinstance(told, dict) or not isinstance(told.get("kind"), str):
            raise ValueError("a certificate is an object with a kind")
        return cls(told["kind"], {name: told[name] for name in told if name != "kind"})

    def told(self) -> dict[str, Any]:
        """The certificate as one object of JSON."""
        return {"kind": self.kind, **self.data}


class Verdict(NamedTuple):
    """What became of a position."""

    #: WINNABLE, LOST or UNKNOWN.
    outcome: str
    #: The stage of the solver that decided, or that met the limit.
    how: str
    #: The work done, as `Limits.work` counts it.
    work: int
    #: Seconds that it took.
    seconds: float
    #: The tokens from the position to the win.
    line: tuple[str, ...] | None = None
    certificate: Certificate | None = None
    #: Which limit was met, where the outcome is unknown.
    limit: str | None = None


class Progress(NamedTuple):
    """What a watcher is told while a solver thinks."""

    stage: str
    #: The work done so far, as `Limits.work` counts it.
    work: int
    #: Seconds since the search began.
    seconds: float


#: Is told of the progress several times a second, and answers whether to go on.
Watch = Callable[[Progress], bool]


class Budget:
    """The work and time that are left of some limits.

    Solvers work in short pieces, of a hundredth of a second or so, and ask between them.
    """

    def __init__(self, limits: Limits, watch: Watch | None = None) -> None:
        self.limits = limits
        self.work = 0
        self.stage = ""
        self._watch = watch
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._began

    def left(self, most: int) -> int:
        """How much work the next piece may do, at most `most`."""
        if self.limits.work is None:
            return most
        return max(0, min(most, self.limits.work - self.work))

    def spent(self, work: int) -> str | None:
        """Book a piece of work; the limit that is met by it, or None."""
        self.work += work
        if self.limits.work is not None and self.work >= self.limits.work:
            return WORK
        if self.limits.seconds is not None and self.seconds >= self.limits.seconds:
            return TIME
        if self._watch is not None:
            told = Progress(self.stage, self.work, self.seconds)
            if not self._watch(told):
                return CANCELLED
        return None

    def go_on(self) -> None:
        """Do nothing where something is left; raises TimeoutError where a limit is met."""
        if self.spent(0) is not None:
            raise TimeoutError

    def won(self, line: tuple[str, ...]) -> Verdict:
        """The verdict of a search that found a win."""
        return Verdict(WINNABLE, self.stage, self.work, self.seconds, line=line)

    def lost(self, certificate: Certificate) -> Verdict:
        """The verdict of a search that proved a loss."""
        return Verdict(LOST, self.stage, self.work, self.seconds, certificate=certificate)

    def unknown(self, limit: str) -> Verdict:
        """The verdict of a search that met a limit."""
        return Verdict(UNKNOWN, self.stage, self.work, self.seconds, limit=limit)
