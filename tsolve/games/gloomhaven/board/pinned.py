"""Lines without room to move: what else there is to see between any points, where borders may be touched.

Who may touch the border of the map may pass exactly between two of its corners. Such a line can be moved,
and then it is one of a strip, unless it is held: by one corner on the one side, and by two on the other, one
before it and one behind. So a line that no strip has passes three corners of hexes at least.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import gcd

from tsolve.games.gloomhaven.board.hexes import Hex, distance, shifted, within
from tsolve.games.gloomhaven.board.lattice import Corner, Point, Segment, centre, corners

_Line = tuple[int, int, int]
"""The points (x, y) with ax + by = c, as (a, b, c)."""


def pinned(here: Hex, there: Hex) -> Iterator[Segment]:
    """The segments between two hexes that have three corners of hexes on them, each as short as can be."""
    for line, passed in _lines(_corners_between(here, there)).items():
        ends = _ends(line, here), _ends(line, there)
        if ends[0] is None or ends[1] is None:
            continue
        (first, last), (near, far) = ends[0], ends[1]
        start, end = (last, near) if last <= near else (first, far) if far <= first else (near, near)
        if sum(min(start, end) <= each <= max(start, end) for each in passed) > 2:
            yield start, end


def _corners_between(here: Hex, there: Hex) -> list[Corner]:
    """All corners of hexes in the smallest convex shape that has both hexes in it."""
    (x1, y1), (x2, y2) = centre(here), centre(there)
    outwards = {(y2 - y1, x1 - x2), (y1 - y2, x2 - x1), *_OUTWARDS}
    both = (*corners(here), *corners(there))
    limits = [(a, b, max(a * x + b * y for x, y in both)) for a, b in outwards]
    near = (shifted(here, each) for each in within(Hex(0, 0), distance(here, there) + 1))
    found = {corner for hex_ in near for corner in corners(hex_)}
    return [(x, y) for x, y in sorted(found) if all(a * x + b * y <= most for a, b, most in limits)]


_OUTWARDS = ((0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
"""Across the edges of a hex, from the inside to the outside."""


def _lines(points: list[Corner]) -> dict[_Line, list[Corner]]:
    """The lines through three or more of some points, with the points."""
    found: dict[_Line, set[Corner]] = defaultdict(set)
    for one, other in combinations(points, 2):
        a, b = other[1] - one[1], one[0] - other[0]
        unit = gcd(a, b)
        a, b = a // unit, b // unit
        found[a, b, a * one[0] + b * one[1]] |= {one, other}
    return {line: sorted(passed) for line, passed in found.items() if len(passed) > 2}


def _ends(line: _Line, hex_: Hex) -> tuple[Point, Point] | None:
    """The first and the last point of a line in a hex; None if it misses it."""
    a, b, c = line
    around = corners(hex_)
    heights = [a * x + b * y - c for x, y in around]
    found: list[Point] = [corner for corner, height in zip(around, heights, strict=True) if not height]
    for index, height in enumerate(heights):
        if height * heights[index - 1] < 0:
            (x1, y1), (x2, y2) = around[index], around[index - 1]
            part = Fraction(height, height - heights[index - 1])
            found.append((x1 + part * (x2 - x1), y1 + part * (y2 - y1)))
    return (min(found), max(found)) if found else None
