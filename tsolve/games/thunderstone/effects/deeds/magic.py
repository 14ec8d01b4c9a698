"""A Hero that pays for Magic Attack or Light (Evoker Scorcher and Pyroclast)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import Member


class GainMagic(Deed, frozen=True, tag="magic"):
    """This Hero gains Magic Attack and Light for the battle, in whatever Rank. (TS-7.2)"""

    stated = True
    blind = True
    reveals = True
    magic: Number
    light: Number = 0

    def serve(self, hero: Member) -> Member:
        return replace(hero, magic=hero.magic + self.magic, light=hero.light + self.light)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.change(use.card, self.serve)
        play.note("effect", card, (f"card.{card}", "TS-7.2"), self.say())

    def say(self) -> str:
        return f"Magic Attack +{self.magic}" + (f" and Light +{self.light}" if self.light else "")
