"""Sight between any points of two hexes, decided exactly: the reading of later printings.

Walls are closed, so a free segment may be moved a little and stays free. Hence two hexes see each other by
any points just if some free segment meets no corner of any hex at all, but for those that `pinned` finds
where the border of the map may be touched. Such a segment runs through a strip of
hexes and leaves each through the inside of an edge. A strip can be crossed by a straight line if the ends of
these edges on its left and those on its right can be parted by one. So it is enough to walk from hex to hex
and to keep the directions in which that is possible.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from tsolve.games.gloomhaven.board.hexes import DIRECTIONS, Hex, shifted
from tsolve.games.gloomhaven.board.lattice import Corner, Piece, Point, Segment, corners, piece
from tsolve.games.gloomhaven.board.pinned import pinned
from tsolve.games.gloomhaven.board.sight import is_free

Edge = tuple[Corner, Corner]
"""An edge of a hex: its right and its left end, as one leaves the hex."""


class Lines(NamedTuple):
    """The directed lines that leave some corners on their left and others on their right.

    Their directions are those strictly between `first` and `last`, turning left.
    """

    left: tuple[Corner, ...]
    right: tuple[Corner, ...]
    first: Corner
    last: Corner

    def leaving(self, left: Corner, right: Corner) -> Lines | None:
        """Those that leave these two corners so as well; None if there is no such line.

        A direction has such a line just if every corner on the left lies further left than every one on the
        right.
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
        """Whether all these directions have the second corner at least as far left as the first.

        Then a line with the first on its left has the second there too, which need not be kept.
        """
        way = _way(start, end)
        after_first, after_last = _cross(self.first, way), _cross(self.last, way)
        return start == end or (after_first >= 0 and after_last >= 0 and after_first + after_last > 0)

    def segment(self, start: Edge, end: Edge) -> Segment:
        """One of these lines, from one edge to another that they all cross."""
        way = self.first[0] + self.last[0], self.first[1] + self.last[1]
        if way == (0, 0):  # opposite directions: halfway is to the right of the last
            way = self.last[1], -self.last[0]
        lowest_left = min(_cross(way, each) for each in self.left)
        highest_right = max(_cross(way, each) for each in self.right)
        height = Fraction(lowest_left + highest_right, 2)
        return _crossing(way, height, start), _crossing(way, height, end)


class Strip(NamedTuple):
    """Hexes in a row, from one hex to another, that some lines cross without meeting a corner."""

    pieces: tuple[Piece, ...]
    """The hexes and the edges between them, both ends included: what would block if it were a wall."""
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
    """The strips of these lines, all of which leave the start by this edge and enter the goal by one edge."""
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
    """All lines that cross the line of an edge outwards."""
    way = _way(*edge)
    return Lines((), (), (-way[0], -way[1]), way)


def _narrowed(first: Corner, last: Corner, ways: Iterable[Corner]) -> tuple[Corner, Corner] | None:
    """Of the directions between two those that have all these ways on their left; None if there is none."""
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
    """An edge of one hex that has the whole of another in front of it."""
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
