"""What cards can add to the value of a battle: those of a room, or those of the player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tsolve.games.quest.answers import PRICES, TOKENS
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import (
    BuyCard,
    BuyGear,
    GainExperience,
    GainToken,
    RaiseHero,
    XpForSurplus,
)
from tsolve.games.quest.effects.base import XpForWounds

_GROWTH = (BuyCard, BuyGear, GainToken)
GIVING_XP = (GainExperience, XpForSurplus, XpForWounds)
"""Effects that give XP, apart from a sacrifice."""


class Outlook(NamedTuple):
    """What a room and its Monster, or other cards, can add to the value of a battle."""

    xp: int
    gives_xp: bool
    """Whether they may give more XP than `xp`, as a Guardian does."""
    wounds: int
    rewards: int
    treasures: int
    gear: int
    """The price of the most expensive Gear token among the rewards."""
    grows: bool
    """Whether Spoils may improve the player's cards in a way without a bound."""
    rises: tuple[RaiseHero, ...]
    sells: tuple[BuyCard, ...]


NO_BATTLE_THERE = Outlook(0, False, 0, 0, 0, 0, False, (), ())


def outlook_of(book: Book, cards: list[Card]) -> Outlook:
    effects = [effect for card in cards for effect in effects_of(card)]
    rewards = [reward for card in cards for reward in card.rewards]
    return Outlook(
        sum(card.xp or 0 for card in cards),
        any(card.kind == "guardian" or gives_xp(card) for card in cards),
        sum(card.wounds or 0 for card in cards),
        len(rewards),
        rewards.count("treasure"),
        max((book.card(PRICES[token]).cost or 0 for token in TOKENS if token in rewards), default=0),
        any(isinstance(effect, _GROWTH) for effect in effects),
        tuple(effect for effect in effects if isinstance(effect, RaiseHero)),
        tuple(effect for effect in effects if isinstance(effect, BuyCard)),
    )


def effects_of(card: Card) -> Iterator[object]:
    """The effects of a card, without its demands."""
    yield from card.traits
    for ability in card.abilities:
        yield from (*ability.do, *ability.pay)


def gives_xp(card: Card) -> bool:
    """Whether a card gives XP, apart from a sacrifice."""
    return any(isinstance(effect, GIVING_XP) for effect in effects_of(card))
