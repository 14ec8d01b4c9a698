"""Kinds of cards that people name: before a card is turned up (A-15), or instead of the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.actions import Action, Destroy, Discard, GiveUp

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.state import State

KINDS = (
    *("hero", "monster", "weapon", "item", "spell", "villager", "food"),
    *("archer", "cleric", "fighter", "thief", "wizard"),
)
"""Words for what somebody gives, `player 2 discards a Hero`; subtypes of Village cards and classes of Heroes
are among them.
"""
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


def is_kind(book: Book, state: State, action: Action, kind: str) -> bool:
    """Whether an action gives a card, of this kind if one is named."""
    if isinstance(action, Destroy):
        card = book.card(state.party[action.card].card)
    elif isinstance(action, Discard | GiveUp):
        card = book.card(action.card)
    else:
        return False
    is_one = {"hero": card.is_hero, "monster": card.is_monster}
    return not kind or is_one.get(kind, kind in (*card.subtypes, *(card.classes if card.is_hero else ())))
