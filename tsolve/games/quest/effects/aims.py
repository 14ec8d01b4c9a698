"""Side Quests: what completes them, and what they bring. (QUEST-14.1, QUEST-14.2)"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tsolve.games.quest.effects.base import Effect, Sort

Few = Annotated[int, Meta(ge=1, le=99)]


class Reveal(Effect, frozen=True):
    """Completed by being shown at the end of the game."""

    def say(self) -> str:
        return "shown at the end of the game"


class NoWounds(Effect, frozen=True):
    """No Wound token and no Wound card at the end; shown in the Guardian's battle, it spares its Wounds."""

    def say(self) -> str:
        return "no Wounds at the end of the game"


class WoundCards(Effect, frozen=True):
    """At least so many Wound cards at the end."""

    least: Few

    def say(self) -> str:
        return f"at least {self.least} Wound cards at the end of the game"


class TitlesOfTypes(Effect, frozen=True):
    """At the end, cards of the Marketplace of at least so many titles of each type."""

    least: Few

    def say(self) -> str:
        return f"at least {self.least} different Items, Spells and Weapons of the Marketplace at the end"


class OneOfEachTitle(Effect, frozen=True):
    """At the end, exactly one copy of each card that the Village sold, by title."""

    def say(self) -> str:
        return "exactly one card of each title of the Village at the end"


class OneStackOfEachType(Effect, frozen=True):
    """At the end, cards of four stacks of the Village of four types, and of no other stack."""

    def say(self) -> str:
        return "cards of just four stacks of the Village, one of each type, at the end"


class Victory(Effect, frozen=True):
    """Completed with the defeat of a Monster, while all of this is so."""

    level: Annotated[int, Meta(ge=0, le=9)] = 0
    """The least level of the Monster."""
    wounding: bool = False
    """The Monster wounded the player."""
    have: tuple[Sort, ...] = ()
    """The player has a card of each of these sorts."""
    armed: bool = False
    """A Hero wields a Weapon."""
    classes: Annotated[int, Meta(ge=0, le=4)] = 0
    """The least number of Classes among the player's Heroes."""
    most_light: int | None = None

    def say(self) -> str:
        parts = [
            f"defeat a Monster of level {self.level} or more" if self.level else "defeat a Monster",
            "that wounded you" if self.wounding else "",
            *(f"with a {sort}" for sort in self.have),
            "with a Hero who wields a Weapon" if self.armed else "",
            f"with {self.classes} Classes among your Heroes" if self.classes else "",
            "" if self.most_light is None else f"with a Light of {self.most_light} at most",
        ]
        return " ".join(filter(None, parts))


class TopDeck(Effect, frozen=True):
    """Completed at the Temple, with Heroes of a sort put on the deck whose levels make this sum."""

    sort: Sort
    levels: Few

    def say(self) -> str:
        return f"put {self.sort}s of {self.levels} levels together on your deck at the Temple"


class BuyHeroes(Effect, frozen=True):
    """Completed by so many Heroes of level 1, put under the Side Quest when bought. Then the text of one more
    Location is available in each turn.
    """

    number: Few

    def say(self) -> str:
        return f"put {self.number} Heroes of level 1 under this card when you buy them"


class WinCache(Effect, frozen=True):
    """Completed when a defeated Monster gives a Treasure Cache."""

    def say(self) -> str:
        return "win a Treasure Cache from a Monster"


class Deliver(Effect, frozen=True):
    """Completed in the Village: gold is paid, and an Item with a word in its title, a Hero of a least level
    and one Gear token of each kind are given away.
    """

    gold: Few
    word: Sort
    level: Few

    def say(self) -> str:
        return (
            f"in the Village: pay {self.gold} gold and discard a {self.word} Item, a Hero of level "
            f"{self.level} or more and one Gear token of each kind"
        )


Aim = (
    Reveal
    | NoWounds
    | WoundCards
    | TitlesOfTypes
    | OneOfEachTitle
    | OneStackOfEachType
    | Victory
    | TopDeck
    | BuyHeroes
    | WinCache
    | Deliver
)


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Side Quest brings beside its printed victory points."""

    card: str = ""
    """The Legendary card that the player gets when it is completed. (QUEST-14.2)"""
    on_deck: bool = False
    """On top of the deck instead of to the discard pile."""
    points: Literal["", "wounds", "classes", "light"] = ""
    """Victory points for something at the end: `each` for each Wound, for each Class of a Hero of level 2 or
    more squared, or for all Light of the player's cards.
    """
    each: Annotated[int, Meta(ge=1, le=9)] = 1
    two_treasures: bool = False
    """From then on the player looks at two Treasure cards for each one gained, and one is destroyed."""
    less_by_key: Annotated[int, Meta(ge=0, le=99)] = 0
    """Victory points less for each Guardian Key that the player found, but never below 0."""
