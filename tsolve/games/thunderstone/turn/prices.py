"""The prices of abilities: which cards of the hand can pay them, and their names. (TS-7.3)"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsolve.games.thunderstone.cards import Ability, Card, Price


class Kind(msgspec.Struct, frozen=True):
    """One kind of card that an ability may ask for."""

    name: str
    fits: Callable[[Card], bool]


KINDS: dict[Price, Kind] = {
    "card": Kind("card", lambda _: True),
    "disease": Kind("Disease", lambda card: card.is_disease),
    "disease_or_villager": Kind("Disease or Villager", lambda card: card.is_disease or card.is_villager),
    "food": Kind("Food", lambda card: card.is_food),
    "hero": Kind("Hero", lambda card: card.is_hero),
    "item": Kind("Item", lambda card: card.is_item),
    "militia": Kind("Militia", lambda card: card.is_militia),
    "valued": Kind("card with a Gold Value", lambda card: card.gold is not None),
    "valueless": Kind("card without a Gold Value", lambda card: card.gold is None),
    "weapon": Kind("Weapon", lambda card: card.is_weapon),
}
"""By their names in the card files."""


def called(price: Price) -> str:
    """The kind of card in words, for cards of anybody's hand."""
    return KINDS[price].name


def asked(ability: Ability) -> str:
    """The kind of card that an ability asks for, in words: another one, unless it may be the card itself."""
    price = ability.price or "card"
    return called(price) if ability.itself or price not in ("card", "hero") else f"other {called(price)}"


def fits(price: Price, card: Card) -> bool:
    """Whether a card is of the kind that the price asks for."""
    return KINDS[price].fits(card)
