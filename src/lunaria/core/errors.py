"""Why something was refused: reason codes with parameters, and the three errors that carry them.

The words for a reason live in the catalogs (`lunaria.i18n`), one text per code and language.
"""

from typing import NamedTuple

Param = str | int


class Reason(NamedTuple):
    """Why an action, a code or a record is refused: a code, and what its text needs to be said."""

    code: str
    params: tuple[tuple[str, Param], ...] = ()

    @classmethod
    def of(cls, code: str, **params: Param) -> "Reason":
        """A reason with its parameters by name."""
        return cls(code, tuple(sorted(params.items())))

    def data(self) -> dict[str, Param]:
        """The code and the parameters by name, as messages carry a reason."""
        return {"code": self.code, **dict(self.params)}

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.params)
        return f"{self.code} ({said})" if said else self.code


class LunariaError(ValueError):
    """An input that was refused; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class NotReadable(LunariaError):
    """The input has not the form that it should have."""


class NotLegal(LunariaError):
    """The rules refuse the action."""


class UnknownVersion(LunariaError):
    """The input belongs to a version of a game or format that this program does not know."""
