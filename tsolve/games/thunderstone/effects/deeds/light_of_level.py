"""Light from the best Hero of the hand (Soul Gem)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Count

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class LightOfLevel(Deed, frozen=True, tag="light_of_level"):
    """Light for each level of the highest Hero that is in the hand now; Militia have no level. (TS-10.3,
    DS-12)
    """

    stated = True
    blind = True
    reveals = True
    musters = True
    light: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        member = play.state.party[use.card]
        hand = (play.book.card(each.card) for each in play.state.party if not each.left)
        level = max((card.level or 0 for card in hand if card.is_hero), default=0)
        light = level * self.light
        play.edit(use.card, light=member.light + light)
        note = f"the highest Hero has level {level}: Light +{light}"
        play.note("effect", member.card, (f"card.{member.card}", "TS-10.3"), note)

    def say(self) -> str:
        return f"Light +{self.light} for each level of the highest Hero in hand"
