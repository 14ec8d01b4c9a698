"""The blocks of a page as HTML elements: texts, tables, sums with a bar beside what they have to reach, and
the position with its board, party and piles.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import singledispatchmethod
from itertools import groupby
from textwrap import dedent

from msgspec.structs import replace

from tsolve.model.plays import BoardRow, Calculation, Lot, Place, PositionAnswer, Zone
from tsolve.model.trace import Entry
from tsolve.report.answers.table import zone_in_words
from tsolve.report.html.markup import NOTHING, Markup, Rules, joined, lines, prose, tag
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
from tsolve.report.sums import MODIFIERS, compared, label_of
from tsolve.report.words import untyped

_WIDTH, _HEIGHT = 480, 48
_BAR = 18
"""The height of a bar."""


def sum_table(
    calculation: Calculation, rules: Rules, deciding: Collection[Entry] = (), bubbles: bool = True
) -> Markup:
    """Each row with what it adds, the total below. A deciding row is marked and quotes its rule in full."""
    summed = calculation.rows[-1].quantity
    quantities = [*dict.fromkeys(row.quantity for row in calculation.rows if row.quantity != summed), summed]
    rows = [
        part
        for quantity in quantities
        for row in calculation.rows
        if row.quantity == quantity
        for part in _row(row, rules, row in deciding, quantity == summed, bubbles)
    ]
    total = tag(
        "tr",
        tag("th", "Total", tag("small", compared(calculation)), scope="row"),
        tag("td", _signed(calculation.total), class_="number"),
        tag("td"),
        class_="total",
    )
    heads = tag("tr", *(tag("th", head, scope="col") for head in ("From", "Amount", "Rules")))
    return tag("table", tag("thead", heads), tag("tbody", *rows, total), class_="sum")


def scale(calculation: Calculation) -> Markup:
    """The total as a bar, with losses hatched, and a line at what it has to reach.

    Empty if nothing was lost and there is nothing to reach.
    """
    running = [row.after for row in calculation.rows if row.quantity == calculation.rows[-1].quantity]
    most, total, needed = max(running, default=0), calculation.total, calculation.against
    longest = max(most, total, needed or 0)
    if total < 0 or longest <= 0 or (needed is None and most <= total):
        return NOTHING

    def x(number: int) -> str:
        return f"{4 + (_WIDTH - 8) * number / longest:.1f}"

    def box(start: int, end: int, kind: str) -> Markup:
        width = (_WIDTH - 8) * (end - start) / longest
        return tag("rect", x=x(start), y=4, width=f"{width:.1f}", height=_BAR, class_=kind)

    text = f"{total} reached"
    parts = [box(0, longest, "track"), box(0, total, "reached")]
    if most > total:
        parts.append(box(total, most, "lost"))
        text += f", {most - total} lost"
    if needed is not None:
        measure = calculation.measure or "needed"
        text += f"; {measure} {needed}"
        parts.append(tag("path", d=f"M{x(needed)} 0V{_BAR + 8}", class_="needed"))
        parts.append(_mark(x(needed), needed, longest, f"{measure} {needed}"))
    return tag(
        "svg",
        tag("title", text),
        *parts,
        class_="scale",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
    )


def _mark(x: str, number: int, longest: int, text: str) -> Markup:
    side = "end" if number > longest / 2 else "start"
    return tag("text", text, x=x, y=_HEIGHT - 6, text_anchor=side)


def _row(row: Entry, rules: Rules, decides: bool, adds: bool, bubbles: bool) -> Iterator[Markup]:
    label = label_of(row, rules.titles)
    note = row.note if row.subject or not row.note.startswith(label) else row.note.removeprefix(label)
    kind = " ".join(word for word, wanted in (("decides", decides), ("part", not adds)) if wanted)
    quantity = tag("small", row.quantity) if not adds else ""
    yield tag(
        "tr",
        tag("th", label, tag("small", note.strip(" ()")) if note else "", scope="row"),
        tag("td", _amount(row), " ", quantity, class_="number"),
        tag("td", rules.row(row.rulings, row.subject, bubbles), class_="rules"),
        class_=kind,
    )
    if decides and (markup := _in_full(row, rules)):
        yield tag("tr", tag("td", markup, colspan=3), class_="decides why")


def _in_full(row: Entry, rules: Rules) -> Markup:
    cited = next((rules.known[rule] for rule in row.rulings if rule in rules.known), None)
    return joined((rules.link(cited.id, bubble=False), ": ", cited.text)) if cited is not None else NOTHING


def _amount(row: Entry) -> str:
    if row.step in MODIFIERS:
        return f"{_signed(row.before)} → {_signed(row.after)}"
    return f"+{row.change}" if row.change > 0 else _signed(row.change)


def _signed(number: int) -> str:
    """The number with a true minus sign, which is as wide as a plus."""
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


def table(position: PositionAnswer, about: str = "", drawn: Markup = NOTHING) -> Markup:
    """The whole position, under its title unless `about` says that. The target of the turn is framed, or else
    the only one that `about` names. `drawn` is its map, if it has one.
    """
    title = position.title or "The table"
    party = [zone for zone in position.zones if zone.party]
    piles = [zone for zone in position.zones if not zone.party]
    return joined(
        (
            tag("h2", title) if title != about else "",
            board(aimed(position.board, about)),
            drawn,
            *(_party(zone) for zone in party),
            tag("dl", *map(_pile, piles), class_="zones") if piles else "",
        )
    )


def aimed(rows: tuple[BoardRow, ...], about: str) -> tuple[BoardRow, ...]:
    """The places with the target marked: the given one, or else the only one that `about` names."""
    places = [place for row in rows for place in row.places]
    named = [place for place in places if place.holds and re.search(rf"\b{re.escape(place.holds)}\b", about)]
    if len(named) != 1 or any(place.target for place in places):
        return rows
    target = replace(named[0], target=True)
    return tuple(
        replace(row, places=tuple(target if place is named[0] else place for place in row.places))
        for row in rows
    )


def board(rows: tuple[BoardRow, ...]) -> Markup:
    """The places row by row; nothing for a game without a board."""
    return tag("div", *map(_board_row, rows), class_="board") if rows else NOTHING


def _board_row(row: BoardRow) -> Markup:
    label = tag("b", row.label, class_="label") if row.label else ""
    return tag("div", label, *map(_place, row.places), class_="row")


def _place(place: Place) -> Markup:
    marks = {"here": place.here, "reach": place.within_reach and not place.here, "target": place.target}
    texts = {"here": "you are here", "reach": "within reach", "target": "the target"}
    chosen = [kind for kind, holds in marks.items() if holds]
    head = tag("div", tag("span", place.name), tag("span", place.cost), class_="where")
    who = tag("b", place.holds) if place.holds else ""
    figures = tag("p", joined(_unbroken(place.figures), " ")) if place.figures else ""
    lines = (tag("p", line) for line in place.lines)
    notes = (tag("small", texts[kind], class_="note") for kind in chosen)
    return tag("div", head, who, figures, *lines, *notes, class_=" ".join(("spot", *chosen)))


def _party(zone: Zone) -> Markup:
    if not zone.cards:
        return tag("p", tag("b", zone.name), " ", zone.text)
    return tag("div", tag("h3", zone.name), tag("div", *map(_card, zone.cards), class_="cards"))


def _card(lot: Lot) -> Markup:
    count = tag("span", f"{lot.count} x ", class_="count") if lot.count > 1 else ""
    figures = tag("p", joined(_unbroken(lot.figures), " ")) if lot.figures else ""
    carried = (tag("p", "with ", tag("b", each)) for each in lot.carries)
    return tag("div", tag("b", count, lot.name), figures, *carried, class_="card")


def _pile(zone: Zone) -> Markup:
    return joined((tag("dt", zone.name), tag("dd", prose(zone_in_words(zone)))))


def _unbroken(figures: Iterable[str]) -> Iterator[Markup]:
    return (tag("span", figure, class_="figure") for figure in figures)


MARKS: dict[Style, str] = {"good": "✓", "bad": "✗", "warn": "?"}
_MOST_COLUMNS = 4
"""In a table with more columns, each cell has its head: on a narrow page, a row becomes several lines."""
_UNTITLED = "In full"
"""The title of what comes before the first heading."""
_INDENTED = 4
"""Texts with at least this indent are indented on a web page too."""


class Blocks:
    """Turns blocks into elements; rules that they name link to `rules`, deciding rows are marked."""

    def __init__(self, rules: Rules, deciding: Collection[Entry] = (), bubbles: bool = True) -> None:
        """`bubbles`: whether pointing at a citation shows its rule; if there are many, a link is enough."""
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
        """Each heading, with the blocks under it."""
        title, found = _UNTITLED, list[Block]()
        for block in (*blocks, Heading("")):
            if not isinstance(block, Heading):
                found.append(block)
                continue
            if markup := self.all(found):
                yield title, markup
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
        return tag("pre", lines(dedent(block.text).strip("\n")))

    @one.register(Line)
    def _(self, block: Line) -> Markup:
        return tag("p", self.linked(block.text), class_=block.style)

    @one.register(Heading)
    def _(self, block: Heading) -> Markup:
        return tag("h2", block.text)

    @one.register(Paragraph)
    def _(self, block: Paragraph) -> Markup:
        if not untyped(block.told):
            return NOTHING
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
        markup = joined((self.linked(block.text), self._cited(block.rules)))
        return tag("div", word, tag("p", markup, " ", place), class_=f"claim {block.style}".strip())

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
        texts = [head.title if many else "" for head in block.heads]
        first = len(block.rows) - block.sums
        rows = [
            tag("tr", *map(self._cell, row, kinds, texts), class_="total" if number >= first else "")
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

        return tag("div", inline(block.map.seen), self.all(block.beside), class_="hexmap")

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
        """A list of branches; the branches that grow from one form a list within it."""
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

    def linked(self, text: str) -> Markup:
        """A text with links to the rules that it names, without what only a command line has a use for."""
        return self.rules.linked(untyped(text), self.bubbles)

    def _cited(self, rules: Sequence[str]) -> Markup:
        if not rules:
            return NOTHING
        links = joined((self.rules.link(rule, self.bubbles) for rule in rules), ", ")
        return joined((" ", tag("span", "[", links, "]", class_="rules")))

    def _cell(self, text: str, kind: str, head: str) -> Markup:
        return tag("td", self.linked(text), class_=kind, data_head=head)


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
    """A bar of this share of the width; visible unless the share is 0."""
    wide = max(100 * share, 1) if share > 0 else 0
    drawn = tag("rect", width=f"{wide:.1f}", height=10, class_="reached" if good else "rest")
    return tag("svg", drawn, viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden="true")
