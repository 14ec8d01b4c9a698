"""Sight between near hexes, fast: walls as the bits of one number.

Which pieces a segment touches and crosses depends only on how its two hexes lie to each other. So for two
hexes in such a place the sets of pieces that block one segment each are kept as masks, and one shift and a
few comparisons of whole numbers tell whether one of them is free on a board.

Piece (u, v) is bit `stride * u + v`, counted from a place before all the others, if it is a wall, which must
not be touched; and half a stride further if it lies around the map, which must not be crossed. Half a stride
is longer than a column and a margin, so what lies beyond the end of a column is no piece of the next one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from tsolve.games.gloomhaven.board.hexes import SYMMETRIES, Hex, Symmetry, distance
from tsolve.games.gloomhaven.board.lattice import Piece, Segment, corners, crossed, touched
from tsolve.games.gloomhaven.board.pinned import pinned
from tsolve.games.gloomhaven.board.sight import Sight
from tsolve.games.gloomhaven.board.strips import strips

_MARGIN = 3
"""How many columns and rows of pieces a board is given beyond its first ones.

A hex reaches 2/3 of a step beyond its middle in either coordinate, so what a segment between two hexes
touches is at most 4/3, hence one whole hex or two pieces, further out than they. The third column keeps the
places of the bits of a mask above 0.
"""

_NEAR = 12
"""Up to this distance masks are kept: further than figures attack."""

_LARGEST = 1 << 20
"""The most bits for a board; one that needs more is spread far out."""


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
        """The pieces of its walls, edges among them or not, those around the map, and the hexes that sight is
        asked for.
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
    """What blocks each segment between (0, 0) and a hex, counted from `_MARGIN` columns before."""
    origin, ((q1, p1), (q2, p2)) = _in_sector(Hex(q, p))
    found = _blocking(origin, kind)
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
def _blocking(there: Hex, kind: _Kind) -> tuple[frozenset[_Forbidden], ...]:
    """What blocks each segment between (0, 0) and a hex, the most promising segments first.

    One that is blocked by all that blocks another one is left out: it is never free alone.
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
