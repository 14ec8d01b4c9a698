"""Abilities: what players may do with a card, once a turn for each copy. (QUEST-0.18, QUEST-0.19)"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tsolve.games.quest.effects.base import Condition, Count, Effect, Few, Sort, told_when
from tsolve.games.quest.effects.demands import MoveChampion
from tsolve.games.quest.effects.discarding import CleanseDeck, DiscardDeck, DiscardMore
from tsolve.games.quest.effects.feats import (
    BorrowHero,
    CancelBefore,
    Sacrifice,
    Stride,
    SwapDefence,
    XpForSurplus,
)
from tsolve.games.quest.effects.giving import Disguise, DungeonFollows, MoreHp, Strengthen, StrengthenAll
from tsolve.games.quest.effects.prices import DestroyTokens, DiscardOther, TakeWoundCard


class Draw(Effect, frozen=True):
    """Draws cards, which are laid out at once. (QUEST-0.16)"""

    cards: Few = 1
    may: bool = False
    """It may be left out."""
    when: Condition | None = None

    def say(self) -> str:
        may = "you may " * self.may
        return f"{may}draw {self.cards} card{'' if self.cards == 1 else 's'}{told_when(self.when)}"


class Heal(Effect, frozen=True):
    """Heals up to so many Wounds."""

    wounds: Few = 1
    again: Sort | None = None
    """Another one for each healed Wound card of this sort."""

    def say(self) -> str:
        again = f", and another one for each {self.again}" if self.again else ""
        return f"heal {'1 Wound' if self.wounds == 1 else f'up to {self.wounds} Wounds'}{again}"


class HealAndDraw(Effect, frozen=True):
    """Heals up to so many Wounds, and may draw a card for each, as many as Heroes wield a Weapon at most."""

    wounds: Few = 1

    def say(self) -> str:
        return f"heal up to {self.wounds} Wounds and draw a card for each, one for each Hero with a Weapon"


class ToDeck(Effect, frozen=True):
    """Puts one of the player's cards on top of the deck."""

    itself: bool = False
    """This very card."""

    def say(self) -> str:
        return f"put {'this card' if self.itself else 'one of your cards'} on top of your deck"


class RaiseHero(Effect, frozen=True):
    """Levels up one Hero outside the step of the Village phase. (QUEST-8.7)"""

    sort: Sort = "Hero"
    level: Annotated[int, Meta(ge=0, le=9)] | None = None
    """Only Heroes of this level."""
    free: bool = False
    """Without the XP that it costs."""
    less: Annotated[int, Meta(ge=0, le=9)] = 0
    """So many XP less, though not below 0."""
    wielder: bool = False
    """Only the Hero who wields the card that says so."""

    def say(self) -> str:
        price = " for no XP" if self.free else f" for {self.less} XP less" if self.less else ""
        level = f" of level {self.level}" if self.level is not None else ""
        who = "its wielder, if a" if self.wielder else "one"
        return f"level up {who} {self.sort}{level}{price}"


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

    after_battle: bool = False
    """Only after the battle, won or lost. (key.phase_spider_spear)"""

    def say(self) -> str:
        return f"destroy this card{' after the battle' if self.after_battle else ''}"


class DestroyOwn(Effect, frozen=True):
    """Destroys one of the player's cards of this sort."""

    sort: Sort

    def say(self) -> str:
        return f"destroy one {self.sort} of yours"


class GainExperience(Effect, frozen=True):
    """Gains XP."""

    xp: Few = 1
    each: Count | None = None

    def say(self) -> str:
        return f"gain {self.xp} XP{f' for each {self.each.say()}' if self.each else ''}"


class DiscardItself(Effect, frozen=True):
    """Discards the card itself."""

    def say(self) -> str:
        return "discard this card"


class GainToken(Effect, frozen=True):
    """Gains a Gear token. (QUEST-9.5)"""

    token: Literal["iron_rations", "lantern", "potion"]

    def say(self) -> str:
        return f"gain 1 {self.token.replace('_', ' ').title()} token"


Deed = (
    Draw
    | Heal
    | HealAndDraw
    | Strengthen
    | StrengthenAll
    | Disguise
    | DiscardDeck
    | CleanseDeck
    | DiscardMore
    | MoreHp
    | DungeonFollows
    | ToDeck
    | RaiseHero
    | BuyCard
    | BuyGear
    | DestroyItself
    | DiscardItself
    | GainToken
    | Sacrifice
    | CancelBefore
    | SwapDefence
    | XpForSurplus
    | Stride
    | BorrowHero
    | DestroyOwn
    | GainExperience
    | MoveChampion
)
"""What an ability may do."""
Price = Heal | DestroyTokens | DiscardOther | DiscardItself | TakeWoundCard
"""What an ability may cost: only who can pay all of it may use the ability."""


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a player may do with the card, in the order of `do`."""

    phase: Literal["village", "dungeon", "village_or_dungeon", "spoils", "village_or_spoils"]
    do: Annotated[tuple[Deed, ...], Meta(min_length=1)]
    pay: tuple[Price, ...] = ()
    """What has to be done first, for the rest."""
    when: Condition | None = None
    """What must be so for the ability to be used."""
    once: bool = False
    """Only one copy of the card may do so in a turn."""

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases in which it may be used. (QUEST-0.21)"""
        return tuple(self.phase.split("_or_"))

    @property
    def service(self) -> Strengthen | Disguise | None:
        """What it does for a Hero at whom the player points when using it."""
        deeds = (deed for deed in self.do if isinstance(deed, Strengthen | Disguise))
        return next((deed for deed in deeds if isinstance(deed, Disguise) or deed.to != "itself"), None)

    def say(self) -> str:
        """The ability in a few words."""
        first = "first " * bool(self.pay)
        deeds = ", then ".join(each.say() for each in (*self.pay, *self.do))
        return f"{self.phase.replace('_', ' ')}{told_when(self.when)}: {first}{deeds}"
