"""A Hero that fights better against the farther Ranks (Amazons)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number, RankNumber

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.field import Field


class RankBonus(Trait, frozen=True, tag="rank_bonus"):
    """More Attack while the attacked Monster stands in `from_rank` or farther."""

    stated = True
    from_rank: RankNumber
    attack: Number

    def hero_bonus(self, field: Field, hero: Card, weapons: Sequence[Card]) -> int:
        return self.attack if field.rank >= self.from_rank else 0

    def say(self) -> str:
        return f"Attack +{self.attack} against Rank {self.from_rank} or higher"
