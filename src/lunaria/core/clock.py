"""The time played: it runs only while somebody looks at a game that goes on (APP-1)."""


class Clock:
    """Seconds played. It is told the time (any rising count of seconds) and never asks for it."""

    def __init__(self, played: float = 0.0) -> None:
        self._played = played
        self._since: float | None = None

    @property
    def runs(self) -> bool:
        """Whether time is passing."""
        return self._since is not None

    def played(self, now: float) -> float:
        """Seconds played until `now`; a time that jumps back adds nothing."""
        passed = 0.0 if self._since is None else max(0.0, now - self._since)
        return self._played + passed

    def set(self, runs: bool, now: float) -> None:
        """Let time pass from `now` on, or stand still."""
        if runs != self.runs:
            self._played = self.played(now)
            self._since = now if runs else None
