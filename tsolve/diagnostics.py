"""Coded findings with a place in a file, their collector, and their rendering as plain text.

Texts from files and file names are escaped wherever they are shown or written, and all by `escape` or, where
a program reads them again, by `quoted`: so that a card name can neither colour a terminal, nor reverse the
reading direction of a line, nor hide in one, nor give orders to a CI runner.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import msgspec

from tsolve.errors import InputError, UsageError

MAX_ITEMS = 100
"""Problems kept by one collector; a file that is wrong throughout is not worth more lines."""

_HIDDEN = "[^\n\x20-\x7e\U00010000-\U0010ffff]"
"""What may be escaped in JSON: YAML does not know the pairs by which JSON escapes rarer characters."""

_ORDERS = ("::", "##[")

EXCERPT_WIDTH = 100
"""Columns of source shown in a rendered diagnostic."""


class Span(msgspec.Struct, frozen=True, eq=False):
    """A stretch of text in a file. Lines and columns count from 1; the end column is exclusive.

    `text` is the first line of the stretch as written, kept for excerpts; it takes no part in comparison.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self._place == other._place

    def __hash__(self) -> int:
        return hash(self._place)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def of(self, words: str) -> Span:
        """The place of words within this stretch; all of it where its first line does not hold them."""
        end = self.end_column - 1 if self.end_line == self.line else len(self.text)
        found = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", self.text[self.column - 1 : end])
        if found is None:
            return self
        begin = self.column + found.start()
        return Span(self.file, self.line, begin, self.line, begin + len(words), self.text)

    @property
    def _place(self) -> tuple[str, int, int, int, int]:
        return self.file, self.line, self.column, self.end_line, self.end_column


class Diagnostic(msgspec.Struct, frozen=True):
    """One finding: a code of `tsolve.codes`, a sentence, where, and what to do about it."""

    code: str
    message: str
    span: Span | None = None
    help: str = ""
    excerpt: str = ""
    related: tuple[tuple[str, Span], ...] = ()

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return escape(f"{place}{self.code} {self.message}")


class Diagnostics:
    """Collects findings, so that one run reports all of them. Keeps the first `MAX_ITEMS`."""

    def __init__(self) -> None:
        self._items: list[Diagnostic] = []
        self._dropped = False

    def __len__(self) -> int:
        return len(self._items)

    @property
    def items(self) -> tuple[Diagnostic, ...]:
        """The findings in the order of their places; those without a place come first."""
        return tuple(sorted(self._items, key=_place))

    @property
    def full(self) -> bool:
        """Whether no further finding is kept; then looking for more is a waste."""
        return len(self._items) >= MAX_ITEMS

    def report(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        help: str | Callable[[], str] = "",  # noqa: A002 (the field's name)
        related: Iterable[tuple[str, Span]] = (),
    ) -> None:
        """Add a finding. `help` may be a function when it is costly to make (suggestions)."""
        if self.full:
            self._dropped = True
            return
        text = help if isinstance(help, str) else help()
        excerpt = span.text if span else ""
        self._items.append(Diagnostic(code, message, span, text, excerpt, tuple(related)))

    def raise_if_any(self) -> None:
        """Raise `InputError` with every finding, if there is one."""
        if not self._items:
            return
        more = (Diagnostic("TS119", "more problems are not shown"),) if self._dropped else ()
        raise InputError(self.items + more)


def input_error(code: str, message: str, span: Span | None = None, help: str = "") -> InputError:  # noqa: A002
    """An `InputError` that holds a single finding, ready to be raised."""
    return InputError((Diagnostic(code, message, span, help, span.text if span else ""),))


@contextmanager
def located(place: Span) -> Iterator[None]:
    """What is found wrong inside stands at this place, unless it has one of its own."""
    try:
        yield
    except UsageError as error:
        raise input_error("TS210", str(error), place) from None
    except InputError as error:
        raise InputError(each if each.span else _placed(each, place) for each in error.diagnostics) from None


def _placed(diagnostic: Diagnostic, place: Span) -> Diagnostic:
    return msgspec.structs.replace(diagnostic, span=place, excerpt=place.text)


def suggest(word: str, candidates: Iterable[str]) -> str:
    """`did you mean "x"?` for the up to three nearest candidates, or "" when nothing is near.

    A candidate that differs in capitals only is told as what is meant.
    """
    if not word or len(word) > 64:  # the comparison is quadratic in the length
        return ""
    from difflib import get_close_matches  # only paid for by files with mistakes

    by_folded = {candidate.casefold(): candidate for candidate in candidates}
    if word.casefold() in by_folded:
        return f'it is written "{by_folded[word.casefold()]}"'
    near = get_close_matches(word.casefold(), by_folded, n=3, cutoff=0.65)
    if not near:
        return ""
    spelled = [f'"{by_folded[match]}"' for match in near]
    return f"did you mean {' or '.join(spelled)}?"


def escape(text: str) -> str:
    """Make text safe for a terminal: control, bidirectional and other invisible characters as `\\x1b`."""
    if text.isprintable():
        return text
    return "".join(map(_escape_character, text))


def counted(names: Iterable[str]) -> list[str]:
    """Equal names once, with how many there are (`2 x Stone`), in the order in which they first come."""
    return [f"{count} x {name}" if count > 1 else name for name, count in Counter(names).items()]


def quoted(value: object, indent: int | None = None) -> str:
    """Plain data as JSON that YAML reads alike; what cannot be seen is written as an escape."""
    import json  # not needed by a check

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text if text.isprintable() else re.sub(_HIDDEN, _quoted_character, text)


def without_orders(line: str) -> str:
    """The line, set off where it begins like an order to GitHub's runner."""
    stripped = line.lstrip()
    if stripped.startswith(_ORDERS):
        return line[: len(line) - len(stripped)] + "\\" + stripped
    return line


def render(diagnostic: Diagnostic) -> str:
    """Several plain lines: place, code and message; the source line with a caret; help; related places."""
    lines = [without_orders(str(diagnostic))]
    span = diagnostic.span
    margin = " " * (len(str(span.line)) if span else 0)
    if span and diagnostic.excerpt:
        source, caret = _excerpt(diagnostic.excerpt, span)
        lines += [f" {span.line} | {source}", f" {margin} | {caret}"]
    lines += [f" {margin} = help: {escape(line)}" for line in diagnostic.help.splitlines()]
    lines += [f" {margin} = {escape(f'{place}: {message}')}" for message, place in diagnostic.related]
    return "\n".join(lines)


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    return (span.file, span.line, span.column) if span else ("", 0, 0)


def _quoted_character(match: re.Match[str]) -> str:
    character = match.group()
    return character if _escape_character(character) == character else f"\\u{ord(character):04x}"


def _escape_character(character: str) -> str:
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    if character == "\t":
        return " "
    return character.encode("unicode_escape").decode("ascii")


def _excerpt(text: str, span: Span) -> tuple[str, str]:
    """The shown part of the source line and the carets under the span, aligned by display width."""
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(text)
    left = max(0, start - EXCERPT_WIDTH // 2) if len(text) > EXCERPT_WIDTH else 0
    right = min(len(text), left + EXCERPT_WIDTH)
    before, marked, after = text[left:start], text[start : min(end, right)], text[max(start, end) : right]
    opening, closing = ("..." if left else ""), ("..." if right < len(text) else "")
    shown = opening + escape(before) + escape(marked) + escape(after) + closing
    caret = " " * (len(opening) + _width(before)) + "^" * max(1, _width(marked))
    return shown, caret


def _width(text: str) -> int:
    """Columns that the escaped text takes in a terminal."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in escape(text)
    )
