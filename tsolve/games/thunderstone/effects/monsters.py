"""What Monsters do beside their Battle Effects: their traits (TS-11), what they do on reaching Rank 1
(TS-16.1), and what they do to everybody while they stand in the Dungeon (DS-3).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from tsolve.cardkit.piles import EMPTY, Pile
from tsolve.games.thunderstone.effects.base import (
    BreachEffect,
    Change,
    Count,
    GlobalEffect,
    MonsterTrait,
    Need,
    Number,
    Phase,
)
from tsolve.games.thunderstone.turn import hall
from tsolve.games.thunderstone.turn.drawing import TurnUpCards
from tsolve.games.thunderstone.turn.other_players import MustDiscard
from tsolve.games.thunderstone.turn.village import hero_stacks, stacks, take_off, top_of
from tsolve.model.trace import Step, Unless

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class CannotBeAttackedWith(MonsterTrait, frozen=True):
    """Cannot be chosen while cards of this kind are used or equipped; those that only lie in the hand are
    given up and bring nothing. (TS-11.9)
    """

    rules = ("TS-11.9",)
    subtype: str

    def shuns(self) -> str:
        return self.subtype

    def say(self) -> str:
        return f"cannot be attacked with a {self.subtype.title()}"


class DoubleHealth(MonsterTrait, frozen=True):
    """Its Health is doubled unless the revealed hand holds this much gold. (TS-7.6)"""

    stated = True
    rules = ("TS-7.6",)
    weighs_gold = True
    unless_gold: Number

    def health_steps(self, monster: str) -> Iterator[Step]:
        wealth = Unless("gold", self.unless_gold)
        note = f"less than {self.unless_gold} gold revealed: double Health"
        yield Step("times", "health", ("TS-7.6", f"card.{monster}"), monster, by=2, unless=wealth, note=note)

    def say(self) -> str:
        return f"double Health unless {self.unless_gold} gold is revealed"


class FixedDarkness(MonsterTrait, frozen=True):
    """Nothing reduces the Light Penalty against it, which is never below its Rank. (TS-11.13)"""

    rules = ("TS-11.13",)
    fixes_darkness = True

    def say(self) -> str:
        return "Light Penalties cannot be reduced"


class HalfAttack(MonsterTrait, frozen=True):
    """The Attack Value is halved unless there is Magic Attack, or an equipped Weapon. (TS-11.2)"""

    stated = True
    rules = ("TS-11.2",)
    without: Literal["magic_attack", "equipped_weapon"]

    def steps(self, monster: str) -> Iterator[tuple[Phase, Step]]:
        quantity = "magic" if self.without == "magic_attack" else "equipped"
        rulings, unless = ("TS-11.2", f"card.{monster}"), Unless(quantity, 1)
        yield "halve_value", Step("halve", "total", rulings, monster, unless=unless, rounding=("TS-9.4",))

    def say(self) -> str:
        needed = "Magic Attack" if self.without == "magic_attack" else "an equipped Weapon"
        return f"half Attack without {needed}"


class HalfMagic(MonsterTrait, frozen=True):
    """The sum of all Magic Attack is halved, rounding down. (TS-11.1)"""

    stated = True
    rules = ("TS-11.1",)

    def steps(self, monster: str) -> Iterator[tuple[Phase, Step]]:
        rulings = ("TS-11.1", f"card.{monster}")
        yield "halve_magic", Step("halve", "magic", rulings, monster, rounding=("TS-9.4",))

    def say(self) -> str:
        return "half Magic Attack"


class HeroesRequired(MonsterTrait, frozen=True):
    """Not defeated by fewer Heroes than this in the party, whether they can attack or not; it may be attacked
    all the same. (TS-7.6, TS-18.2)
    """

    stated = True
    rules = ("TS-7.6",)
    heroes: Count

    def need(self, monster: str) -> Need:
        return Need("heroes", self.heroes, f"fewer than {self.heroes} Heroes", ("TS-7.6",))

    def say(self) -> str:
        return f"cannot be defeated unless there are {self.heroes} Heroes"


class ImmuneMagic(MonsterTrait, frozen=True):
    """All Magic Attack is 0. (TS-11.5)"""

    stated = True
    rules = ("TS-11.5",)

    def steps(self, monster: str) -> Iterator[tuple[Phase, Step]]:
        yield "void", Step("zero", "magic", ("TS-11.5", f"card.{monster}"), monster)

    def say(self) -> str:
        return "immune to Magic Attack"


class ImmuneSpells(MonsterTrait, frozen=True):
    """Spells give no Attack and no Magic Attack and cannot be aimed at it; their Light counts. (TS-11.11)"""

    stated = True
    rules = ("TS-11.11",)
    voids_spells = True

    def say(self) -> str:
        return "immune to Spells"


class ImmuneUnequipped(MonsterTrait, frozen=True):
    """Heroes without a Weapon give no Attack and no Magic Attack; their Light counts, and so does all else
    that they do. (TS-11.12)
    """

    stated = True
    rules = ("TS-11.12",)
    voids_unequipped = True

    def say(self) -> str:
        return "immune to unequipped Heroes"


class ImmuneWeapons(MonsterTrait, frozen=True):
    """Weapons of this subtype give no Attack and no Magic Attack; their Light stays. In the box only edged
    ones. (TS-11.3)
    """

    stated = True
    rules = ("TS-11.3",)
    subtype: str

    def voids(self) -> str:
        return self.subtype

    def say(self) -> str:
        return f"immune to {self.subtype} Weapons"


class Light(MonsterTrait, frozen=True):
    """Changes the Light against this Monster; negative is darker. (TS-11.4)"""

    stated = True
    rules = ("TS-11.4", "TS-10.4")
    by: Change

    def light(self) -> int:
        return self.by

    def say(self) -> str:
        return f"Light {self.by:+d}"


class MagicOnly(MonsterTrait, frozen=True):
    """Only Magic Attack counts toward the Attack Value. (TS-11.6)"""

    stated = True
    rules = ("TS-11.6",)

    def steps(self, monster: str) -> Iterator[tuple[Phase, Step]]:
        yield "ignore", Step("zero", "attack", ("TS-11.6", f"card.{monster}"), monster)

    def say(self) -> str:
        return "Magic Attack only"


class MagicRequired(MonsterTrait, frozen=True):
    """Not defeated without a Magic Attack of at least 1; it may be attacked all the same. (TS-11.7)"""

    stated = True
    rules = ("TS-11.7",)

    def need(self, monster: str) -> Need:
        return Need("magic", 1, "no Magic Attack", ("TS-11.7",))

    def say(self) -> str:
        return "Magic Attack required"


class MustBeDefeated(MonsterTrait, frozen=True):
    """No effect takes it out of the Hall, and an attack that fails leaves it where it stands. (TS-11.14)"""

    stated = True
    rules = ("TS-11.14",)
    stays = True

    def say(self) -> str:
        return "must be defeated to be removed"


class ShunsDark(MonsterTrait, frozen=True):
    """Cannot be chosen while a Light Penalty of 1 or more remains. (TS-10.5)"""

    stated = True
    rules = ("TS-10.5",)
    dark = True

    def say(self) -> str:
        return "cannot be attacked while there is a Light Penalty"


class UnequippedCannotAttack(MonsterTrait, frozen=True):
    """Heroes without a Weapon cannot attack. (TS-11.8)"""

    stated = True
    rules = ("TS-11.8",)
    silences_unequipped = True

    def say(self) -> str:
        return "unequipped Heroes cannot attack"


class UseRequired(MonsterTrait, frozen=True):
    """Not defeated unless an Item or a Spell was used in this turn: an ability of it, or what it gives by
    lying there, such as the Light of a Torch. (A-26)
    """

    stated = True
    rules = ("key.used_item_clause",)

    def need(self, monster: str) -> Need:
        return Need("used", 1, "no Item or Spell used", ("key.used_item_clause", "TS-7.6"))

    def say(self) -> str:
        return "cannot be defeated unless an Item or a Spell was used"


class WeakCannotAttack(MonsterTrait, frozen=True):
    """Heroes with less Strength than this cannot attack. (TS-11.10)"""

    rules = ("TS-11.10",)
    strength: Count

    def least_strength(self) -> int:
        return self.strength

    def say(self) -> str:
        return f"Heroes with Strength below {self.strength} cannot attack"


class CullDecks(BreachEffect, frozen=True):
    """Every player discards cards of the deck until a Hero shows up, which is destroyed. (TS-16.1, TS-3.4)

    Cards destroyed on decks do not count as lost in the turn.
    """

    def apply(self, play: Play, monster: str) -> None:
        play.push(*(HuntHero(player, monster) for player in play.seats()))

    def say(self) -> str:
        return "every player discards cards of the deck until a Hero shows up, which is destroyed"


class HuntHero(TurnUpCards, frozen=True):
    """One player's deck is searched; an unknown deck is left unchanged."""

    def pile(self, book: Book, state: State) -> Pile:
        owner = state.players[self.player]
        if not owner.deck and book.heroes.isdisjoint(owner.discard):
            return EMPTY  # there is no Hero left to be found
        return super().pile(book, state)

    def take(self, play: Play, card: str) -> None:
        if card in play.book.heroes:
            play.remove(card, self.player)
            note = f"destroyed on the deck of player {self.player + 1}"
            play.note("breach", card, self.rulings("TS-16.1"), note)
            return
        play.player(self.player, discard=(*play.state.players[self.player].discard, card))
        play.push(self)


class CullHeroes(BreachEffect, frozen=True):
    """The top cards of every Hero stack of the Village, Militia included, are destroyed."""

    cards: Count

    def apply(self, play: Play, monster: str) -> None:
        for stack in hero_stacks(play.book, play.state):
            take_off(play, stack, self.cards, (f"card.{monster}", "TS-16.1"))

    def say(self) -> str:
        return f"destroy the top {self.cards} cards of every Hero stack, Militia included"


class CullVillage(BreachEffect, frozen=True):
    """Cards are removed from every stack of Village cards with a top card of at least this Gold Value, Hero
    stacks among them with `heroes`. (TS-16.1, A-15)
    """

    cards: Count
    gold_from: Number
    heroes: bool = False

    def apply(self, play: Play, monster: str) -> None:
        for stack in stacks(play.book, play.state):
            top = top_of(play.state, stack)
            if not top or (top in play.book.heroes and not self.heroes):
                continue
            if (play.book.card(top).gold or 0) >= self.gold_from:
                take_off(play, stack, self.cards, (f"card.{monster}", "TS-16.1"))

    def say(self) -> str:
        which = f"with a Gold Value of {self.gold_from} or more{', Heroes too' if self.heroes else ''}"
        return f"remove {self.cards} cards of every Village stack {which}"


class EachDiscards(BreachEffect, frozen=True):
    """Every player, the active one first, discards cards before the active player's hand is refilled."""

    cards: Count

    def apply(self, play: Play, monster: str) -> None:
        play.push(*(MustDiscard(seat, self.cards, monster) for seat in play.seats()))

    def say(self) -> str:
        return f"every player discards {self.cards} cards"


class EachGainsDisease(BreachEffect, frozen=True):
    """Every player gains Diseases, to the discard pile. (TS-12.3)"""

    count: Count = 1

    def apply(self, play: Play, monster: str) -> None:
        for player in play.seats():
            play.infect(player, self.count, (f"card.{monster}", "TS-16.1", "TS-12.3"))

    def say(self) -> str:
        return f"every player gains {self.count} Disease{'s' if self.count > 1 else ''}"


class LeaveHall(BreachEffect, frozen=True):
    """It moves from Rank 1 to space 0 and stays until it is defeated; the Hall is refilled. (DS-8)"""

    def apply(self, play: Play, monster: str) -> None:
        hall.step_outside(play)

    def say(self) -> str:
        return "move to space 0 and refill the Hall"


class Darken(GlobalEffect, frozen=True):
    """Multiplies the basic Light Penalty of every Rank, before anything adds to it. (DS-3, TS-10.1)"""

    stated = True
    by: Count = 2

    def darkness_factor(self) -> int:
        return self.by

    def say(self) -> str:
        return f"the basic Light Penalty of every Rank counts {_TIMES.get(self.by, f'{self.by} times')}"


_TIMES = {1: "once", 2: "twice"}


class Plague(GlobalEffect, frozen=True):
    """Every player gains Diseases whenever another Monster is defeated. (DS-3, TS-12.3)"""

    stated = True
    count: int = 1

    def after_defeat(self, play: Play, monster: str) -> None:
        for player in play.seats():
            play.infect(player, self.count, ("DS-3", f"card.{monster}", "TS-12.3"))

    def say(self) -> str:
        what = f"{self.count} Disease{'s' if self.count > 1 else ''}"
        return f"every player gains {what} when another Monster is defeated"


class RepeatBattle(GlobalEffect, frozen=True):
    """While it stands in space 0, the Battle Effects of every battle are carried out this many more times.
    (DS-3, DS-8, TS-7.7)
    """

    stated = True
    outside_only = True
    times: Count = 1

    def repeats(self) -> int:
        return self.times

    def say(self) -> str:
        more = "once more" if self.times == 1 else f"{self.times} more times"
        return f"while it is in space 0, Battle Effects are carried out {more} in each battle"


class Shine(GlobalEffect, frozen=True, tag="light"):
    """Changes the Light in every Rank; negative is darker. (DS-3, TS-10.1)"""

    stated = True
    by: int

    def light(self) -> int:
        return self.by

    def say(self) -> str:
        return f"Light {self.by:+d} in every Rank"
