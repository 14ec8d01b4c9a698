"""A Hero that grows with other revealed cards (Cabal, Stoneguard, Phalanx)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.counted import WORDS, Counted, count
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.counting import Hand
    from tsolve.games.thunderstone.turn.field import Field


class BonusPer(Trait, frozen=True, tag="bonus_per"):
    """Attack or Magic Attack for each revealed card of a kind; `kin` are other Heroes of its own group."""

    stated = True
    counts = True
    each: Counted
    attack: Number = 0
    magic: Number = 0

    def counted(self, hand: Hand, hero: Card) -> int:
        return count(self.each, hand, hero)

    def recounts(self) -> bool:
        return self.each in ("mercenary", "kin")

    def tallies(self) -> bool:
        return self.each == "used_spell"

    def hero_bonus(self, field: Field, hero: Card, weapons: Sequence[Card]) -> int:
        return self.attack * self.counted(field.hand, hero) if self.attack else 0

    def hero_magic(self, field: Field, hero: Card) -> int:
        return self.magic * self.counted(field.hand, hero) if self.magic else 0

    def say(self) -> str:
        gains = (("Attack", self.attack), ("Magic Attack", self.magic))
        told = " and ".join(f"{name} +{amount}" for name, amount in gains if amount)
        return f"{told} for each {WORDS[self.each]}"
