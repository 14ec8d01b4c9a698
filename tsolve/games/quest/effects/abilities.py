"""Abilities: what players may do with a card, once a turn for each copy. (QUEST-0.18, QUEST-0.19)"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tsolve.games.quest.effects.base import Condition, Effect, Sort

Few = Annotated[int, Meta(ge=1, le=9)]


class Draw(Effect, frozen=True):
    """Draws cards, which are laid out at once. (QUEST-0.16)"""

    cards: Few = 1

    def say(self) -> str:
        return f"draw {self.cards} card{'' if self.cards == 1 else 's'}"


class Heal(Effect, frozen=True):
    """Heals up to so many Wounds."""

    wounds: Few = 1

    def say(self) -> str:
        return f"heal {'1 Wound' if self.wounds == 1 else f'up to {self.wounds} Wounds'}"


class Strengthen(Effect, frozen=True):
    """Gives one other Hero Skill or physical attack for the turn."""

    skill: Annotated[int, Meta(ge=0, le=99)] = 0
    physical: Annotated[int, Meta(ge=0, le=99)] = 0

    def say(self) -> str:
        gains = [f"{self.skill:+d} Skill"] * bool(self.skill)
        gains += [f"{self.physical:+d} physical attack"] * bool(self.physical)
        return f"one other Hero has {' and '.join(gains)} this turn"


class MoreHp(Effect, frozen=True):
    """Adds to the HP of this turn. (QUEST-7.3)"""

    by: Few = 1
    when: Condition | None = None

    def say(self) -> str:
        return f"{self.by:+d} HP this turn{f' {self.when.say()}' if self.when else ''}"


class RaiseHero(Effect, frozen=True):
    """Levels up one Hero outside the step of the Village phase. (QUEST-8.7)"""

    sort: Sort = "Hero"
    level: Annotated[int, Meta(ge=0, le=9)] | None = None
    """Only Heroes of this level."""
    free: bool = False
    """Without the XP that it costs."""
    less: Annotated[int, Meta(ge=0, le=9)] = 0
    """So many XP less, though not below 0."""

    def say(self) -> str:
        price = " for no XP" if self.free else f" for {self.less} XP less" if self.less else ""
        level = f" of level {self.level}" if self.level is not None else ""
        return f"level up one {self.sort}{level}{price}"


class BuyCard(Effect, frozen=True):
    """Buys one card of the Village outside the Village phase, with the gold of the cards laid out."""

    sorts: tuple[Sort, ...]
    """What may be bought: a card of any of these sorts. (key.room_purchase)"""
    more_gold: Annotated[int, Meta(ge=0, le=99)] = 0
    """Gold that the text adds for it."""
    on_deck: bool = False
    """The card may go on top of the deck."""

    def say(self) -> str:
        gold = f" with {self.more_gold:+d} gold" if self.more_gold else ""
        where = ", which may go on top of the deck" if self.on_deck else ""
        return f"buy one {' or '.join(self.sorts)}{gold}{where}"


class BuyGear(Effect, frozen=True):
    """Buys Gear tokens outside the Bazaar. (QUEST-9.5)"""

    most: Few = 1

    def say(self) -> str:
        return f"buy {'1 Gear token' if self.most == 1 else f'up to {self.most} Gear tokens'}"


class DestroyItself(Effect, frozen=True):
    """Destroys the card itself."""

    def say(self) -> str:
        return "destroy this card"


Deed = Draw | Heal | Strengthen | MoreHp | RaiseHero | BuyCard | BuyGear | DestroyItself
"""What an ability may do."""


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a player may do with the card, in the order of `do`."""

    phase: Literal["village", "dungeon", "village_or_dungeon", "spoils", "village_or_spoils"]
    do: tuple[Deed, ...]
    when: Condition | None = None
    """What must be so for the ability to be used."""

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases in which it may be used. (QUEST-0.21)"""
        return tuple(self.phase.split("_or_"))

    @property
    def serves_a_hero(self) -> bool:
        """Whether the player points at a Hero when using it."""
        return any(isinstance(deed, Strengthen) for deed in self.do)

    def say(self) -> str:
        """The ability in a few words."""
        when = f" {self.when.say()}" if self.when else ""
        return f"{self.phase.replace('_', ' ')}{when}: {', then '.join(deed.say() for deed in self.do)}"
