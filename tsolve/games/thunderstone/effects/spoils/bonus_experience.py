"""A victory that teaches more (Feayn Sniper)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import SpoilsEffect
from tsolve.games.thunderstone.effects.numbers import Number, RankNumber


class BonusExperience(SpoilsEffect, frozen=True, tag="bonus_experience"):
    """More XP for a Monster defeated in this Rank."""

    asks = False
    amount: Number
    rank: RankNumber

    def experience(self, rank: int) -> int:
        return self.amount if rank == self.rank else 0

    def say(self) -> str:
        return f"{self.amount} more XP for a Monster of Rank {self.rank}"
