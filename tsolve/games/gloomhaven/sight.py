"""Line of sight, decided in integers: from corner to corner, or between any points. (GH-5.1 to GH-5.5)

The centre of hex (q, p) is the point (3q, 2p + q); its corners lie at x ± 2, or at x ± 1 with y ± 1. These
coordinates stretch the drawn map, but straight lines stay straight and what touches still touches. (GH-5.4) A
wall consists of pieces: whole hexes, and edges between two hexes. The key of a piece is the sum of the
coordinates of the two hexes that it separates; a wall hex counts as both.

The first edition looks from corner to corner. A segment that touches a wall anywhere, its two ends included,
is blocked. So a corner on a wall cannot be used, and one shared corner that is not on a wall is enough. The
space around the map blocks, too. It has no walls and no gaps inside: a segment is blocked if it meets the
inside of that space, but it may run along the border of the map.

Later printings look between any points. Walls are closed sets, so a free segment stays free if it is moved a
little. Hence two hexes see each other exactly if some free segment meets no corner of any hex. (The only
exceptions are the segments that `pinned` finds if the border of the map may be touched.) Such a segment runs
through a strip of hexes and leaves each through the inside of an edge. A straight line can cross a strip if
it separates the left ends of these edges from the right ends. So it is enough to walk from hex to hex and to
keep the directions in which that is possible.

If the border of the map may be touched, a line may pass exactly between two of its corners. Such a line can
be moved until it crosses a strip, unless corners hold it: one on one side, and two on the other side, one
before and one behind the first. So a line that crosses no strip passes at least three corners.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import ceil, floor, gcd
from typing import Literal, NamedTuple

from tsolve.games.gloomhaven.hexes import DIRECTIONS, Hex, distance, shifted, within

Corner = tuple[int, int]
"""A corner of a hex: (x, y)."""

Number = int | Fraction
"""A coordinate, or a height."""

Point = tuple[Number, Number]
"""A point of the plane: (x, y)."""

Segment = tuple[Point, Point]
"""The start and the end of a straight line."""

CORNERS: tuple[Corner, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The corners of a hex around its centre. The edge towards the k-th direction joins the k-th and the next."""

Piece = tuple[int, int]
"""A wall hex or a thin wall: the sums of the coordinates of the two hexes that it separates."""


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
"""The pieces that belong to one hex: itself and three of its edges. For each piece: its key, its first x, and
for each whole x from there its lowest and highest y, with straight lines between. All relative to the hex.
"""

_WHOLE = _PROFILES[:1]


class _Column(NamedTuple):
    """Pieces of one kind above each other, and how a segment passes them.

    All heights are multiplied by the width of the segment, and relative to the first piece; the next piece is
    `step` higher.
    """

    u: int
    v: int
    lowest: Number
    """The segment's least height above the top of the first piece; if more than 0, the segment is above it.
    """
    highest: Number
    """Its greatest height above the bottom of the first piece; if less than 0, the segment is below it."""
    step: Number
    is_edge: bool
    is_narrow: bool
    """Whether the segment meets a piece at most in one point."""


def touched(start: Point, end: Point, edges: bool = True) -> Iterator[Piece]:
    """Every piece that a segment meets, even in a single point; only whole hexes without `edges`.

    Only those x matter at which the piece or the segment starts, ends or bends: they give the rows of the
    pieces that the segment meets.
    """
    for each in _columns(start, end, _PROFILES if edges else _WHOLE):
        for p in range(-(-each.lowest // each.step), each.highest // each.step + 1):
            yield each.u, 2 * p + each.v


def crossed(start: Point, end: Point) -> Iterator[Piece]:
    """The whole hexes whose inside a segment meets, and the edges along which it runs.

    If both hexes beside such an edge lie around the map, the segment is inside their union.
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
    unit = width or 1  # a vertical segment has all its heights at one x
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


Sight = Literal["corners", "any_points"]
"""What a line of sight joins: a corner of one hex and a corner of the other, or any points of the two."""


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
    """The pairs of corners of two hexes at this distance, the nearest pair first."""

    def length(pair: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        (x1, y1), (x2, y2) = CORNERS[pair[0]], CORNERS[pair[1]]
        x, y = 3 * q + x2 - x1, 2 * p + q + y2 - y1
        return x * x + 3 * y * y, pair

    return tuple(sorted(((first, second) for first in range(6) for second in range(6)), key=length))


_Line = tuple[int, int, int]
"""The points (x, y) with ax + by = c, as (a, b, c)."""


def pinned(here: Hex, there: Hex) -> Iterator[Segment]:
    """The segments between two hexes that pass three or more corners of hexes, each as short as possible."""
    for line, passed in _lines(_corners_between(here, there)).items():
        ends = _ends(line, here), _ends(line, there)
        if ends[0] is None or ends[1] is None:
            continue
        (first, last), (near, far) = ends[0], ends[1]
        start, end = (last, near) if last <= near else (first, far) if far <= first else (near, near)
        if sum(min(start, end) <= each <= max(start, end) for each in passed) > 2:
            yield start, end


def _corners_between(here: Hex, there: Hex) -> list[Corner]:
    """All corners of hexes in the convex hull of both hexes."""
    (x1, y1), (x2, y2) = centre(here), centre(there)
    outwards = {(y2 - y1, x1 - x2), (y1 - y2, x2 - x1), *_OUTWARDS}
    both = (*corners(here), *corners(there))
    limits = [(a, b, max(a * x + b * y for x, y in both)) for a, b in outwards]
    near = (shifted(here, each) for each in within(Hex(0, 0), distance(here, there) + 1))
    found = {corner for hex_ in near for corner in corners(hex_)}
    return [(x, y) for x, y in sorted(found) if all(a * x + b * y <= most for a, b, most in limits)]


_OUTWARDS = ((0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
"""The directions across the edges of a hex, from the inside to the outside."""


def _lines(points: list[Corner]) -> dict[_Line, list[Corner]]:
    """The lines through three or more of these points, with the points on each."""
    found: dict[_Line, set[Corner]] = defaultdict(set)
    for one, other in combinations(points, 2):
        a, b = other[1] - one[1], one[0] - other[0]
        unit = gcd(a, b)
        a, b = a // unit, b // unit
        found[a, b, a * one[0] + b * one[1]] |= {one, other}
    return {line: sorted(passed) for line, passed in found.items() if len(passed) > 2}


def _ends(line: _Line, hex_: Hex) -> tuple[Point, Point] | None:
    """The first and the last point of a line in a hex; None if the line misses the hex."""
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


Edge = tuple[Corner, Corner]
"""An edge of a hex: its right and its left end, seen from inside the hex."""


class Lines(NamedTuple):
    """The directed lines that leave some corners on their left and others on their right.

    Their directions are those strictly between `first` and `last`, turning left.
    """

    left: tuple[Corner, ...]
    right: tuple[Corner, ...]
    first: Corner
    last: Corner

    def leaving(self, left: Corner, right: Corner) -> Lines | None:
        """Those that also have these two corners on their left and right; None if there is no such line.

        A direction has such a line exactly if every left corner lies further left than every right corner.
        """
        lefts, rights = self.left, self.right
        if not any(self._turn_left(each, left) for each in lefts):
            lefts = (*[each for each in lefts if not self._turn_left(left, each)], left)
        if not any(self._turn_left(right, each) for each in rights):
            rights = (*[each for each in rights if not self._turn_left(each, right)], right)
        ways = [_way(each, left) for each in rights] if lefts is not self.left else []
        if rights is not self.right:
            ways += [_way(right, each) for each in lefts]
        directions = _narrowed(self.first, self.last, ways)
        return directions and Lines(lefts, rights, *directions)

    def _turn_left(self, start: Corner, end: Corner) -> bool:
        """Whether in all these directions the second corner is at least as far left as the first.

        Then a line with the first on its left has the second there, too, so the second need not be kept.
        """
        way = _way(start, end)
        after_first, after_last = _cross(self.first, way), _cross(self.last, way)
        return start == end or (after_first >= 0 and after_last >= 0 and after_first + after_last > 0)

    def segment(self, start: Edge, end: Edge) -> Segment:
        """One of these lines, between two edges that all of them cross."""
        way = self.first[0] + self.last[0], self.first[1] + self.last[1]
        if way == (0, 0):  # opposite directions: halfway is a right turn from the last
            way = self.last[1], -self.last[0]
        lowest_left = min(_cross(way, each) for each in self.left)
        highest_right = max(_cross(way, each) for each in self.right)
        height = Fraction(lowest_left + highest_right, 2)
        return _crossing(way, height, start), _crossing(way, height, end)


class Strip(NamedTuple):
    """A chain of hexes, from one hex to another, that some lines cross without meeting a corner."""

    pieces: tuple[Piece, ...]
    """The hexes and the edges between them, both end hexes included: any of them would block as a wall."""
    start: Edge
    end: Edge
    lines: Lines


def free_segment(a: Hex, b: Hex, walls: Container[Piece], around: Container[Piece]) -> Segment | None:
    """A segment from a point of one hex to a point of another that touches no wall, and crosses nothing of
    what lies around the map; None if there is none.
    """
    strip = next(strips(a, b, walls, around), None)
    if strip:
        return strip.lines.segment(strip.start, strip.end)
    return next((each for each in pinned(a, b) if is_free(each, walls, around)), None)


def strips(a: Hex, b: Hex, walls: Container[Piece] = (), around: Container[Piece] = ()) -> Iterator[Strip]:
    """All strips from one hex to another without a wall and without anything around the map."""
    if piece(a, a) in walls:
        return
    towards = _lines_across(_edge(a, _facing(a, b)))
    for way_out, way_in in product(range(6), repeat=2):
        start, end = _edge(a, way_out), _edge(b, way_in)
        lines = towards.leaving(start[1], start[0])
        lines = lines and lines.leaving(*end)
        if lines:
            for pieces, found in _walks(a, way_out, b, lines, walls, around):
                yield Strip(pieces, start, end, found)


def _walks(
    start: Hex, way_out: int, goal: Hex, lines: Lines, walls: Container[Piece], around: Container[Piece]
) -> Iterator[tuple[tuple[Piece, ...], Lines]]:
    """The strips of these lines, which all leave the start by one edge and enter the goal by one edge."""
    first: tuple[Piece, ...] = (piece(start, start),)
    waiting = [(start, way_out, lines, first)]
    while waiting:
        here, way_out, lines, pieces = waiting.pop()
        there = shifted(here, DIRECTIONS[way_out])
        edge, hex_ = piece(here, there), piece(there, there)
        if edge in walls or hex_ in walls or hex_ in around:
            continue
        pieces = (*pieces, edge, hex_)
        if there == goal:
            yield pieces, lines
            continue
        for further in range(way_out + 4, way_out + 9):  # all edges but the one by which they come
            right, left = _edge(there, further % 6)
            narrower = lines.leaving(left, right)
            if narrower:
                waiting.append((there, further % 6, narrower, pieces))


def _lines_across(edge: Edge) -> Lines:
    """All lines that cross the extended edge outwards."""
    way = _way(*edge)
    return Lines((), (), (-way[0], -way[1]), way)


def _narrowed(first: Corner, last: Corner, ways: Iterable[Corner]) -> tuple[Corner, Corner] | None:
    """The directions between `first` and `last` that have all these ways on their left; None if there is
    none.
    """
    for way in ways:
        after_first, before_last = _cross(first, way), _cross(way, last)
        if after_first > 0 and before_last > 0:
            last = way
        elif after_first < 0 and before_last < 0:
            first = -way[0], -way[1]
        elif after_first < before_last or (after_first == before_last and _dot(way, last) <= 0):
            return None
    return first, last


def _facing(a: Hex, b: Hex) -> int:
    """An edge of one hex that has the whole other hex on its outer side."""
    for way in range(6):
        right, left = _edge(a, way)
        if all(_cross(_way(right, left), _way(right, each)) <= 0 for each in corners(b)):
            return way
    raise AssertionError(f"{a} and {b} overlap")


def _edge(hex_: Hex, way: int) -> Edge:
    around = corners(hex_)
    return around[way], around[(way + 1) % 6]


def _way(start: Corner, end: Corner) -> Corner:
    return end[0] - start[0], end[1] - start[1]


def _cross(a: Corner, b: Corner) -> int:
    """More than 0 if the second way points to the left of the first, less than 0 if to the right."""
    return a[0] * b[1] - a[1] * b[0]


def _dot(a: Corner, b: Corner) -> int:
    return a[0] * b[0] + a[1] * b[1]


def _crossing(way: Corner, height: Fraction, edge: Edge) -> Point:
    """Where the line in this direction and at this height crosses an edge."""
    (x1, y1), (x2, y2) = edge
    first, second = _cross(way, edge[0]), _cross(way, edge[1])
    share = (height - first) / (second - first)
    return x1 + share * (x2 - x1), y1 + share * (y2 - y1)
