"""The exceptions of tsolve. A program bug stays an ordinary exception; these are answers to the user.

Each is a TsolveError, and also the built-in exception that a caller in Python would catch.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tsolve.findings import Diagnostic


class TsolveError(Exception):
    """Base of every error that tsolve raises on purpose."""


class InputError(TsolveError, ValueError):
    """A file or a name in it is wrong (exit code 2).

    `diagnostics` holds every problem that was found in the run, at least one.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(diagnostic.told for diagnostic in self.diagnostics)


class UnreadableError(InputError, OSError):
    """A file cannot be read, or is none (exit code 2). It has the `errno`, `strerror` and `filename` of an
    OSError.
    """

    filename: str

    def __init__(
        self, diagnostics: Iterable[Diagnostic], errno: int | None, strerror: str | None, filename: str
    ) -> None:
        super().__init__(diagnostics)
        self.errno, self.strerror, self.filename = errno, strerror, filename

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.diagnostics, self.errno, self.strerror, self.filename)


class MissingFileError(UnreadableError, FileNotFoundError):
    """There is no such file (exit code 2)."""


class UsageError(TsolveError, ValueError):
    """The command or the call itself makes no sense (exit code 2)."""


class UnsupportedError(UsageError):
    """The game has nothing that the command asks for (exit code 2)."""


class UnknownNameError(UsageError, LookupError):
    """No game, card or ruling has the name that was asked for (exit code 2)."""


class Refused(Protocol):
    """Why an action is not legal; a `tsolve.model.refusal.Refusal`."""

    @property
    def action(self) -> str:
        """The attempt in the game's notation."""
        ...

    @property
    def reason(self) -> str:
        """One sentence with its numbers."""
        ...

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rules that forbid it."""
        ...


class IllegalActionError(TsolveError, ValueError):
    """An engine was asked to apply an action that is not legal; `refusal` says why."""

    def __init__(self, refusal: Refused) -> None:
        self.refusal = refusal
        super().__init__(refusal)


class UndecidedError(TsolveError, RuntimeError):
    """No verdict can be given (exit code 3); `reasons` are sentences that say why."""

    def __init__(self, reasons: Iterable[str]) -> None:
        self.reasons: tuple[str, ...] = tuple(reasons)
        super().__init__(self.reasons)

    def __str__(self) -> str:
        return "; ".join(self.reasons)


class BeyondBoundsError(UndecidedError):
    """A problem has more parts, or larger numbers, than can be settled with certainty (exit code 3)."""

    def __init__(self, what: str) -> None:
        super().__init__((f"this is too large to settle: {what}",))


class TooLargeError(UndecidedError):
    """A search met more positions, longer lines or more states than it may look at (exit code 3)."""

    def __init__(self, what: str) -> None:
        super().__init__((f"this is too large to search: {what}",))


class DisagreementError(TsolveError, RuntimeError):
    """Solver and engine found different totals (exit code 4); `bundle` holds what reproduces it."""

    def __init__(self, bundle: object) -> None:
        self.bundle = bundle
        super().__init__(bundle)
