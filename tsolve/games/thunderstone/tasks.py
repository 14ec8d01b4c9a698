"""Tasks: what must happen before the turn goes on. Effects define the tasks they need."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tsolve.cardkit import drawing, pending
from tsolve.cardkit.pending import CHANCE, ENGINE, UNKNOWN

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Action
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play  # noqa: F401  (below as text)
    from tsolve.games.thunderstone.state import State

__all__ = ["CHANCE", "ENGINE", "UNKNOWN", "NextCard", "Task"]


class Task(pending.Task["Book", "State", "Play", "Action"], frozen=True):
    """One thing to do."""

    points: ClassVar[bool] = True
    """Speaks of cards of the hand by their places."""

    @property
    def asked_of_each(self) -> tuple[str, int] | None:
        """The card that asks the same of several players, who answer in any order, and the player; None
        where a task is for one player, or the order counts.
        """
        return None

    def worth_trying(self, book: Book, state: State, options: list[Action]) -> list[Action]:
        """Those of the legal actions that may lead the turn to different ends."""
        return options

    def makes_no_difference(self, book: Book, state: State) -> bool:
        """Whether the active player's turn comes to the same whatever another player chooses here."""
        return False

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("TS-7.5",)


class NextCard(drawing.NextCard["Book", "State", "Play", "Action"], Task, frozen=True):
    """The next card of a deck comes."""

    points = False
