"""From exceptions to sentences and exit codes. A traceback is printed only under TSOLVE_DEBUG=1."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import msgspec
import typer

from tsolve.budget import SpentError
from tsolve.diagnostics import Diagnostic
from tsolve.errors import DisagreementError, InputError, UndecidedError, UsageError
from tsolve.model.verdicts import INTERNAL, UNDECIDED, WRONG, Word

if TYPE_CHECKING:
    from tsolve.report.mistakes.failures import ErrorAnswer
    from tsolve.report.page import Style
    from tsolve.report.text.layout import Row


_WORDS: dict[int, Word] = {WRONG: "input error", UNDECIDED: "undecided", INTERNAL: "internal error"}


class Failure(msgspec.Struct, frozen=True):
    """Why a file or a command has no answer."""

    kind: Literal["input", "usage", "undecided", "internal"]
    message: str
    code: int
    file: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def verdict(self) -> Word:
        """What stands for the verdict that is missing."""
        return _WORDS[self.code]

    def tell(self, no_color: bool = False) -> None:
        """Write to standard error, for a person."""
        from tsolve.cli.output import Face, width

        face = Face(sys.stderr, no_color)
        sys.stderr.write(face.rows(self._rows(width() if face.is_terminal else None)))

    def _rows(self, width: int | None) -> Sequence[Row]:
        from tsolve.report.mistakes.mistakes import failure_as_rows, mistakes_as_rows

        if self.diagnostics:
            return mistakes_as_rows(self.diagnostics, width)
        style: Style = "warn" if self.kind == "undecided" else "bad"
        return failure_as_rows(self.message, self.file, style, width)

    def answer(self) -> ErrorAnswer:
        """For a program."""
        from tsolve.report.mistakes.failures import ErrorAnswer, as_answer

        problems = tuple(map(as_answer, self.diagnostics))
        return ErrorAnswer(self.kind, self.message, self.file, problems, self.code)

    def annotations(self) -> Iterator[str]:
        """For GitHub Actions."""
        from tsolve.report.formats.github import annotate_problem

        for diagnostic in self.diagnostics or (Diagnostic(self.kind, self.message),):
            yield annotate_problem(diagnostic)


def explain(error: Exception, file: str = "") -> Failure:
    """The failure behind an exception; an internal error leaves a bundle that reproduces it."""
    if isinstance(error, InputError):
        many = len(error.diagnostics)
        return Failure("input", f"{many} problem{'s' if many != 1 else ''}", WRONG, file, error.diagnostics)
    if isinstance(error, UsageError):
        return Failure("usage", str(error), WRONG, file)
    if isinstance(error, typer.TyperException):
        return Failure("usage", error.format_message(), WRONG, file)
    if isinstance(error, UndecidedError):
        return Failure("undecided", f"undecided: {error}", UNDECIDED, file)
    if isinstance(error, SpentError):  # before there was anything to say
        return Failure("undecided", f"undecided: {error}", UNDECIDED, file)
    if isinstance(error, OSError):
        return Failure("usage", f"cannot read or write: {error.strerror or error}", WRONG, file)
    return _internal(error, file, sys.argv[1:])


def usage(error: typer.TyperException, arguments: Sequence[str]) -> int:
    """A command line that makes no sense: said on stderr, or as JSON where that was asked for."""
    failure = Failure("usage", error.format_message(), WRONG)
    if _wants_json(arguments):
        _write_json(failure, arguments)
    elif hasattr(error, "show"):
        from tsolve.cli.output import Face, width
        from tsolve.report.mistakes.mistakes import usage_as_rows

        shown = StringIO()
        error.show(shown)
        face = Face(sys.stderr, "--no-color" in arguments)
        room = width() if face.is_terminal else None
        sys.stderr.write(face.rows(usage_as_rows(shown.getvalue(), room)))
    else:
        failure.tell("--no-color" in arguments)
    return failure.code


def internal(error: Exception, arguments: Sequence[str]) -> int:
    """A mistake in tsolve outside the judging of a file."""
    failure = explain(error)
    if _wants_json(arguments):
        _write_json(failure, arguments)
    else:
        failure.tell("--no-color" in arguments)
    return failure.code


def _internal(error: Exception, file: str, arguments: Sequence[str]) -> Failure:
    from tsolve.cli.bundle import write_bundle

    if os.environ.get("TSOLVE_DEBUG") == "1":
        from traceback import print_exception

        print_exception(error)
    if isinstance(error, DisagreementError):
        what = "solver and engine disagree"
    else:
        what = f"internal error: {type(error).__name__}: {error}"
    saved = write_bundle(error, file, arguments)
    return Failure("internal", f"{what}; {saved}", INTERNAL, file)


def _wants_json(arguments: Sequence[str]) -> bool:
    return "--format=json" in arguments or ("--format", "json") in pairwise(arguments)


def _write_json(failure: Failure, arguments: Sequence[str]) -> None:
    from tsolve.cli.output import emit
    from tsolve.report.formats.encoding import Run, as_json

    command = next((argument for argument in arguments if not argument.startswith("-")), "")
    emit(as_json(Run(command, failure.code, (), (failure.answer(),))))
