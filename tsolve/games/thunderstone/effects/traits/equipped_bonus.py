"""A Hero with a fondness for one kind of Weapon (Dwarves)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.reckoning import Field


class EquippedBonus(Trait, frozen=True, tag="equipped_bonus"):
    """More Attack once equipped with such a Weapon; kept even if the Weapon becomes useless later.
    (TS-8.3)
    """

    weapon: str
    attack: int

    def hero_bonus(self, field: Field, hero: Card, weapon: Card | None) -> int:
        return self.attack if weapon is not None and self.weapon in weapon.subtypes else 0

    def say(self) -> str:
        return f"Attack +{self.attack} when equipped with an {self.weapon} Weapon"
