"""Purchases and levels where the position does not say what the Village sells."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tsolve.games.quest.actions import Action, Buy, LevelUp
from tsolve.games.quest.book import Book
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.market import with_stack
from tsolve.games.quest.turn.unsold import UNTOLD
from tsolve.turns.narration import Untold


def untold(book: Book, state: State, action: Action) -> Untold[State] | None:
    """What an action needs to know of the Village, where nothing of it is known. (QUEST-4.4, QUEST-8.4)"""
    if state.stacks is not None:
        return None
    match action:
        case Buy(card):
            return _untold(book, card, "QUEST-4.4")
        case LevelUp(_, card):
            return _untold(book, card, "QUEST-8.4")
    return None


def _untold(book: Book, card: str, ruling: str) -> Untold[State]:
    sells: Callable[[State], State] = partial(with_stack, card=card)
    reason = f"{UNTOLD}: write `village: [{book.name(card)}]`"
    return Untold(reason, (ruling,), sells)
