"""A Hero that fights with Light to spare (Flame)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number


class SurplusLight(Trait, frozen=True, tag="surplus_light"):
    """Magic Attack for each point of Light beyond the whole Light Penalty. (DS-12)"""

    stated = True
    reaches = True
    glows = True
    magic: Number

    def magic_of_surplus(self) -> int:
        return self.magic

    def say(self) -> str:
        return f"Magic Attack +{self.magic} for each point of Light beyond the Light Penalty"
