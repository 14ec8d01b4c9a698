"""A Breach that empties the taverns (Archduke of Pain)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BreachEffect
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.market import hero_stacks, take_off

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class CullHeroes(BreachEffect, frozen=True, tag="cull_heroes"):
    """The top cards of every Hero stack of the Village, Militia included, are destroyed."""

    of_village = True
    cards: Count

    def apply(self, play: Play, monster: str) -> None:
        for stack in hero_stacks(play.book, play.state):
            take_off(play, stack, self.cards, (f"card.{monster}", "TS-16.1"))

    def say(self) -> str:
        return f"destroy the top {self.cards} cards of every Hero stack, Militia included"
