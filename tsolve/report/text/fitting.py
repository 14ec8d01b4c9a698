"""How wide the columns of a table are, and which are given up where not all of it fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tsolve.report.page import Column
from tsolve.report.words.wrapping import columns, kept_together

GAP = 2
"""Columns of space between those of a table."""
_NARROWEST = 8
"""What a wrapping column keeps when even words are broken."""


def column_widths(heads: Sequence[Column], cells: Sequence[Sequence[str]], room: int) -> list[int]:
    """The width of each column, 0 for one that is not shown.

    All have the width of their contents if that fits. Else those that wrap are narrowed, the widest first,
    but not below what belongs together in them: columns that can be spared are given up before that, the
    last of them first. Names are parted, then words, only where nothing can be spared.
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
    for bound in (least, _widest(cells, _widest_word), [_NARROWEST] * len(heads)):
        _narrow(heads, widths, bound, room)
    return widths


def used(widths: Sequence[int]) -> int:
    """The columns of the whole table."""
    shown = [width for width in widths if width]
    return sum(shown) + GAP * (len(shown) - 1)


def _narrow(heads: Sequence[Column], widths: list[int], least: Sequence[int], room: int) -> None:
    """Narrow the wrapping columns until all fits, none below its least width."""
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
