"""Sight between near hexes, fast: walls as the bits of one number.

Which pieces a segment touches depends only on how its two hexes lie to each other. So for two hexes in such a
place the sets of pieces that block one segment each are kept as masks, and one shift and a few comparisons of
whole numbers tell whether one of them is free on a board.

Piece (u, v) is bit `stride * u + v`, counted from a place before all the others. The stride is longer than a
column and a margin, so what lies beyond the end of a column is no piece of the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product, starmap

from tsolve.games.gloomhaven.board.hexes import SYMMETRIES, Hex, Symmetry, distance
from tsolve.games.gloomhaven.board.lattice import Piece, corners, touched
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

    def __init__(self, pieces: Iterable[Piece], hexes: Iterable[Hex], has_edges: bool, sight: Sight) -> None:
        """The pieces of its walls, edges among them or not, and the hexes that sight is asked for."""
        us = {u for u, _ in pieces} | {2 * q for q, _ in hexes}
        vs = {v for _, v in pieces} | {2 * p for _, p in hexes}
        self._first = min(us, default=0) - _MARGIN, min(vs, default=0) - _MARGIN
        self._stride = 1 << (max(vs, default=0) - self._first[1]).bit_length()
        self._kind = has_edges, sight
        self._masks: dict[tuple[int, int], tuple[int, ...]] = {}
        size = (max(us, default=0) + 1 - self._first[0]) * self._stride
        self._is_small = size <= _LARGEST
        self._walls = self._gathered(pieces, size) if self._is_small else 0

    def sees(self, a: Hex, b: Hex) -> bool | None:
        """Whether there is sight between two of the hexes; None if they are too far apart to tell."""
        (q1, p1), (q2, p2) = (a, b) if a < b else (b, a)
        masks = self._masks.get((q2 - q1, p2 - p1))
        if masks is None:
            if not self._is_small or distance(a, b) > _NEAR:
                return None
            masks = _masks(q2 - q1, p2 - p1, self._stride, *self._kind)
            self._masks[q2 - q1, p2 - p1] = masks
        walls = self._walls >> self._bit(2 * q1 - _MARGIN, 2 * p1)
        for mask in masks:  # noqa: SIM110 (it is faster)
            if not walls & mask:
                return True
        return False

    def _gathered(self, pieces: Iterable[Piece], size: int) -> int:
        found = bytearray(size // 8 + 1)
        start, stride = self._bit(0, 0), self._stride
        for u, v in pieces:
            bit = start + u * stride + v
            found[bit >> 3] |= 1 << (bit & 7)
        return int.from_bytes(found, "little")

    def _bit(self, u: int, v: int) -> int:
        return (u - self._first[0]) * self._stride + v - self._first[1]


@lru_cache(maxsize=4096)
def _masks(q: int, p: int, stride: int, has_edges: bool, sight: Sight) -> tuple[int, ...]:
    """What blocks each segment between (0, 0) and a hex, counted from `_MARGIN` columns before."""
    origin, ((q1, p1), (q2, p2)) = _in_sector(Hex(q, p))
    found = _blocking(origin, has_edges, sight)
    bits = {
        (u, v): 1 << (u * q1 + v * q2 + _MARGIN) * stride + u * p1 + v * p2
        for u, v in frozenset[Piece]().union(*found)
    }
    return tuple(sum(map(bits.__getitem__, each)) for each in found)


def _in_sector(hex_: Hex) -> tuple[Hex, Symmetry]:
    """The image of a hex in one twelfth of the plane, and how to get from there to the hex itself."""
    for symmetry in SYMMETRIES:
        origin = symmetry.origin(hex_)
        if origin.q >= origin.p >= 0:
            return origin, symmetry
    raise AssertionError(f"{hex_} has no image")


@lru_cache(maxsize=512)
def _blocking(there: Hex, has_edges: bool, sight: Sight) -> tuple[frozenset[Piece], ...]:
    """What blocks each segment between (0, 0) and a hex, the most promising segments first.

    One that is blocked by all that blocks another one is left out: it is never free alone.
    """
    kept: list[frozenset[Piece]] = []
    for blocking in sorted(_each_blocking(there, has_edges, sight), key=len):
        if not any(each <= blocking for each in kept):
            kept.append(blocking)
    return tuple(kept)


def _each_blocking(there: Hex, has_edges: bool, sight: Sight) -> Iterator[frozenset[Piece]]:
    here = Hex(0, 0)
    found: Iterator[Iterable[Piece]]
    if sight == "corners":
        found = starmap(touched, product(corners(here), corners(there)))
    else:
        found = (strip.pieces for strip in strips(here, there))
    for pieces in found:
        yield frozenset((u, v) for u, v in pieces if has_edges or not (u % 2 or v % 2))
