"""Hit points and Wounds. (QUEST-7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.state import Player

BASE_HP = 6
_NO_LIMIT = 999
SLOTS = 8
"""The Wound tokens that a player board holds; 32 tokens for four boards suggest it. (key.wound_slots)"""


def hp_with(book: Book, wounds: int) -> int:
    """HP with this many Wound tokens, before anything in play changes them; never below 0. (QUEST-7.2)"""
    lost = {"every_second": wounds // 2, "every_one": wounds, "every_first": (wounds + 1) // 2}
    return max(BASE_HP - lost[book.readings["hp_per_wound"]], 0) if wounds else BASE_HP


def open_slots(book: Book, player: Player) -> int:
    """How many more Wound tokens the player can take."""
    return max(SLOTS - player.wounds, 0) if book.reads("wound_slots", "eight") else _NO_LIMIT
