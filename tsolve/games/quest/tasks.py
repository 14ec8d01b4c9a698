"""Tasks: what must happen before the turn goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import drawing, pending

if TYPE_CHECKING:
    from tsolve.games.quest.actions import Action
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play  # noqa: F401  (below as text)
    from tsolve.games.quest.state import State

__all__ = ["Choice", "NextCard", "Task"]


class Task(pending.Task["Book", "State", "Play", "Action"], frozen=True):
    """One thing to do."""

    def asked(self, book: Book, state: State) -> str:
        """What must be settled first, with the names of the cards that it is about."""
        return self.asks

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        return f"you must first {self.asked(book, state)}", self.rulings_for(book, state)


class Choice(pending.Choice["Book", "State", "Play", "Action"], Task, frozen=True):
    """Something that a player chooses."""


class NextCard(drawing.NextCard["Book", "State", "Play", "Action"], Task, frozen=True):
    """The next card of a deck comes."""
