"""A Weapon for the farther Ranks that wants practice (Recurve Bow)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number, RankNumber

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.field import Field


class FarShot(Trait, frozen=True, tag="far_shot"):
    """More Attack while the attacked Monster stands in `from_rank` or farther, and more for each level of its
    bearer; Militia have no level.
    """

    stated = True
    of_weapons = True
    from_rank: RankNumber
    attack: Number
    each_level: Number = 0

    def weapon_attack(self, field: Field, printed: int, bearer: Card, strength: int) -> int:
        far = field.rank >= self.from_rank
        return printed + (self.attack + self.each_level * (bearer.level or 0) if far else 0)

    def say(self) -> str:
        levels = f", and {self.each_level} more for each level of its bearer" if self.each_level else ""
        return f"Attack +{self.attack} against Rank {self.from_rank} or higher{levels}"
