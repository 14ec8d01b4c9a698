"""A Weapon that leaves a hand free (Toryn Gauntlet)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Count


class MoreWeapons(Trait, frozen=True, tag="more_weapons"):
    """Its bearer may carry so many Weapons more beside it; each by itself is compared with the whole
    Strength. (TS-8.1)
    """

    stated = True
    of_weapons = True
    weapons: Count = 1

    def more_weapons(self) -> int:
        return self.weapons

    def say(self) -> str:
        return f"its bearer may carry {self.weapons} more Weapon{'s' if self.weapons > 1 else ''}"
