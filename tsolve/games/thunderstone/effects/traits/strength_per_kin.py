"""A Hero that is stronger among its own (Phalanx Footman)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.counting import Hand


class StrengthPerKin(Trait, frozen=True, tag="strength_per_kin"):
    """Strength for each other revealed Hero of its group."""

    stated = True
    counts = True
    swells = True
    strength: Number

    def recounts(self) -> bool:
        return True

    def counted(self, hand: Hand, hero: Card) -> int:
        return hand.kin(hero)

    def strength_bonus(self, hand: Hand, hero: Card) -> int:
        return self.strength * hand.kin(hero)

    def say(self) -> str:
        return f"Strength +{self.strength} for each other Hero of its group in hand"
