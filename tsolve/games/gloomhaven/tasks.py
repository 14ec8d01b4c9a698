"""Tasks: what must happen before the turn goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import pending

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.actions import Action
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play  # noqa: F401  (below as text)
    from tsolve.games.gloomhaven.state import State

__all__ = ["Choice", "Task"]


class Task(pending.Task["Book", "State", "Play", "Action"], frozen=True):
    """One thing to do."""

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        return f"first {self.asks}", self.rulings_for(book, state)


class Choice(pending.Choice["Book", "State", "Play", "Action"], Task, frozen=True):
    """Something that the players choose."""
