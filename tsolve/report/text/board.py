"""Boards as a grid of boxes, and bars of charts, in plain characters that every terminal has; and texts for
streams that only take ASCII.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from tsolve.errors import escape
from tsolve.model.plays import BoardRow, Place
from tsolve.report.page import Bars
from tsolve.report.words import columns, wrap

_MARKS = (("!", "the target"), ("*", "your piece stands there"), (">", "it can get there"))
_WIDEST_PLACE = 39
_NARROW = 60
"""On a page with fewer columns, places are listed, not drawn as boxes."""
_NARROWEST = 16
"""The same if a box would have fewer columns inside."""


def board_lines(rows: Sequence[BoardRow], width: int) -> list[str]:
    """The places row by row; the last line is the legend of the marks, empty if none is used."""
    margin = 2 + max(columns(escape(row.label)) + 1 if row.label else 0 for row in rows)
    across = max(len(row.places) for row in rows)
    wide = min((width - margin - 1) // across, _WIDEST_PLACE)
    narrow = width < _NARROW or wide - 3 < _NARROWEST
    drawn = _listed(rows, width) if narrow else _boxes(rows, margin, across * wide)
    used = "".join(_marks(place) for row in rows for place in row.places)
    return [*drawn, "; ".join(f"{mark}: {means}" for mark, means in _MARKS if mark in used)]


def _marks(place: Place) -> str:
    """The marks of a place; where the piece stands, the mark "can get there" is left out."""
    reach = place.within_reach and not place.here
    return "".join(
        mark for (mark, _), holds in zip(_MARKS, (place.target, place.here, reach), strict=True) if holds
    )


def _named(place: Place) -> str:
    return f"{_marks(place)} {place.name}".lstrip()


def _boxes(rows: Sequence[BoardRow], margin: int, whole: int) -> Iterator[str]:
    """All rows are equally wide; a row with fewer places has wider ones."""
    above = {0, whole}
    for row in rows:
        number = len(row.places)
        edges = [whole * each // number for each in range(number + 1)]
        yield " " * margin + _rule(above | {*edges}, whole)
        above = {*edges}
        widths = [right - left - 3 for left, right in pairwise(edges)]
        boxes = [_box(place, wide) for place, wide in zip(row.places, widths, strict=True)]
        for line in range(max(map(len, boxes))):
            label = f"  {escape(row.label)}" if not line else ""
            texts = (box[line] if line < len(box) else "" for box in boxes)
            cells = zip(texts, widths, strict=True)
            filled = "".join(f"| {text}{' ' * (wide - columns(text))} " for text, wide in cells)
            yield f"{label}{' ' * (margin - columns(label))}{filled}|"
    yield " " * margin + _rule(above, whole)


def _rule(corners: Collection[int], width: int) -> str:
    return "".join("+" if column in corners else "-" for column in range(width + 1))


def _box(place: Place, width: int) -> list[str]:
    """The lines of one place: its name and cost, who is there, and further facts."""
    name, cost = escape(_named(place)), escape(place.cost)
    gap = width - columns(name) - columns(cost)
    head = [f"{name}{' ' * gap}{cost}"] if gap > 0 else [*wrap(name, width, width), *wrap(cost, width, width)]
    texts = (place.holds, "  ".join(place.figures), *place.lines)
    return [*head, *(line for text in texts if text for line in wrap(text, width, width))]


def _listed(rows: Sequence[BoardRow], width: int) -> Iterator[str]:
    """One place below the other, with further lines indented under its name."""
    for row in rows:
        for place in row.places:
            cost = f" ({place.cost})" if place.cost else ""
            who = f"{_named(place)}{cost}: {place.holds}".removesuffix(": ")
            texts = (who, ", ".join(place.figures), *place.lines)
            first, *later = wrap("; ".join(filter(None, texts)), width - 2, width - 4)
            yield f"  {first}"
            yield from (f"    {line}" for line in later)


_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL = "█"
_PLAIN = "#"
_SHARE = 9
"""The width of a percentage."""
_WIDEST_BAR = 40


def bar_widths(chart: Bars, width: int) -> tuple[int, int, int]:
    """The widths of a label, of a percentage and of the longest bar on a page of this width."""
    label = max(len(line.label) for line in chart.bars)
    share = max(_SHARE, *(columns(text) for line in chart.bars for text in line.texts))
    decks = len(chart.bars[0].values)
    room = (width - chart.indent - label - decks * (share + 4)) // decks
    return label, share, max(min(room, _WIDEST_BAR), 1)


def bar(share: float, width: int, fine: bool) -> str:
    """A bar of this share of the width; visible unless the share is 0."""
    if share <= 0:
        return ""
    if not fine:
        return _PLAIN * max(round(share * width), 1)
    eighths = max(round(share * width * 8), 1)
    whole, part = divmod(eighths, 8)
    return _FULL * whole + (_EIGHTHS[part] if part else "")


_NEAREST = str.maketrans(
    "łŁđĐðøØıħĦŧŦ\u2019\u2018\u201c\u201d\u201e«»‐‑–—−×•·", 'lLdDdoOihHtT\'\'"""""-----x*.'
)
"""Characters that Unicode does not decompose, each with a replacement of one column, too."""


def in_ascii(text: str) -> str:
    """A text with the nearest ASCII character for each letter and sign, of the same width; others stay."""
    return text if text.isascii() else "".join(map(_nearest, text.translate(_NEAREST)))


def _nearest(character: str) -> str:
    bare = unicodedata.normalize("NFD", character)[0]
    return bare if bare.isascii() else character
