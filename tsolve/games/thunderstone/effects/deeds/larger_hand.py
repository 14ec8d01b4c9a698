"""A larger hand for the next turn (Burnt Offering)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Count

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class LargerHand(Deed, frozen=True, tag="larger_hand"):
    """When the hand is drawn at the end of the turn, `cards` cards more are drawn. (TS-3.2)"""

    stated = True
    blind = True
    reveals = True
    cards: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.set(next_hand=play.state.next_hand + self.cards)
        play.note("effect", card, (f"card.{card}", "TS-3.2"), self.say())

    def say(self) -> str:
        return f"draw {self.cards} card{'s' if self.cards > 1 else ''} more at the end of the turn"
