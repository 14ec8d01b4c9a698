"""Cards that may be destroyed after a purchase. (QUEST-4.8)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit.pending import ENGINE
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, Destroy, Pass
from tsolve.games.quest.effects.traits import LeavesWithPurchase

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class MayLeave(tasks.Task, frozen=True):
    """One card with the trait may be destroyed, never more for one purchase."""

    asks = "the purchase must be finished: one such card may be destroyed, or pass"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self.options(book, state)) > 1 else ENGINE

    def options(self, book: Book, state: State) -> list[Action]:
        places = {state.laid[place].card: place for place in reversed(state.present())}
        leaving = [
            place
            for card, place in places.items()
            if any(isinstance(trait, LeavesWithPurchase) for trait in book.card(card).traits)
        ]
        return [*map(Destroy, sorted(leaving)), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-4.8",)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Destroy):
            card = play.book.card(play.state.laid[action.card].card)
            play.note("buying", action.card, ("QUEST-4.8", card.ruling), "destroyed after the purchase")
            play.destroy(action.card)
