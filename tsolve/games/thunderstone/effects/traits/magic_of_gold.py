"""A Spell fed by the gold at hand (Silverstorm)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Count

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.counting import Hand


class MagicOfGold(Trait, frozen=True, tag="magic_of_gold"):
    """Magic Attack +1 for every `per` gold that the revealed cards are worth in the battle, rounded down.
    (TS-9.1)
    """

    stated = True
    of_loose = True
    counts = True
    weighs_gold = True
    per: Count

    def counted(self, hand: Hand, hero: Card) -> int:
        return hand.copies(hero)

    def gold_for_magic(self) -> int:
        return self.per

    def say(self) -> str:
        return f"Magic Attack +1 for every {self.per} gold revealed"
