"""A Hero with a fondness for Weapons, or for one kind of them (Stoneguard; Dwarves)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.field import Field


class EquippedBonus(Trait, frozen=True, tag="equipped_bonus"):
    """More Attack once equipped with such a Weapon (with any, unless `weapon` names a kind); kept even if the
    Weapon becomes useless later. (TS-8.3)
    """

    stated = True
    attack: Number
    weapon: str = ""

    def hero_bonus(self, field: Field, hero: Card, weapons: Sequence[Card]) -> int:
        fits = any(not self.weapon or self.weapon in weapon.subtypes for weapon in weapons)
        return self.attack if fits else 0

    def say(self) -> str:
        return (
            f"Attack +{self.attack} when equipped with {f'an {self.weapon}' if self.weapon else 'a'} Weapon"
        )
