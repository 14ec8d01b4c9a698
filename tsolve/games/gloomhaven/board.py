"""A map: what is printed on it, and its geometry of hexes, walls, steps and sight. (GH-1.3 to GH-1.9,
GH-5)

Nothing here knows figures. Off the map only the hexes next to it matter, also those in its holes: a line
between two hexes of the map can only leave the map through one of them.

Sight between near hexes is one operation on the bits of a number. Which pieces of walls a segment touches and
crosses depends only on how its two hexes lie to each other, so the sets of pieces that block one segment each
are kept as masks, shifted, and compared. Piece (u, v) is bit `stride * u + v`, counted from a place before
all the others, if it is a wall, which must not be touched; and half a stride further if it lies around the
map, which must not be crossed. Half a stride is longer than a column and a margin, so what lies beyond the
end of a column is no piece of the next one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import Literal, NamedTuple

import msgspec

from tsolve.games.gloomhaven import hexes as plane
from tsolve.games.gloomhaven.hexes import (
    DIRECTIONS,
    SYMMETRIES,
    Hex,
    Symmetry,
    System,
    distance,
    named,
    neighbours,
)
from tsolve.games.gloomhaven.sight import (
    Border,
    Piece,
    Segment,
    Sight,
    centre,
    corners,
    crossed,
    free_corners,
    free_segment,
    piece,
    pinned,
    strips,
    touched,
)


class Neighbours(dict[Hex, tuple[Hex, ...]]):
    """For each hex of a map the others that can be entered from it; for any other hex none."""

    def __init__(self, hexes: Iterable[Hex], edges: frozenset[Piece]) -> None:
        """The hexes of the map, and the edges between which a thin wall stands."""
        super().__init__()
        self._hexes: dict[tuple[int, int], Hex] = {each: each for each in hexes}
        self._edges = edges

    def __missing__(self, hex_: Hex) -> tuple[Hex, ...]:
        """Find and keep the neighbours of one hex."""
        (q, p), at = hex_, self._hexes.get
        found: list[Hex] = []
        if hex_ in self._hexes:
            found = [each for dq, dp in DIRECTIONS if (each := at((q + dq, p + dp)))]
        if self._edges:
            found = [each for each in found if piece(hex_, each) not in self._edges]
        self[hex_] = kept = tuple(found)
        return kept


class Steps:
    """The hexes around one hex, ring by ring, computed as far as needed."""

    def __init__(self, start: Hex, neighbours: Neighbours) -> None:
        """The start itself is at 0 steps; the neighbours of a hex are one step further."""
        self._neighbours = neighbours
        self._rings = [set[Hex](), {start}]
        self._to = {start: 0}

    def all(self) -> Mapping[Hex, int]:
        """The steps to every hex that can be reached."""
        while self._grow():
            pass
        return self._to

    def to(self, goal: Hex) -> int | None:
        """The steps to one hex; None if it cannot be reached."""
        while goal not in self._to and self._grow():
            pass
        return self._to.get(goal)

    def within(self, reach: int) -> list[Hex]:
        """The hexes at most so many steps away, the nearer ones first."""
        while len(self._rings) - 2 < reach and self._grow():
            pass
        return list(chain.from_iterable(self._rings[: max(0, reach + 2)]))

    def _grow(self) -> bool:
        """Add one ring: the neighbours of the last ring that are in neither of the last two."""
        before, last = self._rings[-2:]
        ring = set(chain.from_iterable(map(self._neighbours.__getitem__, last))) - last - before
        if ring:
            self._to.update(dict.fromkeys(ring, len(self._rings) - 1))
            self._rings.append(ring)
        return bool(ring)


class Surroundings(NamedTuple):
    """The hexes outside a map that touch one of its hexes."""

    outer: frozenset[Hex]
    """The hexes around the map: from them one can go arbitrarily far without entering it."""
    enclosed: frozenset[Hex]
    """Those in its holes, such as a pillar in the middle of a room."""


@lru_cache(maxsize=64)
def surroundings(hexes: frozenset[Hex]) -> Surroundings:
    """What lies around the hexes of a map."""
    around = ((q + dq, p + dp) for q, p in hexes for dq, dp in DIRECTIONS)
    beside = {Hex(*each) for each in around if each not in hexes}
    ways, outer = _ways(hexes, beside)
    waiting = list(outer)
    while waiting:
        for near in ways[waiting.pop()] - outer:
            outer.add(near)
            waiting.append(near)
    return Surroundings(frozenset(outer), frozenset(beside - outer))


def _ways(hexes: frozenset[Hex], beside: set[Hex]) -> tuple[dict[Hex, set[Hex]], set[Hex]]:
    """The hexes beside a map: which are connected outside it, and which have no hex of the map above them.

    Along one stretch of the border they are neighbours. Stretches are connected by going straight up from a
    hex to the next hex of the map: this leads from the top of an island in a hole to a higher stretch.
    """
    columns = _columns(hexes)
    ways: dict[Hex, set[Hex]] = defaultdict(set)
    free: set[Hex] = set()
    for hex_ in beside:
        ways[hex_].update(near for near in neighbours(hex_) if near in beside)
        column = columns.get(hex_.q, [])
        above = bisect_left(column, hex_.p)
        if not above:
            free.add(hex_)
            continue
        below_it = Hex(hex_.q, column[above - 1] + 1)
        ways[hex_].add(below_it)
        ways[below_it].add(hex_)
    return ways, free


def _columns(hexes: frozenset[Hex]) -> dict[int, list[int]]:
    """The second coordinates of the hexes of each column, in order."""
    found: dict[int, list[int]] = defaultdict(list)
    for q, p in sorted(hexes):
        found[q].append(p)
    return found


_MARGIN = 3
"""How many columns and rows of pieces are added before the first ones of a board.

A hex extends 2/3 of a step from its middle in either coordinate. So what a segment between two hexes touches
lies at most 4/3 beyond them, hence one whole hex or two pieces. The third column keeps the numbers of the
bits of a mask above 0.
"""

_NEAR = 12
"""Masks are used up to this distance, which is more than the range of any attack."""

_LARGEST = 1 << 20
"""The most bits for a board. One that needs more has its hexes far apart."""


class WallBits:
    """The walls of one board."""

    def __init__(
        self,
        walls: Collection[Piece],
        around: Collection[Piece],
        hexes: Iterable[Hex],
        has_edges: bool,
        sight: Sight,
    ) -> None:
        """The pieces of walls, those around the map, and the hexes between which sight will be checked.
        `has_edges`: some walls are edges.
        """
        us = {u for u, _ in (*walls, *around)} | {2 * q for q, _ in hexes}
        vs = {v for _, v in (*walls, *around)} | {2 * p for _, p in hexes}
        self._first = min(us, default=0) - _MARGIN, min(vs, default=0) - _MARGIN
        self._stride = 2 << (max(vs, default=0) - self._first[1]).bit_length()
        self._kind = _Kind(sight, has_edges, bool(around))
        self._masks: dict[tuple[int, int], tuple[int, ...]] = {}
        size = (max(us, default=0) + 1 - self._first[0]) * self._stride
        self._is_small = size <= _LARGEST
        self._walls = self._gathered(walls, around, size) if self._is_small else 0

    def sees(self, a: Hex, b: Hex) -> bool | None:
        """Whether there is sight between two of the hexes; None if they are too far apart to tell."""
        (q1, p1), (q2, p2) = (a, b) if a < b else (b, a)
        masks = self._masks.get((q2 - q1, p2 - p1))
        if masks is None:
            if not self._is_small or distance(a, b) > _NEAR:
                return None
            masks = _masks(q2 - q1, p2 - p1, self._stride, self._kind)
            self._masks[q2 - q1, p2 - p1] = masks
        walls = self._walls >> self._bit(2 * q1 - _MARGIN, 2 * p1)
        for mask in masks:  # noqa: SIM110 (it is faster)
            if not walls & mask:
                return True
        return False

    def _gathered(self, walls: Iterable[Piece], around: Iterable[Piece], size: int) -> int:
        found = bytearray(size // 8 + 1)
        stride = self._stride
        for start, pieces in ((self._bit(0, 0), walls), (self._bit(0, stride // 2), around)):
            for u, v in pieces:
                bit = start + u * stride + v
                found[bit >> 3] |= 1 << (bit & 7)
        return int.from_bytes(found, "little")

    def _bit(self, u: int, v: int) -> int:
        return (u - self._first[0]) * self._stride + v - self._first[1]


class _Kind(NamedTuple):
    """What can block on a board, and between which points."""

    sight: Sight
    has_edges: bool
    """Whether walls stand between hexes."""
    has_around: bool
    """Whether something must not be crossed."""


@lru_cache(maxsize=4096)
def _masks(q: int, p: int, stride: int, kind: _Kind) -> tuple[int, ...]:
    """The mask of what blocks each segment between (0, 0) and a hex; bits count from `_MARGIN` columns
    before.
    """
    origin, ((q1, p1), (q2, p2)) = _in_sector(Hex(q, p))
    found = _least_blocking(origin, kind)
    bits = {
        (u, v, must): 1
        << (u * q1 + v * q2 + _MARGIN) * stride + u * p1 + v * p2 + (stride // 2 if must == "cross" else 0)
        for u, v, must in frozenset[_Forbidden]().union(*found)
    }
    return tuple(sum(map(bits.__getitem__, each)) for each in found)


_Forbidden = tuple[int, int, Literal["touch", "cross"]]
"""A piece that blocks a segment if it must not be touched, or if it must not be crossed."""


def _in_sector(hex_: Hex) -> tuple[Hex, Symmetry]:
    """The image of a hex in one twelfth of the plane, and how to get from there to the hex itself."""
    for symmetry in SYMMETRIES:
        origin = symmetry.origin(hex_)
        if origin.q >= origin.p >= 0:
            return origin, symmetry
    raise AssertionError(f"{hex_} has no image")


@lru_cache(maxsize=512)
def _least_blocking(there: Hex, kind: _Kind) -> tuple[frozenset[_Forbidden], ...]:
    """What blocks each segment between (0, 0) and a hex; segments that few pieces block come first.

    A segment is left out if everything that blocks some other segment blocks it, too: it is never the only
    free one.
    """
    kept: list[frozenset[_Forbidden]] = []
    for blocking in sorted(_each_blocking(there, kind), key=len):
        if not any(each <= blocking for each in kept):
            kept.append(blocking)
    return tuple(kept)


def _each_blocking(there: Hex, kind: _Kind) -> Iterator[frozenset[_Forbidden]]:
    here = Hex(0, 0)
    for walls, around in _met(here, there, kind):
        found: set[_Forbidden] = {(u, v, "touch") for u, v in walls}
        if kind.has_around:
            found.update((u, v, "cross") for u, v in around)
        yield frozenset(found)


def _met(here: Hex, there: Hex, kind: _Kind) -> Iterator[tuple[Iterable[Piece], Iterable[Piece]]]:
    """What each segment between two hexes touches, and what it crosses."""
    if kind.sight == "corners":
        segments: Iterable[Segment] = product(corners(here), corners(there))
    else:
        for strip in strips(here, there):
            hexes = [(u, v) for u, v in strip.pieces if not (u % 2 or v % 2)]
            yield strip.pieces if kind.has_edges else hexes, hexes
        segments = pinned(here, there) if kind.has_around else ()
    for segment in segments:
        yield touched(*segment, kind.has_edges), crossed(*segment)


Wall = tuple[Hex, Hex]
"""Two neighbours with a wall between them."""


class Board:
    """The hexes and walls of a map. It never changes, and caches its answers."""

    def __init__(
        self,
        hexes: Iterable[Hex],
        walls: Iterable[Hex] = (),
        thin_walls: Iterable[tuple[Hex, Hex]] = (),
        sight: Sight = "corners",
        coordinates: plane.System = "offset",
        shut: Iterable[Hex] = (),
        border: Border = "free",
        opaque: bool = True,
    ) -> None:
        """The hexes that a figure may ever stand on, the wall hexes, and pairs of hexes with a wall between.

        Hexes that are `shut` by closed or locked doors are walls. A hex given in both `hexes` and `walls` is
        a wall. A hex given in neither is not on the map: nobody enters it, and it blocks sight like a wall,
        since the edges of map tiles are walls whether drawn or not. (GH-1.4) On a map that is not `opaque`
        nothing blocks sight.

        Raises:
            ValueError: a thin wall between two hexes that are not neighbours.
        """
        self.walls = frozenset(walls)
        floor = frozenset(hexes) - self.walls
        self.shut = frozenset(shut)
        self.hexes = floor - self.shut
        self.walls |= self.shut
        self.thin_walls = frozenset((min(between), max(between)) for between in thin_walls)
        self.sight = sight
        self.border = border
        self.opaque = opaque
        self.coordinates = coordinates
        for a, b in self.thin_walls:
            if plane.distance(a, b) != 1:
                raise ValueError(f"no thin wall can stand between {a} and {b}: they are not neighbours")
        edges = frozenset(piece(a, b) for a, b in self.thin_walls)
        self._pieces, self._around = _blocking(floor | self.shut, self.shut, self.thin_walls, border)
        self._bits = WallBits(self._pieces, self._around, self.hexes, bool(edges), sight)
        self._neighbours = Neighbours(self.hexes, edges)
        self._steps: dict[Hex, Steps] = {}
        self._seen: dict[tuple[Hex, Hex], bool] = {}

    def __eq__(self, other: object) -> bool:
        """Two boards are equal if they have the same hexes, walls and kind of sight."""
        return isinstance(other, Board) and self._value() == other._value()

    def __hash__(self) -> int:
        """As boards are equal by value."""
        return hash(self._value())

    def name(self, hex_: Hex) -> str:
        """A hex as people call it."""
        return plane.named(hex_, self.coordinates)

    def neighbours(self, hex_: Hex) -> tuple[Hex, ...]:
        """The hexes of the map that can be entered from this one; no thin wall stands between. (GH-1.4)"""
        return self._neighbours[hex_]

    def distances(self, hex_: Hex) -> Mapping[Hex, int]:
        """Steps to every hex that can be reached, around walls, through figures and obstacles; itself 0.

        (GH-4.1, GH-12.11)
        """
        return self._steps_from(hex_).all()

    def distance(self, a: Hex, b: Hex) -> int | None:
        """Steps from one hex to another, as in `distances`; None if there is no way."""
        return self._steps_from(a).to(b)

    def within(self, hex_: Hex, reach: int) -> Sequence[Hex]:
        """The hexes at most so many steps away, itself among them, the nearer ones first. (GH-4.1)"""
        return self._steps_from(hex_).within(reach)

    def sees(self, a: Hex, b: Hex) -> bool:
        """Whether there is line of sight between two hexes; a hex sees itself. (GH-5.1, GH-5.5)"""
        seen = self._seen.get((a, b))
        if seen is None:
            seen = self._seen[a, b] = self._seen[b, a] = self._look(a, b)
        return seen

    def sight_line(self, a: Hex, b: Hex) -> Segment | None:
        """A segment from the one hex to the other that shows that they see each other; None if they do not.

        Its ends are corners. If any points may see each other and no corners do, the ends lie inside edges. A
        hex sees itself from centre to centre.
        """
        if a == b:
            return centre(a), centre(a)
        if a not in self.hexes or b not in self.hexes:
            return None
        if b < a:
            found = self.sight_line(b, a)
            return found and (found[1], found[0])
        found = free_corners(a, b, self._pieces, self._around)
        if found is None and self.sight == "any_points":
            found = free_segment(a, b, self._pieces, self._around)
        return found

    def _value(self) -> tuple[frozenset[Hex] | frozenset[Wall] | str | bool, ...]:
        return self.hexes, self.walls, self.thin_walls, self.shut, self.sight, self.border, self.opaque

    def _look(self, a: Hex, b: Hex) -> bool:
        if a == b or not self.opaque:
            return True
        if a not in self.hexes or b not in self.hexes:
            return False
        seen = self._bits.sees(a, b)
        return self.sight_line(a, b) is not None if seen is None else seen

    def _steps_from(self, hex_: Hex) -> Steps:
        found = self._steps.get(hex_)
        if found is None:
            found = self._steps[hex_] = Steps(hex_, self._neighbours)
        return found


def _blocking(
    hexes: frozenset[Hex], shut: frozenset[Hex], thin_walls: frozenset[Wall], border: Border
) -> tuple[frozenset[Piece], frozenset[Piece]]:
    """The pieces that block sight where they are touched, and those that block it where they are crossed.

    Holes of the map and shut doors are walls. If lines may run along the border of the map, only the inside
    of what lies around it blocks them; a thin wall on the border is part of the border.
    """
    outer, enclosed = surroundings(hexes)
    inside = [each for each in thin_walls if hexes.issuperset(each)]
    walls = frozenset(piece(a, b) for a, b in (*inside, *((each, each) for each in shut | enclosed)))
    if border == "blocked":
        return walls.union(piece(each, each) for each in outer), frozenset()
    edges = (
        (2 * q + dq, 2 * p + dp) for q, p in outer for dq, dp in DIRECTIONS[:3] if (q + dq, p + dp) in outer
    )
    return walls, frozenset((*edges, *(piece(each, each) for each in outer)))


NO_WALLS: frozenset[Wall] = frozenset()


class Terrain(msgspec.Struct, frozen=True):
    """The hexes of a map. What may change (doors, traps, obstacles) belongs to the position."""

    hexes: frozenset[Hex]
    """Every hex that a figure may stand on or that holds an obstacle or a door."""
    walls: frozenset[Hex] = frozenset()
    """Wall hexes, which block movement, range and sight."""
    thin_walls: frozenset[tuple[Hex, Hex]] = frozenset()
    """Wall lines between two hexes, the smaller hex first. (GH-1.4)"""
    hazards: frozenset[Hex] = frozenset()
    difficult: frozenset[Hex] = frozenset()
    plates: frozenset[Hex] = frozenset()
    treasures: frozenset[Hex] = frozenset()
    coordinates: System = "offset"
    opaque: bool = True
    """Whether walls, and what is not on the map, block sight. (GH-5.1)"""

    def name(self, hex_: Hex) -> str:
        """A hex as people call it."""
        return named(hex_, self.coordinates)

    def why_no_floor(self, hex_: Hex) -> str:
        """Why nobody can ever stand in a hex that is not in `hexes`."""
        return f"{self.name(hex_)} is {'a wall' if hex_ in self.walls else 'not on the map'}"

    def board(
        self, shut: frozenset[Hex], sight: Sight, border: Border, walled: frozenset[Wall] = NO_WALLS
    ) -> Board:
        """The geometry while doors shut these hexes, which are walls then, and these edges. (GH-1.5)"""
        return _board(self, shut, sight, border, walled)


@lru_cache(maxsize=64)
def _board(
    terrain: Terrain, shut: frozenset[Hex], sight: Sight, border: Border, walled: frozenset[Wall]
) -> Board:
    walls, thin_walls = terrain.walls, terrain.thin_walls | walled
    return Board(
        terrain.hexes, walls, thin_walls, sight, terrain.coordinates, shut, border, opaque=terrain.opaque
    )
