"""What every kind of effect has (conditions and counts, what abilities may cost, cards discarded off one's
own deck; QUEST-0.4), and traits: what cards change for as long as they are in play. (QUEST-0.3,
QUEST-0.20)
"""

import re
from abc import abstractmethod
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.


Class = Literal["cleric", "fighter", "rogue", "wizard"]
Few = Annotated[int, Meta(ge=1, le=9)]
Sort = Annotated[str, Meta(pattern="^[A-Za-z' -]{1,60}$")]
"""Cards by what they are, all words at once: `Wizard`, `Arcane Spell`, `Human Hero`, `Cleric or Wizard`."""

CardId = Annotated[str, Meta(pattern="^[a-z0-9_]+$")]
"""A card by its id, where a text names it."""


def a(sort: str) -> str:
    """A sort with its article."""
    return f"{'an' if sort[0] in 'AEIOU' else 'a'} {sort}"


@lru_cache(1024)
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
    """Each time that an ability discards cards from the deck this turn, it discards so many more."""

    cards: Few = 1

    def say(self) -> str:
        return f"discard {self.cards} card more each time that you discard from your deck this turn"


class RollWhenGained(Effect, frozen=True):
    """When the card is gained a die is rolled; from so many pips on, a card of the owner is destroyed."""

    pips: Annotated[int, Meta(ge=1, le=6)] = 4

    def say(self) -> str:
        return f"when gained, roll a die: on {self.pips} or more, destroy one of your cards"


# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.


Scope = Literal["itself", "wielded", "weapons", "heroes", "others", "foe"]
"""What a trait changes: the card itself (a room: the Monster in it), the Weapons that this Hero wields, all
Weapons or Heroes of the active player in a battle here, other Monsters of the same group, or the Monster that
the player fights.
"""
_SCOPES: dict[Scope, str] = {
    "itself": "",
    "wielded": " of Weapons he wields",
    "weapons": " of your Weapons in battle here",
    "heroes": " of your Heroes in battle here",
    "others": " of every other Monster of its group",
    "foe": " of the Monster that you fight",
}


class Modifier(Effect, frozen=True):
    """Changes a value by a number, once or for each thing counted."""

    value: Value
    by: Annotated[int, Meta(ge=-99, le=99)]
    to: Scope = "itself"
    sort: Sort | None = None
    """Only cards of this sort, of those that `to` means."""
    each: Count | None = None
    when: Condition | None = None
    once: bool = False
    """However many copies of the card say so."""

    def say(self) -> str:
        once = ", however many copies say so" if self.once else ""
        sort = f" ({self.sort})" if self.sort else ""
        each = f" for each {self.each.say()}" if self.each else ""
        when = f" {self.when.say()}" if self.when else ""
        return f"{self.value} {self.by:+d}{_SCOPES[self.to]}{sort}{each}{when}{once}"


class DungeonAfterVillage(Effect, frozen=True):
    """After the Village phase a Dungeon phase may follow in the same turn. (QUEST-4.13)"""

    confined: bool = False
    """The Champion cannot move out of The Wilderness in it."""

    def say(self) -> str:
        where = ", in The Wilderness only" if self.confined else ""
        return f"a Dungeon phase may follow the Village phase{where}"


class ToDeckInstead(Effect, frozen=True):
    """When a Monster or a room would discard or destroy the card, it goes on top of its owner's deck."""

    def say(self) -> str:
        return "goes on top of your deck instead of being discarded or destroyed by a room or a Monster"


Leaving = Literal["discard", "destroy"]


class Protected(Effect, frozen=True):
    """No text makes the card leave. Who must choose a card may choose it, and nothing happens; levelling up
    destroys it all the same, and at the end of the turn it is discarded like any other. (QUEST-0.14,
    QUEST-8.6)
    """

    against: Leaving | Literal["both"] = "both"

    def say(self) -> str:
        words = {"discard": "discarded", "destroy": "destroyed", "both": "discarded or destroyed"}
        return f"cannot be {words[self.against]}"


Ignored = Literal["alerts", "after_battle"]


class Ignores(Effect, frozen=True):
    """Texts of rooms and Monsters do nothing to the player. (QUEST-5.7)"""

    texts: Ignored
    of: Literal["rooms", "monsters", "both"] = "both"
    sort: Sort | None = None
    """Only those of such cards."""
    may: bool = False
    """Only if the player likes."""

    def say(self) -> str:
        whose = {"rooms": " of rooms", "monsters": " of Monsters", "both": ""}[self.of]
        texts = {"alerts": "alerts", "after_battle": "After Battle abilities"}[self.texts]
        sort = f" ({self.sort})" if self.sort else ""
        return f"{texts}{whose}{sort} {'may be' if self.may else 'are'} ignored"


class BeforeIsAfter(Effect, frozen=True):
    """Before Battle abilities of Monsters are After Battle abilities. (QUEST-5.16, QUEST-5.19)"""

    def say(self) -> str:
        return "Before Battle abilities of Monsters are After Battle abilities"


class XpForWounds(Effect, frozen=True):
    """Each time that Wounds are taken, however many, XP are gained."""

    xp: Annotated[int, Meta(ge=1, le=9)] = 1

    def say(self) -> str:
        return f"{self.xp} XP each time that you take Wounds"


class OrdinaryWounds(Effect, frozen=True):
    """Wound cards of one kind come as Wound tokens. (QUEST-7.1)"""

    of: CardId
    """The Wound card."""

    def say(self) -> str:
        return f"you take a Wound token instead of a {self.of.replace('_', ' ').title()}"


class OnlyFor(Effect, frozen=True):
    """The card may only be given to Heroes of a sort."""

    sort: Sort

    def say(self) -> str:
        return f"may only be given to {a(self.sort)}"


class BetterRations(Effect, frozen=True):
    """Iron Rations give more: gold, and physical attack to the Hero whose Skill they raise. (QUEST-9.2)"""

    gold: Annotated[int, Meta(ge=0, le=9)] = 1
    physical: Annotated[int, Meta(ge=0, le=9)] = 1

    def say(self) -> str:
        return f"Iron Rations give {self.gold:+d} gold, or {self.physical:+d} physical attack with the Skill"


class LeavesWithPurchase(Effect, frozen=True):
    """After each purchase of a card, one card with this trait may be destroyed. (QUEST-4.8)"""

    def say(self) -> str:
        return "after you buy a card, one of these may be destroyed"


class Immune(Effect, frozen=True):
    """A Monster on which a part of the attack counts 0: one kind of it, or that of some cards.
    (QUEST-2.11)
    """

    to: Literal["physical", "magic", "higher", "any"] = "any"
    """`higher`: whichever of the two totals is greater; of equal ones the player chooses. `any`: both kinds,
    of a sort of cards.
    """
    sort: Sort | None = None
    """Only the attack of cards of this sort, such as `Bow`."""

    def say(self) -> str:
        if self.to == "higher":
            return "immune to the higher of your physical and magic attack"
        kind = "" if self.to == "any" else f"{self.to} "
        return f"immune to {kind}attack{f' of {self.sort} cards' if self.sort else ''}"


class Required(Effect, frozen=True):
    """A Monster that nobody defeats without a card of this sort. (QUEST-2.12)"""

    have: Sort

    def say(self) -> str:
        return f"cannot be defeated without {self.have}"


class WoundsForLight(Effect, frozen=True):
    """A room that can be entered for Wounds: each Wound taken lowers the Light that it takes by 1."""

    def say(self) -> str:
        return "Wounds taken on entering lower the Light that it takes"


class RefilledFromBeside(Effect, frozen=True):
    """A room that is refilled with the Monster of the other room of its level; then that one is refilled."""

    def say(self) -> str:
        return "refilled with the Monster of the other room of this level"


class RefilledFaceDown(Effect, frozen=True):
    """A room that is refilled face down; a Monster that is not defeated goes under its deck. (QUEST-5.15)"""

    def say(self) -> str:
        return "refilled face down; a Monster not defeated goes under its deck"


class HpForSurplus(Effect, frozen=True):
    """A room that gives HP when the total attack is greater than the Monster's health by so much."""

    least: Annotated[int, Meta(ge=1, le=99)]
    hp: Annotated[int, Meta(ge=1, le=9)] = 1

    def say(self) -> str:
        return f"{self.hp:+d} HP this turn for a total attack {self.least} above the health"


class LocationTwice(Effect, frozen=True):
    """The text of the Champion's Location may be used twice, without the parts that the player leaves out."""

    def say(self) -> str:
        return "the Location may be used twice, and parts of it left out"


class SpoilsPotions(Effect, frozen=True):
    """Potions may be used as Spoils, too. (QUEST-9.4)"""

    def say(self) -> str:
        return "Potions may be used as Spoils, too"


class WeaponLimit(Effect, frozen=True):
    """Wields at most so many Weapons, whatever his Skill."""

    most: Annotated[int, Meta(ge=0, le=9)]

    def say(self) -> str:
        return f"wields at most {self.most} Weapon{'' if self.most == 1 else 's'}"
