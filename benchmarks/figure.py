"""A figure beside its target."""

from typing import NamedTuple


class Figure(NamedTuple):
    """What was measured; `value` is None where it could not be."""

    name: str
    value: float | None
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def missed(self) -> bool:
        """Whether it is on the wrong side of its target."""
        if self.value is None:
            return False
        too_low = self.at_least is not None and self.value < self.at_least
        return too_low or (self.at_most is not None and self.value > self.at_most)

    def __str__(self) -> str:
        value = "-"
        if self.value is not None:
            whole = self.value > 99 or isinstance(self.value, int)
            value = f"{self.value:,.{0 if whole else 1}f}"
        if self.at_least is not None:
            target = f"at least {self.at_least:,}"
        elif self.at_most is not None:
            target = f"at most {self.at_most:,}"
        else:
            target = ""
        verdict = "missed" if self.missed else "" if self.value is None or not target else "held"
        return f"{self.name:<46}{value:>10} {self.unit:<3} {target:<17}{verdict}".rstrip()
