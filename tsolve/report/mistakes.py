"""Problems of an input, as data and for people: place, code and sentence; the source line with carets; what
to do.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Literal

import msgspec

from tsolve.diagnostics import CUT_OFF
from tsolve.errors import Diagnostic, Span, escape
from tsolve.model.verdicts import WRONG
from tsolve.report.page import Style
from tsolve.report.text.layout import Piece, Row, safe, written
from tsolve.report.words import columns, wrap


class FileRange(msgspec.Struct, frozen=True):
    """A stretch of a file; lines and columns count from 1, the end column is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class RelatedPlace(msgspec.Struct, frozen=True):
    """Another place that is related to a problem."""

    message: str
    place: FileRange


MOST_OF_A_LINE = 1_000
"""The most characters of an excerpt."""


class DiagnosticAnswer(msgspec.Struct, frozen=True):
    """One problem of the input, with its code (see docs/reference/diagnostics.md)."""

    code: str
    message: str
    place: FileRange | None = None
    help: str = ""
    excerpt: str = ""
    related: tuple[RelatedPlace, ...] = ()
    instead: str = ""
    """What is surely meant at the place; empty if that is not certain."""


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
        diagnostic.instead,
    )


def _excerpt(diagnostic: Diagnostic) -> str:
    """The line; of a long one only the part around the place, since a line may have many mistakes."""
    text, span = diagnostic.excerpt, diagnostic.span
    if len(text) <= MOST_OF_A_LINE:
        return text
    first = max(0, (span.column if span else 1) - MOST_OF_A_LINE // 2)
    return text[first : first + MOST_OF_A_LINE]


def _place(span: Span) -> FileRange:
    return FileRange(span.file, span.line, span.column, span.end_line, span.end_column)


EXCERPT_WIDTH = 100
"""The most columns of a source line that are shown."""

_CUT = "..."
"""Marks where a source line is cut."""
_ENDLESS = sys.maxsize
_MARGIN = 4
"""The width of the line number before an excerpt."""


def mistakes_as_rows(
    diagnostics: Sequence[Diagnostic], width: int | None = None, is_judged: bool = False
) -> list[Row]:
    """All mistakes, their number, and on a terminal where to read more.

    Without a width (no terminal), no sentence is broken, so that programs can read it line by line.
    """
    rows = [row for each in diagnostics for row in _Mistake(each, width).rows()]
    if len(diagnostics) > 1 or is_judged:
        rows.append((Piece(_count(diagnostics, is_judged), bold=True),))
    if width is not None:
        rows.append((Piece(f"More: tsolve explain {diagnostics[0].code}", "dim"),))
    return rows


def mistakes_as_text(diagnostics: Sequence[Diagnostic], width: int | None = None) -> str:
    """The same as plain text."""
    return written(mistakes_as_rows(diagnostics, width))


def failure_as_rows(
    message: str, file: str = "", style: Style = "bad", width: int | None = None
) -> list[Row]:
    """Why a file or a command has no answer, and below that what to do. Without a width as above."""
    first, *others = message.split("\n")
    place = f"{escape(file)}: " if file else ""
    room = width or _ENDLESS
    rows: list[Row] = []
    for line in wrap(place + escape(first), room, room):
        begin = place if not rows and line.startswith(place) else ""
        rows.append(safe((Piece(begin, "dim"), Piece(line[len(begin) :], style))))
    for other in others:
        margin = len(other) - len(other.lstrip())
        for number, line in enumerate(wrap(other.lstrip(), room - margin, room - margin - 2)):
            rows.append(safe((Piece(" " * (margin + (2 if number else 0)) + line),)))
    return rows


def usage_as_rows(text: str, width: int | None = None) -> list[Row]:
    """What is wrong with a command line, in the words of the command-line library. Width as above."""
    room = width or _ENDLESS
    return [_of_usage(line) for told in text.splitlines() for line in wrap(told, room, room)]


class _Mistake:
    """One finding, laid out."""

    def __init__(self, diagnostic: Diagnostic, width: int | None) -> None:
        self.diagnostic = diagnostic
        self.room = width or _ENDLESS
        self.excerpt_room = min(self.room - _MARGIN - 3, EXCERPT_WIDTH)

    def rows(self) -> list[Row]:
        """The sentence, then the lines below it."""
        span, hints = self.diagnostic.span, self.diagnostic.help.splitlines()
        rows = self._sentence()
        if span and self.diagnostic.excerpt:
            source, caret = _shown_excerpt(self.diagnostic.excerpt, span, self.excerpt_room)
            beside = self._beside(caret, hints)
            rows.append((_gutter(str(span.line_in_file or ""), "|"), Piece(source)))
            rows.append((_gutter("", "|"), Piece(caret, "bad"), Piece(beside)))
            hints = hints[bool(beside) :]
            rows += self._corrected()
        notes = [*hints, *(f"{place}: {message}" for message, place in self.diagnostic.related)]
        room = self.room - _MARGIN - 3
        for note in notes:
            for number, line in enumerate(wrap(note, room, room)):
                rows.append((_gutter("", " " if number else "="), Piece(line)))
        return rows

    def _corrected(self) -> list[Row]:
        """The line as it was meant."""
        diagnostic = self.diagnostic
        if diagnostic.span is None or not diagnostic.corrected:
            return []
        source, _ = _shown_excerpt(diagnostic.corrected, diagnostic.span, self.excerpt_room)
        return [(_gutter(str(diagnostic.span.line), "+"), Piece(source, "good"))]

    def _sentence(self) -> list[Row]:
        place = f"{escape(str(self.diagnostic.span))}: " if self.diagnostic.span else ""
        kind = f"error {self.diagnostic.code}"
        first, *others = wrap(f"{place}{kind}: {self.diagnostic.message}", self.room, self.room - _MARGIN - 3)
        begin = [Piece(first)]
        if first.startswith(place + kind):
            rest = first[len(place) + len(kind) :]
            begin = [Piece(place, "dim"), Piece(kind, "bad", bold=True), Piece(rest)]
        return [safe(begin), *([Piece(" " * (_MARGIN + 3) + line)] for line in others)]

    def _beside(self, caret: str, hints: list[str]) -> str:
        """The first hint, if it fits beside the carets; else empty."""
        if not hints or columns(caret) + 1 + columns(escape(hints[0])) > self.excerpt_room:
            return ""
        return " " + escape(hints[0])


def _of_usage(line: str) -> Row:
    sign, colon, rest = line.partition(": ")
    if sign == "Error":
        return Piece(sign + colon, "bad", bold=True), Piece(rest)
    return safe((Piece(line, "dim" if line.startswith(("Usage:", "Try ")) else ""),))


def _gutter(number: str, sign: str) -> Piece:
    return Piece(f"{number:>{_MARGIN}} {sign} ", "dim")


def _count(diagnostics: Sequence[Diagnostic], is_judged: bool = False) -> str:
    cut_off = diagnostics[-1].code == CUT_OFF
    number = f"More than {len(diagnostics) - 1}" if cut_off else str(len(diagnostics))
    mistakes = "mistake" if number == "1" else "mistakes"
    return f"{number} {mistakes}; {'only the rest was' if is_judged else 'nothing was'} judged."


def _shown_excerpt(text: str, span: Span, room: int) -> tuple[str, str]:
    """The shown part of the source line, and the carets under the span, aligned by display width."""
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(text)
    if len(text) > room:
        room -= 2 * len(_CUT)
    left = max(0, start - room // 2) if len(text) > room else 0
    right = min(len(text), left + room)
    before, marked, after = text[left:start], text[start : min(end, right)], text[max(start, end) : right]
    opening, closing = (_CUT if left else ""), (_CUT if right < len(text) else "")
    shown = opening + escape(before) + escape(marked) + escape(after) + closing
    caret = " " * (len(opening) + columns(escape(before))) + "^" * max(1, columns(escape(marked)))
    return shown, caret
