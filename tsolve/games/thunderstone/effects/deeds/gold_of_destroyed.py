"""Gold for the card that was destroyed (Pawnbroker)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class GoldOfDestroyed(Deed, frozen=True, tag="gold_of_destroyed"):
    """Adds the destroyed card's Gold Value and `plus` more; the card itself then pays nothing. (TS-4.3)"""

    stated = True
    needs_price = True
    plus: Number

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        before = play.state.gold
        after = before + (play.book.card(destroyed).gold or 0) + self.plus
        play.set(gold=after)
        note = f"the Gold Value of {play.book.name(destroyed)} and {self.plus} more"
        play.note("effect", card, (f"card.{card}", "TS-4.3"), note, "gold", before, after)

    def say(self) -> str:
        return f"its Gold Value + {self.plus} gold"
