"""A Hero whose Attack grows with other revealed cards (Chalice Defender, Outlands Slayer and Khan)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tsolve.games.thunderstone.effects.base import Trait

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.reckoning import Field


class BonusPer(Trait, frozen=True, tag="bonus_per"):
    """Attack for each revealed Item that gives Light, or each revealed Monster."""

    counts = True
    each: Literal["light_item", "monster"]
    attack: int

    def hero_bonus(self, field: Field, hero: Card, weapon: Card | None) -> int:
        return self.attack * (field.light_items if self.each == "light_item" else field.monsters)

    def say(self) -> str:
        counted = "Item with Light" if self.each == "light_item" else "Monster"
        return f"Attack +{self.attack} for each {counted} in hand"
