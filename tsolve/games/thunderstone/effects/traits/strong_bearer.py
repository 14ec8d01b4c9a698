"""A Weapon that rewards a strong bearer (Polearm)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.field import Field


class StrongBearer(Trait, frozen=True, tag="strong_bearer"):
    """Instead of its printed Attack the Weapon has this one while its bearer has the Strength. (TS-8.6)"""

    stated = True
    rules = ("TS-8.6",)
    of_weapons = True

    strength: Number
    attack: Number

    def weapon_attack(self, field: Field, printed: int, bearer: Card, strength: int) -> int:
        return self.attack if strength >= self.strength else printed

    def say(self) -> str:
        return f"Attack +{self.attack} instead, when its bearer has Strength {self.strength} or more"
