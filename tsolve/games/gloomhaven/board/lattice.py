"""Points and wall pieces, all in integers.

The centre of hex (q, p) is the point (3q, 2p + q); its corners lie at x ± 2, or at x ± 1 with y ± 1. On paper
the picture is squeezed, but what is straight stays straight and what touches touches. (GH-5.4)

A wall consists of pieces: whole hexes, and edges between two hexes. A piece is known by the sum of the
coordinates of the two hexes that it parts; a wall hex counts as both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from tsolve.games.gloomhaven.board.hexes import Hex

Corner = tuple[int, int]
"""A corner of a hex: (x, y)."""

Number = int | Fraction
"""A coordinate, or a height."""

Point = tuple[Number, Number]
"""Any point of the plane: (x, y)."""

Segment = tuple[Point, Point]
"""Where a straight line starts, and where it ends."""

CORNERS: tuple[Corner, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The corners of a hex around its centre. The edge towards the k-th direction joins the k-th and the next."""

Piece = tuple[int, int]
"""A wall hex or a thin wall: the sums of the coordinates of the two hexes that it parts."""


def piece(a: Hex, b: Hex) -> Piece:
    """The edge between two neighbours, or the whole hex if they are the same."""
    return a.q + b.q, a.p + b.p


def centre(hex_: Hex) -> tuple[int, int]:
    """The middle of a hex."""
    return 3 * hex_.q, 2 * hex_.p + hex_.q


def corners(hex_: Hex) -> tuple[Corner, ...]:
    """The corners of a hex, in the order of `CORNERS`."""
    x, y = centre(hex_)
    return tuple((x + dx, y + dy) for dx, dy in CORNERS)


_Kind = tuple[Piece, int, tuple[tuple[int, int], ...]]

_PROFILES: tuple[_Kind, ...] = (
    ((0, 0), -2, ((0, 0), (-1, 1), (-1, 1), (-1, 1), (0, 0))),
    ((0, 1), -1, ((1, 1), (1, 1), (1, 1))),
    ((1, 0), 1, ((1, 1), (0, 0))),
    ((1, -1), 1, ((-1, -1), (0, 0))),
)
"""The pieces that belong to one hex: itself and three of its edges. For each where it stands, the first x it
has, and for each whole x from there its lowest and highest y; it is straight in between. All as seen from the
centre of the hex.
"""

_WHOLE = _PROFILES[:1]


class _Column(NamedTuple):
    """Pieces of one kind above each other, and how a segment passes them.

    All heights are multiplied by the width of the segment, and seen from the first of the pieces; the next
    piece is `step` higher.
    """

    u: int
    v: int
    lowest: Number
    """The segment's least height above their tops: where it is more than 0 the segment is beyond them."""
    highest: Number
    """Its greatest height above their bottoms: where it is less than 0 the segment is not yet there."""
    step: Number
    is_edge: bool
    is_narrow: bool
    """Whether the pieces have no height where the segment passes them, nor any width."""


def touched(start: Point, end: Point, edges: bool = True) -> Iterator[Piece]:
    """Every piece that a segment meets, be it in a single point, if it is a wall; or every whole hex.

    Upright, a piece and a segment overlap over some x at which one of the two starts, ends or bends; so the
    rows of the pieces that are met follow from those x alone.
    """
    for each in _columns(start, end, _PROFILES if edges else _WHOLE):
        for p in range(-(-each.lowest // each.step), each.highest // each.step + 1):
            yield each.u, 2 * p + each.v


def crossed(start: Point, end: Point) -> Iterator[Piece]:
    """The whole hexes whose inside a segment meets, and the edges along which it runs.

    Where the hexes on both sides of such an edge are of one kind, the segment is inside their union.
    """
    (x1, y1), (x2, y2) = start, end
    runs_along_edges = y1 == y2 or abs(y2 - y1) == abs(x2 - x1)
    for each in _columns(start, end, _PROFILES if runs_along_edges else _WHOLE):
        if each.is_narrow:
            continue
        below = each.lowest // each.step
        if not each.is_edge:
            for p in range(below + 1, -(-each.highest // each.step)):
                yield each.u, 2 * p + each.v
        elif each.lowest == each.highest == below * each.step:
            yield each.u, 2 * below + each.v


def _columns(start: Point, end: Point, kinds: Iterable[_Kind]) -> Iterator[_Column]:
    """The columns of pieces of some kinds that have an x in common with a segment."""
    (x1, y1), (x2, y2) = min(start, end), max(start, end)
    width = x2 - x1
    unit = width or 1  # an upright segment has all its heights at one x
    for (u, v), first, profile in kinds:
        last = first + len(profile) - 1
        for q in range(-((last - x1) // 3), (x2 - first) // 3 + 1):
            left, right = max(x1, 3 * q + first), min(x2, 3 * q + last)
            lows, highs = [], []
            for x in (left, *range(floor(left) + 1, ceil(right)), right):
                across = x - 3 * q - first
                bottom, top = profile[across] if isinstance(across, int) else _between(profile, across)
                height = y1 * unit + (x - x1) * (y2 - y1)
                lows.append(height - top * unit)
                highs.append((height if width else y2) - bottom * unit)
            yield _Column(
                2 * q + u,
                v,
                min(lows) - q * unit,
                max(highs) - q * unit,
                2 * unit,
                (u, v) != (0, 0),
                left == right and bottom == top,
            )


def _between(profile: tuple[tuple[int, int], ...], x: Fraction) -> tuple[Number, Number]:
    """The lowest and the highest y of a piece, so far to the right of where it begins."""
    before = floor(x)
    part = x - before
    if not part:
        return profile[before]
    (bottom, top), (next_bottom, next_top) = profile[before : before + 2]
    return bottom + part * (next_bottom - bottom), top + part * (next_top - top)
