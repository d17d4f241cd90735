"""The time played: it runs only while somebody looks at a game that goes on (APP-1)."""


class Clock:
    """Seconds played. It is told the time (any rising count of seconds) and never asks for it.

    Where the time that it is told jumps back, nothing is added, and it goes on from there.
    """

    def __init__(self, played: float = 0.0) -> None:
        self._played = played
        self._since: float | None = None

    @property
    def runs(self) -> bool:
        """Whether time is passing."""
        return self._since is not None

    def played(self, now: float) -> float:
        """Seconds played until `now`; never less than it has said before."""
        if self._since is not None:
            self._played += max(0.0, now - self._since)
            self._since = now
        return self._played

    def reach(self, played: float, now: float) -> None:
        """At least so many seconds are played by `now`: another clock of the game says so."""
        self._played = max(self.played(now), played)

    def set(self, runs: bool, now: float) -> None:
        """Let time pass from `now` on, or stand still."""
        self.played(now)
        if runs != self.runs:
            self._since = now if runs else None
