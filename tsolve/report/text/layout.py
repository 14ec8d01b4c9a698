"""Lays a page out as rows of styled pieces, none wider than the page; `terminal` colours them, and pipes,
files and CI get plain text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatchmethod
from typing import NamedTuple, TypeAlias

from tsolve.diagnostics import without_orders
from tsolve.errors import escape
from tsolve.report.page import (
    Bars,
    Blank,
    Block,
    Board,
    Branch,
    Heading,
    Hexes,
    Labelled,
    Line,
    Packed,
    Page,
    Paragraph,
    Style,
    Sum,
    Table,
    Tree,
    Verbatim,
    Verdict,
    hinted,
)
from tsolve.report.text.tables import GAP, column_widths, row_by_row, used
from tsolve.report.words import columns, wrap

NARROWEST = 40
"""The least width of a page; a narrower terminal breaks lines itself."""
_WORDS = 13
"""The column where the text beside a verdict begins."""
_SUMS = 5
"""How far a sum is indented."""
_MARKS: Mapping[Style, tuple[str, str]] = {"good": ("✓", "+"), "bad": ("✗", "x"), "warn": ("?", "?")}
"""The mark of a verdict, and its replacement in ASCII."""


class _Guides(NamedTuple):
    """The guides drawn before the branches of a tree."""

    branch: str
    """Before a branch that others follow."""
    below: str
    """Before the further lines of such a branch."""
    last: str
    below_last: str


_GUIDES: Mapping[bool, _Guides] = {
    True: _Guides("├─ ", "│  ", "└─ ", "   "),
    False: _Guides("+- ", "|  ", "`- ", "   "),
}
"""Whether characters beyond ASCII can be shown -> the guides."""
_INDENT = _Guides("", "   ", "", "   ")
"""The guides of trees that are only indented."""
_ROOM = 24
"""The least width of a branch's text, however deep it is, and of a text beside its label."""
_BELOW = 3
"""How far a text is indented below its label."""


class Piece(NamedTuple):
    """A part of a row with one style."""

    text: str
    style: Style = ""
    bold: bool = False


Row: TypeAlias = Sequence[Piece]


def text_of(row: Row) -> str:
    """The text of a row without styles."""
    return "".join(piece.text for piece in row)


class Layout:
    """Collects the rows of a page.

    `fine` allows marks, bars and guides beyond ASCII; `guides` draws guides along trees; no page is narrower
    than `narrowest`.
    """

    def __init__(self, width: int, fine: bool, guides: bool = False, narrowest: int = NARROWEST) -> None:
        self.width = max(width, narrowest)
        self.fine = fine
        self.guides = _GUIDES[fine] if guides else _INDENT
        self.rows: list[Row] = []

    @singledispatchmethod
    def add(self, block: Block) -> None:
        """Lay out one block."""
        raise TypeError(block)

    @add.register(Blank)
    def _(self, block: Blank) -> None:
        if self.rows and self.rows[-1]:
            self.rows.append(())

    @add.register(Verbatim)
    def _(self, block: Verbatim) -> None:
        self.rows += [(Piece(line),) if line else () for line in block.text.splitlines()]

    @add.register(Line)
    def _(self, block: Line) -> None:
        self._row("", escape(block.text), block.style)

    @add.register(Heading)
    def _(self, block: Heading) -> None:
        self.add(Blank())
        self.add(Paragraph(block.text, style=block.style))

    @add.register(Paragraph)
    def _(self, block: Paragraph) -> None:
        later = " " * (block.indent + block.hang)
        lead = escape(block.lead)
        first, *others = wrap(
            hinted(block.told, block.hint), self.width - block.indent, self.width - len(later)
        )
        if not first.startswith(lead):
            lead = ""
        rest = Piece(first[len(lead) :], block.style)
        self._add(Piece(" " * block.indent), Piece(lead, "rule"), rest)
        for line in others:
            self._row(later, line, block.style)
        self._cite(block.rules, len(later))

    @add.register(Labelled)
    def _(self, block: Labelled) -> None:
        margin = block.indent + block.width
        if self.width - margin < _ROOM:  # the text then stands below its label
            margin = block.indent + _BELOW
        lines = wrap(block.text, self.width - margin, self.width - margin)
        for label in wrap(block.label, self.width - block.indent, self.width - block.indent):
            self._row(" " * block.indent, label, block.style)
        gap = margin - self._used()
        if gap > 0:  # else the label has its own line
            self._append(Piece(" " * gap + lines.pop(0)))
        for line in lines:
            self._row(" " * margin, line)
        self._cite(block.rules, margin)

    @add.register(Verdict)
    def _(self, block: Verdict) -> None:
        mark = _MARKS.get(block.style, (" ", " "))[0 if self.fine else 1]
        word = escape(block.word)
        begin = max(_WORDS, 2 + columns(word) + 1)
        first, *others = wrap(block.text, self.width - begin, self.width - _WORDS)
        gap = " " * (begin - 2 - columns(word))
        self._add(
            Piece(mark, block.style), Piece(" "), Piece(word, block.style, bold=True), Piece(gap + first)
        )
        for line in others:
            self._row(" " * _WORDS, line)
        self._cite(block.rules, _WORDS, escape(block.place))

    @add.register(Sum)
    def _(self, block: Sum) -> None:
        total, remark = escape(block.total), escape(block.remark)
        margin = " " * _SUMS
        lines = wrap(f"{block.terms} {block.total}", self.width - _SUMS, self.width - _SUMS - 2)
        for line in lines[:-1]:
            self._row(margin, line)
            margin = " " * (_SUMS + 2)
        self._add(Piece(margin + lines[-1].removesuffix(total)), Piece(total, "bold"))
        if remark and self._used() + 5 + columns(remark) <= self.width:
            self._append(Piece(f"     {remark}"))
        elif remark:
            self.add(Paragraph(block.remark, _SUMS + 2))

    @add.register(Packed)
    def _(self, block: Packed) -> None:
        line = ""
        for part in block.parts:
            longer = f"{line} | {part}"
            if line and columns(escape(longer)) <= self.width - block.indent:
                line = longer
                continue
            if line:
                self.add(Paragraph(line, block.indent, block.hang))
            line = part
        if line:
            self.add(Paragraph(line, block.indent, block.hang))

    @add.register(Table)
    def _(self, block: Table) -> None:
        heads = [escape(head.title) for head in block.heads]
        cells = [[escape(cell) for cell in row] for row in block.rows]
        widths = column_widths(block.heads, [heads, *cells], self.width - block.indent)
        margin = " " * block.indent
        if used(widths) > self.width - block.indent:
            for line, indent in row_by_row(block, self.width):
                self.add(Paragraph(line, indent, 2))
            return
        if any(heads):
            self._cells(block, widths, heads, "dim")
        for number, row in enumerate(cells):
            if block.sums and number == len(cells) - block.sums:
                self._row(margin, "-" * used(widths), "dim")
            self._cells(block, widths, row)
        if given_up := [head for head, width in zip(heads, widths, strict=True) if head and not width]:
            self.add(Paragraph(f"no room here for: {', '.join(given_up)}", block.indent, 2, "dim"))

    @add.register(Tree)
    def _(self, block: Tree) -> None:
        self._grow(block.branches, " " * block.indent)

    @add.register(Board)
    def _(self, block: Board) -> None:
        from tsolve.report.text.board import board_lines

        *lines, legend = board_lines(block.rows, self.width)
        for line in lines:
            self._row("", line)
        if legend:
            self.add(Paragraph(legend, 2, style="dim"))

    @add.register(Hexes)
    def _(self, block: Hexes) -> None:
        from tsolve.report.text.hexmap import map_rows

        self.rows += map_rows(block, self.width, self.fine)

    @add.register(Bars)
    def _(self, block: Bars) -> None:
        from tsolve.report.text.board import bar, bar_widths

        label, share, width = bar_widths(block, self.width)
        if len(block.heads) > 1:
            column = width + share + 2
            titles = "".join(f"  {head[:column]:<{column}}" for head in map(escape, block.heads))
            self._row(" " * (block.indent + label), titles.rstrip(), "dim")
        highest = max(max(line.values) for line in block.bars) or 1
        for line in block.bars:
            pieces = [Piece(f"{'':{block.indent}}{line.label:>{label}}")]
            for value, text in zip(line.values, line.texts, strict=True):
                drawn = bar(value / highest, width, self.fine)
                pieces.append(Piece(f"  {text:>{share}}  "))
                pieces.append(Piece(f"{drawn}{' ' * (width - len(drawn))}", "good" if line.good else ""))
            self._add(*pieces)

    def _grow(self, branches: Sequence[Branch], margin: str) -> None:
        """Branches with all that grows from them; their guides follow the margin."""
        room = max(self.width - len(margin + self.guides.below), _ROOM)
        beside_heads = _beside_heads(branches, room)
        for branch in branches:
            is_last = branch is branches[-1]
            before = margin + (self.guides.last if is_last else self.guides.branch)
            below = margin + (self.guides.below_last if is_last else self.guides.below)
            if beside_heads and branch.head:
                head = Piece(escape(branch.head), "bold")
                space = " " * (beside_heads - columns(head.text))
                self._add(Piece(before, "dim"), head, Piece(space + escape(_told(branch))))
                continue
            heads = wrap(branch.head, room, room) if branch.head else []
            texts = wrap(_told(branch), room, room - 2) if _told(branch) else []
            for number, line in enumerate(heads + texts):
                hang = "  " if number > len(heads) else ""
                style: Style = "bold" if number < len(heads) else ""
                self._add(Piece((below if number else before) + hang, "dim"), Piece(line, style))
            self._grow(branch.branches, below)

    def _cells(self, block: Table, widths: Sequence[int], cells: Sequence[str], style: Style = "") -> None:
        """A row of a table, as many lines as its longest cell needs."""
        shown = [each for each in zip(block.heads, widths, cells, strict=True) if each[1]]
        wrapped = [wrap(cell, width, width) for _, width, cell in shown]
        for number in range(max(map(len, wrapped), default=0)):
            pieces = [Piece(" " * block.indent)]
            for (head, width, _), lines in zip(shown, wrapped, strict=True):
                line = lines[number] if number < len(lines) else ""
                space = Piece(" " * (width - columns(line)))
                text = Piece(line, style or head.style)
                pieces += [space, text] if head.align == "right" else [text, space]
                pieces.append(Piece(" " * GAP))
            self._add(*pieces)

    def _cite(self, rules: Sequence[str], margin: int, place: str = "") -> None:
        """The rules of the text above and its place in the file, at the right margin or on a line below.

        If there is too little room, only the end of the file's path is shown.
        """
        text = f"[{', '.join(map(escape, rules))}]" if rules else ""
        room = self.width - margin - columns(place) - 2
        if columns(text) > room:  # too long for a margin
            for line in wrap(text, self.width - margin, self.width - margin - 1):
                self._row(" " * margin, line, "rule")
            text = ""
        gap = "  " if text and place else ""
        needed = self._used() + 2 + columns(text + gap)
        if place and needed + columns(place) > self.width:
            place = place.rpartition("/")[2]
        if not (text or place):
            return
        if needed + columns(place) > self.width:
            self.rows.append(())
        space = self.width - self._used() - columns(text + gap + place)
        self._append(Piece(" " * space), Piece(text, "rule"), Piece(gap), Piece(place, "dim"))

    def _used(self) -> int:
        """The width of the last row."""
        return columns(text_of(self.rows[-1]))

    def _row(self, margin: str, line: str, style: Style = "") -> None:
        self._add(Piece(margin), Piece(line, style))

    def _append(self, *pieces: Piece) -> None:
        """Append to the last row."""
        self._add(*self.rows.pop(), *pieces)

    def _add(self, *pieces: Piece) -> None:
        self.rows.append(safe(pieces))


def _told(branch: Branch) -> str:
    return hinted(branch.text, branch.hint)


def _beside_heads(branches: Sequence[Branch], room: int) -> int:
    """The column where the texts of branches begin, if all fit beside their heads; else 0."""
    headed = [branch for branch in branches if branch.head]
    if not headed or any(branch.branches for branch in branches):
        return 0
    begin = max(columns(escape(branch.head)) for branch in headed) + GAP
    widest = max(columns(escape(_told(branch))) for branch in headed)
    return begin if begin + widest <= room else 0


def safe(row: Iterable[Piece]) -> Row:
    """The row without space at its end, changed at its start if a CI runner would take it for a command."""
    kept = _trimmed(row)
    text = text_of(kept)
    set_off = without_orders(text)
    return kept if set_off == text else (Piece(set_off),)


def _trimmed(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces without empty ones, and without space at the end."""
    kept = [piece for piece in pieces if piece.text]
    while kept and not kept[-1].text.rstrip():
        kept.pop()
    if kept:
        kept[-1] = kept[-1]._replace(text=kept[-1].text.rstrip())
    return kept


_BEYOND_ASCII = "✓✗▏▎▍▌▋▊▉█├│└─·"


def drawable(encoding: str | None) -> bool:
    """Whether a stream with this encoding can show marks, bars and guides; if not, ASCII replaces them."""
    try:
        _BEYOND_ASCII.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def lay_out(page: Page, width: int = 80, fine: bool = True) -> str:
    """The page in lines of at most `width` columns; `fine` allows marks and bars beyond ASCII."""
    layout = Layout(width, fine)
    for block in page.blocks:
        layout.add(block)
    return written(layout.rows)


def written(rows: Iterable[Row]) -> str:
    """The rows as lines of text."""
    return "".join(f"{text_of(row)}\n" for row in rows)
