"""A Hero that draws on gold (Gorinth Miser)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.counting import Hand
    from tsolve.games.thunderstone.turn.field import Field


class Hoard(Trait, frozen=True, tag="hoard"):
    """Magic Attack for each revealed card that has a Gold Value, this one included; a card that leaves the
    hand in the preparation counts no more.
    """

    stated = True
    counts = True
    reaches = True
    shrinks = True
    magic: Number

    def counted(self, hand: Hand, hero: Card) -> int:
        return hand.valued

    def hero_magic(self, field: Field, hero: Card) -> int:
        return self.magic * field.hand.valued

    def magic_lost_with(self, card: Card) -> int:
        return self.magic if card.gold is not None else 0

    def say(self) -> str:
        return f"Magic Attack +{self.magic} for each card with a Gold Value in hand"
