"""A Weapon that is better in some hands against some foes (Warhammer)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.field import Field


class BearerBonus(Trait, frozen=True, tag="bearer_bonus"):
    """More Attack in the hands of this class against Monsters of these classes."""

    stated = True
    of_weapons = True
    bearer: str
    against: tuple[str, ...]
    attack: Number

    def weapon_attack(self, field: Field, printed: int, bearer: Card, strength: int) -> int:
        fits = self.bearer in bearer.classes and any(kind in field.monster.classes for kind in self.against)
        return printed + (self.attack if fits else 0)

    def say(self) -> str:
        foes = " or ".join(kind.capitalize() for kind in self.against)
        return f"Attack +{self.attack} more when a {self.bearer.capitalize()} carries it against {foes}"
