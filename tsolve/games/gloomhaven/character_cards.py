"""A character's ability cards, as their owner's position writes them. (GH-2.5 to GH-2.8)"""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.games.gloomhaven.abilities import Ability, Amount, Attack, Move

Side = Literal["top", "bottom"]
Lasting = Literal["", "round", "persistent"]


class Half(msgspec.Struct, frozen=True):
    """One half of a card: an action."""

    abilities: tuple[Ability, ...]
    """In printed order."""
    lost: bool = False
    """Whether it shows the loss icon."""
    lasts: Lasting = ""
    """Whether it is a bonus that lasts; then the card goes to the active area. (GH-10.1, GH-10.4)"""
    experience: int = 0
    """Experience for performing it."""
    slots: tuple[int, ...] = ()
    """Of a bonus that is used up slot by slot the experience of each slot. (GH-10.1)"""


class Origin(msgspec.Struct, frozen=True):
    """Where an ability stands that a character performs."""

    name: str = ""
    """The card or the item."""
    lasts: Lasting = ""
    slots: tuple[int, ...] = ()


class CharacterCard(msgspec.Struct, frozen=True):
    """An ability card of a character."""

    name: str
    top: Half
    bottom: Half
    initiative: int | None = None

    def half(self, side: Side) -> Half:
        """The action of one side."""
        return self.top if side == "top" else self.bottom


BASIC = CharacterCard("", Half((Attack(Amount(2)),)), Half((Move(Amount(2)),)))
"""What any card may be used as. (GH-2.7)"""
