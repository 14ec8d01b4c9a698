"""Position files with what was surely meant in place of their mistakes, as far as the messages know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import unified_diff
from typing import NamedTuple

from tsolve.diagnostics import Diagnostic
from tsolve.errors import InputError, escape
from tsolve.source.reading import FilePath, shown

_MOST_ROUNDS = 10
"""How often a file is read again: behind one mistake there may be another."""


class Corrected(NamedTuple):
    """A file before and after, and the mistakes that are left."""

    file: str
    before: str
    after: str
    left: tuple[Diagnostic, ...] = ()

    @property
    def difference(self) -> str:
        """What changes, as a unified diff."""
        before, after = self.before.splitlines(), self.after.splitlines()
        found = unified_diff(before, after, f"a/{self.file}", f"b/{self.file}", lineterm="")
        return "".join(f"{escape(line)}\n" for line in found)


def corrected(content: bytes | str, file: FilePath = "<text>") -> Corrected:
    """A position file with its mistakes corrected where only one thing can be meant; nothing else changes.

    Raises:
        UsageError: the file names a ruleset that cannot be loaded.
    """
    from tsolve.api.positions import loads

    before = content if isinstance(content, str) else content.decode("utf-8", "surrogateescape")
    after = before
    left: tuple[Diagnostic, ...] = ()
    for _ in range(_MOST_ROUNDS):
        try:
            loads(after.encode("utf-8", "surrogateescape"), file)
        except InputError as error:
            left = error.diagnostics
            if (better := _with(after, left)) == after:
                break
            after = better
        else:
            left = ()
            break
    return Corrected(shown(file), before, after, left)


def _with(text: str, mistakes: Iterable[Diagnostic]) -> str:
    """The text with each mistake corrected of which the message knows how, the last one first."""
    lines = text.splitlines(keepends=True)
    for line, begin, end, instead in sorted(_edits(mistakes), reverse=True):
        if line <= len(lines):
            lines[line - 1] = lines[line - 1][:begin] + instead + lines[line - 1][end:]
    return "".join(lines)


def _edits(mistakes: Iterable[Diagnostic]) -> Iterator[tuple[int, int, int, str]]:
    """The line, the columns and the new text of each correction; of two in one place the first."""
    places = set()
    for each in mistakes:
        span = each.span
        if span is not None and each.corrected and (place := (span.line, span.column)) not in places:
            places.add(place)
            yield span.line, span.column - 1, span.end_column - 1, each.instead
