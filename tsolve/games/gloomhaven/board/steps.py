"""Steps over the hexes of a map: who is beside whom, and how far it is. All found when first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from tsolve.games.gloomhaven.board.hexes import DIRECTIONS, Hex
from tsolve.games.gloomhaven.board.lattice import Piece, piece


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
    """The hexes around one hex, ring by ring, as far as somebody asks."""

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
        """Add one ring: whatever lies beside the last one, but not in it nor in the one before."""
        before, last = self._rings[-2:]
        ring = set(chain.from_iterable(map(self._neighbours.__getitem__, last))) - last - before
        if ring:
            self._to.update(dict.fromkeys(ring, len(self._rings) - 1))
            self._rings.append(ring)
        return bool(ring)
