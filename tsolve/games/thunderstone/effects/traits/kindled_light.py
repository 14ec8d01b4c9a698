"""A Hero that brightens what shines (Evoker Adept)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.counting import Hand
    from tsolve.games.thunderstone.turn.field import Field


class KindledLight(Trait, frozen=True, tag="kindled_light"):
    """Light of its own while an Item that gives Light is revealed, on top of the Item's. (DS-12)"""

    stated = True
    counts = True
    light: Number

    def counted(self, hand: Hand, hero: Card) -> int:
        return min(hand.light_items, 1)

    def hero_light(self, field: Field) -> int:
        return self.light if field.hand.light_items else 0

    def say(self) -> str:
        return f"Light +{self.light} with an Item that gives Light in hand"
