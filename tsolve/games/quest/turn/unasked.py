"""Why an action is not legal that a rule or a text has to ask for, while nothing does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest.actions import (
    Accept,
    Action,
    Destroy,
    DestroyWare,
    DiscardTop,
    Draw,
    FindTreasure,
    GiveUp,
    Keep,
    Remove,
    Reveal,
    TakeWare,
)
from tsolve.games.quest.effects.traits import LeavesWithPurchase

if TYPE_CHECKING:
    from tsolve.cardkit.game import Reason
    from tsolve.games.quest.book import Book
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
_REASONS: dict[type, Reason] = {
    Draw: ("no card is drawn now", ("QUEST-0.16",)),
    DiscardTop: ("no card of the deck is discarded now", ("QUEST-0.4",)),
    Reveal: ("no card is revealed now: a room is refilled when its Monster is defeated", ("QUEST-5.22",)),
    FindTreasure: ("no Treasure is won or bought now", ("QUEST-5.21", "QUEST-3.6")),
    Remove: ("Weapons are removed when a Hero's Skill falls below what they require", ("QUEST-2.5",)),
    Keep: ("Side Quests and Guild Sponsors are chosen before the first turn", ("QUEST-1.13",)),
    TakeWare: ("cards come into the spaces when a Champion is put at the Market", ("QUEST-16.5",)),
    DestroyWare: ("a card makes room when a Champion is put at the Market", ("QUEST-16.5",)),
}


def may_be_done(state: State) -> tuple[str, ...]:
    """The rulings on what may be done in the step of now."""
    return _STEPS.get(state.phase, ("QUEST-3.1",))


def refuse_unasked(book: Book, state: State, action: Action) -> Reason:
    """What would have to happen first; else that nothing of what this step allows asks for it."""
    if isinstance(action, Destroy | GiveUp) and state.laid:  # at the Temple the hand is not laid out yet
        card = book.card(state.laid[action.card].card)
        if card.has(LeavesWithPurchase):
            return f"{card.name} may be destroyed right after a card is bought", ("QUEST-4.8", card.ruling)
    if reason := _REASONS.get(type(action)):
        return reason
    told = "nothing is offered now" if isinstance(action, Accept) else "nothing asks for that now"
    return told, may_be_done(state)
