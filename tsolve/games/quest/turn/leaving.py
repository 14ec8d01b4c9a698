"""Cards that may be destroyed after a purchase. (QUEST-4.8)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, Destroy, Pass
from tsolve.games.quest.effects.traits import LeavesWithPurchase

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class MayLeave(tasks.Choice, frozen=True):
    """One card with the trait may be destroyed, never more for one purchase."""

    def asked(self, book: Book, state: State) -> str:
        leaving = (
            state.laid[each.card].card for each in self.options(book, state) if isinstance(each, Destroy)
        )
        names = " or ".join(map(book.name, dict.fromkeys(leaving)))
        return f"finish the purchase: destroy one {names}, or pass"

    def options(self, book: Book, state: State) -> list[Action]:
        leaving = (
            place
            for place in state.firsts()
            for trait in book.card(state.laid[place].card).traits
            if isinstance(trait, LeavesWithPurchase)
        )
        return [*map(Destroy, leaving), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-4.8",)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Destroy):
            card = play.book.card(play.state.laid[action.card].card)
            play.note("buying", action.card, ("QUEST-4.8", card.ruling), "destroyed after the purchase")
            play.destroy(action.card)
