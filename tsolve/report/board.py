"""A board drawn as a grid of boxes, with plain characters that every terminal has."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.diagnostics import escape
from tsolve.model.answers import BoardRow, Place
from tsolve.report.page import Page, columns, wrap

_LEGEND = "*: your piece stands there; >: it can get there"
_WIDEST = 36


def show_board(page: Page, rows: Sequence[BoardRow]) -> None:
    """The places row by row; nothing for a game without a board."""
    if not rows:
        return
    margin = 2 + max(columns(escape(row.label)) for row in rows) + 1
    across = max(len(row.places) for row in rows)
    width = min((page.width - margin - 1) // across - 3, _WIDEST)
    before = 0
    for row in rows:
        rule = "+".join(["", *("-" * (width + 2) for _ in range(max(before, len(row.places)))), ""])
        page.verbatim(" " * margin + rule)
        boxes = [_box(place, width) for place in row.places]
        for number in range(max(map(len, boxes))):
            label = f"  {escape(row.label)}" if not number else ""
            lines = [box[number] if number < len(box) else "" for box in boxes]
            cells = "".join(f"| {line}{' ' * (width - columns(line))} " for line in lines)
            page.verbatim(f"{label}{' ' * (margin - columns(label))}{cells}|")
        before = len(row.places)
    page.verbatim(" " * margin + "+" + ("-" * (width + 2) + "+") * before)
    if any(place.here or place.within_reach for row in rows for place in row.places):
        page.text(_LEGEND, indent=2, style="dim")


def _box(place: Place, width: int) -> list[str]:
    """The lines of one place: its name and what it costs, and who is there."""
    mark = "* " if place.here else "> " if place.within_reach else ""
    name, cost = escape(mark + place.name), escape(place.cost)
    gap = width - columns(name) - columns(cost)
    head = [f"{name}{' ' * gap}{cost}"] if gap > 0 else [*wrap(name, width, width), *wrap(cost, width, width)]
    return [*head, *wrap(place.holds, width, width)]
