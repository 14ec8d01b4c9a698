"""What players may do with a card, once a turn for each copy: gifts for the turn, Monsters in other rooms,
Heroes of the Village; and what a card does when it is discarded. (QUEST-0.3, QUEST-0.4, QUEST-0.18,
QUEST-0.19, key.gift_ends)
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from tsolve.games.quest.effects.base import (
    Class,
    CleanseDeck,
    Condition,
    Count,
    DestroyTokens,
    DiscardDeck,
    DiscardMore,
    DiscardOther,
    Effect,
    Few,
    Sort,
    TakeWoundCard,
    Value,
    told_when,
)
from tsolve.games.quest.effects.demands import MoveChampion

Level = Annotated[int, Meta(ge=0, le=9)]


class Sacrifice(Effect, frozen=True):
    """Destroys cards of the player's choice, and then a Monster of a level that their Levels reach in sum,
    for the XP printed on it.
    """

    sort: Sort = "Hero"
    most_level: Level = 3
    """The Monster has this level at most."""

    def say(self) -> str:
        return (
            f"destroy {self.sort} cards of yours to destroy a Monster of level {self.most_level} or lower, "
            "but no more than their Levels in sum, for its XP"
        )


class CancelBefore(Effect, frozen=True):
    """Cancels one Before Battle ability of a Monster. (QUEST-0.6)"""

    most_level: Level = 3

    def say(self) -> str:
        return f"cancel one Before Battle ability of a Monster of level {self.most_level} or lower"


class SwapDefence(Effect, frozen=True):
    """Exchanges the armor and the magic resistance of a Monster for the turn."""

    def say(self) -> str:
        return "the armor and the magic resistance of a Monster change places this turn"


class XpForSurplus(Effect, frozen=True):
    """After a victory: if the attack beyond the Monster's health reaches the health of another Monster, the
    player gains that Monster's level as XP.
    """

    def say(self) -> str:
        return "gain the level of another Monster as XP, if what your attack has left reaches its health"


class Stride(Effect, frozen=True):
    """Rolls a die; the Champion may be put in a room whose level is half of the roll, rounded up.
    (QUEST-5.11)
    """

    def say(self) -> str:
        return "roll a die: your Champion may be put in a room whose level is half of it, rounded up"


class BorrowHero(Effect, frozen=True):
    """Draws a Hero out of the stacks of the Guilds' Quarter until the end of the turn."""

    level: Level = 2

    def say(self) -> str:
        return f"borrow a Hero of level {self.level} from the Guilds' Quarter for this turn"


More = Annotated[int, Meta(ge=0, le=99)]


class Strengthen(Effect, frozen=True):
    """Raises values of one of the player's cards for the turn."""

    skill: More = 0
    physical: More = 0
    magic: More = 0
    level: More = 0
    to: Literal["other_hero", "hero", "itself"] = "other_hero"
    """Which card: a Hero whom the player points at, another one than the card itself, or the card itself."""
    sort: Sort = "Hero"
    """Only such Heroes."""
    per_level: bool = False
    """So much for each Level of the Hero."""

    @property
    def gains(self) -> tuple[tuple[Value, int], ...]:
        """Which values are raised, and by how much."""
        found: tuple[tuple[Value, int], ...] = (
            ("skill", self.skill),
            ("physical", self.physical),
            ("magic", self.magic),
            ("level", self.level),
        )
        return tuple((value, by) for value, by in found if by)

    @property
    def serves(self) -> str:
        """Which card it is, in words."""
        return {"other_hero": f"one other {self.sort}", "hero": f"one {self.sort}", "itself": "it"}[self.to]

    def say(self) -> str:
        texts = {"skill": "Skill", "physical": "physical attack", "magic": "magic attack", "level": "Level"}
        gains = " and ".join(f"{by:+d} {texts[value]}" for value, by in self.gains)
        return f"{self.serves} has {gains}{' for each Level' * self.per_level} this turn"


class StrengthenAll(Effect, frozen=True):
    """Raises values of all Heroes of the player for the turn."""

    skill: More = 0
    physical: More = 0

    @property
    def gains(self) -> tuple[tuple[Value, int], ...]:
        """Which values are raised, and by how much."""
        return ("skill", self.skill), ("physical", self.physical)

    def say(self) -> str:
        return f"your Heroes have {self.physical:+d} physical attack and {self.skill:+d} Skill this turn"


class Disguise(Effect, frozen=True):
    """Gives one Hero a further Class for the turn, and raises every number printed on him."""

    to: ClassVar[str] = "hero"
    sort: ClassVar[str] = "Hero"
    into: Class
    by: Few = 1

    @property
    def serves(self) -> str:
        """Whom it serves, in words."""
        return "one Hero"

    def say(self) -> str:
        return f"one Hero is a {self.into.capitalize()}, and what is printed on him {self.by:+d}, this turn"


class MoreHp(Effect, frozen=True):
    """Adds to the HP of this turn. (QUEST-7.3)"""

    by: Few = 1
    when: Condition | None = None

    def say(self) -> str:
        return f"{self.by:+d} HP this turn{told_when(self.when)}"


class DungeonFollows(Effect, frozen=True):
    """A Dungeon phase follows the Village phase of this turn. (QUEST-4.13)"""

    most_light: Annotated[int, Meta(ge=0, le=99)] | None = None
    """The maximum of the Light in this turn. (QUEST-0.11)"""

    def say(self) -> str:
        light = "" if self.most_light is None else f", and your Light is {self.most_light} at most this turn"
        return f"a Dungeon phase follows the Village phase{light}"


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
    """Heals up to so many Wounds; may draw a card for each, at most one for each Hero who wields a Weapon."""

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


AbilityEffect = (
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
    do: Annotated[tuple[AbilityEffect, ...], Meta(min_length=1)]
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
        effects = (effect for effect in self.do if isinstance(effect, Strengthen | Disguise))
        return next(
            (effect for effect in effects if isinstance(effect, Disguise) or effect.to != "itself"), None
        )

    def say(self) -> str:
        """The ability in a few words."""
        first = "first " * bool(self.pay)
        effects = ", then ".join(each.say() for each in (*self.pay, *self.do))
        return f"{self.phase.replace('_', ' ')}{told_when(self.when)}: {first}{effects}"


class ToHand(Effect, frozen=True):
    """The card comes to the hand, which is laid out. (QUEST-0.16)"""

    def say(self) -> str:
        return "it comes to your hand"


class WieldAtOnce(Effect, frozen=True):
    """A Hero with enough Skill for it may wield the card. (QUEST-2.3)"""

    skill: Annotated[int, Meta(ge=0, le=99)] = 0
    """The least Skill of the Hero."""

    def say(self) -> str:
        return f"a Hero with Skill {self.skill} or more may wield it"


class OnDiscard(Effect, frozen=True):
    """What the card does when it is discarded, other than by the end of a turn."""

    do: ToHand | WieldAtOnce | Strengthen | GainToken
    from_deck: bool = True
    """Only off the deck."""
    when: Condition | None = None

    def say(self) -> str:
        where = " from your deck" if self.from_deck else ""
        return f"when discarded{where}{f' {self.when.say()}' if self.when else ''}: {self.do.say()}"
