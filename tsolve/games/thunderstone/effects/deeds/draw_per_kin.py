"""Drawing cards for comrades in arms (Phalanx Officer)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.counting import Hand
from tsolve.games.thunderstone.turn.drawing import DrawCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class DrawPerKin(Deed, frozen=True, tag="draw_per_kin"):
    """Draw `cards` cards for each other revealed Hero of its group. (TS-7.2, TS-3.4)"""

    stated = True
    blind = True
    reveals = True
    musters = True
    cards: Count = 1

    def recounts(self) -> bool:
        return True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.book.card(play.state.party[use.card].card)
        kin = Hand(play.book, play.state.party).kin(card)
        play.note("effect", card.id, (card.ruling,), f"{kin} other Heroes of its group")
        if kin:
            play.push(DrawCards(self.cards * kin))

    def say(self) -> str:
        cards = "1 card" if self.cards == 1 else f"{self.cards} cards"
        return f"draw {cards} for each other Hero of its group in hand"
