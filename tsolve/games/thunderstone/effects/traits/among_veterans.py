"""A Hero that fights best among its peers (Veteran Warmonger)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.counting import Hand
    from tsolve.games.thunderstone.turn.field import Field


class AmongVeterans(Trait, frozen=True, tag="among_veterans"):
    """More Attack while every Hero of the hand is of this level or higher; Militia have no level. (DS-12)"""

    stated = True
    counts = True
    recalls = True
    level: Number
    attack: Number

    def counted(self, hand: Hand, hero: Card) -> int:
        return min(hand.below(self.level), 1)

    def hero_bonus(self, field: Field, hero: Card, weapons: Sequence[Card]) -> int:
        return 0 if field.hand.below(self.level) else self.attack

    def say(self) -> str:
        return f"Attack +{self.attack} while every Hero in hand is of level {self.level} or higher"
