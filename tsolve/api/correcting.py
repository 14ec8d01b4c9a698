"""Position files with mistakes: what was surely meant in their place, as far as the messages know it; and
what can be judged although some claims cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import unified_diff
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.api.positions import NO_READINGS, Position, loads, position_from
from tsolve.diagnostics import Diagnostic
from tsolve.errors import InputError, Span, escape
from tsolve.source.parse import parse
from tsolve.source.reading import FilePath, shown
from tsolve.source.tree import MappingNode, Node, SequenceNode, folded

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


def without_wrong_claims(
    content: bytes | str,
    file: FilePath,
    mistakes: Iterable[Diagnostic],
    printing: str | None = None,
    interpretations: Mapping[str, str] = NO_READINGS,
) -> Position | None:
    """The position without the claims that have mistakes, so that the others can be judged; None if there are
    no others, if something else has a mistake, and for a test, whose expectations count the claims.
    """
    root = parse(content, shown(file))
    places = [each.span for each in mistakes]
    kept = (
        [_sound(key.text, value, places) for key, value in root.items]
        if isinstance(root, MappingNode)
        else []
    )
    left = [place for place in places if not any(place in wrong for _, wrong in kept)]
    if left or not isinstance(root, MappingNode):
        return None
    items = tuple((key, value) for (key, _), (value, _) in zip(root.items, kept, strict=True))
    try:
        position = position_from(replace(root, items=items), printing, interpretations)
        return position if position.written.claims else None
    except InputError:
        return None


def _sound(key: str, value: Node, places: Iterable[Span | None]) -> tuple[Node, list[Span | None]]:
    """A value of the file without wrong claims, and the places of the mistakes in those."""
    if folded(key) != "claims" or not isinstance(value, SequenceNode):
        return value, []
    wrong = [place for place in places if place is not None and _holds(value.span, place)]
    items = tuple(each for each in value.items if not any(_holds(each.span, place) for place in wrong))
    return replace(value, items=items), [*wrong]


def _holds(around: Span, inner: Span) -> bool:
    """Whether a place lies in another one."""
    begin, end = (around.line, around.column), (around.end_line, around.end_column)
    return begin <= (inner.line, inner.column) and (inner.end_line, inner.end_column) <= end
