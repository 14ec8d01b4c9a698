"""A page as a list of parts, such as texts, tables, boards and bars, without a width yet. Layers decide how
much of an answer it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from tsolve.model.plays import BoardRow, Calculation

if TYPE_CHECKING:
    from tsolve.model.hexmaps import HexMap


class Detail(msgspec.Struct, frozen=True):
    """The layers to show besides the verdict, the reason that decides, and the numbers that matter."""

    verbose: bool = False
    """The sum card by card, each step with its effects, what is legal."""
    explain: bool = False
    """The rules in words, the deciding ones first, and the open points with their readings."""
    sources: bool = False
    """Where the rules are written."""
    everything: bool = False
    """Every equally good play, every branch of a plan."""


BRIEF = Detail()


Style = Literal["", "bold", "dim", "good", "bad", "warn", "rule"]


class Column(msgspec.Struct, frozen=True):
    """A column of a table. Only a column that may wrap can be narrower than its contents."""

    title: str
    align: Literal["left", "right"] = "left"
    wraps: bool = False
    style: Style = ""
    spare: bool = False
    """Whether to leave it out if the table does not fit, since it is least needed."""


class Blank(msgspec.Struct, frozen=True):
    """An empty line, unless the page begins here or the line before is empty."""


class Verbatim(msgspec.Struct, frozen=True):
    """Text made by tsolve itself, shown as it is: neither wrapped nor escaped."""

    text: str


class Line(msgspec.Struct, frozen=True):
    """A text on one line, however long, so that programs can read the page line by line."""

    text: str
    style: Style = ""


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on an answer or a claim: a word with its mark, a sentence, and the place in the file."""

    word: str
    text: str
    style: Style = ""
    place: str = ""
    rules: tuple[str, ...] = ()


class Heading(msgspec.Struct, frozen=True):
    """A line of its own after an empty one."""

    text: str
    style: Style = "bold"


class Paragraph(msgspec.Struct, frozen=True):
    """A text; its second and later lines are indented by `hang` more. Its rules follow it.

    If the text explains a rule, `lead` is the id of that rule and comes before the text.
    """

    text: str
    indent: int = 0
    hang: int = 0
    style: Style = ""
    rules: tuple[str, ...] = ()
    lead: str = ""
    hint: str = ""
    """What to type for more: told on a command line only, for a page or a picture has no use for it."""

    @property
    def told(self) -> str:
        """The text after its lead."""
        return f"{self.lead}  {self.text}" if self.lead else self.text


class Labelled(msgspec.Struct, frozen=True):
    """A styled label in a column of `width`, and a text beside it."""

    label: str
    text: str
    indent: int = 2
    width: int = 14
    style: Style = ""
    rules: tuple[str, ...] = ()


class Sum(msgspec.Struct, frozen=True):
    """The terms of a sum, the number, and what it is compared with."""

    terms: str
    total: str
    remark: str = ""
    calculation: Calculation | None = None
    """The whole calculation, for output with room for a table."""


class Packed(msgspec.Struct, frozen=True):
    """Texts in order, as many on a line as fit; one longer than a line begins a line of its own."""

    parts: tuple[str, ...]
    indent: int = 2
    hang: int = 2


class Table(msgspec.Struct, frozen=True):
    """A table, with heads if a column has a title; a line sets off the last `sums` rows."""

    heads: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    indent: int = 2
    sums: int = 0
    calculation: Calculation | None = None
    """The calculation that it shows, for output with its own layout for that."""


class Branch(msgspec.Struct, frozen=True):
    """A branch of a tree: its name, its text, and the branches that grow from it."""

    head: str
    text: str = ""
    branches: tuple[Branch, ...] = ()
    hint: str = ""
    """What to type for more, as for a paragraph."""
    share: float | None = None
    """Its chance as a number, for faces that draw it; None if it has none."""


def hinted(text: str, hint: str) -> str:
    """The text with a hint, as a command line tells it: `And 2 more reasons (-v).`"""
    if not hint or not text:
        return text or hint
    end = "." if text.endswith(".") else ""
    return f"{text.removesuffix('.')} ({hint}){end}"


class Tree(msgspec.Struct, frozen=True):
    """What may come, and then what may come after it."""

    branches: tuple[Branch, ...]
    indent: int = 2


class Board(msgspec.Struct, frozen=True):
    """The places of a board, row by row."""

    rows: tuple[BoardRow, ...]


class Hexes(msgspec.Struct, frozen=True):
    """A map of hexes with its notes."""

    map: HexMap
    beside: tuple[Block, ...] = ()


class ChanceBar(NamedTuple):
    """One outcome: its label, whether it is a good one, and for each deck its chance as number and text."""

    label: str
    good: bool
    values: tuple[float, ...]
    texts: tuple[str, ...]


class Bars(msgspec.Struct, frozen=True):
    """Outcomes with their chances on one scale; `heads` stand above the bars if there are several decks."""

    heads: tuple[str, ...]
    bars: tuple[ChanceBar, ...]
    indent: int = 2


Block: TypeAlias = (
    Blank
    | Verbatim
    | Line
    | Verdict
    | Heading
    | Paragraph
    | Labelled
    | Sum
    | Packed
    | Table
    | Tree
    | Board
    | Hexes
    | Bars
)


class Page:
    """Collects the parts of an answer in their order."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []

    @property
    def lines(self) -> list[str] | None:
        """The texts of a page that has only lines; None for any other page, which needs a layout."""
        found = [block.text for block in self.blocks if isinstance(block, Line)]
        return found if len(found) == len(self.blocks) else None

    def blank(self) -> None:
        self.blocks.append(Blank())

    def verbatim(self, text: str) -> None:
        self.blocks.append(Verbatim(text))

    def line(self, text: str, style: Style = "") -> None:
        self.blocks.append(Line(text, style))

    def verdict(
        self, word: str, text: str, style: Style = "", place: str = "", rules: Iterable[str] = ()
    ) -> None:
        self.blocks.append(Verdict(word, text, style, place, tuple(rules)))

    def heading(self, text: str, style: Style = "bold") -> None:
        self.blocks.append(Heading(text, style))

    def text(
        self,
        text: str,
        indent: int = 0,
        hang: int = 0,
        style: Style = "",
        rules: Iterable[str] = (),
        lead: str = "",
        hint: str = "",
    ) -> None:
        self.blocks.append(Paragraph(text, indent, hang, style, tuple(rules), lead, hint))

    def labelled(
        self,
        label: str,
        text: str,
        indent: int = 2,
        width: int = 14,
        style: Style = "",
        rules: Iterable[str] = (),
    ) -> None:
        self.blocks.append(Labelled(label, text, indent, width, style, tuple(rules)))

    def sum(self, terms: str, total: str, remark: str = "", calculation: Calculation | None = None) -> None:
        self.blocks.append(Sum(terms, total, remark, calculation))

    def packed(self, parts: Iterable[str], indent: int = 2, hang: int = 2) -> None:
        self.blocks.append(Packed(tuple(parts), indent, hang))

    def table(
        self,
        heads: Iterable[Column],
        rows: Iterable[Sequence[str]],
        indent: int = 2,
        sums: int = 0,
        calculation: Calculation | None = None,
    ) -> None:
        self.blocks.append(Table(tuple(heads), tuple(map(tuple, rows)), indent, sums, calculation))

    def tree(self, branches: Iterable[Branch], indent: int = 2) -> None:
        self.blocks.append(Tree(tuple(branches), indent))

    def board(self, rows: Iterable[BoardRow]) -> None:
        """Add a board; nothing for a game without one."""
        if found := tuple(rows):
            self.blocks.append(Board(found))

    def map(self, drawn: HexMap | None) -> None:
        """Add a map with its headline and its notes; nothing for a game without one."""
        if drawn is None or not drawn.cells:
            return
        beside = Page()
        if drawn.headline:
            beside.text(drawn.headline, style="bold")
            beside.blank()
        width = 2 + max((len(note.label) for note in drawn.notes), default=0)
        for note in drawn.notes:
            if note.label:
                beside.labelled(note.label, note.text, 0, width, "bold", note.rules)
            elif note.text:
                beside.text(note.text, 2, 2, rules=note.rules)
            if note.rows:
                numbers = (Column(head, "right") for head in note.heads[1:])
                first = Column(note.heads[0] if note.heads else "", wraps=True)
                beside.table((first, *numbers), note.rows)
        self.blocks.append(Hexes(drawn, tuple(beside.blocks)))

    def bars(self, heads: Iterable[str], bars: Iterable[ChanceBar], indent: int = 2) -> None:
        """Add bars; nothing if there is no outcome."""
        if found := tuple(bars):
            self.blocks.append(Bars(tuple(heads), found, indent))


A = TypeVar("A")


def in_one_line(show: Callable[[Page, A], None]) -> Callable[[Page, A], None]:
    """A function that shows the same answers, each in one line: the place, the verdict, and its text."""

    def shown(page: Page, answer: A) -> None:
        short = Page()
        show(short, answer)
        if text := " ".join(_texts(short.blocks)):
            page.line(text)

    return shown


def _texts(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Verdict(word, text, _, place):
                yield ": ".join(filter(None, (place, word, text)))
            case Paragraph():
                yield block.told
            case Labelled(label, text):
                yield f"{label[:1].upper()}{label[1:]}: {text}."
            case Line(text):
                yield text
            case _:
                pass
