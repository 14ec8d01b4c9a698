"""The blocks of a page as elements of a document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import singledispatchmethod
from itertools import groupby

from tsolve.model.trace import Entry
from tsolve.report.html.arithmetic import scale, sum_table
from tsolve.report.html.citing import Rules
from tsolve.report.html.markup import NOTHING, Markup, joined, tag
from tsolve.report.html.table import board
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
    Paragraph,
    Style,
    Sum,
    Table,
    Tree,
    Verbatim,
    Verdict,
)

MARKS: dict[Style, str] = {"good": "✓", "bad": "✗", "warn": "?"}
_MOST_COLUMNS = 4
"""Of more columns each cell knows its head: where the page is narrow a row becomes a few lines."""
_UNTITLED = "In full"
"""What stands before the first heading."""
_INDENTED = 4
"""Texts that are indented by so much are set in on a web page too."""


class Blocks:
    """Turns blocks into elements; rules that they name lead to `rules`, rows that decide are marked."""

    def __init__(self, rules: Rules, deciding: Collection[Entry] = (), bubbles: bool = True) -> None:
        """`bubbles`: whether a citation shows its rule at a touch; where there are many a link is enough."""
        self.rules, self.deciding, self.bubbles = rules, deciding, bubbles

    def all(self, blocks: Iterable[Block]) -> Markup:
        """The blocks in their order; labels that follow each other form one list."""
        parts = []
        for kind, group in groupby(blocks, key=type):
            if kind is Labelled:
                parts.append(tag("dl", *map(self.one, group)))
            else:
                parts += map(self.one, group)
        return joined(part for part in parts if part)

    def sections(self, blocks: Iterable[Block]) -> Iterator[tuple[str, Markup]]:
        """What stands under each heading, with the heading as its title."""
        title, found = _UNTITLED, list[Block]()
        for block in (*blocks, Heading("")):
            if not isinstance(block, Heading):
                found.append(block)
                continue
            if told := self.all(found):
                yield title, told
            title, found = block.text, []

    @singledispatchmethod
    def one(self, block: Block) -> Markup:
        """One block."""
        raise TypeError(block)

    @one.register(Blank)
    def _(self, block: Blank) -> Markup:
        return NOTHING

    @one.register(Verbatim)
    def _(self, block: Verbatim) -> Markup:
        return tag("pre", block.text)

    @one.register(Line)
    def _(self, block: Line) -> Markup:
        return tag("p", self.linked(block.text), class_=block.style)

    @one.register(Heading)
    def _(self, block: Heading) -> Markup:
        return tag("h2", block.text)

    @one.register(Paragraph)
    def _(self, block: Paragraph) -> Markup:
        kind = f"{block.style}{' in' if block.indent >= _INDENTED else ''}".strip()
        return tag("p", self.linked(block.told), self._cited(block.rules), class_=kind)

    @one.register(Labelled)
    def _(self, block: Labelled) -> Markup:
        return joined(
            (
                tag("dt", block.label, class_=block.style),
                tag("dd", self.linked(block.text), self._cited(block.rules)),
            )
        )

    @one.register(Verdict)
    def _(self, block: Verdict) -> Markup:
        word = tag("b", mark(block.style), block.word, class_="word")
        line = line_in(block.place)
        place = tag("small", f"line {line}", class_="place") if line else ""
        told = joined((self.linked(block.text), self._cited(block.rules)))
        return tag("div", word, tag("p", told, " ", place), class_=f"claim {block.style}".strip())

    @one.register(Sum)
    def _(self, block: Sum) -> Markup:
        remark = tag("span", block.remark, class_="remark") if block.remark else ""
        line = tag("p", block.terms, " ", tag("b", block.total), " ", remark, class_="terms")
        if block.calculation is None:
            return line
        heading = tag("h2", f"How {block.total} comes about")
        about = tag("p", block.calculation.title, class_="about")
        table = sum_table(block.calculation, self.rules, self.deciding, self.bubbles)
        return joined((heading, about, line, scale(block.calculation), table))

    @one.register(Packed)
    def _(self, block: Packed) -> Markup:
        return tag("ul", *(tag("li", self.linked(part)) for part in block.parts), class_="packed")

    @one.register(Table)
    def _(self, block: Table) -> Markup:
        if block.calculation is not None and block.calculation.rows:
            return sum_table(block.calculation, self.rules, self.deciding, self.bubbles)
        kinds = [
            " ".join(word for word in ("number" if head.align == "right" else "", head.style) if word)
            for head in block.heads
        ]
        many = len(kinds) > _MOST_COLUMNS
        told = [head.title if many else "" for head in block.heads]
        first = len(block.rows) - block.sums
        rows = [
            tag("tr", *map(self._cell, row, kinds, told), class_="total" if number >= first else "")
            for number, row in enumerate(block.rows)
        ]
        table = tag("table", _heads(block, kinds), tag("tbody", *rows))
        return tag("div", table, class_="wide many" if many else "wide")

    @one.register(Tree)
    def _(self, block: Tree) -> Markup:
        return self._branches(block.branches)

    @one.register(Board)
    def _(self, block: Board) -> Markup:
        return board(block.rows)

    @one.register(Hexes)
    def _(self, block: Hexes) -> Markup:
        from tsolve.report.html.hexes import inline

        return tag("div", inline(block.map), self.all(block.beside), class_="hexmap")

    @one.register(Bars)
    def _(self, block: Bars) -> Markup:
        highest = max((max(bar.values) for bar in block.bars), default=0) or 1
        heads = tag("tr", tag("td"), *(tag("th", head, scope="col") for head in block.heads))
        rows = (
            tag(
                "tr",
                tag("th", bar.label, scope="row"),
                *(
                    tag("td", tag("div", _bar(value / highest, bar.good), tag("small", told)))
                    for value, told in zip(bar.values, bar.texts, strict=True)
                ),
            )
            for bar in block.bars
        )
        head = tag("thead", heads) if len(block.heads) > 1 else ""
        return tag("table", head, tag("tbody", *rows), class_="bars")

    def _branches(self, branches: Sequence[Branch]) -> Markup:
        """A list in which what grows from a branch is a list of its own."""
        entries = (
            tag(
                "li",
                tag("b", each.head),
                " ",
                self.linked(each.text),
                self._branches(each.branches) if each.branches else "",
            )
            for each in branches
        )
        return tag("ul", *entries, class_="tree")

    def linked(self, told: str) -> Markup:
        """A text with links to the rules that it names."""
        return self.rules.linked(told, self.bubbles)

    def _cited(self, rules: Sequence[str]) -> Markup:
        if not rules:
            return NOTHING
        links = joined((self.rules.link(rule, self.bubbles) for rule in rules), ", ")
        return joined((" ", tag("span", "[", links, "]", class_="rules")))

    def _cell(self, told: str, kind: str, head: str) -> Markup:
        return tag("td", self.linked(told), class_=kind, data_head=head)


def line_in(place: str) -> str:
    """The line of a place in a file: 8 in `dispute.yaml:8`."""
    line = place.rpartition(":")[2] if ":" in place else ""
    return line if line.isdigit() else ""


def mark(style: Style) -> Markup:
    mark = MARKS.get(style)
    return tag("span", mark, class_="mark", aria_hidden="true") if mark is not None else NOTHING


def _heads(table: Table, kinds: Sequence[str]) -> Markup:
    if not any(head.title for head in table.heads):
        return NOTHING
    cells = (
        tag("th", head.title, class_=kind, scope="col") if head.title else tag("td")
        for head, kind in zip(table.heads, kinds, strict=True)
    )
    return tag("thead", tag("tr", *cells))


def _bar(share: float, good: bool) -> Markup:
    """A bar of this share of the width; whatever is more than nothing shows."""
    wide = max(100 * share, 1) if share > 0 else 0
    drawn = tag("rect", width=f"{wide:.1f}", height=10, class_="reached" if good else "rest")
    return tag("svg", drawn, viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden="true")
