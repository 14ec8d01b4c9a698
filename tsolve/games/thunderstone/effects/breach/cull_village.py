"""A Breach that lays waste to the shops (Wind Fury)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BreachEffect
from tsolve.games.thunderstone.effects.numbers import Count, Number
from tsolve.games.thunderstone.turn.market import stacks, take_off, top_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class CullVillage(BreachEffect, frozen=True, tag="cull_village"):
    """Cards are removed from every stack of Village cards with a top card of at least this Gold Value, Hero
    stacks among them with `heroes`. (TS-16.1, A-15)
    """

    of_village = True
    cards: Count
    gold_from: Number
    heroes: bool = False

    def apply(self, play: Play, monster: str) -> None:
        for stack in stacks(play.book, play.state):
            top = top_of(play.state, stack)
            if not top or (top in play.book.heroes and not self.heroes):
                continue
            if (play.book.card(top).gold or 0) >= self.gold_from:
                take_off(play, stack, self.cards, (f"card.{monster}", "TS-16.1"))

    def say(self) -> str:
        which = f"with a Gold Value of {self.gold_from} or more{', Heroes too' if self.heroes else ''}"
        return f"remove {self.cards} cards of every Village stack {which}"
