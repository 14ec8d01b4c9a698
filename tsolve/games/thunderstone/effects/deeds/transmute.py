"""Attack that becomes Magic Attack (Arcane Energies)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class Transmute(Deed, frozen=True, tag="transmute"):
    """The Attack of every equipped Hero becomes Magic Attack. (TS-9.1, A-12)"""

    stated = True
    blind = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.set(transmuted=True)
        play.note("effect", card, (f"card.{card}",), self.say())

    def say(self) -> str:
        return "all Attack of equipped Heroes becomes Magic Attack"
