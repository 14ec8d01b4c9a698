"""Drawing cards into the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.drawing import DrawCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class DrawCardsDeed(Deed, frozen=True, tag="draw"):
    """Draw `cards` cards; they are revealed and may be used. (TS-7.2, TS-3.4)"""

    stated = True
    blind = True
    reveals = True
    cards: Count

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        me = state.me
        if me.deck or me.discard:
            return None
        card = book.card(state.party[use.card].card)
        if card.is_spell:
            key = "draw_spell_empty_deck"
        elif card.abilities[use.ability].destroy == "disease":
            key = "cleric_empty_deck"
        else:
            return None
        if book.reads(key, "allowed"):
            return None
        return "there is no card left to draw", (f"key.{key}", "TS-3.4")

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(DrawCards(self.cards))

    def say(self) -> str:
        return f"draw {self.cards} card{'s' if self.cards > 1 else ''}"
