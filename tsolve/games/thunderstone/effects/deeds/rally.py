"""Something for every Hero (Feast, Battle Fury)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class Rally(Deed, frozen=True, tag="rally"):
    """Every Hero of the party, Militia too, gains Strength and Attack. (TS-18.2)"""

    stated = True
    blind = True
    rallies = True
    occupies = True
    attack: Number
    strength: Number = 0

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.set(rallies=tuple(sorted((*play.state.rallies, (card, self.strength, self.attack)))))
        play.edit(use.card, serving=True)
        play.note("effect", card, (f"card.{card}", "TS-18.2"), self.say())

    def say(self) -> str:
        strength = f"Strength +{self.strength} and " if self.strength else ""
        return f"every Hero has {strength}Attack +{self.attack}"
