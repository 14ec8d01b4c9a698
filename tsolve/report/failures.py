"""Why a question has no answer: the failure behind an exception, as data, with its exit code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from tsolve.budget import SpentError
from tsolve.errors import Diagnostic, DisagreementError, InputError, UndecidedError, UsageError
from tsolve.model.verdicts import INTERNAL, UNDECIDED, WRONG, Word

if TYPE_CHECKING:
    from tsolve.report.mistakes import ErrorAnswer

_WORDS: dict[int, Word] = {WRONG: "input error", UNDECIDED: "undecided", INTERNAL: "internal error"}


class Failure(msgspec.Struct, frozen=True):
    """Why a file or a command has no answer."""

    kind: Literal["input", "usage", "undecided", "internal"]
    message: str
    code: int
    file: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    is_judged: bool = False
    """Whether the rest of the file is judged."""

    @property
    def verdict(self) -> Word:
        """The word that is shown in place of a verdict."""
        return _WORDS[self.code]

    def answer(self) -> ErrorAnswer:
        """For a program."""
        from tsolve.report.mistakes import ErrorAnswer, as_answer

        problems = tuple(map(as_answer, self.diagnostics))
        return ErrorAnswer(self.kind, self.message, self.file, problems, self.code)

    def annotations(self) -> Iterator[str]:
        """For GitHub Actions."""
        from tsolve.report.formats import annotate_problem

        for diagnostic in self.diagnostics or (Diagnostic(self.kind, self.message),):
            yield annotate_problem(diagnostic)


def failure_of(error: Exception, file: str = "") -> Failure:
    """The failure behind an exception; one that nobody raises on purpose is an internal error."""
    match error:
        case InputError():
            many = len(error.diagnostics)
            problems = f"{many} problem{'s' if many != 1 else ''}"
            return Failure("input", problems, WRONG, file, error.diagnostics)
        case UsageError():
            return Failure("usage", str(error), WRONG, file)
        case UndecidedError() | SpentError():  # a search may end before there is anything to say
            return Failure("undecided", f"undecided: {error}", UNDECIDED, file)
        case OSError():
            return Failure("usage", f"cannot read or write: {error.strerror or error}", WRONG, file)
        case DisagreementError():
            return Failure("internal", "solver and engine disagree", INTERNAL, file)
        case _:
            return Failure("internal", f"internal error: {type(error).__name__}: {error}", INTERNAL, file)
