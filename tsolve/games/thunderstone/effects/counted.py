"""What Heroes count among the cards of the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.counting import Hand

Counted = Literal["shining_item", "monster", "mercenary", "used_spell", "kin"]
"""`kin` are other Heroes of the group."""
WORDS: dict[Counted, str] = {
    "shining_item": "Item with Light in hand",
    "monster": "Monster in hand",
    "mercenary": "Mercenary in hand",
    "used_spell": "Spell used",
    "kin": "other Hero of its group in hand",
}


def count(each: Counted, hand: Hand, hero: Card) -> int:
    """How many of them lie in the hand with this Hero."""
    if each == "shining_item":
        return hand.shining_items
    if each == "monster":
        return hand.monsters
    if each == "mercenary":
        return hand.mercenaries
    return hand.used_spells if each == "used_spell" else hand.kin(hero)


def may_be(each: Counted, card: Card) -> bool:
    """Whether a card may ever be one of them."""
    if each == "shining_item":
        return card.is_item
    if each == "monster":
        return card.is_monster
    if each == "mercenary":
        return "mercenary" in card.subtypes
    return card.is_spell if each == "used_spell" else card.is_hero
