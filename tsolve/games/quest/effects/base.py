"""What every kind of effect has: the conditions and counts that effects speak of, what abilities may cost,
and cards discarded off one's own deck. (QUEST-0.4)
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

import re
from abc import abstractmethod
from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Class = Literal["cleric", "fighter", "rogue", "wizard"]
Few = Annotated[int, Meta(ge=1, le=9)]
Sort = Annotated[str, Meta(pattern="^[A-Za-z' -]{1,60}$")]
"""Cards by what they are, all words at once: `Wizard`, `Arcane Spell`, `Human Hero`, `Cleric or Wizard`."""

CardId = Annotated[str, Meta(pattern="^[a-z0-9_]+$")]
"""A card by its id, where a text names it."""


def a(sort: str) -> str:
    """A sort with its article."""
    return f"{'an' if sort[0] in 'AEIOU' else 'a'} {sort}"


@cache
def alternatives_of(sort: str) -> tuple[frozenset[str], ...]:
    """The words of a sort, as `Card.kinds` has them; any of the alternatives will do."""
    return tuple(frozenset(each.split()) for each in sort.lower().split(" or "))


def kind_of(name: str) -> str:
    """What card files call a kind of effect whose class has this name."""
    return re.sub("(?<!^)(?=[A-Z])", "_", name).lower()


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=kind_of):
    """What a card does, at one of the places where it may say so."""

    @abstractmethod
    def say(self) -> str:
        """The effect in a few words."""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be so; everything given must hold."""

    have: Sort | None = None
    """The active player has a card of this sort laid out. (QUEST-0.2)"""
    lack: Sort | None = None
    """The active player has none."""
    wielded: Sort | None = None
    """A Hero of the active player wields a card of this sort."""
    armed: bool = False
    """The Hero who says so wields a Weapon."""
    wielder: Sort | None = None
    """The Hero who wields this Weapon is of this sort."""
    wielder_not: Sort | None = None
    """Somebody wields it, and is not of this sort."""
    wielder_level: int | None = None
    """The Hero who wields this Weapon has this Level."""
    wielder_has_more: bool = False
    """The Hero who wields this Weapon wields another one, too."""
    wielder_armed: bool = False
    """The Hero to whom this card was given wields a Weapon."""
    wielder_has_copies: bool = False
    """The Hero who has this card has another copy of it, too."""
    wielder_skill: int | None = None
    """The Hero who wields this Weapon has at least this Skill."""
    unwielded: bool = False
    """Nobody wields this Weapon."""
    against: Sort | None = None
    """The Monster that is fought is of this sort."""
    wounded: bool = False
    """The active player has a Wound. (key.wounds_you_have)"""
    light_below: int | None = None
    """The current Light is below this."""

    @property
    def asks_for_bearer(self) -> bool:
        """Whether it is about the Hero to whom the card was given."""
        return bool(self.wielder or self.wielder_not or self.wielder_armed or self.wielder_skill)

    def say(self) -> str:
        """The condition in a few words."""
        parts = [
            f"while you have {a(self.have)}" if self.have else "",
            f"while you have no {self.lack}" if self.lack else "",
            f"while a Hero of yours wields a {self.wielded}" if self.wielded else "",
            "while he wields a Weapon" if self.armed else "",
            f"wielded by {a(self.wielder)}" if self.wielder else "",
            f"wielded by no {self.wielder_not}" if self.wielder_not else "",
            f"when a Hero of level {self.wielder_level} wields it" if self.wielder_level is not None else "",
            "when its Hero wields another Weapon, too" if self.wielder_has_more else "",
            "when its Hero wields a Weapon" if self.wielder_armed else "",
            "when its Hero has another copy of it" if self.wielder_has_copies else "",
            f"when its Hero has Skill {self.wielder_skill} or more" if self.wielder_skill else "",
            "while nobody wields it" if self.unwielded else "",
            f"against {self.against}" if self.against else "",
            "while you are wounded" if self.wounded else "",
            f"while your Light is below {self.light_below}" if self.light_below is not None else "",
        ]
        return ", ".join(filter(None, parts))


def told_when(condition: Condition | None) -> str:
    """A condition behind what depends on it; empty when there is none."""
    return f" {condition.say()}" if condition else ""


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is counted among the active player's cards laid out, their Wounds or their current Light."""

    of: Sort | None = None
    """Cards of this sort; None counts Light, unless Wounds are counted."""
    card: CardId | None = None
    """Copies of this card, instead."""
    wounds: bool = False
    """The Wounds that the active player has. (key.wounds_you_have)"""
    wielded: bool = False
    """Only those that a Hero wields."""
    level: bool = False
    """Their Levels instead of their number."""
    highest: bool = False
    """Only the highest of these Levels."""

    @property
    def counts_light(self) -> bool:
        """Whether it counts the current Light."""
        return self.of is None and self.card is None and not self.wounds

    def say(self) -> str:
        """The count in a few words."""
        if self.wounds:
            return "Wound"
        if self.card is not None:
            return self.card.replace("_", " ").title()
        if self.of is None:
            return "Light"
        levels = ("Level of the highest " if self.highest else "Level of each ") * self.level
        return f"{levels}{'wielded ' * self.wielded}{self.of}"


Value = Literal[
    "physical",
    "magic",
    "skill",
    "requirement",
    "level",
    "light",
    "cost",
    "gold",
    "armor",
    "resistance",
    "health",
    "wounds",
]


class DestroyTokens(Effect, frozen=True):
    """Destroys Gear tokens of the player's choice. (QUEST-9.1)"""

    number: Few = 1

    def say(self) -> str:
        return f"destroy {self.number} Gear token{'' if self.number == 1 else 's'}"


class DiscardOther(Effect, frozen=True):
    """Discards another card, of this sort if one is given."""

    sort: Sort | None = None

    def say(self) -> str:
        return f"discard another {f'{self.sort} ' if self.sort else ''}card"


class TakeWoundCard(Effect, frozen=True):
    """Takes one Wound card of a kind. (QUEST-7.1)"""

    card: CardId

    def say(self) -> str:
        return f"take 1 {self.card.replace('_', ' ').title()}"


class DiscardDeck(Effect, frozen=True):
    """Discards cards from the top of the deck. (QUEST-0.4)"""

    cards: Few = 1
    each: Count | None = None

    def say(self) -> str:
        each = f" for each {self.each.say()}" if self.each else ""
        return f"discard the top {'card' if self.cards == 1 else f'{self.cards} cards'} of your deck{each}"


class CleanseDeck(Effect, frozen=True):
    """Discards cards from the top of the deck; then a Wound card among them is healed, or there is Light."""

    cards: Few = 3
    light: Few = 1

    def say(self) -> str:
        return (
            f"discard the top {self.cards} cards of your deck, then heal one Wound card among them "
            f"or have {self.light} Light more"
        )


class DiscardMore(Effect, frozen=True):
    """Whatever abilities discard from the deck this turn is so many cards more."""

    cards: Few = 1

    def say(self) -> str:
        return f"discard {self.cards} card more each time that you discard from your deck this turn"


class RollWhenGained(Effect, frozen=True):
    """When the card is gained a die is rolled; from so many pips on, a card of the owner is destroyed."""

    pips: Annotated[int, Meta(ge=1, le=6)] = 4

    def say(self) -> str:
        return f"when gained, roll a die: on {self.pips} or more, destroy one of your cards"
