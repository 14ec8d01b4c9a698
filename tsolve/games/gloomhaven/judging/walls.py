"""The walls of a map as people name them: each connected piece inside it is one wall. (GH-1.4)"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, product

import msgspec

from tsolve.games.gloomhaven.actions import listed
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.hexes import Hex, distance, from_offset, neighbours, offset

Edge = tuple[Hex, Hex]

_MOST_HEXES = 4_000
"""Gaps of a map that is wider and higher than this are not filled."""

_NAMED = 4
"""A wall of more hexes than this is described by two of them."""


class Wall(msgspec.Struct, frozen=True):
    """A connected wall: wall hexes, and wall lines between two hexes each."""

    hexes: frozenset[Hex]
    edges: frozenset[Edge]

    def stands_beside(self, hexes: Collection[Hex]) -> bool:
        """Whether it touches one of these hexes."""
        pieces = self.hexes.union(*self.edges)
        return any(not pieces.isdisjoint((hex_, *neighbours(hex_))) for hex_ in hexes)


def walls_of(terrain: Terrain) -> Iterator[Wall]:
    """The connected walls of a map; walls around it are separate from what juts out of them."""
    inside = terrain.hexes | terrain.walls
    rim = {hex_ for hex_ in terrain.walls if any(near not in inside for near in neighbours(hex_))}
    for wall in _connected({*terrain.walls, *terrain.thin_walls}):
        outer = wall.hexes & rim
        if 2 * len(outer) > len(wall.hexes) > _NAMED:
            yield from _connected({*(wall.hexes - outer), *wall.edges})
            yield Wall(outer, frozenset())
        else:
            yield wall


def gaps_of(terrain: Terrain) -> frozenset[Hex]:
    """The blank hexes in the smallest rectangle around the map; empty if the rectangle is too large."""
    drawn = {offset(hex_) for hex_ in terrain.hexes | terrain.walls}
    columns, rows = zip(*drawn, strict=True)
    across, down = range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)
    if len(across) * len(down) > _MOST_HEXES:
        return frozenset()
    return frozenset(from_offset(*each) for each in product(across, down) if each not in drawn)


def _connected(pieces: set[Hex | Edge]) -> Iterator[Wall]:
    """Groups of wall pieces that touch."""
    at_hex: dict[Hex, list[Hex | Edge]] = {}
    for one in pieces:
        for hex_ in _hexes(one):
            at_hex.setdefault(hex_, []).append(one)
    left = set(pieces)
    for first in sorted(pieces, key=_hexes):
        wall: set[Hex | Edge] = set()
        waiting = {first} & left
        while waiting:
            one = waiting.pop()
            left.discard(one)
            wall.add(one)
            near = {each for hex_ in _hexes(one) for each in (hex_, *neighbours(hex_))}
            others = {other for hex_ in near for other in at_hex.get(hex_, ())}
            waiting |= {other for other in others & left if _touch(one, other)}
        if wall:
            hexes = frozenset(one for one in wall if isinstance(one, Hex))
            yield Wall(hexes, frozenset(one for one in wall if not isinstance(one, Hex)))


def wall_in_words(wall: Wall, terrain: Terrain) -> str:
    """`the wall in (2,0) and (2,1)`."""
    places = [f"in {terrain.name(hex_)}" for hex_ in sorted(wall.hexes)]
    lines = [f"between {terrain.name(a)} and {terrain.name(b)}" for a, b in sorted(wall.edges)]
    named = places + lines
    if len(named) > _NAMED:
        all_hexes = sorted(chain(wall.hexes, *wall.edges))
        return f"the wall from {terrain.name(all_hexes[0])} to {terrain.name(all_hexes[-1])}"
    if not lines and len(places) > 1:
        return f"the wall in {listed(terrain.name(hex_) for hex_ in sorted(wall.hexes))}"
    return f"the wall {listed(named)}"


def _hexes(one: Hex | Edge) -> tuple[Hex, ...]:
    return (one,) if isinstance(one, Hex) else one


def _touch(one: Hex | Edge, other: Hex | Edge) -> bool:
    """Whether two pieces of wall meet: neighbouring hexes, a hex and a line beside it, lines with a common
    end.
    """
    around = {*_hexes(one), *_hexes(other)}
    return all(distance(a, b) <= 1 for a in around for b in around)
