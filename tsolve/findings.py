"""A finding with its place in a file, and how any text is shown so that it does no harm."""

from __future__ import annotations

import re
import unicodedata

import msgspec


class Span(msgspec.Struct, frozen=True, eq=False):
    """A stretch of text in a file. Lines and columns count from 1; the end column is exclusive.

    `text` is the first line of the stretch as written, kept for excerpts; it takes no part in comparison.
    In data that no file holds `path` says where a value stands, such as `hand[0]`; its columns count in that
    value alone, and its line says only which of the values it is.
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
        """The line, where there is a file."""
        return None if self.path else self.line

    def of(self, words: str) -> Span:
        """The place of words within this stretch; all of it where its first line does not hold them."""
        end = self.end_column - 1 if self.end_line == self.line else len(self.text)
        found = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", self.text[self.column - 1 : end])
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

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return escape(f"{place}error {self.code}: {self.message}")

    @property
    def told(self) -> str:
        """In one line with what to do about it."""
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
