"""A Breach that empties the taverns (Archduke of Pain)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BreachEffect
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.market import hero_stacks, top_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class CullHeroes(BreachEffect, frozen=True, tag="cull_heroes"):
    """The top cards of every Hero stack of the Village, Militia included, are destroyed."""

    cards: Count

    def apply(self, play: Play, monster: str) -> None:
        for stack in hero_stacks(play.book, play.state):
            for _ in range(self.cards):
                card = top_of(play.state, stack)
                if card:
                    play.stock(card, -1)
                    play.set(removed=(*play.state.removed, card))
                    play.note(
                        "breach", card, (f"card.{monster}", "TS-16.1"), "destroyed on its Village stack"
                    )

    def say(self) -> str:
        return f"destroy the top {self.cards} cards of every Hero stack, Militia included"
