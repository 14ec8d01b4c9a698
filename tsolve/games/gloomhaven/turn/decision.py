"""What the rules decide for a figure that plays by the rules for monsters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit.pending import ENGINE
from tsolve.games.gloomhaven import tasks

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import State


class Decision(tasks.Choice, frozen=True):
    """What the rules decide for a figure, and the players where they leave more than one option. It is a step
    of its own in any case, so that people can say what was done and be told what was wrong.
    """

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE
