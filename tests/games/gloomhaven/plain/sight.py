"""Sight a second time, written plainly: exact numbers, every wall as its edges, every pair of points.

What lies around a map is found by walking around it, and a segment crosses it where all hexes that have some
point of the segment lie there.

Hexes are (column, row) here, and nothing of the package is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product

Place = tuple[int, int]
Number = int | Fraction
Point = tuple[Number, Number]
Edge = tuple[Point, Point]


@cache
def corner_points(place: Place) -> list[Point]:
    """The corners of a hex in a column; odd columns stand half a hex further down, which is one unit of y."""
    column, row = place
    x, y = 3 * column, 2 * row + column % 2
    return [(x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)]


@cache
def edges(place: Place) -> list[Edge]:
    points = corner_points(place)
    return list(zip(points, points[1:] + points[:1], strict=True))


@cache
def shared_edge(a: Place, b: Place) -> Edge:
    """The two corners that neighbours have in common."""
    common = [point for point in corner_points(a) if point in corner_points(b)]
    assert len(common) == 2, (a, b)
    return common[0], common[1]


def side(start: Point, end: Point, point: Point) -> Number:
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def on(segment: Edge, point: Point) -> bool:
    """Whether a point lies on a segment, its ends included."""
    (x1, y1), (x2, y2) = segment
    x, y = point
    return side(*segment, point) == 0 and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)


def meet(first: Edge, second: Edge) -> bool:
    """Whether two segments have a point in common."""
    ends = [on(first, point) for point in second] + [on(second, point) for point in first]
    across = side(*first, second[0]) * side(*first, second[1])
    along = side(*second, first[0]) * side(*second, first[1])
    return any(ends) or (across < 0 and along < 0)


def inside(place: Place, point: Point) -> bool:
    """Whether a point lies in a hex, its boundary included."""
    return all(side(start, end, point) >= 0 for start, end in edges(place))


def beside(place: Place) -> list[Place]:
    column, row = place
    down = column % 2
    aside = [(column + by, row + down - up) for by in (-1, 1) for up in (0, 1)]
    return [(column, row - 1), (column, row + 1), *aside]


def off_the_map(floor: frozenset[Place]) -> tuple[set[Place], set[Place]]:
    """The hexes around a map, two deep, and those in its holes."""
    columns, rows = zip(*floor, strict=True)
    box = set(product(range(min(columns) - 2, max(columns) + 3), range(min(rows) - 2, max(rows) + 3)))
    reached = {(min(columns) - 2, min(rows) - 2)}
    waiting = list(reached)
    while waiting:
        more = set(beside(waiting.pop())) & (box - floor - reached)
        reached |= more
        waiting += more
    return reached, box - floor - reached


@dataclass(frozen=True)
class Walls:
    """What blocks sight on a map: walls where they are touched, what lies around it where it is crossed."""

    hexes: tuple[Place, ...]
    thin: tuple[tuple[Place, Place], ...]
    """Walls between two neighbours."""
    around: frozenset[Place] = frozenset()

    @classmethod
    def of(
        cls, floor: Iterable[Place], shut: Iterable[Place], thin: Iterable[tuple[Place, Place]], border: str
    ) -> Walls:
        """Those of a map with doors, some shut. What is a hole, and whether the border may be touched?"""
        floor = frozenset(floor)
        outer, holes = off_the_map(floor)
        inner = tuple((a, b) for a, b in thin if a in floor and b in floor)
        if border == "blocked":
            return cls((*holes, *shut, *outer), inner)
        return cls((*holes, *shut), inner, frozenset(outer))

    def block(self, segment: Edge) -> bool:
        return self.touch(segment) or self.cross(segment)

    def cross(self, segment: Edge) -> bool:
        """Whether some point of a segment lies in hexes around the map alone.

        Where it meets edges of theirs it is cut. The middle of each part is like all of it but its ends.
        """
        if not self.around:
            return False
        (x1, y1), (x2, y2) = segment
        near = [place for place in self.around if is_near(place, segment)]
        cuts: set[Fraction] = {Fraction(0), Fraction(1)}
        for start, end in {edge for place in near for edge in edges(place)}:
            first, second = side(start, end, segment[0]), side(start, end, segment[1])
            if first != second and 0 < Fraction(first, first - second) < 1:
                cuts.add(Fraction(first, first - second))
        for part in middles(sorted(cuts)):
            point = x1 + part * (x2 - x1), y1 + part * (y2 - y1)
            if all(place in self.around for place in hexes_at(point)):
                return True
        return False

    def touch(self, segment: Edge) -> bool:
        """Whether a segment has a point in common with any wall."""
        near = [place for place in self.hexes if is_near(place, segment)]
        return (
            any(inside(place, point) for place in near for point in segment)
            or any(meet(segment, edge) for place in near for edge in edges(place))
            or any(meet(segment, shared_edge(*between)) for between in self.thin)
        )

    def corners_see(self, a: Place, b: Place) -> bool:
        """GH-5.1 to GH-5.3: some corner of the one, some corner of the other, no wall touched."""
        return a == b or any(
            not self.block((start, end)) for start in corner_points(a) for end in corner_points(b)
        )

    def points_see(self, a: Place, b: Place) -> bool:
        """Whether any point of the one sees any point of the other: every kind of line is tried.

        The free segments are an open set, so one of them lies on a line that is not upright and passes
        through no corner of a wall or of the two hexes. Which of these corners it has above it settles what
        it meets. So one line is tried for each way to part the corners: the slopes where that changes are
        those of two corners; for one slope between each two of these, and beyond them, the heights are those
        of the corners.
        """
        if a == b:
            return True
        points = {point for place in (a, b, *self.hexes) for point in corner_points(place)}
        points |= {point for between in self.thin for point in shared_edge(*between)}
        slopes: list[Number] = sorted(
            {Fraction(q[1] - p[1], q[0] - p[0]) for p in points for q in points if p[0] < q[0]}
        )
        for slope in [slopes[0] - 1, *middles(slopes), slopes[-1] + 1]:
            both = [[y - slope * x for x, y in corner_points(place)] for place in (a, b)]
            low, high = max(map(min, both)), min(map(max, both))  # lines further up or down miss one of them
            heights = sorted({y - slope * x for x, y in points if low <= y - slope * x <= high})
            if any(self._is_free(slope, height, a, b) for height in middles(heights)):
                return True
        held = combinations(points, 2) if self.around else ()
        return any(self._is_free_through(each, a, b) for each in held)

    def _is_free_through(self, two: Edge, a: Place, b: Place) -> bool:
        """Whether the part of a line through two points that lies between two hexes is free."""
        ours, theirs = on_line(a, two), on_line(b, two)
        if not ours or not theirs:
            return False
        if max(ours) <= min(theirs):
            return not self.block((max(ours), min(theirs)))
        if max(theirs) <= min(ours):
            return not self.block((max(theirs), min(ours)))
        return not self.block((max(min(ours), min(theirs)),) * 2)

    def _is_free(self, slope: Number, height: Number, a: Place, b: Place) -> bool:
        """Whether the part of a line between two hexes, from the one's boundary to the other's, is free."""
        ours, theirs = xs_in(a, slope, height), xs_in(b, slope, height)
        if not ours or not theirs:
            return False
        x1, x2 = (max(ours), min(theirs)) if max(ours) <= min(theirs) else (max(theirs), min(ours))
        return not self.block(((x1, slope * x1 + height), (x2, slope * x2 + height)))

    def grid_sees(self, a: Place, b: Place, parts: int) -> bool:
        """Whether some point of a grid in the one hex sees some point of a grid in the other."""
        starts, ends = (
            [each for each in grid_in(place, parts) if not self.touch((each, each))] for place in (a, b)
        )
        return any(not self.block(segment) for segment in product(starts, ends))


def hexes_at(point: Point) -> list[Place]:
    """The hexes that have a point, those included that have it on their boundary."""
    x, y = point
    column, row = round(x / 3), round(y / 2)
    near = product(range(column - 1, column + 2), range(row - 1, row + 2))
    return [place for place in near if is_near(place, (point, point)) and inside(place, point)]


def is_near(place: Place, segment: Edge) -> bool:
    """Whether the boxes around a hex and a segment meet."""
    (left, right), (top, bottom) = box_around(place)
    (x1, y1), (x2, y2) = segment
    return min(x1, x2) <= right and left <= max(x1, x2) and min(y1, y2) <= bottom and top <= max(y1, y2)


@cache
def box_around(place: Place) -> tuple[tuple[Number, Number], ...]:
    """The least and the greatest x of a hex, and the same of y."""
    return tuple((min(each), max(each)) for each in zip(*corner_points(place), strict=True))


def on_line(place: Place, two: Edge) -> list[Point]:
    """Where the line through two points meets the boundary of a hex, in its corners or between them."""
    found: list[Point] = []
    for start, end in edges(place):
        first, second = side(*two, start), side(*two, end)
        if first == 0:
            found.append(start)
        elif first * second < 0:
            part = Fraction(first, first - second)
            found.append((start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])))
    return found


def middles(values: Iterable[Number]) -> list[Number]:
    return [Fraction(low + high) / 2 for low, high in pairwise(values)]


def xs_in(place: Place, slope: Number, height: Number) -> list[Number]:
    """Where a line that meets no corner crosses the boundary of a hex: nowhere or twice."""
    found: list[Number] = []
    for (x1, y1), (x2, y2) in edges(place):
        above1, above2 = y1 - slope * x1 - height, y2 - slope * x2 - height
        assert above1 != 0
        if above1 * above2 < 0:
            found.append(x1 + (x2 - x1) * Fraction(above1, above1 - above2))
    return found


def grid_in(place: Place, parts: int) -> list[Point]:
    """The points of a hex, its boundary included, whose coordinates are whole numbers of `parts`-ths."""
    x, y = corner_points(place)[3]
    return [
        point
        for across in range(4 * parts + 1)
        for down in range(-parts, parts + 1)
        if inside(place, point := (x + Fraction(across, parts), y + Fraction(down, parts)))
    ]
