"""What Monsters, rooms and Side Quests demand: Before Battle, After Battle, alerts, and what completes a
Side Quest. (QUEST-5.7, QUEST-5.16, QUEST-5.19, QUEST-14.1, QUEST-14.2)
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tsolve.games.quest.effects.base import Condition, Count, Effect, Few, Sort


class Prey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards in front of the player that a demand may take."""

    sort: Sort
    attack: Literal["physical", "magic"] | None = None
    """Only Heroes or Weapons with this kind of attack. (key.hero_with_attack, key.lieutenant_unwielded)"""
    wielded: bool = False
    """Only those that a Hero wields."""

    def say(self) -> str:
        """These cards in a few words."""
        attack = f" with {self.attack} attack" if self.attack else ""
        return f"{'wielded ' if self.wielded else ''}{self.sort}{attack}"


class Lose(Effect, frozen=True):
    """Discards or destroys cards in front of the player; who has too few loses what there is."""

    by: Literal["discard", "destroy"]
    of: tuple[Prey, ...] = ()
    """Any of these; empty: any card."""
    number: Few | None = 1
    """Null: all of them."""
    each: Count | None = None
    """The number is once for each thing counted."""
    highest: bool = False
    """Only those of the highest Level among them."""
    random: bool = False
    """Chance picks the cards, not the player."""
    wound_cards: Annotated[int, Meta(ge=0, le=9)] = 0
    """Wound cards taken for each card lost."""
    when: Condition | None = None

    def say(self) -> str:
        cards = " or ".join(prey.say() for prey in self.of) or "card"
        several = self.number is not None and self.number > 1
        parts = [
            f"{self.by} {self.number or 'every'}{' x' if several else ''} {cards}",
            "of the highest Level" if self.highest else "",
            "at random" if self.random else "",
            _each(self.each),
            _when(self.when),
            f"and take {_wound_cards(self.wound_cards)} for each" if self.wound_cards else "",
        ]
        return " ".join(filter(None, parts))


class Suffer(Effect, frozen=True):
    """The player takes Wounds, apart from the printed ones. (QUEST-7.1)"""

    tokens: Annotated[int, Meta(ge=0, le=9)] = 0
    cards: Annotated[int, Meta(ge=0, le=9)] = 0
    each: Count | None = None
    when: Condition | None = None

    def say(self) -> str:
        tokens = [f"{self.tokens} Wound token{'' if self.tokens == 1 else 's'}"] * bool(self.tokens)
        taken = " and ".join(tokens + [_wound_cards(self.cards)] * bool(self.cards))
        return " ".join(filter(None, ["take", taken, _each(self.each), _when(self.when)]))


class LoseTokens(Effect, frozen=True):
    """The player loses Gear tokens: one of choice, one at random, or all. (QUEST-9.1)"""

    which: Literal["chosen", "random", "all"] = "chosen"
    when: Condition | None = None

    def say(self) -> str:
        texts = {"chosen": "1 Gear token", "random": "1 Gear token at random", "all": "all Gear tokens"}
        return " ".join(filter(None, ["lose", texts[self.which], _when(self.when)]))


class LoseExperience(Effect, frozen=True):
    """The player destroys XP."""

    number: Few = 1
    each: Count | None = None
    when: Condition | None = None

    def say(self) -> str:
        return " ".join(filter(None, ["destroy", f"{self.number} XP", _each(self.each), _when(self.when)]))


class MoveChampion(Effect, frozen=True):
    """Puts the Champion in a room of a level, of the player's choice; that is no movement. (QUEST-5.11)"""

    level: Annotated[int, Meta(ge=0, le=3)] = 0
    """0 is The Wilderness."""
    when: Condition | None = None

    def say(self) -> str:
        where = f"a room of level {self.level}" if self.level else "The Wilderness"
        return " ".join(filter(None, ["put your Champion in", where, _when(self.when)]))


class DiscardForHealth(Effect, frozen=True):
    """The top card of the player's deck is discarded, and its cost adds to the Monster's health."""

    when: Condition | None = None

    def say(self) -> str:
        parts = ["discard the top card of the deck", _when(self.when), "for health of its cost"]
        return " ".join(filter(None, parts))


class RollForHealth(Effect, frozen=True):
    """Two dice add to the Monster's health: the lower one, or both if they are doubles. (QUEST-0.15)"""

    when: Condition | None = None

    def say(self) -> str:
        return " ".join(filter(None, ["roll two dice for health", _when(self.when)]))


Demand = Lose | Suffer | LoseTokens | LoseExperience | MoveChampion | DiscardForHealth | RollForHealth


class Alert(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Demands made of a Champion that moves. (QUEST-5.8 to QUEST-5.10)"""

    scope: Literal["into", "out_of", "through"]
    demands: Annotated[tuple[Demand, ...], Meta(min_length=1)]

    def say(self) -> str:
        """The alert in a few words."""
        return f"alert {self.scope.replace('_', ' ')}: {', then '.join(each.say() for each in self.demands)}"


def _each(count: Count | None) -> str:
    return f"for each {count.say()}" if count else ""


def _when(condition: Condition | None) -> str:
    return condition.say() if condition else ""


def _wound_cards(number: int) -> str:
    return f"{number} Wound card{'' if number == 1 else 's'}"


Many = Annotated[int, Meta(ge=1, le=99)]


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

    least: Many

    def say(self) -> str:
        return f"at least {self.least} Wound cards at the end of the game"


class TitlesOfTypes(Effect, frozen=True):
    """At the end, cards of the Marketplace of at least so many titles of each type."""

    least: Many

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
    levels: Many

    def say(self) -> str:
        return f"put {self.sort}s of {self.levels} levels together on your deck at the Temple"


class BuyHeroes(Effect, frozen=True):
    """Completed by so many Heroes of level 1, put under the Side Quest when bought. Then the text of one more
    Location is available in each turn.
    """

    number: Many

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

    gold: Many
    word: Sort
    level: Many

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
