"""A Treasure that turns cards into Experience (Ivory Dragon)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import TreasureEffect
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.turn import treasures

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import UseTreasure
    from tsolve.games.thunderstone.play import Play


class SellHand(TreasureEffect, frozen=True, tag="sell_hand"):
    """In the Village it is destroyed with any number of cards of the hand, for so much Experience each, as
    for itself. (DS-7)
    """

    when = "village"
    xp: Number

    def apply(self, play: Play, action: UseTreasure) -> None:
        treasures.give_up(play, action.player, treasures.ready(play.state, action.player, action.treasure))
        treasures.gain_for(play, action.treasure, action.treasure, self.xp)
        play.push(treasures.SellHand(action.treasure, self.xp))

    def say(self) -> str:
        return f"Village: destroy it and any number of cards of the hand for {self.xp} XP each"
