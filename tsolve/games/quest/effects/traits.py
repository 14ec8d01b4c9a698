"""Traits: what cards change for as long as they are in play. (QUEST-0.3, QUEST-0.20)"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

from msgspec import Meta

from tsolve.games.quest.effects.base import CardId, Condition, Count, Effect, Sort, Value, a

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
    """What the card adds to a Hero may only go to Heroes of a sort."""

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
    """A Monster on which one kind of attack counts 0. (QUEST-2.11)"""

    to: Literal["physical", "magic", "higher"]
    """`higher`: whichever of the two totals is greater; of equal ones the player chooses."""

    def say(self) -> str:
        if self.to == "higher":
            return "immune to the higher of your physical and magic attack"
        return f"immune to {self.to} attack"


class Required(Effect, frozen=True):
    """A Monster that nobody defeats without a card of this sort. (QUEST-2.12)"""

    have: Sort

    def say(self) -> str:
        return f"cannot be defeated without {self.have}"


class WoundsForLight(Effect, frozen=True):
    """A room for which Wounds taken on entering pay: each lowers the Light that it takes by 1."""

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
