"""Tables of text: how wide each column is, and what is told row by row where there is no room for columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tsolve.errors import escape
from tsolve.report.page import Column, Table
from tsolve.report.words import columns, kept_together

GAP = 2
"""Spaces between the columns of a table."""
_NARROWEST = 8
"""The least width of a wrapping column, as long as everything fits."""


def column_widths(heads: Sequence[Column], cells: Sequence[Sequence[str]], room: int) -> list[int]:
    """The width of each column, 0 for one that is not shown.

    All have the width of their contents if that fits. Otherwise, those that wrap are narrowed, the widest
    first, as long as words that belong together fit. Then spare columns are left out, the last one first.
    Only then are names broken, but never words: the table may stay wider than the room.
    """
    widths = _widest(cells, columns)
    if used(widths) <= room:
        return widths
    least = [
        min(width, max(whole, _NARROWEST)) if head.wraps else width
        for head, width, whole in zip(heads, widths, _widest(cells, _widest_whole), strict=True)
    ]
    for number in reversed(range(len(heads))):
        if heads[number].spare and used(least) > room:
            widths[number] = least[number] = 0
    for bound in (least, _widest(cells, _widest_word)):
        _narrow(heads, widths, bound, room)
    return widths


def used(widths: Sequence[int]) -> int:
    """The width of the whole table."""
    shown = [width for width in widths if width]
    return sum(shown) + GAP * (len(shown) - 1)


def _narrow(heads: Sequence[Column], widths: list[int], least: Sequence[int], room: int) -> None:
    """Narrow the wrapping columns until the table fits, none below its least width."""
    while (excess := used(widths) - room) > 0:
        able = [number for number, head in enumerate(heads) if head.wraps and widths[number] > least[number]]
        if not able:
            return
        widest, *others = sorted(able, key=lambda number: -widths[number])
        until = max(least[widest], widths[others[0]] - 1 if others else 0)
        widths[widest] -= min(excess, widths[widest] - until)


def _widest(cells: Sequence[Sequence[str]], measure: Callable[[str], int]) -> list[int]:
    """The greatest measure in each column."""
    return [max(map(measure, column)) for column in zip(*cells, strict=True)]


def _widest_whole(cell: str) -> int:
    return max(map(columns, kept_together(cell)))


def _widest_word(cell: str) -> int:
    return max(map(columns, cell.split(" ")))


def row_by_row(table: Table, width: int) -> Iterator[tuple[str, int]]:
    """A text for each row, with the heads before their cells, in lines with their indents. No line ends
    between a head and its cell if both fit on one.
    """
    is_named = not table.heads[0].title or table.heads[0].align == "left"
    heads = table.heads[is_named:]
    for row in table.rows:
        cells = zip(heads, row[is_named:], strict=True)
        told = [f"{_head(head)}{cell}" for head, cell in cells if cell]
        name = [row[0] + ":" * bool(told and row[0][-1:] not in ".?!:")] if is_named and row[0] else []
        line, indent = "", table.indent
        for part in (*name, *(f"{each};" for each in told[:-1]), *told[-1:]):
            longer = f"{line} {part}" if line else part
            if line and columns(escape(longer)) > width - indent:
                yield line, indent
                line, indent = part, table.indent + 2
            else:
                line = longer
        yield line, indent


def _head(head: Column) -> str:
    """The head of a column before a cell; if it is a number, a colon sets it off from that of the cell."""
    if not head.title:
        return ""
    return f"{head.title}: " if head.title[0].isdigit() else f"{head.title} "
