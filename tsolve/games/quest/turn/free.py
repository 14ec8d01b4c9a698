"""The rules for an action in a free step: why it is refused, and what it does. The module with the rules of
an action registers both; any other action is only an answer to a task that asks for it.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from tsolve.games.quest.actions import Action, Destroy
from tsolve.games.quest.answers import Accept, GiveUp
from tsolve.games.quest.effects.base import LeavesWithPurchase

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


_STEPS: dict[str, tuple[str, ...]] = {
    "prepare": ("QUEST-3.1",),
    "temple": ("QUEST-3.4",),
    "village": ("QUEST-4.2",),
    "buying": ("QUEST-4.4",),
    "healing": ("QUEST-4.11",),
    "levelling": ("QUEST-4.12",),
    "visiting": ("QUEST-4.5",),
    "dungeon": ("QUEST-5.2",),
    "moving": ("QUEST-5.4", "QUEST-5.14"),
    "spoils": ("QUEST-5.27",),
}
"""The rulings on what each step of a turn allows."""


@singledispatch
def refuse(action: Action, book: Book, state: State) -> Reason | None:
    """Why an action is not legal in this step, or None: what must happen first, or that nothing in this step
    asks for it.
    """
    if isinstance(action, Destroy | GiveUp) and state.laid:  # at the Temple the hand is not laid out yet
        card = book.card(state.laid[action.card].card)
        if card.has(LeavesWithPurchase):
            return f"{card.name} may be destroyed right after a card is bought", ("QUEST-4.8", card.ruling)
    if action.if_unasked is not None:
        return action.if_unasked
    text = "nothing is offered now" if isinstance(action, Accept) else "nothing asks for that now"
    return text, _STEPS.get(state.phase, ("QUEST-3.1",))


@singledispatch
def carry_out(action: Action, _: Play) -> None:
    """Do a legal action of a free step."""
    raise AssertionError(f"refused in every free step: {action}")
