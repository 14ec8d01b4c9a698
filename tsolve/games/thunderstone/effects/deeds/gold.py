"""Gold made by an effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class GainGold(Deed, frozen=True, tag="gold"):
    """Adds gold for this turn's purchases. (TS-4.3)"""

    stated = True
    amount: Number

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        before = play.state.gold
        play.set(gold=before + self.amount)
        play.note(
            "effect", card, (f"card.{card}", "TS-4.3"), self.say(), "gold", before, before + self.amount
        )

    def say(self) -> str:
        return f"{self.amount} gold"
