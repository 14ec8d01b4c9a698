"""Points and wall pieces, all in integers.

The centre of hex (q, p) is the point (3q, 2p + q); its corners lie at x ± 2, or at x ± 1 with y ± 1. On paper
the picture is squeezed, but what is straight stays straight and what touches touches. (GH-5.4)

A wall consists of pieces: whole hexes, and edges between two hexes. A piece is known by the sum of the
coordinates of the two hexes that it parts; a wall hex counts as both.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tsolve.games.gloomhaven.board.hexes import Hex

Corner = tuple[int, int]
"""A corner of a hex: (x, y)."""

Point = tuple[int | Fraction, int | Fraction]
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


_PROFILES: tuple[tuple[Piece, int, tuple[tuple[int, int], ...]], ...] = (
    ((0, 0), -2, ((0, 0), (-1, 1), (-1, 1), (-1, 1), (0, 0))),
    ((0, 1), -1, ((1, 1), (1, 1), (1, 1))),
    ((1, 0), 1, ((1, 1), (0, 0))),
    ((1, -1), 1, ((-1, -1), (0, 0))),
)
"""The pieces that belong to one hex: itself and three of its edges. For each where it stands, the first x it
has, and for each whole x from there its lowest and highest y; it is straight in between. All as seen from the
centre of the hex.
"""


def touched(start: Corner, end: Corner) -> Iterator[Piece]:
    """Every piece that a segment between two corners meets, be it in a single point, if it is a wall.

    Upright, a piece and a segment overlap over some whole x at which one of the two starts, ends or bends; so
    the rows of the pieces that are met follow from those x alone.
    """
    (x1, y1), (x2, y2) = min(start, end), max(start, end)
    width = x2 - x1
    unit = width or 1  # an upright segment has all its heights at one x
    for (u, v), first, profile in _PROFILES:
        last = first + len(profile) - 1
        for q in range(-((last - x1) // 3), (x2 - first) // 3 + 1):
            xs = range(max(x1, 3 * q + first), min(x2, 3 * q + last) + 1)
            lows, highs = [], []
            for x in xs:
                bottom, top = profile[x - 3 * q - first]
                height = y1 * unit + (x - x1) * (y2 - y1)
                lows.append(height - top * unit)
                highs.append((height if width else y2) - bottom * unit)
            low, high = min(lows) - q * unit, max(highs) - q * unit
            for p in range(-(-low // (2 * unit)), high // (2 * unit) + 1):
                yield 2 * q + u, 2 * p + v
