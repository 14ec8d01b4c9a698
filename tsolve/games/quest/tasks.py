"""Tasks: what must happen before the turn goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import drawing, pending

if TYPE_CHECKING:
    from tsolve.games.quest.actions import Action  # noqa: F401  (these four below as text)
    from tsolve.games.quest.book import Book  # noqa: F401
    from tsolve.games.quest.play import Play  # noqa: F401
    from tsolve.games.quest.state import State  # noqa: F401

__all__ = ["Choice", "NextCard", "Task"]


class Task(pending.Task["Book", "State", "Play", "Action"], frozen=True):
    """One thing to do."""


class Choice(pending.Choice["Book", "State", "Play", "Action"], Task, frozen=True):
    """Something that a player chooses."""


class NextCard(drawing.NextCard["Book", "State", "Play", "Action"], Task, frozen=True):
    """The next card of a deck comes."""
