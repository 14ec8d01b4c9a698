"""The exceptions of tsolve, and problems with their place in a file.

These are answers to the user; a bug of the program raises an ordinary exception.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Protocol

import msgspec


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
    """A file cannot be read, or the path is not a file (exit code 2). It has the `errno`, `strerror` and
    `filename` of an OSError.
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
    """The game does not offer what the command asks for (exit code 2)."""


class UnknownNameError(UsageError, LookupError):
    """No game, card or ruling has the name that was asked for (exit code 2)."""


class Refused(Protocol):
    """Why an action is not legal; a `tsolve.model.trace.Refusal`."""

    @property
    def action(self) -> str:
        """The refused action in the game's notation."""
        ...

    @property
    def reason(self) -> str:
        """The reason in one sentence, with its numbers."""
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
    """No verdict is possible (exit code 3); `reasons` are sentences that say why."""

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
    """Solver and engine found different totals (exit code 4); `bundle` holds what reproduces this."""

    def __init__(self, bundle: object) -> None:
        self.bundle = bundle
        super().__init__(bundle)


TreePath = tuple[str | int, ...]
"""The place of a value in a file: keys and indices (from 0), from the outermost mapping down."""


class Span(msgspec.Struct, frozen=True, eq=False):
    """A stretch of text in a file. Lines and columns count from 1; the end column is exclusive.

    `text` is the first line of the stretch as written, kept for excerpts; comparisons ignore it. For data
    that comes from no file, `path` says where the value is, such as `hand[0]`; its columns then count within
    the value, and its line is the number of the value.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str = ""
    path: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self._place == other._place

    def __hash__(self) -> int:
        return hash(self._place)

    def __str__(self) -> str:
        return self.path or f"{self.file}:{self.line}:{self.column}"

    @property
    def line_in_file(self) -> int | None:
        """The line; None for data that comes from no file."""
        return None if self.path else self.line

    @property
    def written(self) -> str:
        """What stands there, as far as it is on the first line."""
        end = self.end_column - 1 if self.end_line == self.line else len(self.text)
        return self.text[self.column - 1 : end]

    def of(self, words: str) -> Span:
        """The place of these words within this stretch; the whole stretch if its first line lacks them."""
        found = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", self.written)
        if found is None:
            return self
        begin = self.column + found.start()
        return Span(self.file, self.line, begin, self.line, begin + len(words), self.text, self.path)

    @property
    def _place(self) -> tuple[str, int, int, int, int, str]:
        return self.file, self.line, self.column, self.end_line, self.end_column, self.path


class Diagnostic(msgspec.Struct, frozen=True):
    """One finding: a code of `tsolve.codes`, a sentence, where, and what to do about it."""

    code: str
    message: str
    span: Span | None = None
    help: str = ""
    excerpt: str = ""
    related: tuple[tuple[str, Span], ...] = ()
    instead: str = ""
    """What was surely meant at the place; empty where several things may be."""

    @property
    def corrected(self) -> str:
        """The line with what was meant; empty where that is not on one line, or not certain."""
        span = self.span
        if not self.instead or span is None or span.line_in_file is None or span.end_line != span.line:
            return ""
        return span.text[: span.column - 1] + self.instead + span.text[span.end_column - 1 :]

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return escape(f"{place}error {self.code}: {self.message}")

    @property
    def told(self) -> str:
        """The problem in one line, with what to do about it."""
        return "; ".join((str(self), *map(escape, self.help.splitlines())))


def escape(text: str) -> str:
    """Make text safe for a terminal: control, bidirectional and other invisible characters as `\\x1b`."""
    if text.isprintable():
        return text
    return "".join(map(escape_character, text))


def escape_character(character: str) -> str:
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    if character == "\t":
        return " "
    return character.encode("unicode_escape").decode("ascii")
