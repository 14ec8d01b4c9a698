"""A Hero that adds Magic to Items and Spells (Selurin Magician)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card


class Enchant(Trait, frozen=True, tag="enchant"):
    """Magic Attack for every Item, and for every Spell that has a Magic Attack of its own."""

    stated = True
    reaches = True

    item: Number
    spell: Number

    def enchants(self, card: Card) -> int:
        if "item" in card.subtypes:
            return self.item
        return self.spell if "spell" in card.subtypes and card.has_magic else 0

    def say(self) -> str:
        return f"every Item has Magic Attack +{self.item}, every Spell with a Magic Attack +{self.spell}"
