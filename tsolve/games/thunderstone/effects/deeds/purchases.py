"""More purchases in this visit (Barkeep)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Count

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class MorePurchases(Deed, frozen=True, tag="purchases"):
    """Allows `amount` more purchases; the total cost still must fit the gold. (TS-4.4)"""

    stated = True
    amount: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        before = play.state.purchases
        play.set(purchases=before + self.amount)
        play.note(
            "effect", card, (f"card.{card}", "TS-4.4"), self.say(), "purchases", before, before + self.amount
        )

    def say(self) -> str:
        return f"{self.amount} more purchase{'s' if self.amount > 1 else ''}"
