"""Variants of the game that change a scenario. (GH-16)"""

from __future__ import annotations

import msgspec

HIGHEST = 7
"""Monsters have no level above this one. (GH-15.2)"""


class Variants(msgspec.Struct, frozen=True):
    """Which variants are played."""

    reduced: bool = False
    """Reduced randomness. (GH-16.1)"""
    permanent_death: bool = False
    """Characters die, and those without cards stay as targets. (GH-16.2)"""
    solo: bool = False
    """Somebody plays alone, or with open information. (GH-16.4)"""

    def monster_level(self, level: int) -> int:
        """The level of the monsters at a scenario level."""
        return min(level + self.solo, HIGHEST)

    def trap_damage(self, level: int) -> int:
        """The damage of a usual trap at a scenario level. (GH-15.3)"""
        return 2 + level + self.solo


NONE = Variants()
