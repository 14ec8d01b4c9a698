"""A Hero that makes others fight better (Thyrian Knight and Lord)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card


class Inspire(Trait, frozen=True, tag="inspire"):
    """Attack for every Militia, or for every Hero that is no Fighter."""

    stated = True
    reaches = True

    heroes: Literal["militia", "non_fighter"]
    attack: Number

    def inspires(self, hero: Card) -> int:
        chosen = "militia" in hero.classes if self.heroes == "militia" else "fighter" not in hero.classes
        return self.attack if chosen else 0

    def say(self) -> str:
        chosen = "Militia" if self.heroes == "militia" else "Hero that is no Fighter"
        return f"every {chosen} has Attack +{self.attack}"
