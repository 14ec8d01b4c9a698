"""XP from an effect (Trainer)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class GainExperience(Deed, frozen=True, tag="experience"):
    """Adds XP. (TS-1.3)"""

    stated = True
    blind = True
    earns = True
    amount: Number

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        before = play.owner().xp
        play.experience(self.amount)
        play.note("effect", card, (f"card.{card}",), self.say(), "xp", before, before + self.amount)

    def say(self) -> str:
        return f"{self.amount} XP"
