"""Hexes and their coordinates.

A hex is axial, (q, p). People write offset coordinates (column, row): the hexes are flat-topped and stand in
columns, and odd columns lie half a hex further down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple


class Hex(NamedTuple):
    """A hex, in axial coordinates."""

    q: int
    p: int


DIRECTIONS = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""The steps to the six neighbours, once around."""


System = Literal["offset", "axial"]
"""How people name the hexes of a map: by column and row, or by axial coordinates."""


def named(hex_: Hex, system: System) -> str:
    """A hex as people write it: `(3,4)`."""
    first, second = offset(hex_) if system == "offset" else hex_
    return f"({first},{second})"


class Symmetry(NamedTuple):
    """A rotation or a mirror image of the plane about the origin: where the first two directions go."""

    first: Hex
    second: Hex

    def of(self, hex_: Hex) -> Hex:
        """The image of a hex."""
        (q, p), first, second = hex_, self.first, self.second
        return Hex(q * first.q + p * second.q, q * first.p + p * second.p)

    def origin(self, hex_: Hex) -> Hex:
        """The hex whose image this is."""
        (q, p), first, second = hex_, self.first, self.second
        sign = first.q * second.p - first.p * second.q  # 1 for a rotation, -1 for a mirror image
        return Hex(sign * (q * second.p - p * second.q), sign * (p * first.q - q * first.p))


_BESIDE = tuple(zip(DIRECTIONS, DIRECTIONS[1:] + DIRECTIONS[:1], strict=True))

SYMMETRIES = (
    *(Symmetry(first, second) for first, second in _BESIDE),
    *(Symmetry(second, first) for first, second in _BESIDE),
)
"""The six rotations, and the six mirror images."""


def shifted(hex_: Hex, by: Hex) -> Hex:
    """The hex that lies `by` away from this one."""
    return Hex(hex_.q + by.q, hex_.p + by.p)


def neighbours(hex_: Hex) -> tuple[Hex, ...]:
    """The six hexes around this one, in the order of `DIRECTIONS`."""
    q, p = hex_
    return tuple([Hex(q + dq, p + dp) for dq, dp in DIRECTIONS])


def distance(a: Hex, b: Hex) -> int:
    """Steps from one hex to the other where nothing is in the way."""
    q, p = b.q - a.q, b.p - a.p
    return max(abs(q), abs(p), abs(q + p))


def beyond(path: Sequence[Hex], start: Hex) -> Hex:
    """The next hex of a straight line."""
    before, last = (path[-2] if path[1:] else start), path[-1]
    return Hex(2 * last.q - before.q, 2 * last.p - before.p)


def is_straight(start: Hex, path: Sequence[Hex]) -> bool:
    """Whether a path goes on in one direction."""
    return all(path[number] == beyond(path[:number], start) for number in range(1, len(path)))


def within(hex_: Hex, radius: int) -> Iterator[Hex]:
    """The hexes at most `radius` steps away where nothing is in the way, column by column."""
    for q in range(-radius, radius + 1):
        for p in range(max(-radius, -radius - q), min(radius, radius - q) + 1):
            yield Hex(hex_.q + q, hex_.p + p)


def from_offset(column: int, row: int) -> Hex:
    """The hex that people write as (column, row)."""
    return Hex(column, row - column // 2)


def offset(hex_: Hex) -> tuple[int, int]:
    """What people write for this hex: (column, row)."""
    return hex_.q, hex_.p + hex_.q // 2


def images(pattern: Sequence[Hex]) -> tuple[tuple[Hex, ...], ...]:
    """All different rotations and mirror images of a pattern about the origin, at most twelve.

    The hexes of each are sorted, and so are the images. The pattern itself is one of them.
    """
    found = {tuple(sorted({image.of(each) for each in pattern})) for image in SYMMETRIES}
    return tuple(sorted(found))
