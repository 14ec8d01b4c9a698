"""The active player chooses which card of the hand is destroyed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Destroy
from tsolve.games.thunderstone.symmetry import first_of_alike

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class ChooseVictim(tasks.Task, frozen=True):
    """The active player says which card is destroyed; the only one that fits goes by itself.

    Subclasses say which cards fit, and how one is destroyed.
    """

    asks = "choose the card to destroy"

    def fitting(self, book: Book, state: State) -> Iterable[int]:
        """The places of the cards that may be destroyed."""
        return ()

    def destroy(self, play: Play, place: int) -> None:
        """Destroy the card of this place."""

    def choices(self, book: Book, state: State) -> list[int]:
        """The places to choose among: of equal cards one."""
        return first_of_alike(state, self.fitting(book, state))

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self.choices(book, state)) > 1 else tasks.ENGINE

    def run(self, play: Play) -> None:
        for place in self.choices(play.book, play.state):
            self.destroy(play, place)

    def options(self, book: Book, state: State) -> list[Action]:
        return [Destroy(place) for place in self.choices(book, state)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Destroy)
        self.destroy(play, action.card)
