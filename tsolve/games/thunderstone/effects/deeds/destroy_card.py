"""A card that must be given up (Banish)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.turn.sacrifice import ChooseSacrifice

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class DestroyCard(Deed, frozen=True, tag="destroy_card"):
    """The player destroys one card of the hand, this one included. (A-18)"""

    stated = True
    blind = True
    reveals = True
    thins = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(ChooseSacrifice(use.card))

    def say(self) -> str:
        return "destroy one card of the hand"
