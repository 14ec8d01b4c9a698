"""Weapons without weight (Magical Aura)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class Lighten(Deed, frozen=True, tag="lighten"):
    """Every Weapon weighs 0; a Polearm's bearer still needs its Strength. (TS-8.1)"""

    stated = True
    blind = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.set(lightened=True)
        play.note("effect", card, (f"card.{card}", "TS-8.1"), self.say())

    def say(self) -> str:
        return "all Weapons weigh 0"
