"""A victory that teaches more (Feayn Sniper, Veteran)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import SpoilsEffect
from tsolve.games.thunderstone.effects.numbers import Number, RankNumber


class BonusExperience(SpoilsEffect, frozen=True, tag="bonus_experience"):
    """More XP for a defeated Monster, in this Rank or, without one, in any."""

    asks = False
    amount: Number
    rank: RankNumber | None = None

    def experience(self, rank: int) -> int:
        return self.amount if self.rank in (None, rank) else 0

    def say(self) -> str:
        return f"{self.amount} more XP for a Monster" + (f" of Rank {self.rank}" if self.rank else "")
