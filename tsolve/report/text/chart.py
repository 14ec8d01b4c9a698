"""Bars in a terminal: a line for each outcome, a bar for each deck."""

from __future__ import annotations

from tsolve.report.page import Bars
from tsolve.report.words.wrapping import columns

_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL = "█"
_PLAIN = "#"
_SHARE = 9
"""Columns of a percentage."""
_WIDEST = 40


def bar_widths(chart: Bars, width: int) -> tuple[int, int, int]:
    """The columns of a label, of a percentage and of the longest bar on a page of this width."""
    label = max(len(line.label) for line in chart.bars)
    share = max(_SHARE, *(columns(text) for line in chart.bars for text in line.texts))
    decks = len(chart.bars[0].values)
    room = (width - chart.indent - label - decks * (share + 4)) // decks
    return label, share, max(min(room, _WIDEST), 1)


def bar(share: float, width: int, fine: bool) -> str:
    """A bar of this share of the width; whatever is more than nothing shows."""
    if share <= 0:
        return ""
    if not fine:
        return _PLAIN * max(round(share * width), 1)
    eighths = max(round(share * width * 8), 1)
    whole, part = divmod(eighths, 8)
    return _FULL * whole + (_EIGHTHS[part] if part else "")
