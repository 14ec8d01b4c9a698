"""Bars in a terminal: a line for each outcome, a bar for each deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tsolve.diagnostics import escape
from tsolve.report.page import Page, Style, columns

_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL = "█"
_PLAIN = "#"
_SHARE = 9
"""Columns of a percentage."""
_WIDEST = 40


class Line(NamedTuple):
    """One outcome: its label, whether it is a good one, and for each deck its chance with a text for it."""

    label: str
    good: bool
    values: tuple[float, ...]
    texts: tuple[str, ...]


def drawable(encoding: str | None) -> bool:
    """Whether a stream of this encoding can show the bars; if not, they are drawn in plain characters."""
    try:
        (_EIGHTHS + _FULL).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def show_chart(page: Page, heads: Sequence[str], lines: Sequence[Line], fine: bool, indent: int = 2) -> None:
    """All lines on one scale; `heads` stand above the bars where there are several."""
    if not lines:
        return
    label = max(len(line.label) for line in lines)
    share = max(_SHARE, *(columns(text) for line in lines for text in line.texts))
    decks = len(lines[0].values)
    room = (page.width - indent - label - decks * (share + 4)) // decks
    width = max(min(room, _WIDEST), 1)
    highest = max(max(line.values) for line in lines) or 1
    if len(heads) > 1:
        titles = "".join(f"  {head[: width + share + 2]:<{width + share + 2}}" for head in map(escape, heads))
        page.verbatim(" " * (indent + label) + page.paint(titles.rstrip(), "dim"))
    for line in lines:
        style: Style = "good" if line.good else ""
        parts = [f"{'':{indent}}{line.label:>{label}}"]
        for value, text in zip(line.values, line.texts, strict=True):
            drawn = bar(value / highest, width, fine)
            parts.append(f"  {text:>{share}}  {page.paint(drawn, style)}{' ' * (width - len(drawn))}")
        page.verbatim("".join(parts).rstrip())


def bar(share: float, width: int, fine: bool) -> str:
    """A bar of this share of the width; whatever is more than nothing shows."""
    if share <= 0:
        return ""
    if not fine:
        return _PLAIN * max(round(share * width), 1)
    eighths = max(round(share * width * 8), 1)
    whole, part = divmod(eighths, 8)
    return _FULL * whole + (_EIGHTHS[part] if part else "")
