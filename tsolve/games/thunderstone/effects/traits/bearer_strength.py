"""A Weapon that makes its bearer stronger (Toryn Gauntlet)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number


class BearerStrength(Trait, frozen=True, tag="bearer_strength"):
    """Its bearer has more Strength, for this Weapon and for any other. (TS-8.4)"""

    stated = True
    of_weapons = True
    strength: Number

    def bearer_strength(self) -> int:
        return self.strength

    def say(self) -> str:
        return f"its bearer has Strength +{self.strength}"
