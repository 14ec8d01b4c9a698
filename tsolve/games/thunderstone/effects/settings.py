"""What Settings change for the whole game. (DS-9)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.games.thunderstone.effects.base import SettingEffect

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card


class NoGold(SettingEffect, frozen=True):
    """Cards of this kind have no Gold Value in the whole game. (DS-9)"""

    of: Literal["monster", "hero", "village"]

    def change(self, card: Card) -> Card:
        if self.of == "monster":
            fits = card.is_monster
        else:
            fits = card.is_hero if self.of == "hero" else card.kind == "village"
        return replace(card, gold=None) if fits else card

    def say(self) -> str:
        whose = {"monster": "Monsters", "hero": "Heroes", "village": "Village cards"}[self.of]
        return f"{whose} have no Gold Value"
