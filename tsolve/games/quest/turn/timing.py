"""In which step abilities and tokens may be used. (QUEST-0.21, QUEST-4.2, QUEST-5.2, key.late_abilities)"""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from tsolve.games.quest.state import AFTER_GOLD

if TYPE_CHECKING:
    from tsolve.cardkit.game import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.state import Phase, State

USES: tuple[Phase, ...] = ("village", "dungeon", "spoils", *AFTER_GOLD, "moving")
"""The steps in which some reading lets players use abilities and tokens."""


def refuse_late(book: Book, state: State, phases: Container[str]) -> Reason | None:
    """Why what belongs to these phases comes too late in the step of now, or None."""
    if state.phase in AFTER_GOLD and "village" in phases and book.reads("late_abilities", "no"):
        return "you use abilities and tokens before the gold is summed", ("QUEST-4.2", "key.late_abilities")
    if state.phase == "moving" and "dungeon" in phases and book.reads("late_abilities", "no"):
        return "you use abilities and tokens before you move", ("QUEST-5.2", "key.late_abilities")
    return None


def phase_of(state: State) -> str:
    """The phase to which the step of now belongs, as abilities name it."""
    if state.phase in AFTER_GOLD:
        return "village"
    return "dungeon" if state.phase == "moving" else state.phase
