"""Standing abilities of Heroes, Weapons, Items and Spells; and what Settings change for the whole game
(DS-9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.games.thunderstone.effects.base import Count, Limits, Number, RankNumber, SettingEffect, Trait
from tsolve.games.thunderstone.turn.hand import WORDS, Counted, Hand, count, count_at_most

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.turn.contributions import BattleContext, Pool


class AmongVeterans(Trait, frozen=True):
    """More Attack while every Hero of the hand is of this level or higher; Militia have no level. (DS-12)"""

    stated = True
    recalls = True
    level: Number
    attack: Number

    def counted(self, hand: Hand, hero: Card) -> int:
        return min(hand.below(self.level), 1)

    def hero_bonus(self, context: BattleContext, hero: Card, weapons: Sequence[Card]) -> int:
        return 0 if context.hand.below(self.level) else self.attack

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.attack if pool == "attack" else 0

    def say(self) -> str:
        return f"Attack +{self.attack} while every Hero in hand is of level {self.level} or higher"


class BackOnDeck(Trait, frozen=True):
    """After a victory the Weapon goes on top of the deck instead of to the discard pile, if its bearer can
    hold it.
    """

    stated = True
    returns = True

    def say(self) -> str:
        return "after a victory it goes on top of the deck"


class BearerBonus(Trait, frozen=True):
    """More Attack against Monsters of these classes when a Hero of this class carries it."""

    stated = True
    bearer: str
    against: tuple[str, ...]
    attack: Number

    def weapon_attack(self, context: BattleContext, printed: int, bearer: Card, strength: int) -> int:
        fits = self.bearer in bearer.classes and any(kind in context.monster.classes for kind in self.against)
        return printed + (self.attack if fits else 0)

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.attack if pool == "attack" else 0

    def say(self) -> str:
        foes = " or ".join(kind.capitalize() for kind in self.against)
        return f"Attack +{self.attack} more when a {self.bearer.capitalize()} carries it against {foes}"


class BearerStrength(Trait, frozen=True):
    """Its bearer has more Strength, for this Weapon and for any other. (TS-8.4)"""

    stated = True
    strength: Number

    def bearer_strength(self) -> int:
        return self.strength

    def say(self) -> str:
        return f"its bearer has Strength +{self.strength}"


class BonusPer(Trait, frozen=True):
    """Attack or Magic Attack for each revealed card of a kind; `kin` are other Heroes of its own group."""

    stated = True
    each: Counted
    attack: Number = 0
    magic: Number = 0

    def counted(self, hand: Hand, hero: Card) -> int:
        return count(self.each, hand, hero)

    def recounts(self) -> bool:
        return self.each in ("mercenary", "kin")

    def tallies(self) -> bool:
        return self.each == "used_spell"

    def hero_bonus(self, context: BattleContext, hero: Card, weapons: Sequence[Card]) -> int:
        return self.attack * self.counted(context.hand, hero) if self.attack else 0

    def hero_magic(self, context: BattleContext, hero: Card) -> int:
        return self.magic * self.counted(context.hand, hero) if self.magic else 0

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return {"attack": self.attack, "magic": self.magic, "light": 0}[pool] * count_at_most(
            self.each, limits
        )

    def say(self) -> str:
        gains = (("Attack", self.attack), ("Magic Attack", self.magic))
        text = " and ".join(f"{name} +{amount}" for name, amount in gains if amount)
        return f"{text} for each {WORDS[self.each]}"


class CannotAttackRank(Trait, frozen=True):
    """Cannot attack a Monster in this Rank."""

    stated = True
    rank: RankNumber

    def keeps_from_attacking(self, context: BattleContext) -> bool:
        return context.rank == self.rank

    def say(self) -> str:
        return f"cannot attack Rank {self.rank}"


class Enchant(Trait, frozen=True):
    """Magic Attack for every Item, and for every Spell that has a Magic Attack of its own."""

    stated = True
    item: Number
    spell: Number

    def enchants(self, card: Card) -> int:
        if "item" in card.subtypes:
            return self.item
        return self.spell if "spell" in card.subtypes and card.has_magic else 0

    def say(self) -> str:
        return f"every Item has Magic Attack +{self.item}, every Spell with a Magic Attack +{self.spell}"


class EquippedBonus(Trait, frozen=True):
    """More Attack once equipped with such a Weapon (with any, unless `weapon` names a kind); kept even if the
    Weapon becomes useless later. (TS-8.3)
    """

    stated = True
    attack: Number
    weapon: str = ""

    def hero_bonus(self, context: BattleContext, hero: Card, weapons: Sequence[Card]) -> int:
        fits = any(not self.weapon or self.weapon in weapon.subtypes for weapon in weapons)
        return self.attack if fits else 0

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.attack if pool == "attack" else 0

    def say(self) -> str:
        return (
            f"Attack +{self.attack} when equipped with {f'an {self.weapon}' if self.weapon else 'a'} Weapon"
        )


class FarShot(Trait, frozen=True):
    """More Attack while the attacked Monster stands in `from_rank` or farther, and more for each level of its
    bearer; Militia have no level.
    """

    stated = True
    from_rank: RankNumber
    attack: Number
    each_level: Number = 0

    def weapon_attack(self, context: BattleContext, printed: int, bearer: Card, strength: int) -> int:
        far = context.rank >= self.from_rank
        return printed + (self.attack + self.each_level * (bearer.level or 0) if far else 0)

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.attack + self.each_level * limits.level if pool == "attack" else 0

    def say(self) -> str:
        levels = f", and {self.each_level} more for each level of its bearer" if self.each_level else ""
        return f"Attack +{self.attack} against Rank {self.from_rank} or higher{levels}"


class Hoard(Trait, frozen=True):
    """Magic Attack for each revealed card that has a Gold Value, this one included; a card that leaves the
    hand in the preparation counts no more.
    """

    stated = True
    magic: Number

    def counted(self, hand: Hand, hero: Card) -> int:
        return hand.valued

    def hero_magic(self, context: BattleContext, hero: Card) -> int:
        return self.magic * context.hand.valued

    def magic_lost_with(self, card: Card) -> int:
        return self.magic if card.gold is not None else 0

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.magic * (limits.more + len(limits.cards)) if pool == "magic" else 0

    def say(self) -> str:
        return f"Magic Attack +{self.magic} for each card with a Gold Value in hand"


class Inspire(Trait, frozen=True):
    """Attack for every Militia, or for every Hero other than a Fighter."""

    stated = True
    heroes: Literal["militia", "non_fighter"]
    attack: Number

    def inspires(self, hero: Card) -> int:
        chosen = "militia" in hero.classes if self.heroes == "militia" else "fighter" not in hero.classes
        return self.attack if chosen else 0

    def say(self) -> str:
        chosen = "Militia" if self.heroes == "militia" else "Hero other than a Fighter"
        return f"every {chosen} has Attack +{self.attack}"


class KindledLight(Trait, frozen=True):
    """Light of its own while an Item that gives Light is revealed, on top of the Item's. (DS-12)"""

    stated = True
    light: Number

    def counted(self, hand: Hand, hero: Card) -> int:
        return min(hand.light_items, 1)

    def hero_light(self, context: BattleContext) -> int:
        return self.light if context.hand.light_items else 0

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.light if pool == "light" else 0

    def say(self) -> str:
        return f"Light +{self.light} with an Item that gives Light in hand"


class MagicOfGold(Trait, frozen=True):
    """Magic Attack +1 for every `per` gold that the revealed cards are worth in the battle, rounded down.
    (TS-9.1)
    """

    stated = True
    weighs_gold = True
    per: Count

    def counted(self, hand: Hand, hero: Card) -> int:
        return hand.copies(hero)

    def gold_for_magic(self) -> int:
        return self.per

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return limits.gold // self.per if pool == "magic" else 0

    def say(self) -> str:
        return f"Magic Attack +1 for every {self.per} gold revealed"


class MoreWeapons(Trait, frozen=True):
    """Its bearer may carry so many Weapons more beside it; each by itself is compared with the whole
    Strength. (TS-8.1)
    """

    stated = True
    weapons: Count = 1

    def more_weapons(self) -> int:
        return self.weapons

    def say(self) -> str:
        return f"its bearer may carry {self.weapons} more Weapon{'s' if self.weapons > 1 else ''}"


class MultiplyMagic(Trait, frozen=True):
    """Multiplies the Magic Attack after every other bonus and reduction of it. (TS-9.3)"""

    stated = True
    by: Count

    def magic_factor(self) -> int:
        return self.by

    def say(self) -> str:
        return f"the party's Magic Attack x{self.by}"


class RankBonus(Trait, frozen=True):
    """More Attack while the attacked Monster stands in `from_rank` or farther."""

    stated = True
    from_rank: RankNumber
    attack: Number

    def hero_bonus(self, context: BattleContext, hero: Card, weapons: Sequence[Card]) -> int:
        return self.attack if context.rank >= self.from_rank else 0

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.attack if pool == "attack" else 0

    def say(self) -> str:
        return f"Attack +{self.attack} against Rank {self.from_rank} or higher"


class Redirect(Trait, frozen=True):
    """Revealed from the hand of a player whom another player's effect is aimed at, it turns the effect upon
    the active player. (DS-12)
    """

    stated = True
    reacts = True

    def say(self) -> str:
        return "revealed from the hand, it turns an effect of another player upon the active player"


class SaveBearer(Trait, frozen=True):
    """Its bearer is discarded instead of destroyed, as long as it can hold the Weapon. (TS-8.3)"""

    stated = True
    saves = True

    def say(self) -> str:
        return "its bearer is discarded instead of destroyed"


class StrengthPerKin(Trait, frozen=True):
    """Strength for each other revealed Hero of its group."""

    stated = True
    strength: Number

    def recounts(self) -> bool:
        return True

    def counted(self, hand: Hand, hero: Card) -> int:
        return hand.kin(hero)

    def strength_bonus(self, hand: Hand, hero: Card) -> int:
        return self.strength * hand.kin(hero)

    def say(self) -> str:
        return f"Strength +{self.strength} for each other Hero of its group in hand"


class StrongBearer(Trait, frozen=True):
    """Instead of its printed Attack the Weapon has this one while its bearer has the Strength. (TS-8.6)"""

    stated = True
    rules = ("TS-8.6",)
    strength: Number
    attack: Number

    def weapon_attack(self, context: BattleContext, printed: int, bearer: Card, strength: int) -> int:
        return self.attack if strength >= self.strength else printed

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.attack if pool == "attack" else 0

    def say(self) -> str:
        return f"Attack +{self.attack} instead, when its bearer has Strength {self.strength} or more"


class SurplusLight(Trait, frozen=True):
    """Magic Attack for each point of Light beyond the whole Light Penalty. (DS-12)"""

    stated = True
    magic: Number

    def magic_of_surplus(self) -> int:
        return self.magic

    def say(self) -> str:
        return f"Magic Attack +{self.magic} for each point of Light beyond the Light Penalty"


class NoGold(SettingEffect, frozen=True):
    """Cards of this kind have no Gold Value in the whole game. (DS-9)"""

    of: Literal["monster", "hero", "village"]

    def change(self, card: Card) -> Card:
        if self.of == "monster":
            fits = card.is_monster
        else:
            fits = card.is_hero if self.of == "hero" else card.kind == "village"
        return replace(card, gold=None) if fits else card

    def say(self) -> str:
        whose = {"monster": "Monsters", "hero": "Heroes", "village": "Village cards"}[self.of]
        return f"{whose} have no Gold Value"
