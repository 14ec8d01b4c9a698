"""What cards can add to the value of a battle: those of a room, or those of the player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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

GivingXp = GainExperience | XpForSurplus | XpForWounds
GIVING_XP = (GainExperience, XpForSurplus, XpForWounds)
"""Effects that give XP, apart from a sacrifice."""


class Outlook(NamedTuple):
    """What a room and its Monster, or other cards, can add to the value of a battle."""

    xp: int
    of_guardian: bool
    """Whether a Guardian gives XP for the attack."""
    more_xp: tuple[GivingXp, ...]
    """Texts that give XP beside."""
    wounds: int
    rewards: int
    treasures: int
    gear: int
    """The price of the most expensive Gear token among the rewards."""
    rises: tuple[RaiseHero, ...]
    sells: tuple[BuyCard, ...]
    gear_sold: int
    """How many Gear tokens texts sell."""
    gear_given: int
    """How many Gear tokens texts give."""

    @property
    def grows(self) -> bool:
        """Whether texts may bring cards or tokens, apart from Heroes who level up."""
        return bool(self.sells or self.gear_sold or self.gear_given)


NO_BATTLE_THERE = Outlook(0, False, (), 0, 0, 0, 0, (), (), 0, 0)


def outlook_of(book: Book, cards: list[Card]) -> Outlook:
    rewards = [reward for card in cards for reward in card.rewards]
    return outlook_of_texts(effect for card in cards for effect in effects_of(card))._replace(
        xp=sum(card.xp or 0 for card in cards),
        of_guardian=any(card.kind == "guardian" for card in cards),
        wounds=sum(card.wounds or 0 for card in cards),
        rewards=len(rewards),
        treasures=rewards.count("treasure"),
        gear=max((book.card(PRICES[token]).cost or 0 for token in TOKENS if token in rewards), default=0),
    )


def outlook_of_texts(texts: Iterable[object]) -> Outlook:
    """What effects can add, whatever cards they stand on."""
    effects = [*texts]
    return NO_BATTLE_THERE._replace(
        more_xp=tuple(effect for effect in effects if isinstance(effect, GIVING_XP)),
        rises=tuple(effect for effect in effects if isinstance(effect, RaiseHero)),
        sells=tuple(effect for effect in effects if isinstance(effect, BuyCard)),
        gear_sold=sum(effect.most for effect in effects if isinstance(effect, BuyGear)),
        gear_given=sum(isinstance(effect, GainToken) for effect in effects),
    )


def effects_of(card: Card) -> Iterator[object]:
    """The effects of a card, without its demands."""
    yield from card.traits
    for ability in card.abilities:
        yield from (*ability.do, *ability.pay)
