"""A Monster that brightens or darkens the whole Dungeon (Blaze, Choking Smoke)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import GlobalEffect


class Shine(GlobalEffect, frozen=True, tag="light"):
    """Changes the Light in every Rank; negative is darker. (DS-3, TS-10.1)"""

    stated = True
    by: int

    def light(self) -> int:
        return self.by

    def say(self) -> str:
        return f"Light {self.by:+d} in every Rank"
