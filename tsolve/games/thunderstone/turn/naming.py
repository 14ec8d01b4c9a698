"""Kinds of cards that a player names before a card is turned up. (A-15)"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card

NAMES = ("Hero", "Village", "Monster")
"""In the order in which an action counts them."""


def is_named(book: Book, card: Card, named: int) -> bool:
    """Whether the card is of this kind: Militia are Heroes, other Basic cards Village cards."""
    if NAMES[named] == "Hero":
        return card.is_hero
    if NAMES[named] == "Monster":
        return card.is_monster
    return is_village_card(book, card)


def is_village_card(book: Book, card: Card) -> bool:
    """Whether a card of a hand or a deck counts as a Village card. (A-15)"""
    militia = card.is_militia and book.reads("basics_are_village", "militia_too")
    return militia or (card.kind in ("village", "basic") and not card.is_hero)
