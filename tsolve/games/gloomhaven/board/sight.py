"""Line of sight: the first edition's, from corner to corner. (GH-5.1 to GH-5.5)

A segment that touches a wall anywhere, its two ends included, shows nothing. So a corner that lies on a wall
cannot be used, and a corner that two hexes share on no wall is enough.

What lies around the map blocks as well. It has no inside walls and no gaps: a segment is blocked where it
meets the inside of all that together, and may run along the border of the map.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from typing import Literal

from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.board.lattice import CORNERS, Piece, Segment, corners, crossed, touched

Sight = Literal["corners", "any_points"]
"""What must see each other: a corner of one hex and a corner of the other, or any points of the two."""


Border = Literal["free", "blocked"]
"""Whether a segment that only touches the outer border of the map is free or blocked."""


def free_corners(a: Hex, b: Hex, walls: Container[Piece], around: Container[Piece]) -> Segment | None:
    """The shortest segment from a corner of one hex to a corner of another that touches no wall, and crosses
    nothing of what lies around the map.
    """
    ends = corners(a), corners(b)
    for first, second in _nearest_first(b.q - a.q, b.p - a.p):
        start, end = ends[0][first], ends[1][second]
        if is_free((start, end), walls, around):
            return start, end
    return None


def is_free(segment: Segment, walls: Container[Piece], around: Container[Piece]) -> bool:
    """Whether a segment touches no wall, and crosses nothing of what lies around the map."""
    return not any(each in walls for each in touched(*segment)) and not any(
        each in around for each in crossed(*segment)
    )


@lru_cache(maxsize=1024)
def _nearest_first(q: int, p: int) -> tuple[tuple[int, int], ...]:
    """The pairs of corners of two hexes that are so far apart."""

    def length(pair: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        (x1, y1), (x2, y2) = CORNERS[pair[0]], CORNERS[pair[1]]
        x, y = 3 * q + x2 - x1, 2 * p + q + y2 - y1
        return x * x + 3 * y * y, pair

    return tuple(sorted(((first, second) for first in range(6) for second in range(6)), key=length))
