"""Cards of the player that a text destroys. (QUEST-0.5)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, Destroy
from tsolve.games.quest.turn.values import lies

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class DestroyOne(tasks.Choice, frozen=True):
    """One of the player's cards of a sort is destroyed."""

    asks = "choose the card to destroy"
    sort: str | None
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        sort = (place for place in state.firsts() if lies(book, state, place, self.sort))
        return [*map(Destroy, sort)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.5")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Destroy)
        play.note("ability", action.card, (self.ruling, "QUEST-0.5"), "destroyed")
        play.destroy(action.card)
