"""Food that strengthens every Hero and kills one (Spoiled Food)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class TaintedFeast(Deed, frozen=True, tag="tainted_feast"):
    """Every Hero of the party gains Strength and Attack; at the end of the battle one attacking Hero is
    destroyed. (TS-18.2, TS-7.8)
    """

    stated = True
    blind = True
    reveals = True
    occupies = True
    attack: Number
    strength: Number = 0

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        state = play.state
        card = state.party[use.card].card
        rallies = tuple(sorted((*state.rallies, (card, self.strength, self.attack))))
        play.set(rallies=rallies, tainted=(*state.tainted, card))
        play.edit(use.card, serving=True)
        play.note("effect", card, (f"card.{card}", "TS-18.2"), self.say())

    def say(self) -> str:
        gain = f"every Hero has Strength +{self.strength} and Attack +{self.attack}"
        return f"{gain}, one attacking Hero is destroyed at the end of the battle"
