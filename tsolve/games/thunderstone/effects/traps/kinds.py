"""Kinds of cards that Traps ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card

Prey = Literal["hero", "item", "monster", "spell", "villager", "weapon"]
Savers = Literal["", "archer", "cleric", "fighter", "thief", "wizard"]
"""A class of Heroes that keep the Trap away when shown."""

SEVERAL: dict[str, str] = {"hero": "Heroes"}


def is_prey(card: Card, prey: Prey) -> bool:
    """Whether the card is of that kind."""
    if prey == "hero":
        return card.is_hero
    return card.is_monster if prey == "monster" else prey in card.subtypes


def several(prey: Prey) -> str:
    """The kind in the plural."""
    return SEVERAL.get(prey, f"{prey.title()}s")
