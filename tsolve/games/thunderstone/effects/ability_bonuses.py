"""Abilities that add to the battle, to the purse or to the Experience."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.tasks import Reason
from tsolve.games.thunderstone.effects.base import AbilityEffect, Count, Limits, Number
from tsolve.games.thunderstone.state import NONE, Member, State
from tsolve.games.thunderstone.turn.hand import (
    WORDS,
    Counted,
    Hand,
    count,
    count_at_most,
    is_held,
    may_be,
    strength_of,
)

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.turn.contributions import Pool


class GainAttack(AbilityEffect, frozen=True, tag="attack"):
    """This Hero gains Attack for the battle. (TS-7.3)"""

    stated = True
    quiet = True
    amount: Number

    def serve(self, hero: Member) -> Member:
        return replace(hero, attack=hero.attack + self.amount)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.change(use.card, self.serve)
        note = self.say()
        if destroyed:
            how = "eaten" if play.book.card(destroyed).is_food else "given up"
            note = f"{play.book.name(destroyed)} {how}: {note}"
        play.note("effect", card, (f"card.{card}", "TS-7.3"), note)

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.amount if pool == "attack" else 0

    def say(self) -> str:
        return f"Attack +{self.amount}"


class AttackPer(AbilityEffect, frozen=True):
    """This Hero gains Attack for each card of a kind that lies in the hand when it is used, and keeps it when
    that card leaves. (TS-7.2)
    """

    stated = True
    quiet = True
    each: Counted
    attack: Number

    def is_idle(self, book: Book, state: State, use: Use) -> bool:
        return self._gain(book, state, use) == 0

    def may_count(self, card: Card) -> bool:
        return may_be(self.each, card)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        member, gain = play.state.party[use.card], self._gain(play.book, play.state, use)
        play.edit(use.card, attack=member.attack + gain)
        note = f"{self.say()}: {gain}"
        play.note("effect", member.card, (f"card.{member.card}", "TS-7.2"), note)

    def _gain(self, book: Book, state: State, use: Use) -> int:
        hand = Hand(book, state.party, state.spells)
        return self.attack * count(self.each, hand, book.card(state.party[use.card].card))

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.attack * count_at_most(self.each, limits) if pool == "attack" else 0

    def say(self) -> str:
        return f"Attack +{self.attack} for each {WORDS[self.each]}"


class GainMagic(AbilityEffect, frozen=True, tag="magic"):
    """This Hero gains Magic Attack and Light for the battle, in whatever Rank. (TS-7.2)"""

    stated = True
    magic: Number
    light: Number = 0

    def serve(self, hero: Member) -> Member:
        return replace(hero, magic=hero.magic + self.magic, light=hero.light + self.light)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.change(use.card, self.serve)
        play.note("effect", card, (f"card.{card}", "TS-7.2"), self.say())

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return {"attack": 0, "magic": self.magic, "light": self.light}[pool]

    def say(self) -> str:
        return f"Magic Attack +{self.magic}" + (f" and Light +{self.light}" if self.light else "")


class MagicOfDestroyed(AbilityEffect, frozen=True):
    """This Hero gains Magic Attack equal to the Gold Value of the card destroyed for it. (TS-7.3)"""

    stated = True
    weighs_gold = True
    needs_price = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        hero = play.state.party[use.card]
        gold = play.book.card(destroyed).gold or 0
        play.edit(use.card, magic=hero.magic + gold)
        note = f"the Gold Value of {play.book.name(destroyed)}: Magic Attack +{gold}"
        play.note("effect", hero.card, (f"card.{hero.card}", "TS-7.3"), note)

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return limits.gold if pool == "magic" else 0

    def say(self) -> str:
        return "Magic Attack equal to its Gold Value"


class LightOfLevel(AbilityEffect, frozen=True):
    """Light for each level of the highest Hero that is in the hand now; Militia have no level. (TS-10.3,
    DS-12)
    """

    stated = True
    light: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        member = play.state.party[use.card]
        hand = (play.book.card(each.card) for each in play.state.party if not each.left)
        level = max((card.level or 0 for card in hand if card.is_hero), default=0)
        light = level * self.light
        play.edit(use.card, light=member.light + light)
        note = f"the highest Hero has level {level}: Light +{light}"
        play.note("effect", member.card, (f"card.{member.card}", "TS-10.3"), note)

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.light * limits.level if pool == "light" else 0

    def say(self) -> str:
        return f"Light +{self.light} for each level of the highest Hero in hand"


class Lighten(AbilityEffect, frozen=True):
    """Every Weapon weighs 0; a Polearm's bearer still needs its Strength. (TS-8.1)"""

    stated = True
    quiet = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.set(lightened=True)
        play.note("effect", card, (f"card.{card}", "TS-8.1"), self.say())

    def say(self) -> str:
        return "all Weapons weigh 0"


class Rally(AbilityEffect, frozen=True):
    """Every Hero of the party, Militia too, gains Strength and Attack. (TS-18.2)"""

    stated = True
    quiet = True
    attack: Number
    strength: Number = 0

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.set(rallies=tuple(sorted((*play.state.rallies, (card, self.strength, self.attack)))))
        play.edit(use.card, serving=True)
        play.note("effect", card, (f"card.{card}", "TS-18.2"), self.say())

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.attack if pool == "attack" else 0

    def say(self) -> str:
        strength = f"Strength +{self.strength} and " if self.strength else ""
        return f"every Hero has {strength}Attack +{self.attack}"


class Feed(AbilityEffect, frozen=True):
    """One Hero gains Strength; with `converts` its whole Attack becomes Magic Attack. (TS-8.4, A-33)"""

    stated = True
    quiet = True
    target = "hero"
    strength: Number
    converts: bool = False

    def serve(self, hero: Member) -> Member:
        return replace(
            hero, strength=hero.strength + self.strength, converted=hero.converted or self.converts
        )

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        before = strength_of(play.book, play.state, use.target)
        play.change(use.target, self.serve)
        play.edit(use.card, serving=True)
        play.note(
            "effect",
            use.card,
            (f"card.{card}", "TS-8.4"),
            f"for {play.called(use.target)}",
            "strength",
            before,
            before + self.strength,
        )

    def say(self) -> str:
        more = " and its Attack becomes Magic Attack" if self.converts else ""
        return f"one Hero has Strength +{self.strength}{more}"


class TaintedFeast(AbilityEffect, frozen=True):
    """Every Hero of the party gains Strength and Attack; at the end of the battle one attacking Hero is
    destroyed. (TS-18.2, TS-7.8)
    """

    stated = True
    attack: Number
    strength: Number = 0

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        state = play.state
        card = state.party[use.card].card
        rallies = tuple(sorted((*state.rallies, (card, self.strength, self.attack))))
        play.set(rallies=rallies, tainted=(*state.tainted, card))
        play.edit(use.card, serving=True)
        play.note("effect", card, (f"card.{card}", "TS-18.2"), self.say())

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.attack if pool == "attack" else 0

    def say(self) -> str:
        gain = f"every Hero has Strength +{self.strength} and Attack +{self.attack}"
        return f"{gain}, one attacking Hero is destroyed at the end of the battle"


class Throw(AbilityEffect, frozen=True):
    """Destroys this equipped Weapon for more Attack; it counts as equipped for the whole battle. (TS-8.5,
    A-30)
    """

    stated = True
    quiet = True
    attack: Number

    def thrown_attack(self) -> int:
        return self.attack

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        weapon = state.party[use.card]
        if weapon.bearer != NONE:
            return None
        return f"{book.name(weapon.card)} is not equipped", ("TS-8.5", f"card.{weapon.card}")

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.throw(use.card)
        play.note("effect", use.card, ("TS-8.5", f"card.{card}"), f"thrown: Attack +{self.attack}")

    def say(self) -> str:
        return f"throw it (destroy it) for Attack +{self.attack}"


class Transmute(AbilityEffect, frozen=True):
    """The Attack of every equipped Hero becomes Magic Attack. (TS-9.1, A-12)"""

    stated = True
    quiet = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.set(transmuted=True)
        play.note("effect", card, (f"card.{card}",), self.say())

    def say(self) -> str:
        return "all Attack of equipped Heroes becomes Magic Attack"


class ReuseSpell(AbilityEffect, frozen=True):
    """In the hands of one of these classes: one Spell of the hand that was used this turn may be used again,
    and then is destroyed at the end of the turn.
    """

    stated = True
    target = "spell"
    bearers: tuple[str, ...]

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        weapon = state.party[use.card]
        rulings = (f"card.{weapon.card}",)
        if not self.is_wielded(book, state, use.card):
            classes = " or ".join(kind.capitalize() for kind in self.bearers)
            return f"no {classes} carries {book.name(weapon.card)}", (*rulings, "TS-8.2")
        spell = state.party[use.target] if 0 <= use.target < len(state.party) else None
        if spell is None or spell.left or not book.card(spell.card).is_spell:
            return "you hold no Spell for it", (*rulings, "TS-18.3")
        card = book.card(spell.card)
        if spell.renewed or spell.perishes:
            return f"you may use {card.name} a second time already", rulings
        if is_plain(card):
            if book.reads("plain_spell_twice", "counts_again"):
                return None
            return f"{card.name} has no effect to use", (*rulings, "key.plain_spell_twice")
        if not (spell.used or spell.serving):
            return f"you have not used {card.name} yet", rulings
        return None

    def is_wielded(self, book: Book, state: State, weapon: int) -> bool:
        """Whether a Hero of one of the classes holds the Weapon."""
        bearer = state.party[weapon].bearer
        if bearer == NONE or not is_held(book, state, weapon):
            return False
        return any(kind in book.card(state.party[bearer].card).classes for kind in self.bearers)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        weapon, spell = play.state.party[use.card].card, play.state.party[use.target].card
        rulings = (f"card.{weapon}", f"card.{spell}")
        if not is_plain(play.book.card(spell)):
            play.edit(use.target, renewed=True)
            play.note("effect", spell, rulings, "may be used a second time")
            return
        play.edit(use.target, perishes=True)
        twice = play.reads("cabal_reused_spell", "twice")
        echoes = (*play.state.echoes, (spell, weapon))
        play.set(echoes=echoes, spells=play.state.spells + int(twice))
        play.note("effect", spell, (*rulings, "key.plain_spell_twice"), "counts a second time")

    def say(self) -> str:
        classes = " or ".join(kind.capitalize() for kind in self.bearers)
        return (
            f"carried by a {classes}: one Spell that was used may be used a second time, and then is "
            "destroyed at the end of the turn"
        )


def is_plain(spell: Card) -> bool:
    """Whether the Spell has no ability to be used in the Dungeon, only what it gives in any battle."""
    return not any(ability.when == "dungeon" for ability in spell.abilities)


class GainGold(AbilityEffect, frozen=True, tag="gold"):
    """Adds gold for this turn's purchases. (TS-4.3)"""

    stated = True
    quiet = True
    amount: Number

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        before = play.state.gold
        play.set(gold=before + self.amount)
        play.note(
            "effect", card, (f"card.{card}", "TS-4.3"), self.say(), "gold", before, before + self.amount
        )

    def say(self) -> str:
        return f"{self.amount} gold"


class GoldOfDestroyed(AbilityEffect, frozen=True):
    """Adds the destroyed card's Gold Value and `plus` more; the card itself then pays nothing. (TS-4.3)"""

    stated = True
    quiet = True
    needs_price = True
    plus: Number

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        before = play.state.gold
        after = before + (play.book.card(destroyed).gold or 0) + self.plus
        play.set(gold=after)
        note = f"the Gold Value of {play.book.name(destroyed)} and {self.plus} more"
        play.note("effect", card, (f"card.{card}", "TS-4.3"), note, "gold", before, after)

    def say(self) -> str:
        return f"its Gold Value + {self.plus} gold"


class MorePurchases(AbilityEffect, frozen=True, tag="purchases"):
    """Allows `amount` more purchases; the total cost still must fit the gold. (TS-4.4)"""

    stated = True
    quiet = True
    amount: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        before = play.state.purchases
        play.set(purchases=before + self.amount)
        play.note(
            "effect", card, (f"card.{card}", "TS-4.4"), self.say(), "purchases", before, before + self.amount
        )

    def say(self) -> str:
        return f"{self.amount} more purchase{'s' if self.amount > 1 else ''}"


class GainExperience(AbilityEffect, frozen=True, tag="experience"):
    """Adds XP. (TS-1.3)"""

    stated = True
    quiet = True
    earns = True
    amount: Number

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        before = play.owner().xp
        play.experience(self.amount)
        play.note("effect", card, (f"card.{card}",), self.say(), "xp", before, before + self.amount)

    def say(self) -> str:
        return f"{self.amount} XP"
