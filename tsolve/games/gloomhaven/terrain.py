"""The map as it is printed: what never changes during a scenario. (GH-1.3 to GH-1.9)"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tsolve.games.gloomhaven.board.board import Board
from tsolve.games.gloomhaven.board.hexes import Hex, System, named
from tsolve.games.gloomhaven.board.sight import Border, Sight


class Terrain(msgspec.Struct, frozen=True):
    """The hexes of a map. What may change (doors, traps, obstacles) stands in the position."""

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

    def name(self, hex_: Hex) -> str:
        """A hex as people call it."""
        return named(hex_, self.coordinates)

    def board(self, shut: frozenset[Hex], sight: Sight, border: Border) -> Board:
        """Its geometry with these hexes shut by doors, which are walls then. (GH-1.5)"""
        return _board(self, shut, sight, border)


@lru_cache(maxsize=64)
def _board(terrain: Terrain, shut: frozenset[Hex], sight: Sight, border: Border) -> Board:
    return Board(terrain.hexes, terrain.walls, terrain.thin_walls, sight, terrain.coordinates, shut, border)
