"""The rules that a position is judged by: card facts under the chosen readings, and the readings themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card

DISEASE = "disease"
MILITIA = "militia"


class Book:
    """Card facts and interpretations, with the look-ups that the engine needs often."""

    def __init__(self, cards: Mapping[str, Card], readings: Mapping[str, str]) -> None:
        self.cards = dict(cards)
        self.readings = dict(readings)
        self.heroes = frozenset(card.id for card in cards.values() if card.is_hero)
        self.weapons = frozenset(card.id for card in cards.values() if card.is_weapon)
        self.monsters = frozenset(card.id for card in cards.values() if card.is_monster)
        self.levels = _levels(cards)
        self.stacks: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {}
        """The stacks that the Village makes of its stalls, remembered by `market.stacks`."""

    def card(self, card_id: str) -> Card:
        """The facts of a card."""
        return self.cards[card_id]

    def name(self, card_id: str) -> str:
        """The card's English name; `?` for a card that nobody has seen."""
        card = self.cards.get(card_id)
        return card.name if card is not None else "an unknown card"

    def reads(self, key: str, option: str) -> bool:
        """Whether the interpretation `key` is read as `option`."""
        return self.readings[key] == option

    def next_level(self, card_id: str) -> str:
        """The next level of a Hero, or an empty string. Militia are not asked for here. (TS-6.1)"""
        card = self.cards[card_id]
        if card.level is None or card.kind != "hero":
            return ""
        return self.levels.get(card.group, {}).get(card.level + 1, "")


def _levels(cards: Mapping[str, Card]) -> dict[str, dict[int, str]]:
    levels: dict[str, dict[int, str]] = {}
    for card in cards.values():
        if card.kind == "hero" and card.level is not None:
            levels.setdefault(card.group, {})[card.level] = card.id
    return levels
