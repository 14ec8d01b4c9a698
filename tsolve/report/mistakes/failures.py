"""What went wrong, as data and as text."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.diagnostics import Diagnostic, Span
from tsolve.model.verdicts import WRONG


class FileRange(msgspec.Struct, frozen=True):
    """A stretch of a file; lines and columns count from 1, the end column is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class RelatedPlace(msgspec.Struct, frozen=True):
    """Another place that has to do with a problem."""

    message: str
    place: FileRange


MOST_OF_A_LINE = 1_000
"""Characters of an excerpt."""


class DiagnosticAnswer(msgspec.Struct, frozen=True):
    """One problem of the input, with its code (see docs/reference/diagnostics.md)."""

    code: str
    message: str
    place: FileRange | None = None
    help: str = ""
    excerpt: str = ""
    related: tuple[RelatedPlace, ...] = ()


class ErrorAnswer(msgspec.Struct, frozen=True):
    """Why there is no answer."""

    kind: Literal["input", "usage", "undecided", "internal"]
    message: str
    file: str = ""
    diagnostics: tuple[DiagnosticAnswer, ...] = ()
    exit_code: int = WRONG


def as_answer(diagnostic: Diagnostic) -> DiagnosticAnswer:
    """A diagnostic as plain data."""
    return DiagnosticAnswer(
        diagnostic.code,
        diagnostic.message,
        _place(diagnostic.span) if diagnostic.span else None,
        diagnostic.help,
        _excerpt(diagnostic),
        tuple(RelatedPlace(message, _place(span)) for message, span in diagnostic.related),
    )


def _excerpt(diagnostic: Diagnostic) -> str:
    """The line, or of a long one the part around the place: a file of one line may have many mistakes."""
    text, span = diagnostic.excerpt, diagnostic.span
    if len(text) <= MOST_OF_A_LINE:
        return text
    first = max(0, (span.column if span else 1) - MOST_OF_A_LINE // 2)
    return text[first : first + MOST_OF_A_LINE]


def _place(span: Span) -> FileRange:
    return FileRange(span.file, span.line, span.column, span.end_line, span.end_column)
