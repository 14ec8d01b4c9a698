"""A page of plain text: wrapped paragraphs, label columns and tables, with or without colour.

Written here rather than taken from a library, because loading one would take longer than judging a line.
Every text passes `escape`, so that a name in a file can neither colour the terminal nor speak to a CI runner.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from tsolve.diagnostics import escape, without_orders

Style = Literal["", "bold", "dim", "good", "bad", "warn"]

_CODES: dict[Style, str] = {"bold": "1", "dim": "2", "good": "32", "bad": "31", "warn": "33"}
_NARROWEST = 40
_NARROWEST_COLUMN = 8
_FIRST_COMBINING = "\u0300"  # every character before it takes one column
_BREAK = re.compile(" (?!%)")  # where a line may end


class Column(msgspec.Struct, frozen=True):
    """A column of a table. Only columns that may wrap are made narrower than their contents."""

    title: str
    align: Literal["left", "right"] = "left"
    wraps: bool = False
    style: Style = ""


class Page:
    """Collects lines of at most `width` columns."""

    def __init__(self, width: int = 80, colour: bool = False) -> None:
        self.width = max(width, _NARROWEST)
        self.colour = colour
        self._lines: list[str] = []

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self._lines)

    def blank(self) -> None:
        """An empty line, unless the page begins here or the last one is empty."""
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def verbatim(self, text: str) -> None:
        """Text of tsolve's own, as it is: neither wrapped nor escaped."""
        self._lines += text.splitlines()

    def heading(self, text: str, style: Style = "bold") -> None:
        """A line of its own after an empty one."""
        self.blank()
        self.text(text, style=style)

    def text(self, text: str, indent: int = 0, hang: int = 0, style: Style = "") -> None:
        """A paragraph; its second and later lines are indented by `hang` more."""
        first, *others = wrap(text, self.width - indent, self.width - indent - hang)
        self._add(" " * indent, first, style)
        for line in others:
            self._add(" " * (indent + hang), line, style)

    def line(self, text: str, style: Style = "") -> None:
        """A text on one line, however long, so that a program can read it line by line."""
        self._add("", escape(text), style)

    def labelled(self, label: str, text: str, indent: int = 2, width: int = 14, style: Style = "") -> None:
        """A styled label in a column of `width`, and a text beside it."""
        shown = escape(label)
        left = " " * indent + self.paint(shown, style)
        room = self.width - indent - width
        gap = width - columns(shown)
        if gap < 1:  # the label takes a line of its own
            self._lines.append(without_orders(left))
            left, gap = " " * (indent + width), 0
        first, *others = wrap(text, room, room)
        self._lines.append(without_orders(f"{left}{' ' * gap}{first}".rstrip()))
        for line in others:
            self._add(" " * (indent + width), line, "")

    def packed(self, parts: Iterable[str], indent: int = 2, hang: int = 2) -> None:
        """Texts in their order, as many on a line as fit; one that is longer than a line has its own."""
        line = ""
        for part in parts:
            longer = f"{line} | {part}"
            if line and columns(escape(longer)) <= self.width - indent:
                line = longer
                continue
            if line:
                self.text(line, indent, hang)
            line = part
        if line:
            self.text(line, indent, hang)

    def table(
        self, heads: Sequence[Column], rows: Iterable[Sequence[str]], indent: int = 2, sums: int = 0
    ) -> None:
        """A table with a head where a column has a title; the last `sums` rows are set off by a rule."""
        cells = [[escape(cell) for cell in row] for row in rows]
        widths = _fitted(heads, cells, self.width - indent)
        margin = " " * indent
        if any(head.title for head in heads):
            titles = [escape(head.title) for head in heads]
            self._row(margin, heads, widths, titles, "dim")
        for number, row in enumerate(cells):
            if sums and number == len(cells) - sums:
                self._lines.append(margin + "-" * (sum(widths) + 2 * (len(widths) - 1)))
            self._row(margin, heads, widths, row)

    def paint(self, text: str, style: Style) -> str:
        """The text in a style, where colour is wanted."""
        if not (self.colour and style and text):
            return text
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m"

    def _row(
        self, margin: str, heads: Sequence[Column], widths: list[int], row: Sequence[str], style: Style = ""
    ) -> None:
        wrapped = [wrap(cell, width, width) for cell, width in zip(row, widths, strict=True)]
        for number in range(max(map(len, wrapped))):
            parts = []
            for head, width, lines in zip(heads, widths, wrapped, strict=True):
                line = lines[number] if number < len(lines) else ""
                space = " " * (width - columns(line))
                painted = self.paint(line, style or head.style)
                parts.append(space + painted if head.align == "right" else painted + space)
            self._lines.append(without_orders((margin + "  ".join(parts)).rstrip()))

    def _add(self, margin: str, line: str, style: Style) -> None:
        self._lines.append(without_orders(margin + self.paint(line, style) if line else ""))


def columns(text: str) -> int:
    """The columns that the text takes in a terminal."""
    if not text or max(text) < _FIRST_COMBINING:
        return len(text)
    return sum(_columns_of(character) for character in text)


def wrap(text: str, first: int, later: int) -> list[str]:
    """The escaped text in lines of at most `first` columns, then `later`; longer words are broken.

    A sign of hundredths stays beside its number.
    """
    lines: list[str] = []
    line, used, room = "", 0, max(first, 1)
    for word in _BREAK.split(escape(text)):
        width = columns(word)
        if line and used + 1 + width > room:
            lines.append(line.rstrip())
            line, used, room = "", 0, max(later, 1)
        line, used = (f"{line} {word}", used + 1 + width) if line else (word, width)
        while used > room:
            cut = _fitting(line, room)
            lines.append(line[:cut])
            line, room = line[cut:], max(later, 1)
            used = columns(line)
    return [*lines, line.rstrip()]


def _fitting(text: str, room: int) -> int:
    """How many characters of the text fit, at least one."""
    used = 0
    for number, character in enumerate(text):
        used += _columns_of(character)
        if used > room:
            return max(number, 1)
    return len(text)


def _columns_of(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _fitted(heads: Sequence[Column], cells: list[list[str]], room: int) -> list[int]:
    """The widths of the columns: those of the contents, the widest wrapping ones narrowed until all fits."""
    room -= 2 * (len(heads) - 1)
    widths = []
    for number, head in enumerate(heads):
        widest = max([columns(head.title), *(columns(row[number]) for row in cells)])
        widths.append(min(widest, room) if head.wraps else widest)
    shrinking = [number for number, head in enumerate(heads) if head.wraps]
    while shrinking and sum(widths) > room:
        widest = max(shrinking, key=lambda number: widths[number])
        if widths[widest] <= _NARROWEST_COLUMN:
            break
        widths[widest] -= 1
    return widths
