"""Hit points and Wounds. (QUEST-7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.state import State

BASE_HP = 6
TOKENS = 32
"""The Wound tokens of the box. (QUEST-1.10)"""
SLOTS = 8
"""The Wound tokens that a player board holds; 32 tokens for four boards suggest it. (key.wound_slots)"""


def hp_with(book: Book, wounds: int) -> int:
    """HP with this many Wound tokens, before anything in play changes them; never below 0. (QUEST-7.2)"""
    lost = {"every_second": wounds // 2, "every_one": wounds, "every_first": (wounds + 1) // 2}
    return max(BASE_HP - lost[book.readings["hp_per_wound"]], 0) if wounds else BASE_HP


def hp_of(book: Book, state: State) -> int:
    """The active player's HP with all that abilities add this turn. (QUEST-7.2, QUEST-7.3)"""
    return hp_with(book, state.me.wounds) + sum(boon.hp for boon in state.boons)


def open_slots(book: Book, state: State) -> int:
    """How many more Wound tokens the active player can take: by the board, or by what the box holds."""
    if book.reads("wound_slots", "eight"):
        return max(SLOTS - state.me.wounds, 0)
    return max(TOKENS - sum(player.wounds for player in state.players), 0)
